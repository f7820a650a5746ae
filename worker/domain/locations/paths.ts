import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { placeWords, searchRowIdOf } from "#drizzle/search.ts";
import { counters, locations as table } from "#drizzle/tenant/index.ts";
import { locationLevels } from "#drizzle/tenant/masters.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { companyWord } from "../../db/guard.ts";
import { acrossLocations } from "../../db/scope.ts";
import { idsAbove } from "../assets/effects.ts";
import { adding } from "../entity/counters.ts";

export type Level = (typeof locationLevels)[number];
export const rankOf = (level: Level) => locationLevels.indexOf(level);
const MOST_DEPTH = 6;
/** The counter of changes to a company's tree. */
export const TREE_CHANGES = "locations.changes";

/** Why a name cannot be told from a path; null where it can. At the top it stands alone, where any stroke parts two places. */
export function nameProblem(name: string, isTop: boolean): string | null {
  if (/(^|\s)\/|\/(\s|$)/.test(name))
    return "Leave out the spaces around “/”: “ / ” parts the places of a path";
  return isTop && name.includes("/")
    ? "At the top a name has no “/”: an import would read it as two places"
    : null;
}

const rank = (column: SQL | typeof table.level): SQL =>
  sql`case ${column} ${sql.raw(locationLevels.map((level, at) => `when '${level}' then ${at}`).join(" "))} end`;

/** A place and everything under it, by the path that begins with its own. */
export const under = (pathIds: string): SQL =>
  sql`${table.pathIds} >= ${pathIds} and ${table.pathIds} < ${`${pathIds}~`}`;

/** The tree stays one: the place above is of a higher level and does not lie under this one; those under it are of lower levels. */
export function assertInTree(
  db: CompanyDb,
  id: string,
  level: Level,
  parentId: string | null,
): Statement[] {
  const mine = rankOf(level);
  const above = sql`${table.id} = ${parentId} and ${rank(table.level)} < ${sql.raw(String(mine))} and ${table.depth} < ${sql.raw(String(MOST_DEPTH))}
    and instr(${table.pathIds}, ${`/${id}/`}) = 0 and ${table.deletedAt} is null`;
  const below = and(
    eq(table.parentId, id),
    isNull(table.deletedAt),
    sql`${rank(table.level)} <= ${sql.raw(String(mine))}`,
  )!;
  return [
    ...(parentId ? [db.assert("no_overlap", db.exists(table, above))] : []),
    db.assert("no_overlap", sql`not ${db.exists(table, below)}`),
  ];
}

/** Writes path, ids and depth of a place and everything under it, from its own name and the place above as they stand in the batch. */
export const repath = (db: CompanyDb, id: string): Statement =>
  db.run(sql`update "locations" set "path" = moved.path || substr("locations"."path", moved.path_length + 1),
      "path_ids" = moved.ids || substr("locations"."path_ids", length(moved.old_ids) + 1), "depth" = "locations"."depth" + moved.deeper
    from (select own."path_ids" as old_ids, length(own."path") as path_length, concat_ws(' / ', above."path", own."name") as path,
        coalesce(above."path_ids", '/') || own."id" || '/' as ids, coalesce(above."depth", 0) + 1 - own."depth" as deeper
      from "locations" as own left join "locations" as above on above."company_id" = "own"."company_id" and above."id" = own."parent_id"
      where own."company_id" = ${db.companyId} and own."id" = ${id}) as moved
    where "locations"."company_id" = ${db.companyId} and "locations"."path_ids" >= moved.old_ids and "locations"."path_ids" < moved.old_ids || '~'`);

const ofAll = acrossLocations(counters, "it counts for the whole company");

/** Adds what stands under a place to the counts of all above it, or takes it away: before and after the place moves. */
export const countAbove = (db: CompanyDb, id: string, by: 1 | -1): Statement =>
  db.run(sql`insert into ${counters} ("company_id", "id", "value")
    select ${db.companyId}, 'assets.under:' || place.value, ${sql.raw(String(by))} * own."value"
    from ${table} join ${ofAll} as own on own."company_id" = ${table.companyId} and own."id" = 'assets.under:' || ${table.id}
    cross join json_each(${idsAbove}) as place
    where ${db.ofOwner(table, eq(table.id, id))} and place.value <> ${table.id} and own."value" <> 0 ${adding}`);

/** Writes the search rows of places anew from their rows as they stand in the batch. */
export function indexedPlaces(db: CompanyDb, which: SQL): Statement[] {
  const [rowid, company] = [sql.raw(searchRowIdOf('"locations"."id"')), companyWord(db.companyId)];
  return [
    db.run(
      sql`delete from search_index where company = ${company} and rowid in (select ${rowid} from ${table} where ${db.ofOwner(table, which)})`,
    ),
    db.run(sql`insert into search_index (rowid, company, kind, words, record_id)
      select ${rowid}, ${company}, 'location', ${sql.raw(placeWords)}, ${table.id}
      from ${table} where ${db.ofOwner(table, and(which, isNull(table.deletedAt)))} order by 1`),
  ];
}

/** A place and everything under it, by its path as it stands in the batch. */
export function standingUnder({ companyId }: { companyId: string }, id: string): SQL {
  const top = sql`(select own."path_ids" from "locations" as own where own."company_id" = ${companyId} and own."id" = ${id})`;
  return sql`${table.pathIds} >= ${top} and ${table.pathIds} < ${top} || '~'`;
}
