import { and, eq, isNull, sql } from "drizzle-orm";
import { dueOccurrences, schedules } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import { cancellingOccurrences, notingOccurrences, untouched } from "./occurrences-of.ts";
import { isOpen, openOfSchedule } from "./open-ones.ts";

const LATER = "A later PM of this schedule is done. Change or cancel that report first.";

/**
 * Takes back what a report has fulfilled, before the report itself changes: its occurrence is open again, and the next date that was made
 * from it goes, where nobody has been named for it, begun or deferred it. A report that is to fulfil nothing afterwards ends with `tidying`.
 * @param report as it was read; the batch must stop when it has changed since
 */
export function releasing(
  db: CompanyDb,
  report: { id: string; dueOccurrenceId: string | null; serviceType: string },
  note: string,
  at: number,
): Statement[] {
  const { id, dueOccurrenceId } = report;
  const begun = report.serviceType === "pm" && !dueOccurrenceId;
  if (!dueOccurrenceId && !begun) return [];
  if (begun) return removingBegun(db, id);
  const occurrence = eq(dueOccurrences.id, dueOccurrenceId!);
  const mine = (column: "schedule_id" | "asset_id" | "kind") =>
    sql`(select "mine".${sql.identifier(column)} from ${dueOccurrences} as "mine" where "mine"."company_id" = ${db.companyId} and "mine"."id" = ${dueOccurrenceId})`;
  const ofFloating = and(
    openOfSchedule({ id: mine("schedule_id"), assetId: mine("asset_id"), kind: mine("kind") }),
    db.exists(
      schedules,
      and(eq(schedules.id, dueOccurrences.scheduleId), eq(schedules.mode, "floating"))!,
    ),
  )!;
  const back = sql`iif(${dueOccurrences.deferTo} is null, 'scheduled', 'deferred')`;
  return [
    db.assert("state", sql`not ${laterDone(db, dueOccurrenceId!)}`),
    db.removing(dueOccurrences, and(ofFloating, untouched(db))!),
    ...cancellingOccurrences(
      db,
      and(
        ofFloating,
        eq(dueOccurrences.status, "scheduled"),
        isNull(dueOccurrences.assignedUserId),
      )!,
      "The one before it is open again",
      at,
    ),
    notingOccurrences(db, occurrence, { status: back, note }, at),
    db.updating(dueOccurrences, occurrence, {
      status: back,
      doneOn: null,
      onTime: null,
      serviceReportId: null,
    }),
  ];
}

/** Whether a later occurrence of the same schedule is done. */
const laterDone = (db: CompanyDb, id: string) =>
  sql`exists (select 1 from ${dueOccurrences} as "mine" cross join ${dueOccurrences} where "mine"."company_id" = ${db.companyId} and "mine"."id" = ${id}
    and ${db.ofOwner(dueOccurrences, sql`${dueOccurrences.scheduleId} = "mine"."schedule_id" and ${dueOccurrences.dueOn} > "mine"."due_on" and ${dueOccurrences.status} = 'done'`)})`;

/** After a refusal. @throws Response 409 where a later occurrence of the schedule is done */
export async function explainLater(db: CompanyDb, occurrenceId: string | null): Promise<void> {
  if (!occurrenceId) return;
  const [[look]] = await db.read(
    db.rows<{ later: number }>(sql`select ${laterDone(db, occurrenceId)} as "later"`),
  );
  if (look?.later) conflict(LATER);
}

/** The plan that a report began, while nothing else has come of it. */
function removingBegun(db: CompanyDb, reportId: string): Statement[] {
  const isLeft = db.exists(dueOccurrences, eq(dueOccurrences.scheduleId, schedules.id));
  const others = sql`exists (select 1 from ${dueOccurrences} as "other" where "other"."company_id" = ${db.companyId}
    and "other"."schedule_id" = ${reportId} and "other"."id" <> ${dueOccurrences.id})`;
  return [
    db.removing(
      dueOccurrences,
      and(eq(dueOccurrences.scheduleId, reportId), untouched(db), sql`not ${others}`)!,
    ),
    db.removing(schedules, and(eq(schedules.id, reportId), sql`not ${isLeft}`)!),
  ];
}

/** What was taken back and stays undone: it is cancelled where its schedule has ended since. */
export function tidying(db: CompanyDb, dueOccurrenceId: string | null, at: number): Statement[] {
  if (!dueOccurrenceId) return [];
  const ended = db.exists(
    schedules,
    and(eq(schedules.id, dueOccurrences.scheduleId), eq(schedules.isActive, false))!,
  );
  const left = and(eq(dueOccurrences.id, dueOccurrenceId), isOpen, ended)!;
  return cancellingOccurrences(db, left, "Its schedule has ended", at);
}
