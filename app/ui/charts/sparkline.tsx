import { extent } from "d3-array";
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";

const [WIDTH, HEIGHT, PAD] = [96, 22, 3];

/** The course of a figure without scale or words: a line whose last point is marked. The table beside it says the numbers. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const [least, most] = extent(values, (value) => value ?? undefined);
  const last = values.findLastIndex((value) => value !== null);
  if (least === undefined || last < 1) return null;
  const y = scaleLinear()
    .domain(least === most ? [least - 1, least + 1] : [least, most])
    .range([HEIGHT - PAD, PAD]);
  const x = scaleLinear()
    .domain([0, values.length - 1])
    .range([PAD, WIDTH - PAD]);
  const drawn = line<number | null>()
    .defined((value) => value !== null)
    .x((_, at) => Number(x(at).toFixed(1)))
    .y((value) => Number(y(value ?? 0).toFixed(1)));
  return (
    <svg className="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path d={drawn([...values]) ?? ""} />
      <circle cx={x(last).toFixed(1)} cy={y(values[last]!).toFixed(1)} r="2.5" />
    </svg>
  );
}
