import { addDays } from "./company-time.ts";

/** A stretch of time in epoch milliseconds; its end is not part of it. */
export type Stretch = { from: number; to: number };
/** A number, or what it is at least (`more`), at most (`less`) or nearly (`about`) where not all was read. */
export type Figure = { value: number; bound?: "more" | "less" | "about" };

export const DAY_MS = 86_400_000;
const YEAR_DAYS = 365.25;
export const YEAR_MS = YEAR_DAYS * DAY_MS;

/** What two stretches have in common; of length 0 where that is nothing. */
export function common(a: Stretch, b: Stretch): Stretch {
  const from = Math.max(a.from, b.from);
  return { from, to: Math.max(from, Math.min(a.to, b.to)) };
}

/** How many milliseconds of a window stretches cover together, however they overlap. */
export function covered(stretches: readonly Stretch[], within: Stretch): number {
  const inside = stretches
    .map((stretch) => common(stretch, within))
    .sort((a, b) => a.from - b.from);
  let [sum, end] = [0, within.from];
  for (const { from, to } of inside) {
    sum += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return sum;
}

/** A call as the figures look at it. */
export type MeasuredCall = {
  reportedAt: number;
  failedAt: number | null;
  restoredAt: number | null;
  isDown: boolean;
  status: string;
  causeCode: string | null;
};
const notCounted: readonly string[] = ["cancelled", "closed_duplicate"];
const noFailure: readonly string[] = ["no_problem_found", "user_error"];
const ended: readonly string[] = ["resolved", "closed", "closed_condemned"];

/** Whether a call counts at all: neither cancelled nor a duplicate. */
export const counts = ({ status }: Pick<MeasuredCall, "status">) => !notCounted.includes(status);
/** Whether a call is of a failure: equipment down, neither a duplicate nor cancelled, and not for want of a fault. */
export const isFailure = (call: Pick<MeasuredCall, "isDown" | "status" | "causeCode">): boolean =>
  call.isDown && counts(call) && !noFailure.includes(call.causeCode ?? "");

/** How long a device was down for a call that is over, in milliseconds; null for one that says nothing of it. */
export const repairOf = ({ isDown, status, restoredAt, failedAt, reportedAt }: MeasuredCall) =>
  isDown && ended.includes(status) && restoredAt
    ? Math.max(0, restoredAt - (failedAt ?? reportedAt))
    : null;

/** Mean and median of repairs, in milliseconds; null without one. */
export function repairTime(repairs: readonly number[]) {
  if (repairs.length === 0) return null;
  const sorted = [...repairs].sort((a, b) => a - b);
  return {
    mean: sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length,
    median: middle(sorted),
    of: sorted.length,
  };
}

/** Uptime in percent; null without time in use. */
export const uptimeOf = (usedMs: number, downMs: number): number | null =>
  usedMs > 0 ? (100 * (usedMs - downMs)) / usedMs : null;
/** Mean time between failures, in milliseconds; null without time in use or a failure. */
export const betweenFailures = (usedMs: number, downMs: number, failures: number): number | null =>
  usedMs > 0 && failures > 0 ? (usedMs - downMs) / failures : null;
/** Failures in a year of use; null without time in use. */
export const failuresAYear = (failures: number, usedMs: number): number | null =>
  usedMs > 0 ? (failures * YEAR_MS) / usedMs : null;

/** When a device was in use, of a window: from the day it was put to use, or bought, to the day it was condemned; null while it never was. */
export function inUse(
  device: {
    lifecycle: string;
    putToUseOn: string | null;
    purchaseOn: string | null;
    condemnedOn: string | null;
  },
  window: Stretch,
  begins: (on: string) => number,
): Stretch | null {
  const { lifecycle, putToUseOn, purchaseOn, condemnedOn } = device;
  if (lifecycle === "received" && !putToUseOn) return null;
  const since = putToUseOn ?? purchaseOn;
  return {
    from: since ? begins(since) : window.from,
    to: condemnedOn ? begins(condemnedOn) : window.to,
  };
}

/** A device over a period, as far as it was read. */
export type Measured = {
  /** The time in which it was in use; null while it is in no use. */
  used: Stretch | null;
  /** Calls reported in the period; `callsCut` when there are more. */
  calls: readonly MeasuredCall[];
  callsCut: boolean;
  /** What overlaps the period; an open one ends now. `downCut` when there is more. */
  down: readonly (Stretch & { isPlanned: boolean })[];
  downCut: boolean;
  /** Whether a downtime of it was ever logged. */
  isDownKnown: boolean;
};

const atLeast = (value: number, isCut: boolean): Figure =>
  isCut ? { value, bound: "more" } : { value };
const atMost = (value: number, isCut: boolean): Figure =>
  isCut ? { value, bound: "less" } : { value };

export const middle = (sorted: readonly number[]): number => {
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
};

/**
 * How reliable a device was in a window, which ends now at the latest. Times in milliseconds, uptime in percent, failures a year.
 * What cannot be said is null: uptime where no downtime was ever logged, MTBF without a failure, all of a device not in use.
 */
export function reliability(device: Measured, window: Stretch) {
  const time = device.used ? common(device.used, window) : null;
  const usedMs = time ? time.to - time.from : 0;
  const lost = (isPlanned: boolean) =>
    covered(
      device.down.filter((one) => one.isPlanned === isPlanned),
      time ?? window,
    );
  const counted = device.calls.filter(counts);
  const failures = counted.filter(isFailure);
  const repairs = counted.flatMap((call) => repairOf(call) ?? []);
  const { callsCut, downCut, isDownKnown } = device;
  const downMs = lost(false);
  const [mtbf, perYear, uptime] = [
    betweenFailures(usedMs, downMs, failures.length),
    failuresAYear(failures.length, usedMs),
    uptimeOf(usedMs, downMs),
  ];
  return {
    usedMs,
    calls: atLeast(counted.length, callsCut),
    failures: atLeast(failures.length, callsCut),
    failuresPerYear: perYear === null ? null : atLeast(perYear, callsCut),
    /** Milliseconds. More failures or more time down only shorten it. */
    mtbf: mtbf === null ? null : atMost(mtbf, callsCut || downCut),
    mttr: callsCut ? null : repairTime(repairs),
    down: isDownKnown ? atLeast(downMs, downCut) : null,
    plannedDown: isDownKnown ? atLeast(lost(true), downCut) : null,
    uptime: isDownKnown && uptime !== null ? atMost(uptime, downCut) : null,
  };
}
export type Reliability = ReturnType<typeof reliability>;

/** What service reports say was spent, in minor units. */
export type Cost = { labourMinor: number; partsMinor: number };
export const noCost: Cost = { labourMinor: 0, partsMinor: 0 };
export const addedCost = (a: Cost, b: Cost): Cost => ({
  labourMinor: a.labourMinor + b.labourMinor,
  partsMinor: a.partsMinor + b.partsMinor,
});

/** What a device keeps of its reports by year, in minor units: PM, other service, parts. */
type CostYears = Readonly<Record<string, readonly [pm: number, other: number, parts: number]>>;
type Days = { from: string; to: string };
/**
 * The days of a period that lie in years it has only in part: what was spent on them is not in the sums that a device keeps by year.
 * Days are inclusive; nothing after today counts.
 */
export function partYears({ from, to }: Days, today: string): Days[] {
  const last = to < today ? to : today;
  if (from > last) return [];
  const isFull = (year: string) =>
    from <= `${year}-01-01` && (last >= `${year}-12-31` || last === today);
  const [first, final] = [from.slice(0, 4), last.slice(0, 4)];
  if (first === final) return isFull(first) ? [] : [{ from, to: last }];
  return [
    ...(isFull(first) ? [] : [{ from, to: `${first}-12-31` }]),
    ...(isFull(final) ? [] : [{ from: `${final}-01-01`, to: last }]),
  ];
}

/** What the whole years of a period cost, out of the sums that a device keeps. */
export function costOfYears(years: CostYears, period: Days, today: string): Cost {
  const parts = partYears(period, today).map(({ from }) => from.slice(0, 4));
  const end = period.to < today ? period.to : today;
  if (period.from > end) return noCost;
  const last = end.slice(0, 4);
  return Object.entries(years)
    .filter(([year]) => year >= period.from.slice(0, 4) && year <= last && !parts.includes(year))
    .reduce(
      (sum, [, [pm, other, spares]]) =>
        addedCost(sum, { labourMinor: pm + other, partsMinor: spares }),
      noCost,
    );
}

/** Cost of service in percent of the price a year, over a period that ends today at the latest; null without a price. */
export function costRatio(
  costMinor: number,
  priceMinor: number | null,
  { from, to }: Days,
  today: string,
): number | null {
  const end = addDays(to < today ? to : today, 1);
  const days = (Date.parse(end) - Date.parse(from)) / DAY_MS;
  if (!priceMinor || days <= 0) return null;
  return (100 * costMinor * (YEAR_DAYS / days)) / priceMinor;
}

export type Mark = "best" | "worst" | null;
type Range = { least: number; most: number };
const rangeOf = ({ value, bound }: Figure): Range => ({
  least: bound === "less" || bound === "about" ? Number.NEGATIVE_INFINITY : value,
  most: bound === "more" || bound === "about" ? Number.POSITIVE_INFINITY : value,
});

/**
 * Which of several figures is surely the best and which the worst; figures that are all the same are neither.
 * @param better whether a high or a low figure is the better one
 */
export function marksOf(figures: readonly (Figure | null)[], better: "high" | "low"): Mark[] {
  const ranges = figures.map((figure) => figure && rangeOf(figure));
  const besides = (at: number) => ranges.filter((other, place) => other && place !== at) as Range[];
  return ranges.map((own, at) => {
    const others = besides(at);
    if (!own || others.length === 0) return null;
    const isLowest = others.every(({ least }) => least >= own.most);
    const isHighest = others.every(({ most }) => most <= own.least);
    if (isLowest === isHighest) return null;
    return isLowest === (better === "low") ? "best" : "worst";
  });
}
