import { and, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { acrossLocations } from "../../db/scope.ts";

/** A device that has a next PM. */
const planned = and(isNotNull(assets.nextPmOn), isNull(assets.deletedAt));

/** The Locations that a person is limited to, as rows of `value`; null without a limit. */
export const placesOf = ({ scope }: ReadingDb): SQL | null =>
  scope && sql`json_each(${JSON.stringify(scope.departments)})`;

/** What stands for no device; it comes after every other. */
const none = sql`'~'`;

/**
 * The devices of Locations whose PM comes next, the earliest first, as rows of `due_on` and `asset_id`. The first of each Location wait in a
 * queue; the next of a Location joins it when one has left: a row is read for each Location and each that is answered.
 * @param places rows of `value`: Locations that the person sees
 */
export function nextAmong(db: ReadingDb, places: SQL, most: number, until?: SQL): SQL {
  const first = (place: SQL, after?: SQL) =>
    sql`coalesce((select json_array(${assets.nextPmOn}, ${assets.id}) from ${acrossLocations(assets, "each row is shown or not by its own Location")}
      where ${db.ofOwner(assets, and(sql`${assets.departmentId} = ${place}`, planned, until, after))}
      order by ${assets.nextPmOn}, ${assets.id} limit 1), ${none})`;
  const later = sql`(${assets.nextPmOn}, ${assets.id}) > ("next"."said" ->> 0, "next"."said" ->> 1)`;
  return sql`(with recursive "next" ("place", "said") as (
      select "place"."value", ${first(sql`"place"."value"`)} from ${places} as "place"
      union all select "next"."place", ${first(sql`"next"."place"`, later)} from "next" where "next"."said" <> ${none}
      order by 2 limit ${sql.raw(String(most))})
    select "next"."said" ->> 0 as "due_on", "next"."said" ->> 1 as "asset_id" from "next" where "next"."said" <> ${none})`;
}

/** Devices of a company whose PM comes next. */
export const nextOfAll = (db: ReadingDb, until?: SQL) => db.ofOwner(assets, and(planned, until));
