import { eq, type SQL, sql } from "drizzle-orm";
import { NOTICE_DAYS } from "#app/shared/contracts.ts";
import { contractAssets, contracts, counters } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { acrossLocations } from "../../db/scope.ts";
import { adding } from "../entity/counters.ts";

/** The counters of contracts; lists read them instead of counting. */
export const counterOf = {
  /** All there are. */
  total: "contracts.total",
  /** Those that run, those of them that end within their notice, and what those that run are worth together in minor units. */
  running: "contracts.running",
  expiring: "contracts.expiring",
  value: "contracts.value",
  /** The devices of a contract that were not taken off it. */
  assets: (id: string) => `contracts.assets:${id}`,
  /** What the shares of those devices are together, in minor units. */
  shared: (id: string) => `contracts.shared:${id}`,
};

/** Whether a contract runs on a day, as a condition on `contracts`. */
export const running = (on: string): SQL =>
  sql`${contracts.endOn} >= ${on} and ${contracts.startOn} <= ${on} and ${contracts.terminatedOn} is null`;
/** Whether one that runs ends within its notice. */
export const endsSoon = (on: string): SQL =>
  sql`${contracts.endOn} <= date(${on}, '+' || coalesce(${contracts.noticeDays}, ${sql.raw(String(NOTICE_DAYS))}) || ' days')`;

/** Counts anew what depends on the day: how many contracts run, how many end soon, and what they are worth. */
export const recountContracts = (db: CompanyDb, on: string): Statement =>
  db.run(sql`insert into ${counters} ("company_id", "id", "value")
    select ${db.companyId}, "name"."key", "sums"."all" ->> "name"."value" from (
      select json_array(count(*), coalesce(sum(${endsSoon(on)}), 0), coalesce(sum(${contracts.valueMinor}), 0)) as "all"
      from ${contracts} where ${db.ofOwner(contracts, running(on))}) as "sums"
    cross join json_each(${JSON.stringify({ [counterOf.running]: 0, [counterOf.expiring]: 1, [counterOf.value]: 2 })}) as "name" where true
    on conflict ("company_id", "id") do update set "value" = excluded."value"`);

/** Takes the lines of a contract that are about to end out of its counters, by a condition on "line". */
export const uncountLines = (db: CompanyDb, which: SQL): Statement =>
  countLines(db, -1, sql`"line"."to_on" is null and ${which}`);

/** Moves the counters of contracts by their lines that a condition on "line" tells. */
export const countLines = (db: CompanyDb, by: 1 | -1, which: SQL): Statement => {
  const times = sql.raw(String(by));
  return db.run(sql`insert into ${counters} ("company_id", "id", "value")
    select ${db.companyId}, "name"."key" || "sums"."of", "sums"."all" ->> "name"."value" from (
      select "line"."contract_id" as "of", json_array(${times} * count(*), ${times} * coalesce(sum("line"."value_share_minor"), 0)) as "all"
      from ${acrossLocations(contractAssets, "it counts for the whole company")} as "line"
      where "line"."company_id" = ${db.companyId} and ${which} group by "line"."contract_id") as "sums"
    cross join json_each(${JSON.stringify({ [counterOf.assets("")]: 0, [counterOf.shared("")]: 1 })}) as "name" where true ${adding}`);
};

/** The batch stops here unless a contract is neither terminated nor gone. */
export const assertAgreed = (db: CompanyDb, id: string): Statement =>
  db.assert(
    "state",
    db.exists(contracts, sql`${eq(contracts.id, id)} and ${contracts.terminatedOn} is null`),
  );
