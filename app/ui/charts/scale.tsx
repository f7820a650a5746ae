import { max } from "d3-array";
import { scaleLinear } from "d3-scale";

/** The height of the picture, of the space over the highest value, and of the ground line. */
export const [HEIGHT, TOP, BASE] = [176, 22, 150];
/** So many labels fit on a phone; of more every second one is left out there. */
const FEW = 8;

/** A part of the width, as the pictures say it. */
export const part = (of: number) => `${Math.round(of * 10_000) / 100}%`;

/** From 0 to the highest of the values, or what is to be seen besides, in round steps. */
export function scaleOf(values: readonly (number | null)[], most = 0) {
  const top = Math.max(most, max(values, (value) => value ?? 0) ?? 0) || 1;
  return scaleLinear().domain([0, top]).range([BASE, TOP]).nice(4);
}
export type Scale = ReturnType<typeof scaleOf>;

/** Hairlines at round values, their numbers before them. */
export function Grid({ scale, write }: { scale: Scale; write: (value: number) => string }) {
  return scale.ticks(4).map((tick) => (
    <g key={tick}>
      <line
        className={tick === 0 ? "axis" : "grid"}
        x1="0"
        x2="100%"
        y1={scale(tick)}
        y2={scale(tick)}
      />
      {tick > 0 && (
        <text x="-6" y={scale(tick) + 4} textAnchor="end">
          {write(tick)}
        </text>
      )}
    </g>
  ));
}

/** The names under the points or columns. */
export function Labels({ labels }: { labels: readonly string[] }) {
  return labels.map((label, at) => (
    <text
      // biome-ignore lint/suspicious/noArrayIndexKey: a month of each year has one name
      key={at}
      className={at % 2 && labels.length > FEW ? "minor" : undefined}
      x={part((at + 0.5) / labels.length)}
      y={BASE + 18}
      textAnchor="middle"
    >
      {label}
    </text>
  ));
}
