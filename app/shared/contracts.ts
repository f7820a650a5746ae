import { addDays, addMonths, daysBetween } from "./company-time.ts";

/** Kinds of contracts, the best cover first, as people read them. */
export const contractKinds = [
  { value: "cmc", label: "CMC" },
  { value: "amc", label: "AMC" },
  { value: "warranty", label: "Warranty" },
  { value: "rental", label: "Rental" },
  { value: "calibration", label: "Calibration" },
  { value: "insurance", label: "Insurance" },
] as const;
export type ContractKind = (typeof contractKinds)[number]["value"];
export const kindWord = (kind: string): string =>
  contractKinds.find(({ value }) => value === kind)?.label ?? kind;

export const billings = [
  { value: "yearly", label: "Yearly" },
  { value: "half_yearly", label: "Half-yearly" },
  { value: "quarterly", label: "Quarterly" },
  { value: "monthly", label: "Monthly" },
  { value: "once", label: "Once" },
] as const;
export const billingWord = (billing: string | null): string | null =>
  billings.find(({ value }) => value === billing)?.label ?? null;

/** What a kind of contract usually includes. */
export const included: Record<ContractKind, { labour: boolean; spares: boolean }> = {
  cmc: { labour: true, spares: true },
  amc: { labour: true, spares: false },
  warranty: { labour: true, spares: true },
  rental: { labour: true, spares: true },
  calibration: { labour: false, spares: false },
  insurance: { labour: false, spares: false },
};
export const includedText = (hasLabour: boolean, hasSpares: boolean): string => {
  if (hasLabour && hasSpares) return "Labour and spares included";
  if (hasLabour) return "Labour included, spares chargeable";
  return hasSpares ? "Spares included, labour chargeable" : "Labour and spares chargeable";
};

export const contractStates = {
  upcoming: "Upcoming",
  active: "Active",
  expiring: "Expiring",
  expired: "Expired",
  terminated: "Terminated",
} as const;
export type ContractState = keyof typeof contractStates;
export const NOTICE_DAYS = 30;
export const MOST_NOTICE_DAYS = 730;

export type Term = {
  startOn: string;
  endOn: string;
  terminatedOn: string | null;
  noticeDays: number | null;
};

/** How a contract stands on a day; nothing stores it, so it cannot be stale. */
export function stateOn(contract: Term, today: string): ContractState {
  const { startOn, endOn, terminatedOn, noticeDays } = contract;
  if (terminatedOn !== null) return "terminated";
  if (startOn > today) return "upcoming";
  if (endOn < today) return "expired";
  return endOn <= addDays(today, noticeDays ?? NOTICE_DAYS) ? "expiring" : "active";
}

type LineTerm = { fromOn: string | null; toOn: string | null };
const later = (a: string, b: string | null) => (b !== null && b > a ? b : a);
const earlier = (a: string, b: string | null) => (b !== null && b < a ? b : a);

/**
 * The first and the last day on which a line of a contract covers its device; it does on none when the last is before the first.
 * A line and a contract end with the day before they were ended.
 */
export function lineDays(
  { startOn, endOn, terminatedOn }: Pick<Term, "startOn" | "endOn" | "terminatedOn">,
  { fromOn, toOn }: LineTerm,
): { since: string; until: string } {
  const before = (on: string | null) => (on === null ? null : addDays(on, -1));
  return {
    since: later(startOn, fromOn),
    until: earlier(earlier(endOn, before(toOn)), before(terminatedOn)),
  };
}

/** Whether a line lies before a day, covers on it, or lies after it. */
export function lineStanding(contract: Term, line: LineTerm, today: string) {
  const { since, until } = lineDays(contract, line);
  if (until < today) return "past" as const;
  return since > today ? ("future" as const) : ("present" as const);
}

/**
 * The term that follows one: it begins the day after, and is as many months long where that was whole months, else as many days.
 * @param startOn and endOn calendar dates, the last day included
 */
export function nextTerm(startOn: string, endOn: string): { startOn: string; endOn: string } {
  const begins = addDays(endOn, 1);
  const [fromYear = 0, fromMonth = 0] = startOn.split("-").map(Number);
  const [toYear = 0, toMonth = 0] = begins.split("-").map(Number);
  const months = (toYear - fromYear) * 12 + toMonth - fromMonth;
  const isWhole = months > 0 && addMonths(startOn, months) === begins;
  const ends = isWhole
    ? addDays(addMonths(begins, months), -1)
    : addDays(begins, daysBetween(startOn, endOn));
  return { startOn: begins, endOn: ends };
}
