import { sql } from "drizzle-orm";
import { companyProfiles } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { bump } from "../counters.ts";

/** The counters a device is counted in; lists and dashboards read them instead of counting. */
export const counterOf = {
  total: "assets.total",
  category: (id: string) => `assets.category:${id}`,
  department: (id: string) => `assets.department:${id}`,
  condition: (condition: string) => `assets.condition:${condition}`,
};

type Placed = { categoryId: string; departmentId: string; condition: string };
const namesOf = (asset: Placed) => [
  counterOf.category(asset.categoryId),
  counterOf.department(asset.departmentId),
  counterOf.condition(asset.condition),
];

/** A device came or went. */
export const countAsset = (db: CompanyDb, asset: Placed, by: 1 | -1): Statement[] => [
  ...[counterOf.total, ...namesOf(asset)].map((name) => bump(db, name, by)),
  db.updating(companyProfiles, sql`${companyProfiles.id} = ${db.companyId}`, {
    assetCount: sql`${companyProfiles.assetCount} + cast(${by} as integer)`,
  }),
];

/** A device changed category, Location or condition. Whoever changes one of them puts these into the batch. */
export function recountAsset(db: CompanyDb, before: Placed, after: Placed): Statement[] {
  const [from, to] = [namesOf(before), namesOf(after)];
  return from.flatMap((name, at) => (name === to[at] ? [] : [bump(db, name, -1), bump(db, to[at]!, 1)]));
}
