import { and, desc, eq, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { mondayOf } from "#app/shared/due-weeks.ts";
import { movesOf } from "#app/shared/flows/rules.ts";
import { pick } from "#app/shared/pick.ts";
import {
  assets,
  departments,
  occurrenceEvents,
  schedules,
  serviceReports,
  dueOccurrences as table,
  teams,
  users,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { pointsTo, rare } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { isDay } from "../entity/fields.ts";
import { type KeptDay, loadsOf, weekLoad } from "./kept-days.ts";
import { colleaguesOf, dayLoads, minutesADay, minutesSql } from "./load.ts";
import { occurrenceFlow, planOf } from "./occurrences.ts";

const MOST_EVENTS = 20;

/** One occurrence with its device, its schedule and who has it, as a statement. */
const occurrenceOf = (db: ReadingDb, id: string) =>
  db
    .select({
      ...pick(table, ["id", "version", "status", "dueOn", "deferTo", "opensOn", "closesOn"]),
      ...pick(table, ["kind", "deferrals", "attempts", "exception", "reason", "doneOn", "onTime"]),
      ...pick(table, ["assetId", "scheduleId", "assignedUserId", "assignedTeamId"]),
      minutes: sql<number>`${minutesSql}`.as("takes_minutes"),
      title: sql<string | null>`${schedules.title}`.as("schedule_title"),
      holdFrom: schedules.holdFrom,
      holdUntil: schedules.holdUntil,
      holdReason: schedules.holdReason,
      mode: schedules.mode,
      assetName: sql<string>`${assets.name}`.as("asset_name"),
      ...pick(assets, ["assetCode", "make", "model", "room", "criticality"]),
      ...pick(assets, ["coverKind", "coverUntil"]),
      teamId: sql<string | null>`coalesce(${table.assignedTeamId}, ${assets.teamId})`.as(
        "its_team",
      ),
      department: sql<string>`${departments.name}`.as("department_name"),
      person: sql<string | null>`${users.name}`.as("person_name"),
      team: sql<string | null>`${teams.name}`.as("team_name"),
      vendor: sql<string | null>`${vendors.name}`.as("vendor_name"),
      reportId: sql<string | null>`${table.serviceReportId}`.as("report_id"),
      calibrationId: sql<
        string | null
      >`(select "done"."id" from "inhouse_calibrations" as "done" where "done"."company_id" = ${table.companyId}
        and "done"."due_occurrence_id" = ${table.id} and "done"."status" <> 'cancelled' order by +"done"."id" desc limit 1)`.as(
        "calibration_id",
      ),
      nextOn: sql<
        string | null
      >`(select min("later"."due_on") from ${table} as "later" where "later"."company_id" = ${table.companyId}
        and "later"."schedule_id" = ${table.scheduleId} and "later"."due_on" > ${table.dueOn} and "later"."status" <> 'cancelled')`.as(
        "next_on",
      ),
    })
    .from(table)
    .innerJoin(assets, pointsTo(table.assetId, assets))
    .innerJoin(departments, pointsTo(assets.departmentId, departments))
    .leftJoin(schedules, pointsTo(table.scheduleId, schedules))
    .leftJoin(users, pointsTo(table.assignedUserId, users))
    .leftJoin(teams, pointsTo(table.assignedTeamId, teams))
    .leftJoin(vendors, pointsTo(schedules.vendorId, vendors))
    .where(db.ofOwner(table, eq(table.id, id)))
    .limit(1);

const eventsOf = (db: ReadingDb, id: string) =>
  db
    .select(
      pick(occurrenceEvents, [
        ...(["id", "status", "note", "exception", "fromOn", "toOn"] as const),
        ...(["assigneeName", "actorName", "at"] as const),
      ]),
    )
    .from(occurrenceEvents)
    .where(db.ofOwner(occurrenceEvents, rare(eq(occurrenceEvents.occurrenceId, id))))
    .orderBy(desc(occurrenceEvents.id))
    .limit(MOST_EVENTS);

/** The last time the same schedule was done before, with its report. */
const lastDone = (db: ReadingDb, id: string) => {
  const own = (column: "schedule_id" | "due_on") =>
    sql`(select "own".${sql.identifier(column)} from ${table} as "own" where "own"."company_id" = ${db.companyId} and "own"."id" = ${id})`;
  return db
    .select({
      doneOn: table.doneOn,
      reportId: sql<string | null>`${serviceReports.id}`.as("last_report_id"),
      ticket: sql<string | null>`${serviceReports.serviceTicket}`.as("last_ticket"),
    })
    .from(table)
    .leftJoin(serviceReports, pointsTo(table.serviceReportId, serviceReports))
    .where(
      db.ofOwner(
        table,
        and(
          sql`${table.scheduleId} = ${own("schedule_id")} and ${table.dueOn} < ${own("due_on")}`,
          eq(table.status, "done"),
        ),
      ),
    )
    .orderBy(desc(table.dueOn))
    .limit(1);
};

/**
 * The planned service that an address has open (`?on=`), and for its dialog of deferral (`?do=defer`) the load of the week that is
 * asked for by `day`, with the colleagues of its team: statements of the page's batch.
 */
export function openedDue(session: Session, db: ReadingDb, params: URLSearchParams, today: string) {
  const id = params.get("on");
  if (!id) return { statements: [], of: () => null };
  const isDeferring = params.get("do") === "defer" && session.can("edit-asset");
  const asked = params.get("day") ?? "";
  const day = isDay(asked) && asked >= today ? asked : today;
  const monday = mondayOf(day);
  const sunday = addDays(monday, 6);
  const teamOfIt = sql`(select coalesce("own"."assigned_team_id", "device"."team_id") from ${table} as "own" join ${assets} as "device"
    on "device"."company_id" = "own"."company_id" and "device"."id" = "own"."asset_id"
    where "own"."company_id" = ${db.companyId} and "own"."id" = ${id})`;
  return {
    statements: [
      occurrenceOf(db, id),
      eventsOf(db, id),
      lastDone(db, id),
      ...(isDeferring
        ? [...weekLoad(db, monday, sunday), colleaguesOf(db, teamOfIt, monday, sunday)]
        : []),
    ],
    of(answers: readonly (readonly unknown[])[]) {
      const [[row], events, [last], loads, held, colleagues] = answers as unknown as [
        Awaited<ReturnType<typeof occurrenceOf>>,
        Awaited<ReturnType<typeof eventsOf>>,
        Awaited<ReturnType<typeof lastDone>>,
        KeptDay[] | undefined,
        KeptDay[] | undefined,
        { id: string; name: string; loads: string | null }[] | undefined,
      ];
      if (!row) return null;
      const mover = occurrenceFlow.moverOf(session);
      const moves = movesOf(occurrenceFlow.rules, row as never, mover).filter(({ move }) =>
        occurrenceFlow.isMove(move),
      );
      return {
        ...row,
        planOn: planOf(row),
        events,
        last: last ?? null,
        moves,
        calibrationId: session.can("view-inhouse-calibration") ? row.calibrationId : null,
        mayCalibrate: session.can("create-inhouse-calibration"),
        week: loads && {
          day: asked === "" ? null : day,
          days: dayLoads(session.company, monday, sunday, loadsOf(loads, held ?? [])),
          capacity: minutesADay(session.company, undefined),
          colleagues: (colleagues ?? []).map(({ loads: of, ...person }) => ({
            ...person,
            loads: JSON.parse(of ?? "{}") as Record<string, number>,
          })),
        },
      };
    },
  };
}
export type OpenedDue = NonNullable<ReturnType<ReturnType<typeof openedDue>["of"]>>;
