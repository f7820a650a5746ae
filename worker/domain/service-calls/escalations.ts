import { isPaused, WARNED_AT } from "#app/shared/call-clocks.ts";
import { addWorking, type WorkingCalendar, workingBetween } from "#app/shared/working-time.ts";
import type { breakdowns } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";

export type EscalatedCall = Pick<
  Row<typeof breakdowns>,
  | "status"
  | "reportedAt"
  | "slaRespondBy"
  | "slaResolveBy"
  | "slaPausedMs"
  | "heldAt"
  | "holdReason"
  | "firstResponseAt"
  | "assignedTeamId"
  | "assignedUserId"
  | "escalated"
>;

/** Part of the time to respond after which a call that nobody has acknowledged is told of. */
const UNACKNOWLEDGED_AT = 0.5;
/** Part of the time to resolve after which a call that nobody has been given is told of. */
const UNASSIGNED_AT = 0.2;

type Stage = {
  /** The promise it is a part of. */
  of: "respond" | "resolve";
  part: number;
  /** Whether it still concerns the call. */
  applies(call: EscalatedCall): boolean;
};
const unanswered = ({ firstResponseAt }: EscalatedCall) => firstResponseAt === null;
const running = (call: EscalatedCall) => !isPaused(call);

/** What people are told of a call whose time runs out, in the order in which it may come. */
export const stages = {
  unacknowledged: {
    of: "respond",
    part: UNACKNOWLEDGED_AT,
    applies: ({ status, firstResponseAt }) => status === "new" && firstResponseAt === null,
  },
  respond_soon: { of: "respond", part: WARNED_AT, applies: unanswered },
  respond_late: { of: "respond", part: 1, applies: unanswered },
  unassigned: {
    of: "resolve",
    part: UNASSIGNED_AT,
    applies: ({ status, assignedTeamId, assignedUserId }) =>
      (status === "new" || status === "acknowledged") && !assignedTeamId && !assignedUserId,
  },
  resolve_soon: { of: "resolve", part: WARNED_AT, applies: running },
  resolve_late: { of: "resolve", part: 1, applies: running },
} as const satisfies Record<string, Stage>;
export type StageName = keyof typeof stages;
const stageNames = Object.keys(stages) as StageName[];

/** The instant at which a part of a promise has run, pauses apart; null where nothing is promised. */
function reachedAt(
  call: EscalatedCall,
  { of, part }: Stage,
  calendar: WorkingCalendar,
): number | null {
  const by = of === "respond" ? call.slaRespondBy : call.slaResolveBy;
  if (by === null || part === 1) return by;
  const whole = workingBetween(calendar, call.reportedAt, by);
  const total = Math.max(0, whole - (of === "resolve" ? call.slaPausedMs : 0));
  return addWorking(calendar, call.reportedAt, Math.round(whole - total * (1 - part)));
}

/**
 * The stages of an open call that people have not been told of, each with the instant it is reached, the earliest first. A stage that no
 * longer concerns the call is not among them.
 */
export const stagesAhead = (call: EscalatedCall, calendar: WorkingCalendar) =>
  stageNames
    .filter((name) => !call.escalated.includes(name) && stages[name].applies(call))
    .flatMap((name) => {
      const at = reachedAt(call, stages[name], calendar);
      return at === null ? [] : [{ name, at }];
    })
    .sort((one, other) => one.at - other.at);
