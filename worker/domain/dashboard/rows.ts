import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import {
  assets,
  counters,
  departments,
  serviceReports,
  stockItems,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { among, rare } from "../../db/predicates.ts";
import { DOWN_PREFIX } from "./roll-up-more.ts";

const LATEST = 6;
const MOST_RECENT = 200;
const MOST_LOCATIONS = 40;

/** A limited person's latest reports are looked for among the company's newest. */
const recent = (db: ReadingDb) =>
  db.scope
    ? sql`${serviceReports.id} >= (select min("id") from ${db.firstIds(serviceReports, undefined, desc(serviceReports.id), MOST_RECENT)})`
    : undefined;

/** The reports saved last, as a statement. */
export const latestReports = (db: ReadingDb) =>
  db
    .select({
      id: sql<string>`${serviceReports.id}`.as("report_id"),
      ticket: serviceReports.serviceTicket,
      serviceOn: serviceReports.serviceOn,
      serviceType: serviceReports.serviceType,
      doneBy: serviceReports.doneBy,
      assetId: sql<string>`${assets.id}`.as("asset_id"),
      assetName: sql<string>`${assets.name}`.as("asset_name"),
    })
    .from(serviceReports)
    .innerJoin(
      assets,
      and(eq(assets.companyId, serviceReports.companyId), eq(assets.id, serviceReports.assetId)),
    )
    .where(db.ofOwner(serviceReports, and(isNull(serviceReports.cancelledAt), recent(db))))
    .orderBy(desc(serviceReports.id))
    .limit(LATEST);

/** Devices with the most downtime as the morning has ranked them. */
export const mostDown = (db: ReadingDb) =>
  db
    .select({
      id: sql<string>`${assets.id}`.as("asset_id"),
      code: assets.assetCode,
      name: sql<string>`${assets.name}`.as("asset_name"),
      minutes: sql<number>`${counters.value}`.as("down_minutes"),
    })
    .from(counters)
    .innerJoin(
      assets,
      and(
        eq(assets.companyId, counters.companyId),
        sql`${assets.id} = substr(${counters.id}, ${DOWN_PREFIX.length + 3})`,
        isNull(assets.deletedAt),
      ),
    )
    .where(
      db.ofOwner(
        counters,
        sql`${counters.id} >= ${DOWN_PREFIX} and ${counters.id} < ${`${DOWN_PREFIX}~`}`,
      ),
    )
    .orderBy(counters.id);

/** Locations to choose from, of those the person sees. */
export const places = (db: ReadingDb, own: readonly string[] | null) =>
  db
    .select({ id: departments.id, name: sql<string>`${departments.name}`.as("place_name") })
    .from(departments)
    .where(
      db.ofOwner(
        departments,
        and(
          isNull(departments.deletedAt),
          own ? rare(inArray(departments.id, among(own))) : undefined,
        ),
      ),
    )
    .orderBy(departments.name)
    .limit(MOST_LOCATIONS);

/** Counted by the index of what is out of stock, not by that of what is low. */
export const outOfStock = (db: ReadingDb) =>
  db
    .select({ n: sql<number>`count(*)`.as("n") })
    .from(
      sql`(select 1 from ${stockItems} where ${db.ofOwner(
        stockItems,
        sql`+quantity <= +min_qty and ${stockItems.quantity} = 0 and is_active = 1 and archived_at is null and deleted_at is null`,
      )} limit 51)`,
    );
