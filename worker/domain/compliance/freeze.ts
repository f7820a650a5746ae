import { and, eq, gt, gte, isNull, lt, lte, or, sql } from "drizzle-orm";
import { addMonths } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import {
  assets,
  dueClosings,
  dueOccurrences,
  schedules,
  serviceReports,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { type DayWork, movingOn, placeOf } from "../notifications/day-work.ts";
import { exclusionOf, frozenDays, monthOf, outcomeOf } from "./closing.ts";

/** Rows of one part; each writes four counts of its month. */
const AT_ONCE = 100;
/** A company's first morning goes back so far. */
const MONTHS_BACK = 24;
const SETTLING = "settle";

const nameOf = (table: string, column: string) =>
  `(select "users"."name" from "users" where "users"."company_id" = "${table}"."company_id" and "users"."id" = "${table}"."${column}")`;
/** Who cancelled it, by the event of it; else the person, or the name that was kept. */
const cancelledByName = sql<string | null>`${sql.raw(
  `coalesce((select "event"."actor_name" from "occurrence_events" as "event" where "event"."company_id" = "due_occurrences"."company_id"
      and "event"."occurrence_id" = "due_occurrences"."id" and "event"."status" = 'cancelled' order by "event"."id" desc limit 1),
    ${nameOf("due_occurrences", "cancelled_by")}, "due_occurrences"."cancelled_by")`,
)}`.as("cancelled_by_name");
const heldByName = sql<string | null>`${sql.raw(
  `coalesce(${nameOf("schedules", "held_by")}, "schedules"."held_by")`,
)}`.as("held_by_name");
const teamOf = sql<string | null>`${sql.raw(
  `coalesce("due_occurrences"."assigned_team_id", "schedules"."team_id", "assets"."team_id")`,
)}`.as("team_of");
/** When what shows that it was done was entered: its report, else the event. */
const enteredAt = sql<number | null>`${sql.raw(
  `coalesce("service_reports"."created_at", (select "event"."at" from "occurrence_events" as "event" where "event"."company_id" = "due_occurrences"."company_id"
    and "event"."occurrence_id" = "due_occurrences"."id" and "event"."status" = 'done' order by "event"."id" desc limit 1))`,
)}`.as("entered_at");

/** The first day whose occurrences may lack their rows: of the month that was open when the work was last done. */
export const firstOpenDay = ({ doneOn, today }: Pick<DayWork, "doneOn" | "today">) =>
  `${monthOf(doneOn ?? addMonths(today, -MONTHS_BACK))}-01`;

/** Occurrences without a row, of days that are over, after a place in their order. */
function unfrozen(db: CompanyDb, from: string, before: string, [on = "", id = ""]: string[]) {
  const without = sql`not exists (select 1 from ${dueClosings} where ${dueClosings.companyId} = ${dueOccurrences.companyId} and ${dueClosings.occurrenceId} = ${dueOccurrences.id})`;
  const after = or(
    gt(dueOccurrences.dueOn, on),
    and(eq(dueOccurrences.dueOn, on), gt(dueOccurrences.id, id)),
  );
  return db
    .select({
      ...{ id: dueOccurrences.id, scheduleId: dueOccurrences.scheduleId },
      ...{ assetId: dueOccurrences.assetId, kind: dueOccurrences.kind },
      ...{ status: dueOccurrences.status, dueOn: dueOccurrences.dueOn },
      ...{ opensOn: dueOccurrences.opensOn, closesOn: dueOccurrences.closesOn },
      ...{ cancelledAt: dueOccurrences.cancelledAt, cancelReason: dueOccurrences.cancelReason },
      ...{ holdFrom: schedules.holdFrom, holdUntil: schedules.holdUntil },
      ...{ holdReason: schedules.holdReason, heldAt: schedules.heldAt },
      ...{ endedAt: schedules.endedAt, isActive: schedules.isActive },
      ...{ departmentId: assets.departmentId, categoryId: assets.categoryId },
      ...{ criticality: assets.criticality, lifecycle: assets.lifecycle },
      deletedAt: assets.deletedAt,
      ...{ teamOf, cancelledByName, heldByName },
    })
    .from(dueOccurrences)
    .innerJoin(schedules, pointsTo(dueOccurrences.scheduleId, schedules))
    .innerJoin(assets, pointsTo(dueOccurrences.assetId, assets))
    .where(
      db.ofOwner(
        dueOccurrences,
        and(
          gte(dueOccurrences.dueOn, on || from),
          lt(dueOccurrences.dueOn, before),
          after,
          without,
        ),
      ),
    )
    .orderBy(dueOccurrences.dueOn, dueOccurrences.id)
    .limit(AT_ONCE);
}
type Unfrozen = Awaited<ReturnType<typeof unfrozen>>[number];

function closingRow(row: Unfrozen, timeZone: string, at: number) {
  const facts = {
    ...row,
    isEnded: row.endedAt !== null || !row.isActive,
    isCondemned: row.lifecycle === "condemned" || row.lifecycle === "disposed",
    isDeleted: row.deletedAt !== null,
  };
  const excluded = exclusionOf(facts, timeZone);
  return {
    id: newId(at),
    ...{ occurrenceId: row.id, assetId: row.assetId, scheduleId: row.scheduleId, kind: row.kind },
    ...frozenDays(row),
    ...{ departmentId: row.departmentId, categoryId: row.categoryId, teamId: row.teamOf },
    criticality: row.criticality,
    ...{ exclusion: null, excludedBy: null, excludedAt: null, reason: null, ...excluded },
    ...(excluded
      ? ({ state: "excluded", standing: "excluded" } as const)
      : ({ state: "due", standing: "open" } as const)),
    closedAt: at,
  };
}

/** Freezes a part of what is not frozen. @returns where the day's work goes on */
async function freeze(db: CompanyDb, work: DayWork, timeZone: string, at: number): Promise<void> {
  const place = placeOf(work)?.split("/") ?? [];
  const [found] = await db.read(unfrozen(db, firstOpenDay(work), work.today, place));
  const last = found.at(-1);
  const next = found.length === AT_ONCE && last ? `${last.dueOn}/${last.id}` : SETTLING;
  const [isHere, move] = movingOn(db, work, next);
  const ids = JSON.stringify(found.map(({ id }) => id));
  await db.read(
    isHere,
    ...(found.length
      ? [
          db.insertingAll(
            dueClosings,
            found.map((row) => closingRow(row, timeZone, at)),
          ),
          // What is done already stands so at once: the trigger of an occurrence derives it.
          db.run(
            sql`update ${dueOccurrences} set "status" = "status" where ${db.ofOwner(
              dueOccurrences,
              sql`${dueOccurrences.id} in (select "value" from json_each(${ids})) and ${dueOccurrences.status} = 'done'`,
            )}`,
          ),
        ]
      : []),
    move,
  );
}

/** Settles a part of what is over. @returns whether the day's work is done */
async function settle(
  db: CompanyDb,
  work: DayWork,
  timeZone: string,
  at: number,
): Promise<boolean> {
  const [found] = await db.read(
    db
      .select({
        id: dueClosings.id,
        ...{ opensOn: dueClosings.opensOn, closesOn: dueClosings.closesOn },
        settlesOn: dueClosings.settlesOn,
        ...{ status: dueOccurrences.status, doneOn: dueOccurrences.doneOn },
        reportId: sql<string | null>`${dueOccurrences.serviceReportId}`.as("report_id"),
        enteredAt,
      })
      .from(dueClosings)
      .innerJoin(dueOccurrences, pointsTo(dueClosings.occurrenceId, dueOccurrences))
      .leftJoin(serviceReports, pointsTo(dueOccurrences.serviceReportId, serviceReports))
      .where(
        db.ofOwner(
          dueClosings,
          and(
            lte(dueClosings.settlesOn, work.today),
            isNull(dueClosings.outcome),
            sql`${dueClosings.state} = 'due'`,
          ),
        ),
      )
      .orderBy(dueClosings.settlesOn, dueClosings.id)
      .limit(AT_ONCE),
  );
  const isDone = found.length < AT_ONCE;
  const [isHere, move] = movingOn(db, work, isDone ? null : `${SETTLING}/${found.at(-1)!.id}`);
  const rows = found.map((row) => {
    const outcome = outcomeOf(row, timeZone);
    const serviceReportId = outcome === "not_done" ? null : row.reportId;
    return { id: row.id, outcome, serviceReportId, settledAt: at };
  });
  await db.read(isHere, ...(rows.length ? [db.updatingAll(dueClosings, rows)] : []), move);
  return isDone;
}

/**
 * A part of a morning's work: freezes what was due until yesterday since the beginning of the month that was open last, then settles what
 * is over. Done twice, late or by two at once it gives the same.
 * @returns whether the day's work is done
 */
export async function closingsOfTheDay(
  db: CompanyDb,
  work: DayWork,
  timeZone: string,
  at: number,
): Promise<boolean> {
  if (placeOf(work)?.startsWith(SETTLING)) return settle(db, work, timeZone, at);
  await freeze(db, work, timeZone, at);
  return false;
}
