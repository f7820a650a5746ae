import { type SQL, sql } from "drizzle-orm";
import { assets, counters } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { adding } from "../entity/counters.ts";

/** The counter of devices whose latest checklist has a "No". */
export const FAILED_CHECKS = "assets.failed_checks";

/** Moves the counter of such devices when a report makes this one join or leave them; goes before the statement that refreshes the device. */
export const countFailed = (db: CompanyDb, assetId: string, failedNow: SQL): Statement =>
  db.run(sql`insert into ${counters} ("company_id", "id", "value") select ${db.companyId}, ${FAILED_CHECKS}, "moved"."by" from (
      select (${failedNow} > 0) - (${assets.failedChecks} > 0) as "by" from ${assets}
      where ${assets.companyId} = ${db.companyId} and ${assets.id} = ${assetId} and ${assets.deletedAt} is null) as "moved"
    where "moved"."by" <> 0 ${adding}`);
