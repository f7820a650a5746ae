import { addDays, dayIn } from "./company-time.ts";

export type CompanyStatus =
  | "pending_verification"
  | "trial"
  | "active"
  | "grace"
  | "suspended"
  | "closed";

/** What a company's standing follows from. */
export type Dated = {
  status: CompanyStatus;
  /** The last day that is paid for or tried, YYYY-MM-DD; null without an end. */
  periodEnd: string | null;
  graceDays: number | null;
  timeZone: string;
};

/** Days of grace where nothing else was agreed. */
export const GRACE_DAYS = 10;

/** The last day of grace, YYYY-MM-DD; null without an end. */
export const lastDayOfGrace = ({ periodEnd, graceDays }: Pick<Dated, "periodEnd" | "graceDays">) =>
  periodEnd && addDays(periodEnd, graceDays ?? GRACE_DAYS);

/** The data of a closed company is kept for so many days. */
export const KEPT_CLOSED_DAYS = 90;

/**
 * The day on which the data of a closed company is removed, YYYY-MM-DD by its own calendar. Before that day the company can be opened again.
 * @param closedAt the instant of its closing, in milliseconds
 */
export const purgeDay = (closedAt: number, timeZone: string): string =>
  addDays(dayIn(timeZone, closedAt), KEPT_CLOSED_DAYS);

/**
 * How a company stands at an instant, by its own calendar: no job has to run for it. What staff or the company has ended
 * stays so; a trial or a subscription whose last day is over has its days of grace, and then is suspended.
 */
export function standingOf(company: Dated, at = Date.now()): CompanyStatus {
  const { status, periodEnd, timeZone } = company;
  if (!["trial", "active", "grace"].includes(status)) return status;
  if (!periodEnd) return status;
  const today = dayIn(timeZone, at);
  if (today <= periodEnd) return status === "grace" ? "active" : status;
  return today <= lastDayOfGrace(company)! ? "grace" : "suspended";
}

/** A trial is counted down in so many days before its last one. */
const TOLD_DAYS = 14;

/** What the people of a company are told of its end. Days are YYYY-MM-DD. */
export type Ending =
  | { kind: "trial"; daysLeft: number }
  | { kind: "grace"; endedOn: string; worksUntil: string; hasPage: boolean }
  | { kind: "suspended"; hasPage: boolean };

/**
 * What somebody is told of how their company's trial or subscription ends.
 * @param company how it stands now, as `standingOf` has decided
 * @param isAdmin Admins alone are told of a trial, and have the page where a plan is ordered
 */
export function endingOf(company: Dated, isAdmin: boolean, at = Date.now()): Ending | null {
  const { status, periodEnd, timeZone } = company;
  if (status === "suspended") return { kind: "suspended", hasPage: isAdmin };
  if (periodEnd === null) return null;
  if (status === "grace")
    return {
      ...{ kind: "grace", endedOn: periodEnd, worksUntil: lastDayOfGrace(company)! },
      hasPage: isAdmin,
    };
  if (status !== "trial" || !isAdmin) return null;
  const left = (Date.parse(periodEnd) - Date.parse(dayIn(timeZone, at))) / 86_400_000;
  return left <= TOLD_DAYS ? { kind: "trial", daysLeft: left } : null;
}
