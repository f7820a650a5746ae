import type { PointResult } from "#app/shared/metrology/point.ts";

/** Beyond the limits as much is shown as this part of what lies between them. */
const MARGIN = 0.15;
const WIDTH = 100;

type Bar = { from: number; to: number; lower: number; upper: number };
/** What a bar shows, in the unit of the result; null where nothing is judged. */
function barOf(lower: number | null, upper: number | null, y: number, u: number): Bar | null {
  if (lower === null && upper === null) return null;
  const [least, most] = [y - u, y + u];
  const low = lower ?? Math.min(least, 0, upper!);
  const high = upper ?? Math.max(most, lower! * 2, lower!);
  const span = high - low || Math.abs(high) || 1;
  return {
    from: Math.min(least, low - (lower === null ? 0 : span * MARGIN)),
    to: Math.max(most, high + (upper === null ? 0 : span * MARGIN)),
    lower: low,
    upper: high,
  };
}

const figure = (text: string | null) => (text === null ? null : Number(text));

/** A value with its U between its limits. The figures beside it say the same in words. */
export function ToleranceBar({
  result,
  isReference,
}: {
  result: PointResult;
  isReference: boolean;
}) {
  const y = figure(isReference ? result.reference : result.indication);
  const u = figure(result.u_used);
  if (y === null || u === null) return null;
  const bar = barOf(figure(result.lower), figure(result.upper), y, u);
  if (!bar) return null;
  const at = (value: number) =>
    Math.min(WIDTH, Math.max(0, ((value - bar.from) / (bar.to - bar.from)) * WIDTH));
  const isOut = result.verdict === "fail";
  const place = (value: number) => `${at(value).toFixed(1)}%`;
  const width = (from: number, to: number) => `${(at(to) - at(from)).toFixed(1)}%`;
  const middle = (bar.lower + bar.upper) / 2;
  const hasMiddle = result.lower !== null && result.upper !== null;
  return (
    <svg className={isOut ? "tol is-out" : "tol"} aria-hidden="true">
      <rect className="g-all" x="0" y="6" width="100%" height="4" />
      <rect
        className="g-ok"
        x={place(bar.lower)}
        y="6"
        width={width(bar.lower, bar.upper)}
        height="4"
      />
      {hasMiddle && <line className="g-nom" x1={place(middle)} x2={place(middle)} y1="2" y2="14" />}
      <rect className="g-u" x={place(y - u)} y="4" width={width(y - u, y + u)} height="8" />
      <line className="g-y" x1={place(y)} x2={place(y)} y1="1" y2="15" />
    </svg>
  );
}
