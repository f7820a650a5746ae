import { and, isNotNull, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { asRows } from "../../db/predicates.ts";
import { acrossLocations } from "../../db/scope.ts";

/** A device that has a next PM. */
const planned = and(isNotNull(assets.nextPmOn), isNull(assets.deletedAt));

/** The Locations that a person is limited to, as rows of `value`; null without a limit. */
export const placesOf = ({ scope }: ReadingDb): SQL | null => scope && asRows(scope.departments);

/** Devices with those of other Locations: what is read of them is shown by their own Location. */
export const everywhere = acrossLocations(assets, "each row is shown or not by its own Location");

/** Whether a Location is among some, as JSON; it reads no row. */
export const isAmong = (place: SQLWrapper, places: SQL): SQL =>
  sql`instr(${places}, json_quote(${place})) > 0`;

/** Whether a person sees what is of a Location; nothing to ask without a limit. */
export const inSight = ({ scope }: Pick<ReadingDb, "scope">, place: SQLWrapper) =>
  scope ? isAmong(place, sql`${JSON.stringify(scope.departments)}`) : undefined;

/** The first dates of Locations up to a day, so many of each, as rows of `place` and `dates`, which is a list as JSON. */
export const datesOfEach = (db: ReadingDb, places: SQL, most: number, until: SQL): SQL =>
  sql`(select "place"."value" as "place", (select json_group_array("next_pm_on") from (select ${assets.nextPmOn} from ${everywhere}
    where ${db.ofOwner(assets, and(sql`${assets.departmentId} = "place"."value"`, planned, until))}
    order by ${assets.nextPmOn} limit ${sql.raw(String(most))})) as "dates" from ${places} as "place")`;

/** What stands for no device; it comes after every other. */
const none = sql`'~'`;

/**
 * The devices of Locations whose PM comes next, as rows of `said`: a list of the date, the id and further columns as JSON. The first of each
 * Location wait in a queue; the next of a Location joins it when one has left, so that few rows are read however many there are.
 * @param places rows of `value`: Locations that the person sees
 */
export function nextAmong(
  db: ReadingDb,
  places: SQL,
  most: number,
  columns: readonly SQLWrapper[],
): SQL {
  const said = sql.join([assets.nextPmOn, assets.id, ...columns], sql`, `);
  const first = (place: SQL, after?: SQL) =>
    sql`coalesce((select json_array(${said}) from ${everywhere}
      where ${db.ofOwner(assets, and(sql`${assets.departmentId} = ${place}`, planned, after))}
      order by ${assets.nextPmOn}, ${assets.id} limit 1), ${none})`;
  const later = sql`(${assets.nextPmOn}, ${assets.id}) > ("next"."said" ->> 0, "next"."said" ->> 1)`;
  return sql`(with recursive "next" ("place", "said") as (
      select "place"."value", ${first(sql`"place"."value"`)} from ${places} as "place"
      union all select "next"."place", ${first(sql`"next"."place"`, later)} from "next" where "next"."said" <> ${none}
      order by 2 limit ${sql.raw(String(most))})
    select "next"."place", "next"."said" from "next" where "next"."said" <> ${none})`;
}

/** Devices of a company whose PM comes next. */
export const nextOfAll = (db: ReadingDb, until?: SQL) => db.ofOwner(assets, and(planned, until));
