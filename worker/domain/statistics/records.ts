import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, notInArray, or, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import type { WorkingCalendar } from "#app/shared/working-time.ts";
import { idFrom } from "#drizzle/columns.ts";
import {
  assetDowntimes,
  breakdowns,
  companySettings,
  contractAssets,
  contracts,
  dueOccurrences,
  serviceReports,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { ofService } from "../comparisons/care.ts";
import { countedFor } from "../lists/more-columns.ts";
import { calendarOf } from "../service-calls/clocks.ts";
import { AT_ONCE } from "./devices.ts";

/** A year of the company: its first and last day, and the instants at which it begins and is over, now at the latest. */
export type Year = { from: string; to: string; begins: number; ends: number };

/** When a company's clocks run, as it is set today. */
export async function workingCalendar(db: ReadingDb, timeZone: string): Promise<WorkingCalendar> {
  const [[row]] = await db.read(
    db
      .select({ value: companySettings.valueJson })
      .from(companySettings)
      .where(db.ofOwner(companySettings, eq(companySettings.id, "working_calendar")))
      .limit(1),
  );
  const settings = row ? { working_calendar: JSON.parse(row.value) } : {};
  return calendarOf({ settings, timeZone, country: "" });
}

/** Calls that were reported, open or closed in a year. */
export const callsOf =
  (db: ReadingDb, { begins, ends }: Year) =>
  (after: string) =>
    db
      .select({
        ...pick(breakdowns, ["id", "assetId", "reportedAt", "failedAt", "status", "causeCode"]),
        ...pick(breakdowns, [
          "priority",
          "firstResponseAt",
          "slaRespondBy",
          "closedAt",
          "isRepeat",
        ]),
        isDown: breakdowns.equipmentDown,
        restoredAt: sql<
          number | null
        >`coalesce(${breakdowns.restoredAt}, ${breakdowns.resolvedAt}, ${breakdowns.closedAt})`.as(
          "up_at",
        ),
      })
      .from(breakdowns)
      .where(
        db.ofOwner(
          breakdowns,
          and(
            gt(breakdowns.id, after),
            lt(breakdowns.reportedAt, ends),
            or(
              gte(breakdowns.reportedAt, begins),
              isNull(breakdowns.closedAt),
              gte(breakdowns.closedAt, begins),
            ),
          ),
        ),
      )
      .orderBy(asc(breakdowns.id))
      .limit(AT_ONCE);

/** Calls that are open, neither cancelled nor a duplicate; the reason of those on hold. */
export const openCallsOf = (db: ReadingDb) => (after: string) =>
  db
    .select({
      ...pick(breakdowns, ["id", "assetId", "reportedAt"]),
      hold: sql<
        string | null
      >`iif(${breakdowns.status} = 'on_hold', coalesce(${breakdowns.holdReason}, 'other'), null)`.as(
        "on_hold_for",
      ),
    })
    .from(breakdowns)
    .where(
      db.ofOwner(
        breakdowns,
        and(
          gt(breakdowns.id, after),
          isNull(breakdowns.closedAt),
          notInArray(breakdowns.status, ["cancelled", "closed_duplicate"]),
        ),
      ),
    )
    .orderBy(asc(breakdowns.id))
    .limit(AT_ONCE);

/** Times down that reach into a year. */
export const downtimesOf =
  (db: ReadingDb, { begins, ends }: Year) =>
  (after: string) =>
    db
      .select(pick(assetDowntimes, ["id", "assetId", "kind", "startedAt", "endedAt"]))
      .from(assetDowntimes)
      .where(
        db.ofOwner(
          assetDowntimes,
          and(
            gt(assetDowntimes.id, after),
            isNull(assetDowntimes.cancelledAt),
            lt(assetDowntimes.startedAt, ends),
            or(isNull(assetDowntimes.endedAt), gt(assetDowntimes.endedAt, begins)),
          ),
        ),
      )
      .orderBy(asc(assetDowntimes.id))
      .limit(AT_ONCE);

/** Reports of work that was done in a year. */
export const reportsOf =
  (db: ReadingDb, { from, to }: Year) =>
  (after: string) => {
    // A report is written on its date or later: ids begin with the time.
    const first = idFrom(Date.parse(addDays(from, -1)));
    return db
      .select({
        ...pick(serviceReports, ["id", "assetId", "serviceOn", "serviceType", "billedTo"]),
        ...pick(serviceReports, ["serviceCostMinor", "partsCostMinor", "checksNo"]),
      })
      .from(serviceReports)
      .where(
        db.ofOwner(
          serviceReports,
          and(
            gt(serviceReports.id, after > first ? after : first),
            isNull(serviceReports.cancelledAt),
            gte(serviceReports.serviceOn, from),
            lte(serviceReports.serviceOn, to),
          ),
        ),
      )
      .orderBy(asc(serviceReports.id))
      .limit(AT_ONCE);
  };

/** PMs that fell due in a month and were deferred or had an exception, found by the days they were due on. */
export const pmsOf =
  (db: ReadingDb, { from, to }: Pick<Year, "from" | "to">) =>
  (after: string) =>
    db
      .select({
        ...pick(dueOccurrences, ["id", "assetId", "dueOn", "status", "exception", "deferrals"]),
      })
      .from(dueOccurrences)
      .where(
        db.ofOwner(
          dueOccurrences,
          and(
            sql`+${dueOccurrences.id} > ${after}`,
            eq(dueOccurrences.kind, "pm"),
            gte(dueOccurrences.dueOn, from),
            lte(dueOccurrences.dueOn, to),
            sql`(${dueOccurrences.exception} <> 'none' or ${dueOccurrences.deferrals} > 0)`,
          ),
        ),
      )
      .orderBy(sql`+${dueOccurrences.id}`)
      .limit(AT_ONCE);

/** Lines of contracts for service whose term reaches into a year. */
export const sharesOf =
  (db: ReadingDb, { from, to }: Year) =>
  (after: string) =>
    db
      .select({
        ...pick(contractAssets, ["id", "assetId", "fromOn", "toOn", "valueShareMinor"]),
        ...pick(contracts, ["startOn", "endOn", "terminatedOn", "valueMinor"]),
        assets: countedFor("contracts.assets:", contracts),
        shared: countedFor("contracts.shared:", contracts),
      })
      .from(contractAssets)
      .innerJoin(contracts, pointsTo(contractAssets.contractId, contracts))
      .where(
        db.ofOwner(
          contractAssets,
          and(
            gt(contractAssets.id, after),
            inArray(contracts.kind, ofService as never[]),
            lte(contracts.startOn, to),
            gte(contracts.endOn, from),
          ),
        ),
      )
      .orderBy(asc(contractAssets.id))
      .limit(AT_ONCE);
