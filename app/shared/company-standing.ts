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
