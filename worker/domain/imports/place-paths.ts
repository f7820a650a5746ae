import { type SQL, sql } from "drizzle-orm";
import { locations } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import type { Place } from "../locations/many.ts";

/** A path as it is compared: one space at most, strokes between spaces; a stroke without spaces parts names only where no other does. */
export function pathIn(text: string): string {
  const isName = (letter: string) => letter !== " " && letter !== "/";
  const letters = [...text];
  const tidy = letters
    .slice(Math.max(0, letters.findIndex(isName)), letters.findLastIndex(isName) + 1)
    .join("")
    .replaceAll("  ", " ")
    .replaceAll("  ", " ");
  return tidy.includes(" / ")
    ? tidy
    : tidy.replaceAll(" /", "/").replaceAll("/ ", "/").replaceAll("/", " / ");
}
export const stepsOf = (path: string): string[] => path.split(" / ");
export const keyOf = (steps: readonly string[]) => steps.join(" / ").toLowerCase();

/** The same in SQL. */
export function pathSql(cell: SQL): SQL {
  const tidy = sql`replace(replace(trim(${cell}, ' /'), '  ', ' '), '  ', ' ')`;
  return sql`(case when instr(${tidy}, ' / ') then ${tidy} else replace(replace(replace(${tidy}, ' /', '/'), '/ ', '/'), '/', ' / ') end)`;
}

/** What words name, and the names on the way there as JSON. @param words a query of one column, "word" */
const asked = (words: SQL): SQL =>
  sql`"asked" as materialized (select distinct "w"."word" as "word", '[' || replace(json_quote(${pathSql(sql.raw(`"w"."word"`))}), ' / ', '","') || ']' as "steps" from (${words}) as "w")`;

/** The places that stand on the ways to what words name, in whatever case: the start of a query that reads "way". */
const ways = (db: CompanyDb, words: SQL): SQL =>
  sql`with recursive ${asked(words)}, "way" ("word", "steps", "at", "id") as (
      select "asked"."word", "asked"."steps", 0, "m"."id" from "asked" cross join "locations" as "m"
        where "m"."company_id" = ${db.companyId} and "m"."parent_id" is null and "m"."name" = "asked"."steps" ->> 0 and "m"."deleted_at" is null
      union all
      select "way"."word", "way"."steps", "way"."at" + 1, "m"."id" from "way" cross join "locations" as "m"
        where "m"."company_id" = ${db.companyId} and "m"."parent_id" = "way"."id" and "m"."name" = "way"."steps" ->> ("way"."at" + 1) and "m"."deleted_at" is null)`;

/** The places that words name by their path, as a query. @param shown columns of "m" */
export const placesNamed = (db: CompanyDb, words: SQL, shown: SQL): SQL =>
  sql`${ways(db, words)} select ${shown}, "way"."word" as "word" from "way" cross join "locations" as "m"
    where "m"."company_id" = ${db.companyId} and "m"."id" = "way"."id" and "way"."at" = json_array_length("way"."steps") - 1`;

/** The places that stand on the ways to some paths, as a statement of a read. */
export const placesOnWay = (db: CompanyDb, words: SQL): Statement =>
  db.rows<Place>(sql`${ways(db, words)}
    select "p"."id", "p"."version", "p"."archived_at" as "archivedAt", "p"."parent_id" as "parentId", "p"."level", "p"."name", "p"."code", "p"."address",
      "p"."postal_code" as "postalCode", "p"."lat", "p"."lng", "p"."path", "p"."path_ids" as "pathIds", "p"."depth"
    from (select distinct "id" from "way") as "found" cross join ${locations} as "p"
    where "p"."company_id" = ${db.companyId} and "p"."id" = "found"."id"`);

/** The keys of all places above some paths, as a query of one column. */
export const keysAbove = (words: SQL): SQL =>
  sql`with ${asked(words)} select distinct lower((select group_concat("above"."value", ' / ') from json_each("asked"."steps") as "above" where "above"."key" < "step"."key"))
    from "asked" cross join json_each("asked"."steps") as "step" where "step"."key" > 0`;
