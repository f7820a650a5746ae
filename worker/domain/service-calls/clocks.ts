import { isPaused } from "#app/shared/call-clocks.ts";
import { workedOn } from "#app/shared/flows/service-calls.ts";
import { type Priority, promiseOf } from "#app/shared/service-levels.ts";
import { addWorking, type WorkingCalendar, workingBetween } from "#app/shared/working-time.ts";
import type { breakdowns } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import type { Company } from "../../session.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { stagesAhead } from "./escalations.ts";

const DAY = 86_400_000;

/** What a company has set for its clocks. */
export type ClockCompany = Pick<Company, "settings" | "country" | "timeZone">;
type Call = Row<typeof breakdowns>;
export type ClockColumns = Pick<
  Call,
  | "status"
  | "reportedAt"
  | "slaRespondBy"
  | "slaResolveBy"
  | "slaPausedMs"
  | "heldAt"
  | "holdReason"
  | "firstResponseAt"
  | "resolvedAt"
  | "assignedTeamId"
  | "assignedUserId"
  | "escalated"
>;

/** When a company's clocks run. */
export function calendarOf(company: ClockCompany): WorkingCalendar {
  const { week, holidays } = settingOf(company, "working_calendar");
  return { timeZone: company.timeZone, week, holidays: holidays.map(({ on }) => on) };
}

const isOpen = ({ status }: Pick<Call, "status">) =>
  (workedOn as readonly string[]).includes(status);

/** The end of the clock that runs; null when none does. */
const clockByOf = (call: ClockColumns): number | null => {
  if (!isOpen(call)) return null;
  if (call.firstResponseAt === null && call.slaRespondBy !== null) return call.slaRespondBy;
  return isPaused(call) ? null : call.slaResolveBy;
};

/** What follows from a call's other columns: the end of the clock that runs, and when the clock looks at the call next. */
export const followingOf = (call: ClockColumns, company: ClockCompany) => ({
  clockBy: clockByOf(call),
  wakeAt: wakeAtOf(call, company),
});

function wakeAtOf(call: ClockColumns, company: ClockCompany): number | null {
  if (call.status === "resolved")
    return (call.resolvedAt ?? 0) + settingOf(company, "call_auto_close_days") * DAY;
  if (!isOpen(call)) return null;
  return stagesAhead(call, calendarOf(company))[0]?.at ?? null;
}

/** New values of a call, with what follows from them. */
export const withFollowing = <V extends Partial<ClockColumns>>(
  before: ClockColumns,
  company: ClockCompany,
  set: V,
  /** The state it comes to, where that is not among the values. */
  status: Call["status"] = before.status,
) => ({ ...set, ...followingOf({ ...before, status, ...set }, company) });

const promise = (company: ClockCompany, priority: Priority, at: number) =>
  promiseOf(settingOf(company, "sla")[priority], calendarOf(company), at);

/** The clocks of a new call. What is promised here stays, also when the company sets other service levels or hours later. */
export function promised(company: ClockCompany, priority: Priority, at: number) {
  const fresh = {
    ...{ status: "new", reportedAt: at, slaPausedMs: 0, heldAt: null, holdReason: null },
    ...{ firstResponseAt: null, resolvedAt: null, assignedTeamId: null, assignedUserId: null },
    escalated: [],
    ...promise(company, priority, at),
  } satisfies ClockColumns;
  const { slaRespondBy, slaResolveBy } = fresh;
  return { slaRespondBy, slaResolveBy, ...followingOf(fresh, company) };
}

/** The clocks of an open call that gets another priority: as if it had been reported with it, less the time for which it stood. */
export function promisedAnew(before: ClockColumns, company: ClockCompany, priority: Priority) {
  const { slaRespondBy, slaResolveBy: whole } = promise(company, priority, before.reportedAt);
  const slaResolveBy =
    whole === null ? null : addWorking(calendarOf(company), whole, before.slaPausedMs);
  const escalated = before.escalated.filter((name) => !/_(soon|late)$/.test(name));
  return withFollowing(before, company, { slaRespondBy, slaResolveBy, escalated });
}

/** What goes on hold at an instant. */
export const holding = (
  before: ClockColumns,
  company: ClockCompany,
  reason: string,
  at: number,
) => {
  const { slaPausedMs, slaResolveBy } =
    before.status === "on_hold" ? stood(before, company, at) : before;
  const set = { holdReason: reason, heldAt: at, slaPausedMs, slaResolveBy };
  return withFollowing(before, company, set, "on_hold");
};

/** The working time for which the resolve clock has stood, and the end it moves to. */
function stood(before: ClockColumns, company: ClockCompany, at: number) {
  const { slaPausedMs, slaResolveBy, heldAt } = before;
  if (!isPaused(before) || heldAt === null) return { slaPausedMs, slaResolveBy };
  const calendar = calendarOf(company);
  const ms = workingBetween(calendar, heldAt, at);
  return {
    slaPausedMs: slaPausedMs + ms,
    slaResolveBy: slaResolveBy === null ? null : addWorking(calendar, slaResolveBy, ms),
  };
}
const afterHold = (before: ClockColumns, company: ClockCompany, at: number) => ({
  heldAt: null,
  holdReason: null,
  ...stood(before, company, at),
});

/** What leaves its hold and is worked on again. */
export const resuming = (before: ClockColumns, company: ClockCompany, at: number) =>
  withFollowing(
    before,
    company,
    { ...afterHold(before, company, at), firstResponseAt: before.firstResponseAt ?? at },
    "in_progress",
  );

/** What is answered: work on it begins. It may come from a hold. */
export const answered = resuming;

/** What is resolved, or ends otherwise: its clocks stop where they are. A resolved one is closed by the clock later. */
export const ended = (
  before: ClockColumns,
  company: ClockCompany,
  at: number,
  status: Call["status"],
) => {
  const isResolved = status === "resolved";
  return withFollowing(
    before,
    company,
    {
      ...afterHold(before, company, at),
      ...(isResolved ? { resolvedAt: at, firstResponseAt: before.firstResponseAt ?? at } : {}),
    },
    status,
  );
};

/** What is reopened: the resolve clock goes on where it stopped, as after a hold, and people may be told of it again. */
export function reopened(before: ClockColumns, company: ClockCompany, at: number) {
  const calendar = calendarOf(company);
  const { slaPausedMs, slaResolveBy, resolvedAt } = before;
  const ms = workingBetween(calendar, resolvedAt ?? at, at);
  return withFollowing(
    before,
    company,
    {
      resolvedAt: null,
      slaPausedMs: slaPausedMs + ms,
      slaResolveBy: slaResolveBy === null ? null : addWorking(calendar, slaResolveBy, ms),
      escalated: [],
    },
    "in_progress",
  );
}
