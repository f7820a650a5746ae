import { type SQL, sql } from "drizzle-orm";
import { assets, contractAssets, contracts } from "#drizzle/tenant/index.ts";
import type { contractKinds } from "#drizzle/tenant/masters.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { fixed } from "../../db/fixed.ts";
import { rare } from "../../db/predicates.ts";
import { acrossLocations } from "../../db/scope.ts";

export type ContractKind = (typeof contractKinds)[number];

/** What covers a device on a day: a contract it is a line of, or the warranty that its own dates tell. */
export type Cover = {
  /** Null for the warranty of the device's own dates. */
  contractId: string | null;
  number: string | null;
  kind: ContractKind;
  /** Null where the device's warranty names no vendor. */
  vendorId: string | null;
  vendorName: string | null;
  vendorPhone: string | null;
  vendorEmail: string | null;
  /** Promised by the contract, in hours. */
  responseHours: number | null;
  resolveHours: number | null;
  hasLabour: boolean;
  hasSpares: boolean;
  exclusions: string | null;
  /** The first and the last day of cover, YYYY-MM-DD. A warranty may have no first day. */
  since: string | null;
  until: string;
  /** PM visits that the contract promises each of its years, and those of the current one that no PM report has used. */
  visitsPerYear: number | null;
  visitsLeft: number | null;
};

const MOST_COVERS = 12;
/** From the best. */
const ranked = (kind: string) =>
  `case ${kind} when 'cmc' then 0 when 'amc' then 1 when 'warranty' then 2 when 'rental' then 3 when 'calibration' then 4 else 5 end`;
const order = `${ranked(`"kind"`)}, "until" desc, "contract_id" is null, "contract_id"`;
/** The kinds that answer when a device breaks down: what a list of devices calls its cover. */
export const repairKinds = ["cmc", "amc", "warranty", "rental"] as const;
const repairs = repairKinds.map((kind) => `'${kind}'`).join(", ");

/** Whether a line of a contract covers its device on a day: up to the day before the line or the contract was ended. */
const runs = (
  on: unknown,
) => sql`"c"."start_on" <= ${on} and coalesce("line"."from_on" <= ${on}, 1) and "c"."end_on" >= ${on}
  and coalesce("line"."to_on" > ${on}, 1) and coalesce("c"."terminated_on" > ${on}, 1)`;
const lastDay = `min("c"."end_on", coalesce(date("line"."to_on", '-1 day'), "c"."end_on"), coalesce(date("c"."terminated_on", '-1 day'), "c"."end_on"))`;
const firstDay = `max("c"."start_on", coalesce("line"."from_on", "c"."start_on"))`;
/** Whether the warranty of a device's own dates runs on a day. */
const isUnderWarranty = (on: unknown) =>
  sql`"a"."warranty_end_on" >= ${on} and coalesce("a"."warranty_start_on" <= ${on}, 1)`;

/** The first day of the contract's own year in which a day lies. */
const yearStart = (
  on: unknown,
) => sql`date("c"."start_on", '+' || (strftime('%Y', ${on}) - strftime('%Y', "c"."start_on")
  - (strftime('%m-%d', ${on}) < strftime('%m-%d', "c"."start_on"))) || ' years')`;

const contractCovers = (db: ReadingDb, assetId: unknown, on: unknown) => sql`
  select "c"."id" as "contract_id", "c"."number", "c"."kind", "c"."vendor_id", "c"."response_hours", "c"."resolve_hours", "c"."has_labour",
    "c"."has_spares", "c"."exclusions", ${sql.raw(firstDay)} as "since", ${sql.raw(lastDay)} as "until", "c"."pm_visits_per_year" as "visits",
    case when "c"."pm_visits_per_year" is null then null else max(0, "c"."pm_visits_per_year" - (
      select count(*) from "service_reports" as "r" where "r"."company_id" = "c"."company_id" and "r"."asset_id" = "line"."asset_id"
        and "r"."service_type" = 'pm' and "r"."cancelled_at" is null and "r"."service_on" >= ${yearStart(on)} and "r"."service_on" <= ${on})) end as "left"
  from "contract_assets" as "line" cross join "contracts" as "c" on "c"."company_id" = "line"."company_id" and "c"."id" = "line"."contract_id"
  where "line"."company_id" = ${db.companyId} and ${rare(sql`"line"."asset_id" = ${assetId}`)} and ${runs(on)}`;

const warrantyCover = (db: ReadingDb, assetId: unknown, on: unknown) => sql`
  select null, null, 'warranty', "a"."vendor_id", null, null, 1, 1, null, coalesce("a"."warranty_start_on", "a"."put_to_use_on", "a"."purchase_on"),
    "a"."warranty_end_on", null, null
  from "assets" as "a" where "a"."company_id" = ${db.companyId} and "a"."id" = ${assetId} and ${isUnderWarranty(on)}`;

