import { and, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";

/** A device that has a next PM. */
const planned = and(isNotNull(assets.nextPmOn), isNull(assets.deletedAt));

/** The Locations that a person is limited to, as rows of `value`; null without a limit. */
export const placesOf = ({ scope }: ReadingDb): SQL | null =>
  scope && sql`json_each(${JSON.stringify(scope.departments)})`;

/**
 * Devices whose PM comes next, so many of each Location, as rows of `place`, `due_on` and `asset_id`: what is read grows with the
 * Locations and not with the company.
 * @param places rows of `value`
 */
export function nextOfEach(db: ReadingDb, places: SQL, limit: number, until?: SQL): SQL {
  const first = sql`select ${assets.nextPmOn}, ${assets.id} from ${assets}
    where ${db.ofOwner(assets, and(sql`${assets.departmentId} = "place"."value"`, planned, until))}
    order by ${assets.nextPmOn} limit ${sql.raw(String(limit))}`;
  return sql`(select "place"."value" as "place", "one"."value" ->> 0 as "due_on", "one"."value" ->> 1 as "asset_id"
    from ${places} as "place" cross join json_each((select json_group_array(json_array("next_pm_on", "id")) from (${first}))) as "one")`;
}

/** Devices of a company whose PM comes next. */
export const nextOfAll = (db: ReadingDb, until?: SQL) => db.ofOwner(assets, and(planned, until));
