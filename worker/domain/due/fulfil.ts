import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { assets, dueOccurrences, schedules, serviceReports } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { rare } from "../../db/predicates.ts";
import { conflict } from "../../refusals.ts";
import { intervalOf } from "../assets/intervals.ts";
import { goingOnFrom } from "./go-on.ts";
import { isInUse, monthsAfter } from "./next-date.ts";
import { notingOccurrences, type WindowsOf } from "./occurrences-of.ts";
import { isOpen, openOfDevice } from "./open-ones.ts";

/** Kinds of planned service that a report can fulfil; the others are closed by a certificate or a licence. */
export const byReport = [
  "pm",
  "electrical_safety",
  "radiation_qa",
  "contract_visit",
  "accessory",
  "other",
] as const;

/** What a report says of the planned service that it does. */
export type Served = {
  assetId: string;
  serviceOn: string;
  serviceType: "pm" | "other";
  /** The occurrence that the person chose; null: the rule finds one. */
  chosen: string | null;
};

const fits = ({ assetId, serviceType, chosen }: Served) =>
  and(
    eq(dueOccurrences.id, chosen ?? ""),
    rare(eq(dueOccurrences.assetId, assetId)),
    isOpen,
    sql`${dueOccurrences.kind} in (${sql.raw(byReport.map((kind) => `'${kind}'`).join(", "))})`,
    serviceType === "pm" ? undefined : sql`${dueOccurrences.kind} <> 'pm'`,
  )!;

/** The batch stops unless what was chosen is still to be done on this device. */
export const assertChosen = (db: CompanyDb, served: Served): Statement[] =>
  served.chosen ? [db.assert("state", db.exists(dueOccurrences, fits(served)))] : [];

/** After a refusal. @throws Response 409 saying why the chosen occurrence cannot be fulfilled */
export async function explainChosen(
  db: CompanyDb,
  served: Served,
  reportId: string,
): Promise<void> {
  if (!served.chosen) return;
  const { kind, status, assetId, serviceReportId } = dueOccurrences;
  const [[found]] = await db.read(
    db
      .select({
        ...{ kind, status, assetId, serviceReportId },
        doneBy: sql<
          string | null
        >`(select ${serviceReports.serviceTicket} from ${serviceReports} where ${db.ofOwner(serviceReports, eq(serviceReports.id, dueOccurrences.serviceReportId))})`.as(
          "done_by",
        ),
      })
      .from(dueOccurrences)
      .where(db.ofOwner(dueOccurrences, eq(dueOccurrences.id, served.chosen)))
      .limit(1),
  );
  if (!found || found.assetId !== served.assetId)
    return conflict("This planned service is not one of this asset");
  if (found.serviceReportId === reportId) return;
  if (found.status === "done" && found.doneBy)
    conflict(
      found.kind === "pm"
        ? `This PM was done meanwhile by ${found.doneBy}`
        : `This planned service was done meanwhile by ${found.doneBy}`,
    );
  if (!["scheduled", "in_progress", "deferred"].includes(found.status))
    conflict("This planned service is no longer open");
  if (found.kind === "pm" && served.serviceType !== "pm")
    conflict("A PM is done by a report of the type PM");
  if (!(byReport as readonly string[]).includes(found.kind))
    conflict("This planned service is not done by a report");
}

/** The last day on which a planned service is looked for: a deferred one is moved with its window. */
const lastDay = sql`max(coalesce(${dueOccurrences.closesOn}, ${dueOccurrences.dueOn}),
  date(${dueOccurrences.planOn}, '+' || cast(julianday(coalesce(${dueOccurrences.closesOn}, ${dueOccurrences.dueOn})) - julianday(${dueOccurrences.dueOn}) as integer) || ' days'))`;

/**
 * The id of the occurrence that a report fulfils, as SQL; null for none.
 *
 * It is the chosen one, or of a PM the open PM of the device nearest to the date within its window. A floating PM whose window is over is
 * fulfilled late, because its series goes on from there; one of a fixed series stays overdue until it is chosen.
 */
export function occurrenceFor(db: CompanyDb, served: Served): SQL<string | null> | string | null {
  const { assetId, serviceOn: on, serviceType, chosen } = served;
  if (chosen) return chosen;
  return serviceType === "pm" ? nearestOpen(db, { assetId, kind: "pm", on }) : null;
}

/** The open service of a kind that work on a day does: the nearest within its window, else a floating one whose window is over. */
export function nearestOpen(
  db: ReadingDb,
  {
    assetId,
    kind: wanted,
    on,
  }: { assetId: string | SQL; kind: "pm" | "calibration"; on: SQL | string },
): SQL<string | null> {
  const { kind, planOn, dueOn, opensOn } = dueOccurrences;
  const isFloating = db.exists(
    schedules,
    and(eq(schedules.id, dueOccurrences.scheduleId), eq(schedules.mode, "floating"))!,
  );
  const open = and(
    openOfDevice(assetId),
    eq(kind, wanted),
    sql`coalesce(${opensOn}, ${dueOn}) <= ${on}`,
    sql`(${lastDay} >= ${on} or ${isFloating})`,
  );
  return sql`(select ${dueOccurrences.id} from ${dueOccurrences} where ${db.ofOwner(dueOccurrences, open)}
    order by ${lastDay} < ${on}, abs(julianday(${planOn}) - julianday(${on})), ${dueOn}, ${dueOccurrences.id} limit 1)`;
}

