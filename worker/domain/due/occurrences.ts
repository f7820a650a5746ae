import { eq, sql } from "drizzle-orm";
import { dateText } from "#app/shared/dates.ts";
import { type DueException, dueExceptions, dueKinds } from "#app/shared/due-standing.ts";
import { lastDeferral, occurrenceRules } from "#app/shared/flows/occurrences.ts";
import { occurrenceEvents, schedules, dueOccurrences as table } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import { invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { day, optionalText, optionalWord, word } from "../entity/fields.ts";
import { flow } from "../entity/flow.ts";
import { type Done, workOn } from "../entity/flow-work.ts";
import { assignedTo, assigneeFields, assigneesOf } from "../people/assignee.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { assignedNotice, deviceNamed } from "./assigned.ts";
import { goingOnFrom } from "./go-on.ts";

type Occurrence = Row<typeof table>;
const work = workOn<typeof table>();
const exceptions = Object.keys(dueExceptions) as [DueException, ...DueException[]];

/** The day on which an occurrence is meant to be done. */
export const planOf = ({ deferTo, dueOn }: Pick<Occurrence, "deferTo" | "dueOn">): string =>
  deferTo ?? dueOn;

/** Whether an occurrence that is done on a day counts as on time. */
export const isInWindow = (
  { opensOn, closesOn, dueOn }: Pick<Occurrence, "opensOn" | "closesOn" | "dueOn">,
  on: string,
): boolean => (opensOn ?? dueOn) <= on && on <= (closesOn ?? dueOn);

/** Why an occurrence cannot be deferred to a day; null where it can. */
export function whyNotTo(before: Occurrence, on: string, today: string): string | null {
  if (on < today) return "Choose today or a later day";
  if (on > lastDeferral(today)) return "Choose a day within the next 400 days";
  return on === planOf(before) ? "It is planned for this day already" : null;
}

/** What deferring an occurrence to a day changes of it, and its event; the same for one and for many. */
export const deferredTo = (before: Occurrence, on: string) => ({
  set: { deferTo: on, deferrals: before.deferrals + 1 },
  event: { assetId: before.assetId, fromOn: planOf(before), toOn: on },
});

const defer = work({
  fields: {
    deferTo: day("New date"),
    exception: optionalWord(exceptions, "What keeps it from being done"),
    ...assigneeFields,
  },
  reads: (db, id, values) => [...assigneesOf(db, values), deviceNamed(db, id)] as const,
  run({ db, session, before, values, read, today }): Done<typeof table> {
    const [person, team, [device]] = read;
    const { deferTo: on, exception, assignedTeamId, assignedUserId, reason } = values;
    const why = whyNotTo(before, on, today);
    if (why) invalid({ deferTo: [why] });
    const { assigneeName, writes } = assignedTo(db, values, [person, team]);
    const { set, event } = deferredTo(before, on);
    const assigned = assigneeName ? { assignedTeamId, assignedUserId } : {};
    return {
      set: { ...set, ...assigned, exception, reason },
      event: { ...event, exception, ...(assigneeName ? { assigneeName } : {}) },
      changes: [
        ...(before.status === "deferred"
          ? []
          : [{ field: "status", from: before.status, to: "deferred" }]),
        { field: "planOn", from: planOf(before), to: on },
        ...(assigneeName ? [{ field: "assignedUserId", from: null, to: assigneeName }] : []),
      ],
      writes,
      notices: assignedNotice(session, before, values, { device, on }),
      message: deferredMessage(session, before, on),
    };
  },
  message: "Deferred",
  summary:
    "Put a planned service off to another day, today or later. The series and the window stay as they are: a day outside the window counts as late",
  example: { defer_to: "2026-12-03", reason: "The ward needs it until Wednesday" },
});

/** What people are told of a deferral: the day, and that it counts as late where it does. */
function deferredMessage({ company }: Session, before: Occurrence, on: string): string {
  const date = dateText(on, settingOf(company, "date_format"));
  return isInWindow(before, on)
    ? `Deferred to ${date}`
    : `Deferred to ${date}, outside its window: it counts as late`;
}

const assign = work({
  fields: { ...assigneeFields, together: optionalText(60, "Together") },
  reads: (db, id, values) => [...assigneesOf(db, values), deviceNamed(db, id)] as const,
  run({ db, session, before, values, read: [person, team, [device]] }) {
    const { assignedTeamId, assignedUserId, together } = values;
    if (!assignedTeamId && !assignedUserId)
      invalid({ assignedUserId: ["Choose a person or a team"] });
    const { assigneeName, writes } = assignedTo(db, values, [person, team]);
    const about = { device, on: planOf(before) };
    return {
      set: { assignedTeamId, assignedUserId },
      event: { assetId: before.assetId, assigneeName },
      changes: [{ field: "assignedUserId", from: null, to: assigneeName }],
      writes,
      notices: assignedNotice(session, before, values, about, together),
    };
  },
  message: "Assigned",
  summary:
    "Give a planned service to a person, a team or both; again while it is open. Those given under the same word `together` are told in one notice",
  example: { assigned_user_id: "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41" },
});

/** A planned service from its date to its end: see app/shared/flows/occurrences.ts. */
export const occurrenceFlow = flow({
  name: "due_occurrence",
  label: "Planned service",
  noun: "planned service",
  table,
  column: "status",
  rules: occurrenceRules,
  events: { table: occurrenceEvents, of: "occurrenceId" },
  title: ({ kind, dueOn }) => `${dueKinds[kind]} due on ${dateText(dueOn)}`,
  assetOf: ({ assetId }) => assetId,
  moves: {
    start: work({
      run: ({ session, before }) => ({
        set:
          before.assignedUserId || before.assignedTeamId
            ? {}
            : { assignedUserId: session.actor.userId },
        event: { assetId: before.assetId },
      }),
      message: "Started",
      summary:
        "Say that work on a planned service has begun; it is the person's own if nobody has it",
      example: {},
    }),
    assign,
    defer,
    "could-not-be-done": work({
      fields: { exception: word("Cause", exceptions, "Choose what kept it from being done") },
      run: ({ db, session, before, values: { exception, reason }, at }) => ({
        set: { exception, reason, attempts: before.attempts + 1 },
        event: { assetId: before.assetId, exception },
        changes: [
          { field: "status", from: before.status, to: "missed" },
          { field: "exception", from: before.exception, to: exception },
        ],
        writes: goingOnFrom(
          db,
          {
            assetId: before.assetId,
            which: eq(schedules.id, before.scheduleId),
            on: sql`${before.dueOn}`,
          },
          session.company,
          at,
        ),
      }),
      message: "Marked as could not be done",
      summary: "Say that a planned service could not be done, and why; it counts as not completed",
      example: { exception: "in_use", reason: "Patient on the ventilator all day" },
    }),
  },
});
