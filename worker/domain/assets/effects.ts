import { and, inArray, sql } from "drizzle-orm";
import { assets, companyProfiles, counters, locations } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { among, living } from "../../db/predicates.ts";
import { acrossLocations } from "../../db/scope.ts";
import { adding, bump } from "../entity/counters.ts";

/** The counters a device is counted in; lists and dashboards read them instead of counting. */
export const counterOf = {
  total: "assets.total",
  /** What they were bought for together, in minor units, and how many have no price: triggers of `assets` move them. */
  value: "assets.value",
  unpriced: "assets.unpriced",
  category: (id: string) => `assets.category:${id}`,
  subCategory: (id: string) => `assets.sub_category:${id}`,
  department: (id: string) => `assets.department:${id}`,
  vendor: (id: string) => `assets.vendor:${id}`,
  condition: (condition: string) => `assets.condition:${condition}`,
  /** Those that stand at this very place. */
  location: (id: string) => `assets.location:${id}`,
  /** Those that stand at a place or anywhere under it. */
  under: (id: string) => `assets.under:${id}`,
};

const names = sql`json_array('assets.category:' || ${assets.categoryId}, 'assets.sub_category:' || ${assets.subCategoryId},
  'assets.department:' || ${assets.departmentId}, 'assets.vendor:' || ${assets.vendorId}, 'assets.condition:' || ${assets.condition},
  'assets.location:' || ${assets.locationId})`;

/** The ids of a place and of all it lies in, as JSON. */
export const idsAbove = sql`'["' || replace(trim(${locations.pathIds}, '/'), '/', '","') || '"]'`;

const ofAll = acrossLocations(assets, "it counts for the whole company");

/** Devices of these ids that are not deleted. */
const these = (db: CompanyDb, ids: readonly string[]) =>
  db.ofOwner(assets, and(inArray(assets.id, among(ids)), living(assets)));

/** Counts devices, or takes them out of the count, by where and what they are at this point of the batch. */
function placed(db: CompanyDb, ids: readonly string[], by: 1 | -1): Statement[] {
  const counted = these(db, ids);
  const sum = sql.raw(`${by} * count(*)`);
  return [
    db.run(sql`insert into ${counters} ("company_id", "id", "value") select ${db.companyId}, name.value, ${sum}
      from ${ofAll} cross join json_each(${names}) as name where ${counted} and name.value is not null group by name.value ${adding}`),
    db.run(sql`insert into ${counters} ("company_id", "id", "value") select ${db.companyId}, 'assets.under:' || place.value, ${sum}
      from ${ofAll} join ${locations} on ${locations.companyId} = ${assets.companyId} and ${locations.id} = ${assets.locationId}
      cross join json_each(${idsAbove}) as place where ${counted} group by place.value ${adding}`),
  ];
}

/** Counts devices that were inserted before, or that are deleted next. */
export const countAssets = (db: CompanyDb, ids: readonly string[], by: 1 | -1): Statement[] => [
  bump(db, counterOf.total, by * ids.length),
  ...placed(db, ids, by),
  db.updating(companyProfiles, sql`${companyProfiles.id} = ${db.companyId}`, {
    assetCount: sql`${companyProfiles.assetCount} + cast(${by * ids.length} as integer)`,
  }),
];

/** Counts devices by their condition alone, or takes them out of the count, at this point of the batch. */
const conditioned = (db: CompanyDb, ids: readonly string[], by: 1 | -1): Statement[] => [
  db.run(sql`insert into ${counters} ("company_id", "id", "value")
    select ${db.companyId}, 'assets.condition:' || ${assets.condition}, ${sql.raw(`${by} * count(*)`)}
    from ${ofAll} where ${these(db, ids)} group by ${assets.condition} ${adding}`),
];

/** Writes to devices, with them out of a count before and in it again behind. */
const around =
  (count: (db: CompanyDb, ids: readonly string[], by: 1 | -1) => Statement[]) =>
  (db: CompanyDb, ids: readonly string[], ...writes: Statement[]): Statement[] => [
    ...count(db, ids, -1),
    ...writes,
    ...count(db, ids, 1),
  ];

/** Writes that change category, Location, place, vendor or condition of devices, with the counters that follow them. */
export const recounting = around(placed);

/** Writes that change nothing of devices that is counted but their condition, with its counters. */
export const recountingConditions = around(conditioned);
