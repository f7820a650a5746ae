import { eq, type SQL, sql } from "drizzle-orm";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";

/**
 * The predicate of a page of devices. For a person limited to some Locations it takes so many of each Location in the list's order,
 * so that what is read grows with their Locations and not with the company.
 * @param where the list's own predicate; it needs an index of Location and order
 */
export function reach(
  db: ReadingDb,
  where: SQL | undefined,
  orderBy: SQL[],
  limit: number,
): SQL | undefined {
  if (!db.scope) return db.ofOwner(assets, where);
  const first = db
    .select({ id: assets.id })
    .from(assets)
    .where(
      db.ofOwner(
        assets,
        sql`${eq(assets.departmentId, sql`"place"."value"`)} and ${where ?? sql`1`}`,
      ),
    )
    .orderBy(...orderBy)
    .limit(limit);
  const ofEach = sql`(select "one"."id" from json_each(${JSON.stringify(db.scope.departments)}) as "place" cross join ${assets} as "one"
    where "one"."company_id" = ${db.companyId} and "one"."id" in ${first})`;
  return db.ofOwner(assets, sql`${assets.id} in ${ofEach}`);
}
