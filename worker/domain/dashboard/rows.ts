import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { assets, counters, departments } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { among, rare } from "../../db/predicates.ts";
import { DOWN_PREFIX } from "./roll-up-more.ts";

const MOST_LOCATIONS = 40;

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
