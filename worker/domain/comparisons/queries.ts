import { and, desc, eq, gte, inArray, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Stretch } from "#app/shared/asset-metrics.ts";
import { pick } from "#app/shared/pick.ts";
import { idFrom } from "#drizzle/columns.ts";
import {
  assetDetails,
  assetDowntimes,
  assets,
  breakdowns,
  categories,
  contractAssets,
  contracts,
  departments,
  serviceReports,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { among, pointsTo, rare } from "../../db/predicates.ts";
import { costYearsAddUp } from "../assets/cost-years.ts";
import { intervalOf } from "../assets/intervals.ts";
import { countedFor } from "../lists/more-columns.ts";
import type { Period } from "./period.ts";

/** The devices of a comparison with what their figures are computed from. */
export const devicesOf = (db: ReadingDb, ids: readonly string[]) =>
  db
    .select({
      ...pick(assets, ["id", "assetCode", "make", "model", "lifecycle", "emScore", "categoryId"]),
      ...pick(assets, ["purchaseOn", "purchaseCostMinor", "isCostEstimated", "putToUseOn"]),
      ...pick(assets, ["coverKind", "coverUntil", "costYears"]),
      ...pick(assets, ["pmRequired", "nextPmOn", "lastPmOn", "lastCalOn"]),
      pmMonths: sql<number | null>`${intervalOf(db, "pm")}`.as("pm_every"),
      ...pick(assetDetails, ["expectedLifeYears", "usefulLifeMonths", "condemnedOn", "specJson"]),
      ...pick(assetDetails, ["salvageMinor", "depMethod", "depRateBp"]),
      name: sql<string>`${assets.name}`.as("asset_name"),
      categoryName: sql<string>`${categories.name}`.as("category_name"),
      fieldSchema: categories.fieldSchema,
      departmentName: sql<string>`${departments.name}`.as("department_name"),
      addsUp: sql<number>`${costYearsAddUp}`.as("adds_up"),
    })
    .from(assets)
    .innerJoin(assetDetails, pointsTo(assets.id, assetDetails))
    .innerJoin(categories, pointsTo(assets.categoryId, categories))
    .innerJoin(departments, pointsTo(assets.departmentId, departments))
    .where(db.ofOwner(assets, and(inArray(assets.id, among(ids)), isNull(assets.deletedAt))));

/** A device's calls from the beginning of a period on, the first of them first; one is kept no earlier than it is reported. */
export const callsFrom = (db: ReadingDb, id: string, { from }: Stretch, most: number) =>
  db
    .select({
      ...pick(breakdowns, ["reportedAt", "failedAt", "status", "causeCode", "source"]),
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
        and(rare(eq(breakdowns.assetId, id)), gte(breakdowns.id, idFrom(from))),
      ),
    )
    .orderBy(breakdowns.id)
    .limit(most);

const downtimes = (db: ReadingDb, id: string, when: SQL, most: number) =>
  db
    .select(pick(assetDowntimes, ["kind", "startedAt", "endedAt"]))
    .from(assetDowntimes)
    .where(
      db.ofOwner(
        assetDowntimes,
        and(rare(eq(assetDowntimes.assetId, id)), isNull(assetDowntimes.cancelledAt), when),
      ),
    )
    .orderBy(desc(assetDowntimes.startedAt))
    .limit(most);

/** The times a device was down that begin in a window, the latest first. */
export const downIn = (db: ReadingDb, id: string, { from, to }: Stretch, most: number) =>
  downtimes(
    db,
    id,
    and(gte(assetDowntimes.startedAt, from), lt(assetDowntimes.startedAt, to))!,
    most,
  );
/** The last one before it: no two of a device overlap, so that it alone may reach into the window. */
export const downBefore = (db: ReadingDb, id: string, { from }: Stretch) =>
  downtimes(db, id, lt(assetDowntimes.startedAt, from), 1);

/** What a device's reports of some days cost, the latest first; cancelled ones are told apart by whoever adds them. */
export const costsIn = (db: ReadingDb, id: string, { from, to }: Period, most: number) =>
  db
    .select(pick(serviceReports, ["serviceCostMinor", "partsCostMinor", "cancelledAt"]))
    .from(serviceReports)
    .where(
      db.ofOwner(
        serviceReports,
        and(
          rare(eq(serviceReports.assetId, id)),
          gte(serviceReports.serviceOn, from),
          lte(serviceReports.serviceOn, to),
        ),
      ),
    )
    .orderBy(desc(serviceReports.serviceOn))
    .limit(most);

/** A device's reports up to a day, the latest first: those of PM among them say when it was done. */
export const reportsUntil = (db: ReadingDb, id: string, until: string, most: number) =>
  db
    .select(pick(serviceReports, ["serviceOn", "serviceType", "cancelledAt"]))
    .from(serviceReports)
    .where(
      db.ofOwner(
        serviceReports,
        and(rare(eq(serviceReports.assetId, id)), lte(serviceReports.serviceOn, until)),
      ),
    )
    .orderBy(desc(serviceReports.serviceOn))
    .limit(most);

/** The lines of a device in contracts, those that were made last first. */
export const sharesOf = (db: ReadingDb, id: string, most: number) =>
  db
    .select({
      ...pick(contractAssets, ["fromOn", "toOn", "valueShareMinor"]),
      ...pick(contracts, ["kind", "startOn", "endOn", "terminatedOn", "valueMinor"]),
      assets: countedFor("contracts.assets:", contracts),
      shared: countedFor("contracts.shared:", contracts),
    })
    .from(contractAssets)
    .innerJoin(contracts, pointsTo(contractAssets.contractId, contracts))
    .where(
      db.ofOwner(
        contractAssets,
        inArray(
          contractAssets.id,
          db
            .select({ id: contractAssets.id })
            .from(contractAssets)
            .where(db.ofOwner(contractAssets, rare(eq(contractAssets.assetId, id))))
            .orderBy(desc(contractAssets.id))
            .limit(most),
        ),
      ),
    );
