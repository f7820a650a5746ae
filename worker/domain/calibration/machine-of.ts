import { type SQL, sql } from "drizzle-orm";
import { machines as table } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";

/** The machine that a device is on the laboratory's side; the last one where there are several. */
export const machineOf = (db: ReadingDb, assetId: SQL) =>
  sql`(select "m"."id" from ${table} as "m" where "m"."company_id" = ${db.companyId} and "m"."asset_id" = ${assetId}
    and "m"."deleted_at" is null and "m"."status" <> 'retired' and "m"."archived_at" is null order by "m"."status" = 'active' desc, +"m"."id" desc limit 1)`;
/** A column of a machine, as SQL. */
export const ofMachine = (db: ReadingDb, machine: SQL, column: string) =>
  sql`(select ${sql.raw(`"its"."${column}"`)} from ${table} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${machine})`;
