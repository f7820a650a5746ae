import { type SQL, sql } from "drizzle-orm";
import { machines as table } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";

/** A column of the machine that a device is on the laboratory's side; of the last one where there are several. */
export const machineOf = (
  db: ReadingDb,
  assetId: SQL,
  column: "id" | "machine_model_id" | "consumer_id" | "default_procedure_id" = "id",
) =>
  sql`(select ${sql.raw(`"m"."${column}"`)} from ${table} as "m" where "m"."company_id" = ${db.companyId} and "m"."asset_id" = ${assetId}
    and "m"."deleted_at" is null and "m"."status" <> 'retired' and "m"."archived_at" is null order by "m"."status" = 'active' desc, +"m"."id" desc limit 1)`;
