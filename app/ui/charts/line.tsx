import { line } from "d3-shape";
import { BASE, Grid, HEIGHT, Labels, part, scaleOf, TOP } from "./scale.tsx";

type Props = {
  label: string;
  labels: readonly string[];
  /** The first is what the chart is about; those beside it are dashed. */
  series: readonly { name: string; values: readonly (number | null)[] }[];
  target?: number | undefined;
  write: (value: number) => string;
  /** What stands at the last point. */
  last: string | null;
};

const WIDTH = 100;

/** Values over time; a month without one is a gap. */
export function Line({ label, labels, series, target, write, last }: Props) {
  const scale = scaleOf(
    series.flatMap(({ values }) => values),
    target,
  );
  const at = (place: number) => (place + 0.5) / labels.length;
  const drawn = line<number | null>()
    .defined((value) => value !== null)
    .x((_, place) => Number((at(place) * WIDTH).toFixed(2)))
    .y((value) => Number(scale(value ?? 0).toFixed(1)));
  const first = series[0]?.values ?? [];
  const lastAt = first.findLastIndex((value) => value !== null);
  const lastY = lastAt < 0 ? BASE : scale(first[lastAt]!);
  const isFalling = lastAt > 0 && (first[lastAt - 1] ?? 0) > first[lastAt]!;
  const isUnder = lastY < TOP + 18 || (isFalling && lastY + 22 < BASE);
  return (
    <svg className="chart has-axis" role="img" aria-label={label}>
      <Grid scale={scale} write={write} />
      {target !== undefined && (
        <line className="target" x1="0" x2="100%" y1={scale(target)} y2={scale(target)} />
      )}
      <svg
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        overflow="visible"
        aria-hidden="true"
      >
        {series
          .map(({ name, values }, place) => (
            <path key={name} className={place === 0 ? "l1" : "lb"} d={drawn([...values]) ?? ""} />
          ))
          .reverse()}
      </svg>
      {first.map(
        (value, place) =>
          value !== null && (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in time
              key={place}
              className="c1"
              cx={part(at(place))}
              cy={scale(value).toFixed(1)}
              r={place === lastAt ? 3 : 1.75}
            />
          ),
      )}
      {last && lastAt >= 0 && (
        <text
          className="val t"
          x={part(at(lastAt))}
          y={(isUnder ? lastY + 18 : lastY - 8).toFixed(1)}
          textAnchor={lastAt === labels.length - 1 && labels.length > 1 ? "end" : "middle"}
        >
          {last}
        </text>
      )}
      <Labels labels={labels} />
    </svg>
  );
}
