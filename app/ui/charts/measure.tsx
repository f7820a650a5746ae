import { max, min } from "d3-array";
import { scaleLinear } from "d3-scale";

/** The height of a chart of measured values, and of the room over and under them. */
export const [HEIGHT, TOP, BASE] = [212, 28, 184];
const ROOM = 0.08;
/** Labels stand so far apart at least. */
export const LINE_PX = 12;

/** From the least to the most of the values, with a little room at both ends. */
export function valueScale(values: readonly number[]) {
  const [least, most] = [min(values) ?? 0, max(values) ?? 1];
  const room = (most - least || Math.abs(most) || 1) * ROOM;
  return scaleLinear()
    .domain([least - room, most + room])
    .range([BASE, TOP]);
}

const [FIRST, SPAN] = [0.02, 0.96];
/** Where the n-th of so many points stands, as a part of the width. */
export const placeOf = (at: number, count: number): number =>
  count < 2 ? 0.5 : FIRST + (SPAN * at) / (count - 1);

/** A drawing that is stretched to the width, so that its lines can be given as points; `x` is in per cent. */
export const Stretched = ({ children }: { children: React.ReactNode }) => (
  <svg
    width="100%"
    height={HEIGHT}
    viewBox={`0 0 100 ${HEIGHT}`}
    preserveAspectRatio="none"
    overflow="visible"
    aria-hidden="true"
  >
    {children}
  </svg>
);
/** Points of a line, by parts of the width and heights. */
export const pointsText = (points: readonly (readonly [part: number, y: number])[]): string =>
  points.map(([part, y]) => `${(100 * part).toFixed(2)},${y.toFixed(1)}`).join(" ");

const LONGEST = 9;
/** A figure at the side of a chart, short enough for a phone. */
export const sideText = (figure: string): string => {
  const text = figure.length > LONGEST ? String(Number(Number(figure).toPrecision(5))) : figure;
  return text.replace("-", "−");
};

/** The lines of a scale with their figures at the right side. */
export const Levels = ({ scale }: { scale: ReturnType<typeof valueScale> }) =>
  scale.ticks(4).map((tick) => (
    <g key={tick}>
      <line
        className={tick === 0 ? "axis" : "cc-mid"}
        x1="0"
        x2="100%"
        y1={scale(tick).toFixed(1)}
        y2={scale(tick).toFixed(1)}
      />
      <text x="100%" dx="6" y={(scale(tick) + 4).toFixed(1)}>
        {sideText(String(tick))}
      </text>
    </g>
  ));

const MOST_LABELS = 5;
/** The places of so many points that get a label, spread over all. */
export function labelled(count: number): number[] {
  const shown = Math.min(count, MOST_LABELS);
  return [
    ...new Set(
      Array.from({ length: shown }, (_, at) =>
        shown < 2 ? 0 : Math.round((at * (count - 1)) / (shown - 1)),
      ),
    ),
  ];
}
/** How a label at a place is anchored, so that it stays within the chart. */
export const anchorAt = (part: number): "start" | "middle" | "end" =>
  part < 0.12 ? "start" : part > 0.88 ? "end" : "middle";