/** As `coverOf`, of a device and a day that SQL names. */
export const coverQuery = (db: ReadingDb, assetId: unknown, on: unknown) =>
  db
    .select({
      contractId: sql<string | null>`"cover"."contract_id"`.as("cover_contract_id"),
      number: sql<string | null>`"cover"."number"`.as("cover_number"),
      kind: sql<ContractKind>`"cover"."kind"`.as("cover_kind_word"),
      vendorId: sql<string | null>`"cover"."vendor_id"`.as("cover_vendor_id"),
      vendorName: sql<string | null>`"v"."name"`.as("cover_vendor_name"),
      vendorPhone: sql<string | null>`"v"."phone"`.as("cover_vendor_phone"),
      vendorEmail: sql<string | null>`"v"."email"`.as("cover_vendor_email"),
      responseHours: sql<number | null>`"cover"."response_hours"`.as("cover_response_hours"),
      resolveHours: sql<number | null>`"cover"."resolve_hours"`.as("cover_resolve_hours"),
      hasLabour: sql<boolean>`"cover"."has_labour"`.mapWith(Boolean).as("cover_has_labour"),
      hasSpares: sql<boolean>`"cover"."has_spares"`.mapWith(Boolean).as("cover_has_spares"),
      exclusions: sql<string | null>`"cover"."exclusions"`.as("cover_exclusions"),
      since: sql<string | null>`"cover"."since"`.as("cover_since"),
      until: sql<string>`"cover"."until"`.as("cover_until_on"),
      visitsPerYear: sql<number | null>`"cover"."visits"`.as("cover_visits"),
      visitsLeft: sql<number | null>`"cover"."left"`.as("cover_visits_left"),
    })
    .from(
      sql`(select * from (${contractCovers(db, assetId, on)} union all ${warrantyCover(db, assetId, on)})
        order by ${sql.raw(order)} limit ${sql.raw(String(MOST_COVERS))}) as "cover"
        left join "vendors" as "v" on "v"."company_id" = ${db.companyId} and "v"."id" = "cover"."vendor_id"`,
    )
    .orderBy(sql.raw(order));
/**
 * What covers a device on a day, the best first: CMC, AMC, warranty, rental, calibration, insurance; of one kind what lasts longest.
 * A statement of a read.
 */
export const coverOf = fixed((db: ReadingDb, assetId, on) => coverQuery(db, assetId, on));

/** The cover that answers for repairs, or null: the first of those kinds among what covers a device. */
export const repairCover = (covers: readonly Cover[]): Cover | null =>
  covers.find(({ kind }) => (repairKinds as readonly string[]).includes(kind)) ?? null;

/** A cover as a service call keeps it, whatever the contract becomes. */
export const snapshotOf = ({ vendorId: _, ...cover }: Cover): Record<string, unknown> => cover;

/** The best cover for repairs of a device on a day, as JSON of what is asked of it. @param device the device's table or alias */
const bestOf = (db: ReadingDb, device: string, on: unknown, json: string): SQL => {
  const its = (column: string) => sql.raw(`"${device}"."${column}"`);
  return sql`(select ${sql.raw(json)} from (
    select "c"."kind", ${sql.raw(lastDay)} as "until", "c"."id" as "contract_id", "c"."number", "c"."has_labour", "c"."has_spares"
    from ${acrossLocations(contractAssets, "it counts for the whole company")} as "line" cross join ${contracts} as "c"
      on "c"."company_id" = ${db.companyId} and "c"."id" = "line"."contract_id"
    where "line"."company_id" = ${db.companyId} and ${rare(sql`"line"."asset_id" = ${its("id")}`)}
      and "c"."kind" in (${sql.raw(repairs)}) and ${runs(on)}
    union all select 'warranty', ${its("warranty_end_on")}, null, null, 1, 1
      where ${its("warranty_end_on")} >= ${on} and coalesce(${its("warranty_start_on")} <= ${on}, 1))
    order by ${sql.raw(order)} limit 1)`;
};

/** The best cover of the device "a", as [kind, last day]; null for none and for a device that is no longer in use. */
const best = (db: CompanyDb, on: string): SQL =>
  sql`case when "a"."lifecycle" in ('condemned', 'disposed') then null
    else ${bestOf(db, "a", on, `json_array("kind", "until")`)} end`;

/** What covered a device on the day of its report, as a column of a query of both; hand it to `coverChargedTo`. */
export const coverOfReport = (db: ReadingDb) =>
  sql<string | null>`${bestOf(
    db,
    "assets",
    sql.raw(`"service_reports"."service_on"`),
    `json_array("kind", "number", "until", "has_labour", "has_spares")`,
  )}`.as("report_cover");

/**
 * Brings `cover_kind` and `cover_until` of devices up to a day, as they and their contracts stand at this point of the batch. It writes those
 * alone that change, and leaves their versions: nobody edits what is kept by itself.
 * @param ids a query of the ids of devices, which says by itself which company's
 */
export const coverFollows = (db: CompanyDb, ids: SQL, on: string): Statement =>
  db.run(sql`with "found" as materialized (select "a"."id" as "id", ${best(db, on)} as "next"
      from ${acrossLocations(assets, "it counts for the whole company")} as "a" where "a"."company_id" = ${db.companyId} and "a"."id" in (${ids}))
    update ${assets} set "cover_kind" = "found"."next" ->> 0, "cover_until" = "found"."next" ->> 1,
      "updated_at" = cast(${Date.now()} as integer) from "found"
    where ${db.ofOwner(assets, sql`${assets.id} = "found"."id" and (${assets.coverKind} is not "found"."next" ->> 0 or ${assets.coverUntil} is not "found"."next" ->> 1)`)}`);

/** The same for devices that are named. */
export const coverOfDevices = (db: CompanyDb, ids: readonly string[], on: string): Statement =>
  coverFollows(db, sql`select "value" from json_each(${JSON.stringify(ids)})`, on);

/** The same for the devices of the contracts that a condition on `contracts` tells. */
export const coverOfContracts = (db: CompanyDb, which: SQL, on: string): Statement =>
  coverFollows(
    db,
    sql`select "of"."asset_id" from ${contracts} cross join ${acrossLocations(contractAssets, "it counts for the whole company")} as "of"
      on "of"."company_id" = ${db.companyId} and "of"."contract_id" = ${contracts.id} where ${db.ofOwner(contracts, which)}`,
    on,
  );
