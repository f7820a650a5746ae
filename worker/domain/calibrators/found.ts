import type { CalibratedPoint } from "#app/shared/calibration/calibrated-points.ts";
import { seriesKey, seriesName } from "#app/shared/calibration/check-series.ts";
import type { Change, Course, Found } from "#app/shared/calibration/intervals.ts";
import { yearsBetween } from "#app/shared/company-time.ts";
import { decimal, greater, plainText, ZERO } from "#app/shared/metrology/decimal.ts";
import { reckoned } from "#app/shared/metrology/measured.ts";
import type { UnitCode } from "#app/shared/metrology/units.ts";
import type { Certified } from "./certified.ts";

type Range = Certified[1][number];

/** The largest permissible error at a point, by the specification of its range; nothing where it has none. */
export function permissible(
  { specAbs, specPct }: Pick<Range, "specAbs" | "specPct">,
  { nominal }: Pick<CalibratedPoint, "nominal">,
): string | null {
  const part = specPct === null ? ZERO : decimal(specPct).times(decimal(nominal).abs()).div(100);
  const limit = (specAbs === null ? ZERO : decimal(specAbs)).plus(part);
  return limit.gt(0) ? plainText(limit) : null;
}

/** The error of a point as it was indicated: what its correction takes away. */
const errorOf = ({ correction }: CalibratedPoint) => decimal(correction).times(-1);

/** The point whose error is largest for its limit. */
function worstOf(ranges: readonly Range[]): { error: string; limit: string; part: number } | null {
  const all = ranges.flatMap((range) =>
    range.points.flatMap((point) => {
      const limit = permissible(range, point);
      if (limit === null) return [];
      const error = errorOf(point);
      const part = error.abs().div(decimal(limit));
      return [{ error: reckoned(error, point.correction), limit, part: Number(part) }];
    }),
  );
  return all.reduce<(typeof all)[number] | null>(
    (most, one) => (most && most.part >= one.part ? most : one),
    null,
  );
}

/** What each calibration found, the latest last. What a certificate tells neither in words nor by figures is left out. */
export function foundOf([certificates, ranges]: Certified): Found[] {
  return certificates
    .map(({ id, calibratedOn: on, asFound, adjusted }): Found | null => {
      // After an adjustment the points are as they were left.
      const worst = adjusted ? null : worstOf(ranges.filter((one) => one.certificateId === id));
      const figures = { error: worst?.error ?? "", limit: worst?.limit ?? "" };
      if (asFound !== "not_stated")
        return { on, ...figures, inTolerance: asFound === "in_tolerance" };
      return worst && { on, ...figures, inTolerance: worst.part <= 1 };
    })
    .filter((one) => one !== null)
    .toReversed();
}

type Seen = { on: string; point: CalibratedPoint; isAdjusted: boolean; range: Range };

/** The changes from each calibration, as it left a point, to the next, as it found it. */
function changesOf(seen: readonly Seen[]): Change[] {
  return seen.slice(1).flatMap(({ on, point, isAdjusted }, at): Change[] => {
    const before = seen[at]!;
    const years = yearsBetween(before.on, on);
    if (isAdjusted || years <= 0) return [];
    return [{ years, change: Number(errorOf(point).minus(errorOf(before.point))) }];
  });
}

/** The point with a specification that most certificates have; of several the one that has come nearest to its limit. */
export function courseOf([certificates, ranges]: Certified): Course | null {
  const all = new Map<string, Seen[]>();
  for (const range of ranges)
    for (const point of range.points) {
      if (permissible(range, point) === null) continue;
      const key = seriesKey(range.parameter, point.nominal, range.unit);
      const seen = all.get(key) ?? [];
      const { calibratedOn: on, adjusted: isAdjusted } = range;
      if (seen[0]?.on !== on) all.set(key, [{ on, point, isAdjusted, range }, ...seen]);
    }
  const partOf = ({ point, range }: Seen) =>
    Number(
      errorOf(point)
        .abs()
        .div(decimal(permissible(range, point)!)),
    );
  const chosen = [...all.values()].sort(
    (a, b) => b.length - a.length || partOf(b.at(-1)!) - partOf(a.at(-1)!),
  )[0];
  const last = chosen?.at(-1);
  if (!chosen || !last || chosen.length < 2 || last.range.certificateId !== certificates[0]?.id)
    return null;
  const { point, range } = last;
  const { nominal } = point;
  return {
    name: seriesName({ parameter: range.parameter, nominal, unit: range.unit as UnitCode }),
    changes: changesOf(chosen),
    start: Number(errorOf(point)),
    u0: Number(point.u) / Number(greater(decimal(point.k), decimal(1))),
    limit: Number(permissible(range, point)),
  };
}
