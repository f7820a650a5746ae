import { type Found, hasFigures } from "#app/shared/calibration/intervals.ts";
import { yearLabel } from "#app/shared/calibration/year-label.ts";
import {
  HEIGHT,
  Levels,
  labelled,
  placeOf,
  pointsText,
  Stretched,
  valueScale,
} from "#app/ui/charts/measure.tsx";
import { part } from "#app/ui/charts/scale.tsx";

const WHOLE = 100;
/** Beyond the limit line, where a result stands that has no figure. */
const BEYOND = 130;
const CROSS = 4;
/** A label that begins left of this part of the width would be cut. */
const EDGE = 0.09;
const partOf = ({ error, limit }: Found) => (WHOLE * Number(error)) / Number(limit);
/** What calibrations found over the years, in per cent of the permissible error; a cross is one found out of tolerance without figures. */
export function FoundChart({ found, label }: { found: readonly Found[]; label: string }) {
  const drawn = found.flatMap((one, place) =>
    hasFigures(one) ? [{ place, on: one.on, value: partOf(one) }] : [],
  );
  const out = found.flatMap((one, place) =>
    hasFigures(one) || one.inTolerance ? [] : [{ place, on: one.on }],
  );
  const scale = valueScale([
    ...drawn.map(({ value }) => value),
    ...[-WHOLE, WHOLE, ...(out.length ? [BEYOND] : [])],
  ]);
  const at = (place: number) => placeOf(place + 0.5, found.length + 1);
  const level = (value: number) => scale(value).toFixed(1);
  const line = (value: number, className: string) => (
    <line className={className} x1="0" x2="100%" y1={level(value)} y2={level(value)} />
  );
  // Of several, every second one goes first where room is short; the last one stays.
  const named = labelled(found.length);
  return (
    <svg className="chart control" role="img" aria-label={label}>
      <Levels scale={scale} />
      {line(-WHOLE, "cc-lim")}
      {line(WHOLE, "cc-lim")}
      <Stretched>
        <polyline
          className="l1"
          points={pointsText(drawn.map(({ place, value }) => [at(place), scale(value)]))}
        />
      </Stretched>
      {drawn.map(({ place, on, value }) => (
        <circle
          key={on}
          className={Math.abs(value) > WHOLE ? "cb" : "c1"}
          cx={part(at(place))}
          cy={level(value)}
          r="3.5"
        />
      ))}
      {out.map(({ place, on }) => (
        <svg key={on} x={part(at(place))} y={level(BEYOND)} overflow="visible">
          <line className="cc-lim" x1={-CROSS} x2={CROSS} y1={-CROSS} y2={CROSS} strokeWidth="2" />
          <line className="cc-lim" x1={-CROSS} x2={CROSS} y1={CROSS} y2={-CROSS} strokeWidth="2" />
          <text className="val cc-bad" y={-2 * CROSS} textAnchor="middle">
            out
          </text>
        </svg>
      ))}
      {named.map((place, n) => (
        <text
          key={place}
          className={(named.length - 1 - n) % 2 ? "minor" : undefined}
          x={part(at(place))}
          y={HEIGHT - 6}
          textAnchor={at(place) < EDGE ? "start" : "middle"}
        >
          {yearLabel(found[place]!.on, found)}
        </text>
      ))}
    </svg>
  );
}
