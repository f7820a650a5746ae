import { type SQL, sql } from "drizzle-orm";
import { windowOf } from "#app/shared/due-series.ts";
import { newId } from "#drizzle/columns.ts";
import {
  dueClosings,
  dueOccurrences,
  occurrenceEvents,
  type schedules,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { idsFrom } from "../../db/ids.ts";
import type { Company } from "../../session.ts";
import { settingOf } from "../settings/vocabulary.ts";

/** Whose settings say how long windows are that a schedule leaves open. */
export type WindowsOf = Pick<Company, "settings" | "country">;

/** A schedule to begin: its row without the company. */
export type NewSchedule = Omit<typeof schedules.$inferInsert, "companyId" | "id"> & { id: string };
/** What occurrences take from their schedule. */
export type SeriesOf = Pick<
  NewSchedule,
  "id" | "assetId" | "kind" | "teamId" | "windowBeforeDays" | "windowAfterDays"
>;

/** The days before and after a due date in which it counts as on time: the schedule's own, else the company's. */
export const daysOfWindow = (
  schedule: Pick<NewSchedule, "windowBeforeDays" | "windowAfterDays">,
  company: WindowsOf,
): [before: number, after: number] => [
  schedule.windowBeforeDays ?? settingOf(company, "pm_window_before"),
  schedule.windowAfterDays ?? settingOf(company, "pm_window_after"),
];

/** An occurrence to be made, as its statement reads it from JSON. */
export type OccurrenceRow = readonly [
  id: string,
  scheduleId: string,
  assetId: string,
  kind: string,
  dueOn: string,
  opensOn: string,
  closesOn: string,
  teamId: string | null,
];

/** The occurrences of a schedule on these days, with its window and team. */
export function occurrencesOf(
  { id, assetId, kind, teamId = null, ...schedule }: SeriesOf,
  dates: readonly string[],
  company: WindowsOf,
): OccurrenceRow[] {
  const [before, after] = daysOfWindow(schedule, company);
  return dates.map((dueOn) => {
    const { opensOn, closesOn } = windowOf(dueOn, before, after);
    return [newId(), id, assetId, kind, dueOn, opensOn, closesOn, teamId];
  });
}

const columns = sql.raw(
  `"company_id", "id", "schedule_id", "asset_id", "kind", "due_on", "opens_on", "closes_on", "assigned_team_id",
   "created_at", "created_by", "updated_at", "version", "status", "attempts", "deferrals"`,
);

/** A date that an edit took away comes back when a later edit has it again; a date that is open, done or missed stays as it is. */
const unlessThere = sql.raw(
  `on conflict ("company_id", "schedule_id", "due_on") do update set "status" = 'scheduled', "opens_on" = excluded."opens_on",
   "closes_on" = excluded."closes_on", "defer_to" = null, "deferrals" = 0, "exception" = null, "reason" = null, "cancelled_by" = null,
   "cancelled_at" = null, "cancel_reason" = null, "updated_at" = excluded."updated_at", "version" = "due_occurrences"."version" + 1
   where "due_occurrences"."status" = 'cancelled'`,
);

/**
 * Makes occurrences from rows of a query. What is there already stays.
 * @param rows ends a select: `from … where …`; a `where` must stand in it
 * @param values the eight columns of `OccurrenceRow`, as SQL
 */
export const makingOccurrences = (db: CompanyDb, values: SQL, rows: SQL, at = Date.now()) =>
  db.run(sql`insert into ${dueOccurrences} (${columns}) select ${db.companyId}, ${values},
    cast(${at} as integer), ${db.stamp.actorId}, cast(${at} as integer), 1, 'scheduled', 0, 0 ${rows} ${unlessThere}`);

const eight = sql.raw([0, 1, 2, 3, 4, 5, 6, 7].map((at) => `"row"."value" ->> ${at}`).join(", "));

/** Makes occurrences, however many: their rows are one bound value. */
export const insertingOccurrences = (
  db: CompanyDb,
  rows: readonly OccurrenceRow[],
  onlyIf = sql`true`,
): Statement[] =>
  rows.length
    ? [
        makingOccurrences(
          db,
          eight,
          sql`from json_each(${JSON.stringify(rows)}) as "row" where ${onlyIf}`,
        ),
      ]
    : [];

type Status = (typeof dueOccurrences.$inferSelect)["status"];

/** Notes in the history of occurrences what happens to those that match; before or after the update, wherever the condition still holds. */
export const notingOccurrences = (
  db: CompanyDb,
  where: SQL,
  { status, note = null }: { status: Status | SQL; note?: string | SQL | null },
  at: number,
): Statement =>
  db.run(sql`insert into ${occurrenceEvents} ("company_id", "id", "occurrence_id", "asset_id", "status", "note", "actor_id", "actor_name", "at")
    select ${db.companyId}, ${idsFrom(at)}, ${dueOccurrences.id}, ${dueOccurrences.assetId}, ${status}, ${note}, ${db.stamp.actorId}, ${db.stamp.actorName}, cast(${at} as integer)
    from ${dueOccurrences} where ${db.ofOwner(dueOccurrences, where)}`);

/** Cancels occurrences that match, with who, when and why, and notes it in their history. */
export const cancellingOccurrences = (
  db: CompanyDb,
  where: SQL,
  reason: string,
  at: number,
): Statement[] => [
  notingOccurrences(db, where, { status: "cancelled", note: reason }, at),
  db.updating(dueOccurrences, where, {
    status: "cancelled",
    cancelledBy: db.stamp.actorId,
    cancelledAt: at,
    cancelReason: reason,
  }),
];

/** Nobody has touched it since it was made: nothing is in its history, nobody was named for it, and no month was closed with it. */
export const untouched = (db: CompanyDb): SQL =>
  sql`${dueOccurrences.status} = 'scheduled' and ${dueOccurrences.assignedUserId} is null
    and not ${db.exists(occurrenceEvents, sql`${occurrenceEvents.occurrenceId} = ${dueOccurrences.id}`)}
    and not ${db.exists(dueClosings, sql`${dueClosings.occurrenceId} = ${dueOccurrences.id}`)}`;

const DAY_MS = 86_400_000;
/**
 * Whether a date that is taken back may be forgotten: untouched, and made within a day, as a slip of the hand, or so far ahead that its
 * window is not open and its month has not begun anywhere. Others are cancelled, so that they stay in the figures of their month.
 */
export const isForgettable = (db: CompanyDb, at: number): SQL => {
  const day = sql`date(${at} / 1000, 'unixepoch'`;
  return sql`${untouched(db)} and (${dueOccurrences.createdAt} > ${at - DAY_MS}
    or (${dueOccurrences.dueOn} > ${day}, 'start of month', '+1 month') and coalesce(${dueOccurrences.opensOn}, ${dueOccurrences.dueOn}) > ${day}, '+1 day')))`;
};
