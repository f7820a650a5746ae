import { sql } from "drizzle-orm";
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

/** Around the statement that refreshes a device: takes it out of the counter, and puts it back if it still belongs there. */
export const countFailed = (db: CompanyDb, assetId: string, refresh: Statement): Statement[] => {
  const by = (sign: 1 | -1) =>
    db.run(sql`insert into ${counters} ("company_id", "id", "value") select ${db.companyId}, ${FAILED_CHECKS}, ${sql.raw(String(sign))} from ${assets}
      where ${assets.companyId} = ${db.companyId} and ${assets.id} = ${assetId} and ${assets.failedChecks} > 0 and ${assets.deletedAt} is null
      on conflict ("company_id", "id") do update set "value" = "value" + excluded."value"`);
  return [by(-1), refresh, by(1)];
};
