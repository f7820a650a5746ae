import { desc, eq, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { addMonths, dayIn } from "#app/shared/company-time.ts";
import { dueKinds, openDue } from "#app/shared/due-standing.ts";
import { pick } from "#app/shared/pick.ts";
import { dueOccurrences, schedules, serviceReports } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { pointsTo, rare } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { scheduleFlow } from "./schedule-flow.ts";

/** So many schedules of a device are shown, and so many dates of each kind before and after today. */
const MOST_SCHEDULES = 40;
const MOST_PAST = 14;
const MOST_AHEAD = 26;

// Names in full: inside a selected field Drizzle leaves the table out.
const nameIn = (table: string, column: string) =>
  sql<
    string | null
  >`${sql.raw(`(select "name" from "${table}" where "${table}"."company_id" = "schedules"."company_id" and "${table}"."id" = "schedules"."${column}")`)}`.as(
    `${column}_name`,
  );
/** The first or the last date of a schedule, by an index that ends there: of hundreds, one is looked up. */
const ofDates = (what: string, where: string, order: string, as: string) =>
  sql<string | null>`${sql.raw(
    `(select "one"."${what}" from "due_occurrences" as "one" where "one"."company_id" = "schedules"."company_id"
      and ${where} order by ${order} limit 1)`,
  )}`.as(as);
const ofIt = `"one"."schedule_id" = "schedules"."id"`;
const few = (condition: string) => `likelihood(${condition}, 0.0001)`;
// The plus leaves the index of open ones of a device.
const isOpenOfKind = `+${ofIt} and ${few(`"one"."asset_id" = "schedules"."asset_id"`)} and "one"."kind" = "schedules"."kind"
  and "one"."status" in ('${openDue.join("', '")}')`;

const columns = {
  id: sql<string>`${schedules.id}`.as("schedule_id"),
  ...pick(schedules, [
    ...(["version", "assetId", "kind", "title", "intervalCount", "intervalUnit", "mode"] as const),
    ...(["anchorOn", "endsOn", "windowBeforeDays", "windowAfterDays", "minutes"] as const),
    ...(["source", "sourceReason", "needsSignature", "isActive", "isPlan"] as const),
    ...(["holdFrom", "holdUntil", "holdReason", "heldAt", "endedAt", "endReason"] as const),
  ]),
  teamName: nameIn("teams", "team_id"),
  vendorName: nameIn("vendors", "vendor_id"),
  heldByName: nameIn("users", "held_by"),
  endedByName: nameIn("users", "ended_by"),
  nextOn: ofDates("plan_on", isOpenOfKind, '"one"."plan_on"', "next_date"),
  lastOn: ofDates(
    "done_on",
    `${few(ofIt)} and "one"."status" = 'done'`,
    '"one"."due_on" desc',
    "last_date",
  ),
};

/** The schedules of a device, active ones first, as a statement of a read. */
const schedulesQuery = (db: ReadingDb, assetId: string) =>
  db
    .select(columns)
    .from(schedules)
    .where(db.ofOwner(schedules, rare(eq(schedules.assetId, assetId))))
    .orderBy(desc(schedules.isActive), schedules.kind, schedules.id)
    .limit(MOST_SCHEDULES);
export type ScheduleOfAsset = Awaited<ReturnType<typeof schedulesQuery>>[number];

/** The dates of a device of a year back and ahead, by their days: so many of each kind as there is room for. */
function datesQuery(db: ReadingDb, assetId: string, today: string) {
  const near = (side: "past" | "ahead") => {
    const [compare, dir, most] =
      side === "past" ? [sql`<`, sql`desc`, MOST_PAST] : [sql`>=`, sql`asc`, MOST_AHEAD];
    const [from, until] = [addMonths(today, -12), addMonths(today, 12)];
    const mine = db.ofOwner(
      dueOccurrences,
      sql`${rare(sql`${dueOccurrences.assetId} = ${assetId}`)} and ${dueOccurrences.kind} = "kind"."value" and ${dueOccurrences.dueOn} ${compare} ${today} and ${dueOccurrences.dueOn} between ${from} and ${until}`,
    );
    return sql`select "near"."id" from (select ${dueOccurrences.id} as "id" from ${dueOccurrences} where ${mine} order by ${dueOccurrences.dueOn} ${dir} limit ${sql.raw(String(most))}) as "near"`;
  };
  const kinds = JSON.stringify(Object.keys(dueKinds));
  const of = (side: "past" | "ahead") =>
    sql`select "found"."value" as "id" from json_each(${kinds}) as "kind", json_each((select json_group_array("id") from (${near(side)}))) as "found"`;
  const field = <T>(column: SQLiteColumn, as: string) => sql<T | null>`${column}`.as(as);
  return (
    db
      .select({
        id: sql<string>`${dueOccurrences.id}`.as("occurrence_id"),
        ...pick(dueOccurrences, [
          ...(["scheduleId", "kind", "dueOn", "status", "deferTo", "planOn", "opensOn"] as const),
          ...(["closesOn", "exception", "reason", "doneOn", "onTime", "serviceReportId"] as const),
          "cancelReason",
        ]),
        ticket: field<string>(serviceReports.serviceTicket, "report_ticket"),
        doneBy: field<string>(serviceReports.doneBy, "report_done_by"),
      })
      .from(sql`(${of("past")} union all ${of("ahead")}) as "near"`)
      .crossJoin(dueOccurrences)
      .leftJoin(serviceReports, pointsTo(dueOccurrences.serviceReportId, serviceReports))
      .where(db.ofOwner(dueOccurrences, sql`${dueOccurrences.id} = "near"."id"`))
      // The plus keeps SQLite from walking the company by its days for their order.
      .orderBy(sql`+${dueOccurrences.dueOn}`, dueOccurrences.id)
      .limit(200)
  );
}
export type DateOfAsset = Awaited<ReturnType<typeof datesQuery>>[number];

/** What the tab of a device's schedules reads, and what it shows. */
export function scheduleTab(session: Session, db: ReadingDb, assetId: string) {
  const today = dayIn(session.company.timeZone);
  return {
    reads: [schedulesQuery(db, assetId), datesQuery(db, assetId, today)] as const,
    shown: (rows: ScheduleOfAsset[], dates: DateOfAsset[]) => {
      const holds = new Map(
        rows.map(({ id, holdFrom, holdUntil }) => [id, { holdFrom, holdUntil }]),
      );
      return {
        schedules: rows.map((row) => offering(session, row)),
        dates: dates.map((one) => ({
          ...one,
          ...(holds.get(one.scheduleId) ?? { holdFrom: null, holdUntil: null }),
        })),
      };
    },
  };
}
export type ScheduleTab = ReturnType<ReturnType<typeof scheduleTab>["shown"]>;

const offering = (session: Session, row: ScheduleOfAsset) => ({
  ...row,
  moves: scheduleFlow.movesOf(session, row as never),
});

/** The schedules of a device. @throws Response 403 */
export async function schedulesOf(session: Session, assetId: string) {
  const db = session.authorize("view-asset");
  const [rows] = await db.read(schedulesQuery(db, assetId));
  return rows.map((row) => offering(session, row));
}

/** One schedule with the names of what it points to, and the device it is of, as statements of a read. */
export const scheduleQueries = (db: ReadingDb, id: string) =>
  [
    db.byId(schedules, id),
    db
      .select({
        ...pick(columns, ["teamName", "vendorName", "nextOn", "lastOn"]),
        contractName: sql<string | null>`${sql.raw(
          `(select "number" from "contracts" where "contracts"."company_id" = "schedules"."company_id" and "contracts"."id" = "schedules"."contract_id")`,
        )}`.as("contract_number"),
      })
      .from(schedules)
      .where(db.ofOwner(schedules, eq(schedules.id, id)))
      .limit(1),
  ] as const;

/** One schedule with its moves. @throws Response 403, 404 */
export async function findSchedule(session: Session, id: string) {
  const db = session.authorize("view-asset");
  const [[row]] = await db.read(db.byId(schedules, id));
  const found = row ?? notFound("schedule");
  return { ...found, moves: scheduleFlow.movesOf(session, found) };
}
