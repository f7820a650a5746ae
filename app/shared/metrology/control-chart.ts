/** Control charts of intermediate checks: what a series of checks tells beside each value alone. ISO 7870-2:2023; ISO/IEC 17025:2017 7.7.1; L. S. Nelson, J. Quality Technology 16 (1984) 237. */

export type Check = {
  on: string;
  value: number;
  reference: number;
  /** The largest deviation that is allowed. */
  limit: number;
};
export type CheckResult = "ok" | "warn" | "fail";

/** From two thirds of its limit on a check warns: two of three deviations where the limit is three. */
export const WARNS_FROM = 2 / 3;
const LAST_DIGITS = 1e-12;

/** What a check says alone. @throws RangeError unless the limit is above zero */
export function checkResult({ value, reference, limit }: Omit<Check, "on">): CheckResult {
  if (!(limit > 0)) throw new RangeError("The limit is above zero");
  const deviation = Math.abs(value - reference);
  const slack = LAST_DIGITS * Math.max(Math.abs(value), Math.abs(reference), limit);
  if (deviation > limit + slack) return "fail";
  return deviation > limit * WARNS_FROM + slack ? "warn" : "ok";
}

/** What several checks in a row say. */
export type Run =
  | { kind: "beyond"; from: number; to: number }
  /** All on one side of the reference value. */
  | { kind: "one_side"; from: number; to: number; above: boolean }
  /** Each further than the one before. */
  | { kind: "trend"; from: number; to: number; rising: boolean }
  /** Two of three beyond the same warning line. */
  | { kind: "near_limit"; from: number; to: number; above: boolean };

const ON_ONE_SIDE = 6;
const IN_A_TREND = 6;

/** The longest runs in which each follows the one before. @returns indexes, both included */
function runsOf<T>(values: readonly T[], follows: (at: number) => boolean, least: number) {
  const runs: { from: number; to: number }[] = [];
  let from = 0;
  for (let at = 1; at <= values.length; at++)
    if (at === values.length || !follows(at)) {
      if (at - from >= least) runs.push({ from, to: at - 1 });
      from = at;
    }
  return runs;
}

/** The runs in a series of checks, the latest last. Deviations are told in parts of their limits, so that a new limit breaks no series. */
export function controlRuns(checks: readonly Check[]): Run[] {
  const parts = checks.map(({ value, reference, limit }) => (value - reference) / limit);
  const sides = parts.map(Math.sign);
  const beyond = checks.flatMap((check, at): Run[] =>
    checkResult(check) === "fail" ? [{ kind: "beyond", from: at, to: at }] : [],
  );
  const oneSide = runsOf(
    sides,
    (at) => sides[at] !== 0 && sides[at] === sides[at - 1],
    ON_ONE_SIDE,
  );
  const rising = (at: number) => parts[at]! > parts[at - 1]!;
  const falling = (at: number) => parts[at]! < parts[at - 1]!;
  const warns = checks.map((check) => checkResult(check) === "warn");
  const near = sides.flatMap((side, at): Run[] => {
    if (at < 2) return [];
    const isNear = (one: number) => warns[one] && sides[one] === side;
    const three = [at - 2, at - 1, at];
    return isNear(at) && three.filter(isNear).length === 2
      ? [{ kind: "near_limit", from: at - 2, to: at, above: side > 0 }]
      : [];
  });
  return [
    ...beyond,
    ...oneSide.map(
      ({ from, to }): Run => ({ kind: "one_side", from, to, above: sides[from]! > 0 }),
    ),
    ...runsOf(parts, rising, IN_A_TREND).map(
      (run): Run => ({ kind: "trend", ...run, rising: true }),
    ),
    ...runsOf(parts, falling, IN_A_TREND).map(
      (run): Run => ({ kind: "trend", ...run, rising: false }),
    ),
    ...near,
  ];
}

/** The largest change of corrections from one certificate to the next, the half-width that drift has in a budget; null of fewer than three certificates. */
export function driftFromHistory(corrections: readonly number[]): number | null {
  if (corrections.length < 3) return null;
  return Math.max(...corrections.slice(1).map((value, at) => Math.abs(value - corrections[at]!)));
}
