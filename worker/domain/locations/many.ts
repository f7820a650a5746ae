import { and, inArray, type SQL, sql } from "drizzle-orm";
import { locations as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { living } from "../../db/predicates.ts";
import { bump } from "../entity/counters.ts";
import { usedBy } from "../entity/used-by.ts";
import { unindexingAll } from "../search/search.ts";
import { indexedPlaces, TREE_CHANGES } from "./paths.ts";

export type Place = Row<typeof table>;
/** A place to be added whose place in the tree is known; those above it come first. */
export type NewPlace = Pick<
  Place,
  "id" | "parentId" | "level" | "name" | "path" | "pathIds" | "depth"
> &
  Partial<Place>;
type Changed = { id: string; version: number; values: Partial<Place> };

const among = (ids: readonly string[]): SQL =>
  sql`(select "value" from json_each(${JSON.stringify(ids)}))`;
const changed = (db: CompanyDb) => bump(db, TREE_CHANGES, 1);
const found = (db: CompanyDb, places: readonly { id: string }[]) =>
  indexedPlaces(db, inArray(table.id, among(places.map(({ id }) => id))));

/** Adds many places in a few statements. The batch stops unless the places above are as they were read. */
export function addingPlaces(
  db: CompanyDb,
  places: readonly NewPlace[],
  above: readonly Place[],
): Statement[] {
  if (!places.length) return [];
  const read = JSON.stringify(above.map(({ id, pathIds, level }) => [id, pathIds, level]));
  const asRead = sql`${table.id} = "asked"."value" ->> 0 and ${table.pathIds} = "asked"."value" ->> 1 and ${table.level} = "asked"."value" ->> 2
    and ${table.archivedAt} is null and ${table.deletedAt} is null`;
  return [
    ...(above.length
      ? [
          db.assert(
            "usable_reference",
            sql`(select count(*) from json_each(${read}) as "asked" cross join ${table} where ${db.ofOwner(table, asRead)}) = ${above.length}`,
          ),
        ]
      : []),
    db.insertingAll(table, places),
    ...found(db, places),
    changed(db),
  ];
}

/** Changes what places say of themselves, not where they are in the tree. The batch stops unless they are as they were read. */
export function changingPlaces(db: CompanyDb, places: readonly Changed[]): Statement[] {
  if (!places.length) return [];
  const read = JSON.stringify(places.map(({ id, version }) => [id, version]));
  const asRead = sql`${table.id} = "asked"."value" ->> 0 and ${table.version} = "asked"."value" ->> 1 and ${table.deletedAt} is null`;
  return [
    db.assert(
      "state",
      sql`(select count(*) from json_each(${read}) as "asked" cross join ${table} where ${db.ofOwner(table, asRead)}) = ${places.length}`,
    ),
    db.updatingAll(
      table,
      places.map(({ id, values }) => ({ id, ...values })),
    ),
    ...found(db, places),
    changed(db),
  ];
}

/** Deletes places. The batch stops when anything else than these is in one of them. */
export function removingPlaces(db: CompanyDb, ids: readonly string[]): Statement[] {
  if (!ids.length) return [];
  const deletedAt = Date.now();
  const held = usedBy(table).map(({ table: user, column }) => {
    const others = user === table ? sql`${table.id} not in ${among(ids)}` : undefined;
    const points = and(inArray(column, among(ids)), others, living(user))!;
    return db.assert("unreferenced", sql`not ${db.existsAnywhere(user, points)}`);
  });
  return [
    ...held,
    db.updatingAll(
      table,
      ids.map((id) => ({ id, deletedAt })),
    ),
    unindexingAll(db, ids),
    changed(db),
  ];
}
