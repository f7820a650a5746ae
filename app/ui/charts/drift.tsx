import {
  HEIGHT,
  Levels,
  labelled,
  placeOf,
  pointsText,
  Stretched,
  valueScale,
} from "./measure.tsx";
import { part } from "./scale.tsx";

type Props = {
  label: string;
  /** In their order: the value, and its uncertainty to both sides. */
  points: readonly { id: string; under: string; value: number; u: number }[];
  /** Half the width of the band about zero. */
  band: number | null;
};

/** The part of a phone's width that a letter takes. */
const LETTER = 0.03;
/** How far apart the labels of two points stand at least. */
const roomOf = (points: Props["points"], one: number, other: number) =>
  (LETTER * (points[one]!.under.length + points[other]!.under.length)) / 2;

/** Values about zero over the years, each with its bar of uncertainty. */
export function DriftChart({ label, points, band }: Props) {
  const scale = valueScale([
    ...points.flatMap(({ value, u }) => [value - u, value + u]),
    ...(band === null ? [0] : [-band, band]),
  ]);
  const at = (place: number) => placeOf(place + 0.5, points.length + 1);
  const named: number[] = [];
  // The last point is named before those that stand too near to it.
  for (const place of labelled(points.length).toReversed()) {
    const next = named.at(-1);
    if (next === undefined || at(next) - at(place) >= roomOf(points, place, next))
      named.push(place);
  }
  return (
    <svg className="chart control" role="img" aria-label={label}>
      {band !== null && band > 0 && (
        <rect
          className="cc-band"
          x="0"
          width="100%"
          y={scale(band).toFixed(1)}
          height={(scale(-band) - scale(band)).toFixed(1)}
        />
      )}
      <Levels scale={scale} />
      <Stretched>
        <polyline
          className="l1"
          points={pointsText(points.map(({ value }, place) => [at(place), scale(value)]))}
        />
      </Stretched>
      {points.map(({ id, value, u, under }, place) => (
        <g key={id}>
          {u > 0 && (
            <line
              className="cc-u"
              x1={part(at(place))}
              x2={part(at(place))}
              y1={scale(value + u).toFixed(1)}
              y2={scale(value - u).toFixed(1)}
            />
          )}
          <circle className="c1" cx={part(at(place))} cy={scale(value).toFixed(1)} r="3.5" />
          {named.includes(place) && (
            <text x={part(at(place))} y={HEIGHT - 6} textAnchor="middle">
              {under}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
