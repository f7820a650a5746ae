/** How the corrections of a standard change from one certificate to the next. */
import { countWord } from "../count-words.ts";
import { driftFromHistory } from "../metrology/control-chart.ts";
import { type Decimal, decimal } from "../metrology/decimal.ts";
import { measured, reckoned } from "../metrology/measured.ts";
import type { UnitCode } from "../metrology/units.ts";
import { plural } from "../plural.ts";
import type { CalibratedPoint } from "./calibrated-points.ts";
import { seriesKey } from "./check-series.ts";

/** What a budget takes for drift, as the range of the certificate in force says. */
export type DriftTaken = {
  kind: "per_year_abs" | "per_year_pct" | "from_history" | "spec_only" | "none";
  value: string | null;
};
export type DriftPoint = { id: string; certificateNo: string; on: string } & Pick<
  CalibratedPoint,
  "correction" | "u" | "k"
>;
/** The corrections at one point over the years, the latest last. */
export type DriftSeries = {
  key: string;
  parameter: string;
  nominal: string;
  unit: UnitCode;
  points: DriftPoint[];
  taken: DriftTaken | null;
};

/** A range of an accepted certificate, as drift looks at it. */
export type DriftRange = {
  certificateId: string;
  certificateNo: string;
  calibratedOn: string;
  isInForce: boolean;
  parameter: string;
  unit: string;
  driftKind: DriftTaken["kind"];
  driftValue: string | null;
  points: readonly CalibratedPoint[];
};

/** Ranges of certificates as series, those of most certificates first. @param ranges the newest certificate first */
export function driftsOf(ranges: readonly DriftRange[]): DriftSeries[] {
  const all = new Map<string, DriftSeries>();
  for (const range of ranges)
    for (const { nominal, correction, u, k } of range.points) {
      const key = seriesKey(range.parameter, nominal, range.unit);
      const { parameter, certificateId: id, certificateNo, calibratedOn: on } = range;
      const series = all.get(key) ?? {
        ...{ key, parameter, nominal, unit: range.unit as UnitCode, points: [] },
        taken: range.isInForce ? { kind: range.driftKind, value: range.driftValue } : null,
      };
      // Two ranges of one certificate may meet at a point.
      if (series.points.at(-1)?.id !== id)
        series.points.push({ id, certificateNo, on, correction, u, k });
      all.set(key, series);
    }
  return [...all.values()]
    .map((series) => ({ ...series, points: series.points.toReversed() }))
    .sort((a, b) => b.points.length - a.points.length);
}

/** The largest change between two certificates that follow one another; null of fewer than two. */
export function largestChange(points: readonly Pick<DriftPoint, "correction" | "on">[]) {
  const changes = points.slice(1).map(({ correction, on }, at) => {
    const before = points[at]!;
    const change = decimal(correction).minus(decimal(before.correction)).abs();
    return {
      size: change,
      change: reckoned(change, correction, before.correction),
      from: before.on.slice(0, 4),
      to: on.slice(0, 4),
    };
  });
  return largestOf(changes);
}
const largestOf = <C extends { size: Decimal }>(changes: readonly C[]): C | null =>
  changes.reduce<C | null>((most, one) => (most?.size.gte(one.size) ? most : one), null);

/** Half the width that drift has in budgets where history tells it, as the engine reckons it; null of fewer than three certificates. */
export const halfWidthOf = ({ points }: Pick<DriftSeries, "points">): number | null =>
  driftFromHistory(points.map(({ correction }) => Number(correction)));

/** The largest change that history tells of the points of a range; null where they have too few certificates. */
export function driftSeen(drifts: readonly DriftSeries[], parameter: string, unit: string) {
  const seen = drifts.filter(
    (one) =>
      one.unit === unit &&
      one.parameter.toLowerCase() === parameter.toLowerCase() &&
      halfWidthOf(one) !== null,
  );
  return largestOf(seen.flatMap(({ points }) => largestChange(points) ?? []));
}

/** What budgets take for it, in a table's cell. */
export function takenFigure({ taken, points, unit }: Omit<DriftSeries, "key">): string | null {
  if (!taken) return null;
  const { kind, value } = taken;
  const largest = largestChange(points);
  if (kind === "from_history") {
    if (halfWidthOf({ points }) === null || !largest) return "From three certificates on";
    return largest.size.eq(0) ? "No drift seen" : `±${measured(largest.change, unit)}`;
  }
  if (kind === "per_year_abs" && value) return `±${measured(value, unit)} a year`;
  if (kind === "per_year_pct" && value) return `±${value} % a year`;
  return kind === "spec_only" ? "Specification" : "None";
}

/** What budgets take for it, in a sentence. */
export function takenText({ taken, points, unit }: Omit<DriftSeries, "key">): string {
  if (!taken) return "No certificate in force has this point.";
  const { kind, value } = taken;
  const largest = largestChange(points);
  if (kind === "from_history") {
    if (halfWidthOf({ points }) === null || !largest)
      return "Budgets take drift from history once there are three certificates.";
    return largest.size.eq(0)
      ? "No drift was seen, and budgets take none."
      : `Budgets take ±${measured(largest.change, unit)} as rectangular.`;
  }
  if (kind === "per_year_abs" && value) return `Budgets take ±${measured(value, unit)} a year.`;
  if (kind === "per_year_pct" && value) return `Budgets take ±${value} % a year.`;
  return kind === "spec_only"
    ? "Budgets take its specification, which covers drift."
    : "Budgets take no drift.";
}

/** What a chart of drift says, in sentences. */
export function saidOfDrift(series: DriftSeries): string {
  const { points, unit } = series;
  const largest = largestChange(points);
  const taken = takenText(series);
  if (!largest) return `One certificate; the next one shows a change. ${taken}`;
  const what = `Corrections of ${countWord(points.length)} certificates, bars ±U.`;
  if (largest.size.eq(0)) return `${what} None differs from the one before. ${taken}`;
  const change = measured(largest.change, unit);
  const when =
    largest.from === largest.to ? `in ${largest.to}` : `${largest.from} to ${largest.to}`;
  return points.length === 2
    ? `${what} Change ${change}, ${when}. ${taken}`
    : `${what} Largest change ${change}, ${when}. ${taken}`;
}

/** "3 certificates". */
export const certificatesText = (count: number): string =>
  plural(count, "1 certificate", "{n} certificates");
