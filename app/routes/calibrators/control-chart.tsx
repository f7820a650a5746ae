import { type ReactNode, useState } from "react";
import {
  type CheckPoint,
  type CheckSeries,
  deviationOf,
  linesAt,
  linesInNumbers,
} from "#app/shared/calibration/check-series.ts";
import {
  anchorAt,
  BASE,
  HEIGHT,
  LINE_PX,
  labelled,
  placeOf,
  pointsText,
  Stretched,
  sideText,
  valueScale,
} from "#app/ui/charts/measure.tsx";
import { part } from "#app/ui/charts/scale.tsx";

type Props = {
  series: CheckSeries;
  /** What the picture shows, for who does not see it. */
  label: string;
  /** Days of new certificates. */
  certificates: readonly string[];
  /** The month of a day, under the points. */
  month: (on: string) => string;
  /** A check in words. */
  text: (point: CheckPoint) => string;
  /** What stands at the last point where it has failed. */
  failed: string;
};

type Scale = ReturnType<typeof valueScale>;
const radius = { ok: 3, warn: 3.5, fail: 5 } as const;
const looks = { ok: "c1", warn: "cc-near", fail: "cb" } as const;

/** Checks in their order between their warning lines and limits. Its points are gone through with the arrow keys, or by a finger along the chart. */
export function ControlChart({ series, label, certificates, month, text, failed }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const { points } = series;
  const bounds = points.map(linesInNumbers);
  const scale = valueScale([
    ...points.map(({ value }) => Number(value)),
    ...bounds.flatMap(({ middle, width }) => [middle - width, middle + width]),
  ]);
  const at = (place: number) => placeOf(place, points.length);
  const y = (place: number) => scale(Number(points[place]!.value));
  const last = points.length - 1;
  // Of several checks in a month it stands under the first.
  const labels = labelled(points.length)
    .map((place) => ({ place, text: month(points[place]!.on) }))
    .filter(({ text: under }, n, all) => under !== all[n - 1]?.text);
  const shown = points[chosen ?? last]!;
  return (
    <div className="cc-chart">
      <svg className="chart control" role="img" aria-label={label}>
        <Bounds bounds={bounds} scale={scale} at={at} last={points[last]!} />
        <Marks days={certificates} points={points} at={at} />
        <Stretched>
          <polyline
            className="l1"
            points={pointsText(points.map((_, place) => [at(place), y(place)]))}
          />
        </Stretched>
        {chosen !== null && (
          <g className="cc-chosen">
            <line x1={part(at(chosen))} x2={part(at(chosen))} y1="14" y2={BASE} />
            <circle cx={part(at(chosen))} cy={y(chosen).toFixed(1)} r="7" />
          </g>
        )}
        {points.map(({ id, result }, place) => (
          <circle
            key={id}
            className={looks[result]}
            cx={part(at(place))}
            cy={y(place).toFixed(1)}
            r={radius[result]}
          />
        ))}
        {points[last]!.result === "fail" && (
          <text
            className="val cc-bad"
            x={part(at(last))}
            y={(y(last) + (deviationOf(points[last]!).isAbove ? ABOVE : BELOW)).toFixed(1)}
            textAnchor={last === 0 ? "middle" : "end"}
          >
            {failed}
          </text>
        )}
        {labels.map(({ place, text: under }, n) => (
          <text
            key={place}
            className={n % 2 ? "minor" : undefined}
            x={part(at(place))}
            y={HEIGHT - 6}
            textAnchor={anchorAt(at(place))}
          >
            {under}
          </text>
        ))}
      </svg>
      {points.length > 1 && (
        <input
          className="cc-scrub needs-scripts"
          type="range"
          min={0}
          max={last}
          value={chosen ?? last}
          aria-label={`Checks one by one: ${label}`}
          aria-valuetext={text(shown)}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          onFocus={() => setChosen((now) => now ?? last)}
          onBlur={() => setChosen(null)}
        />
      )}
      <p className="cc-at" aria-hidden="true">
        {text(shown)}
      </p>
    </div>
  );
}
/** A failed point's label stands on the side that its limit and the points before it are not. */
const [ABOVE, BELOW] = [-10, 18];

type Placed = { at: (place: number) => number };

/** The reference value, the warning lines and the limits; they step where a check has others. */
function Bounds({
  bounds,
  scale,
  at,
  last,
}: Placed & { bounds: ReturnType<typeof linesInNumbers>[]; scale: Scale; last: CheckPoint }) {
  const line = (of: (one: (typeof bounds)[number]) => number) =>
    pointsText(
      bounds.flatMap((one, place): [number, number][] => {
        const from = place === 0 ? 0 : (at(place - 1) + at(place)) / 2;
        const to = place === bounds.length - 1 ? 1 : (at(place) + at(place + 1)) / 2;
        return [
          [from, scale(of(one))],
          [to, scale(of(one))],
        ];
      }),
    );
  const { middle, warns, width } = bounds.at(-1)!;
  const texts = linesAt(last);
  const apart = scale(middle) - scale(middle + width);
  const isRoomy = apart > LINE_PX;
  const isRoomier = scale(middle + warns) - scale(middle + width) > LINE_PX;
  const sides: [figure: string, value: number, isShown: boolean][] = [
    [texts.high, middle + width, isRoomy],
    [texts.warnHigh, middle + warns, isRoomier],
    [texts.middle, middle, true],
    [texts.warnLow, middle - warns, isRoomier],
    [texts.low, middle - width, isRoomy],
  ];
  return (
    <>
      <Stretched>
        <polyline className="cc-mid" points={line((one) => one.middle)} />
        <polyline className="cc-warn" points={line((one) => one.middle + one.warns)} />
        <polyline className="cc-warn" points={line((one) => one.middle - one.warns)} />
        <polyline className="cc-lim" points={line((one) => one.middle + one.width)} />
        <polyline className="cc-lim" points={line((one) => one.middle - one.width)} />
      </Stretched>
      {sides.map(
        ([figure, value, isShown]): ReactNode =>
          isShown && (
            <text key={value} x="100%" dx="6" y={(scale(value) + 4).toFixed(1)}>
              {sideText(figure)}
            </text>
          ),
      )}
    </>
  );
}

/** Where a new certificate lies between two checks; the latest is named. */
function Marks({
  days,
  points,
  at,
}: Placed & { days: readonly string[]; points: readonly CheckPoint[] }) {
  const places = days.flatMap((day) => {
    const next = points.findIndex(({ on }) => on >= day);
    if (next === 0) return [];
    return [next < 0 ? 0.995 : (at(next - 1) + at(next)) / 2];
  });
  const latest = places.at(-1);
  return (
    <>
      {places.map((place, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its place in time
        <line key={n} className="cc-cert" x1={part(place)} x2={part(place)} y1="14" y2={BASE} />
      ))}
      {latest !== undefined && (
        <text x={part(latest)} y="9" textAnchor={anchorAt(latest)}>
          new certificate
        </text>
      )}
    </>
  );
}
