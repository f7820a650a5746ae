import { type SQL, sql } from "drizzle-orm";
import { assets, counters } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { bump } from "../counters.ts";

/** The counter of reports whose service date is in a month. */
export const reportsIn = (day: string) => `reports.month:${day.slice(0, 7)}`;

/** A report came, or its service date moved to another month. */
export const countMonth = (db: CompanyDb, day: string, before: string | null = null): Statement[] =>
  before && reportsIn(before) === reportsIn(day) ? [] : [...(before ? [bump(db, reportsIn(before), -1)] : []), bump(db, reportsIn(day), 1)];

/** The counter of devices whose latest checklist has a "No". */
export const FAILED_CHECKS = "assets.failed_checks";

/** Moves the counter of such devices when a report makes this one join or leave them; goes before the statement that refreshes the device. */
export const countFailed = (db: CompanyDb, assetId: string, failedNow: SQL): Statement =>
  db.run(sql`insert into ${counters} ("company_id", "id", "value") select ${db.companyId}, ${FAILED_CHECKS}, "moved"."by" from (
      select (${failedNow} > 0) - (${assets.failedChecks} > 0) as "by" from ${assets}
      where ${assets.companyId} = ${db.companyId} and ${assets.id} = ${assetId} and ${assets.deletedAt} is null) as "moved"
    where "moved"."by" <> 0
    on conflict ("company_id", "id") do update set "value" = "value" + excluded."value"`);