/**
 * Fulfils what a report names as its occurrence, after the report and its device are written: the next date of a floating series, done, and
 * its event. A PM without an occurrence gives a device without any PM schedule its first plan. The next date comes first, so that the
 * device's Next PM moves once.
 */
export function fulfilling(
  db: CompanyDb,
  reportId: string,
  { assetId, serviceType, chosen }: Served,
  company: WindowsOf,
  at: number,
): Statement[] {
  if (serviceType !== "pm" && !chosen) return [];
  const isPm = serviceType === "pm";
  const ofReport = and(
    sql`${dueOccurrences.id} = ${ofItsReport(db, serviceReports.dueOccurrenceId, reportId)}`,
    eq(dueOccurrences.serviceReportId, reportId),
  )!;
  return [
    ...(isPm ? [beginningPlan(db, reportId, assetId, at)] : []),
    ...goingOn(db, reportId, assetId, isPm, company, at),
    db.run(sql`update ${dueOccurrences} set "status" = 'done', "done_on" = "report"."service_on", "service_report_id" = "report"."id",
      "on_time" = "report"."service_on" between coalesce(${dueOccurrences.opensOn}, ${dueOccurrences.dueOn}) and coalesce(${dueOccurrences.closesOn}, ${dueOccurrences.dueOn}),
      "attempts" = ${dueOccurrences.attempts} + 1, "updated_at" = cast(${at} as integer), "version" = ${dueOccurrences.version} + 1
    from ${serviceReports} as "report" where "report"."company_id" = ${db.companyId} and "report"."id" = ${reportId}
      and ${db.ofOwner(dueOccurrences, and(sql`${dueOccurrences.id} = "report"."due_occurrence_id"`, isOpen))}`),
    notingOccurrences(
      db,
      ofReport,
      { status: "done", note: ofItsReport(db, serviceReports.serviceTicket, reportId) },
      at,
    ),
  ];
}

/** What a report says in a column. */
const ofItsReport = (db: CompanyDb, column: SQLiteColumn, reportId: string): SQL<string | null> =>
  sql`(select ${column} from ${serviceReports} where ${db.ofOwner(serviceReports, eq(serviceReports.id, reportId))})`;

/** Whether a report is a PM that fulfils nothing. */
const isUnscheduled = (db: CompanyDb, reportId: string) =>
  db.exists(
    serviceReports,
    and(
      eq(serviceReports.id, reportId),
      eq(serviceReports.serviceType, "pm"),
      isNull(serviceReports.dueOccurrenceId),
      isNull(serviceReports.cancelledAt),
    )!,
  );

/** The first plan of a device that had no PM schedule: it bears the id of the report, so that it goes with it. */
function beginningPlan(db: CompanyDb, reportId: string, assetId: string, at: number): Statement {
  const months = intervalOf(db, "pm");
  const has = db.exists(
    schedules,
    and(
      rare(eq(schedules.assetId, assetId)),
      eq(schedules.kind, "pm"),
      eq(schedules.isActive, true),
    )!,
  );
  const taken = db.exists(schedules, eq(schedules.id, reportId));
  return db.run(sql`insert into ${schedules} ("company_id", "id", "created_at", "created_by", "updated_at", "version", "asset_id", "kind", "title",
      "interval_unit", "interval_count", "mode", "anchor_on", "lead_days", "source", "needs_signature", "is_active", "is_plan")
    select ${db.companyId}, ${reportId}, cast(${at} as integer), ${db.stamp.actorId}, cast(${at} as integer), 1, ${assets.id}, 'pm', 'PM',
      'month', ${months}, 'floating', ${monthsAfter(sql`${assets.lastPmOn}`, months)}, 30, 'local', 0, 1, 1
    from ${assets} where ${db.ofOwner(assets, eq(assets.id, assetId))} and ${assets.pmRequired} and ${isInUse} and ${assets.lastPmOn} is not null
      and ${months} is not null and ${isUnscheduled(db, reportId)} and not ${has} and not ${taken}`);
}

/** The next date of the floating series that a report goes on with: that of its occurrence, or of a PM without one the plan that has no open date. */
function goingOn(
  db: CompanyDb,
  reportId: string,
  assetId: string,
  isPm: boolean,
  company: WindowsOf,
  at: number,
): Statement[] {
  const { id, isPlan, kind } = schedules;
  const closing = ofItsReport(db, serviceReports.dueOccurrenceId, reportId);
  const done = sql`(select ${dueOccurrences.scheduleId} from ${dueOccurrences} where ${db.ofOwner(dueOccurrences, and(sql`${dueOccurrences.id} = ${closing}`, isOpen))})`;
  const plan = sql`(${isPlan} and ${kind} = 'pm' and ${isUnscheduled(db, reportId)})`;
  const on = sql`iif(${id} = ${done}, ${ofItsReport(db, serviceReports.serviceOn, reportId)}, ${assets.lastPmOn})`;
  const which = isPm ? sql`(${id} = ${done} or ${plan})` : sql`${id} = ${done}`;
  return goingOnFrom(db, { assetId, which, on, closing }, company, at);
}
