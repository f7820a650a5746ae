import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { BASE, Grid, HEIGHT, part, scaleOf, TOP } from "./scale.tsx";

type Props = {
  label: string;
  /** The most frequent first; the cumulated share in percent. */
  bars: readonly { label: string; value: number; cumulated: number }[];
  write: (value: number) => string;
};

const WIDTH = 100;
const MOST = 80;
/** Short enough for a bar; the whole name is in the table. */
const short = (label: string) => label.split(/[ ,]/)[0]!;

/** How often each, and how much the first ones make together. */
export function Pareto({ label, bars, write }: Props) {
  const scale = scaleOf(bars.map(({ value }) => value));
  const shares = scaleLinear().domain([0, 100]).range([BASE, TOP]);
  const at = (place: number) => (place + 0.5) / bars.length;
  const curve = line<(typeof bars)[number]>()
    .x((_, place) => Number((at(place) * WIDTH).toFixed(2)))
    .y(({ cumulated }) => Number(shares(cumulated).toFixed(1)));
  return (
    <svg className="chart pareto has-axis" role="img" aria-label={label}>
      <Grid scale={scale} write={write} />
      <line className="target" x1="0" x2="100%" y1={shares(MOST)} y2={shares(MOST)} />
      <text x="100%" y={shares(MOST) - 4} textAnchor="end">{`${MOST} %`}</text>
      {bars.map((bar, place) => {
        const isLast = place > 0 && place === bars.length - 1;
        const isFew = place === 0 || bars[place - 1]!.cumulated < MOST;
        return (
          <g key={bar.label}>
            <rect
              className={isFew ? "c1" : "c2"}
              x={part((place + 0.16) / bars.length)}
              width={part(0.68 / bars.length)}
              y={scale(bar.value).toFixed(1)}
              height={(BASE - scale(bar.value)).toFixed(1)}
            />
            <text
              className="val t"
              x={part(at(place))}
              y={(scale(bar.value) - 5).toFixed(1)}
              textAnchor="middle"
            >
              {write(bar.value)}
            </text>
            <text
              x={isLast ? "100%" : part(at(place))}
              y={BASE + 18 + (place % 3) * 13}
              textAnchor={isLast ? "end" : "middle"}
              className={place > 1 && bars.length > 6 ? "minor" : undefined}
            >
              {short(bar.label)}
            </text>
          </g>
        );
      })}
      <svg
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        overflow="visible"
        aria-hidden="true"
      >
        <path className="l2" d={curve([...bars]) ?? ""} />
      </svg>
    </svg>
  );
}
