import { companyWord } from "../../../db/guard.ts";
import { COUNTERS, type CompanyTable, MEDIA, SEARCH_INDEX } from "./tables.ts";

/** The values of a row in the order of its table's columns; the first is its id. */
export type RowValues = readonly (string | number | null)[];

const quoted = (columns: readonly string[]) => columns.map((name) => `"${name}"`).join(", ");
const isSearch = (table: CompanyTable) => table === SEARCH_INDEX;
/** The part of the search index that is a company's. */
const OWN_WORDS = `"search_index" match ?1`;
const ownWords = (companyId: string) => `company : ${companyWord(companyId)}`;
/** Row numbers of the search index need more digits than a number has here: they travel as text. */
const ROW_NUMBER = "cast(rowid as text)";

const selected = (table: CompanyTable) =>
  isSearch(table)
    ? `${ROW_NUMBER} as "id", ${quoted(table.columns.slice(1))} from "search_index" where ${OWN_WORDS}`
    : `${quoted(table.columns)} from "${table.name}" where company_id = ?1`;
const key = (table: CompanyTable) => (isSearch(table) ? "rowid" : "id");
const bound = (table: CompanyTable, place: string) =>
  isSearch(table) ? `cast(${place} as integer)` : place;
const owner = (table: CompanyTable, companyId: string) =>
  isSearch(table) ? ownWords(companyId) : companyId;
/** Before every key. */
export const START = "";
const from = (table: CompanyTable, after: string) =>
  isSearch(table) && after === START ? "-1" : after;

/** Rows in the order of their keys, after one of them and up to another; without a last one to the end. */
export const pageOf = (
  db: D1Database,
  table: CompanyTable,
  companyId: string,
  { after, upTo, most }: { after: string; upTo?: string | undefined; most: number },
): D1PreparedStatement => {
  const last = upTo === undefined ? "" : ` and ${key(table)} <= ${bound(table, "?3")}`;
  const sql = `select ${selected(table)} and ${key(table)} > ${bound(table, "?2")}${last} order by ${key(table)} limit ${most}`;
  const values = [owner(table, companyId), from(table, after)];
  return db.prepare(sql).bind(...values, ...(upTo === undefined ? [] : [upTo]));
};

/** The rows of these ids that are there. */
export const rowsOfIds = (
  db: D1Database,
  table: CompanyTable,
  companyId: string,
  ids: readonly string[],
): D1PreparedStatement =>
  db
    .prepare(`select ${selected(table)} and id in (select value from json_each(?2))`)
    .bind(companyId, JSON.stringify(ids));

/** Which of these ids no row has. */
export const missingOf = (
  db: D1Database,
  table: string,
  companyId: string,
  ids: readonly string[],
): D1PreparedStatement =>
  db
    .prepare(
      `select value as id from json_each(?2) as asked where not exists (select 1 from "${table}" where company_id = ?1 and id = asked.value)`,
    )
    .bind(companyId, JSON.stringify(ids));

/** Writes rows, those that are there already anew. */
export const writingRows = (
  db: D1Database,
  table: CompanyTable,
  companyId: string,
  rows: readonly RowValues[],
): D1PreparedStatement => {
  const [id, ...others] = table.columns.map((_, at) => `value ->> ${at}`);
  const json = JSON.stringify(rows);
  if (isSearch(table))
    return db
      .prepare(
        `insert or replace into "search_index" (rowid, ${quoted(table.columns.slice(1))})
         select cast(${id} as integer), ${others.join(", ")} from json_each(?1)`,
      )
      .bind(json);
  const changed = table.columns.slice(1).map((name) => `"${name}" = excluded."${name}"`);
  const again = changed.length ? `update set ${changed.join(", ")}` : "nothing";
  return db
    .prepare(
      `insert into "${table.name}" (company_id, ${quoted(table.columns)}) select ?1, ${[id, ...others].join(", ")} from json_each(?2) where true
       on conflict (company_id, id) do ${again}`,
    )
    .bind(companyId, json);
};

/** Takes rows away by their ids. */
export const removingRows = (
  db: D1Database,
  table: CompanyTable,
  companyId: string,
  ids: readonly string[],
): D1PreparedStatement =>
  isSearch(table)
    ? db
        .prepare(
          `delete from "search_index" where rowid in (select cast(value as integer) from json_each(?1))`,
        )
        .bind(JSON.stringify(ids))
    : db
        .prepare(
          `delete from "${table.name}" where company_id = ?1 and id in (select value from json_each(?2))`,
        )
        .bind(companyId, JSON.stringify(ids));

/** Takes away the first rows of a table. Of counters those stay that tell what was taken away. */
export const removingFirst = (
  db: D1Database,
  table: CompanyTable,
  companyId: string,
  most: number,
): D1PreparedStatement => {
  const own = isSearch(table) ? OWN_WORDS : "company_id = ?1";
  const these = table.name === COUNTERS ? `${own} and id not like '${TAKEN}%'` : own;
  const limited = `${key(table)} in (select ${key(table)} from "${table.name}" where ${these} order by ${key(table)} limit ${most})`;
  return db
    .prepare(
      `delete from "${table.name}" where ${isSearch(table) ? limited : `company_id = ?1 and ${limited}`}`,
    )
    .bind(owner(table, companyId));
};

/** The beginning of the counters that tell how many rows of a table were taken away. */
export const TAKEN = "taken-away.";

/** Adds what the statement before it has taken away of a table. */
export const countingTaken = (
  db: D1Database,
  table: CompanyTable,
  companyId: string,
): D1PreparedStatement =>
  db
    .prepare(
      `insert into "${COUNTERS}" (company_id, id, value) select ?1, '${TAKEN}${table.name}', changes() where changes() > 0
       on conflict (company_id, id) do update set value = value + excluded.value`,
    )
    .bind(companyId);

/** Loosens the references of rows after a key, so that no other row is pointed at. A file becomes one of no record, as its table's rule wants it. */
export const loosening = (
  db: D1Database,
  table: CompanyTable,
  companyId: string,
  { after, most }: { after: string; most: number },
): D1PreparedStatement => {
  const columns = table.references.filter(({ isLoose }) => isLoose);
  // A name may be free only below another record: what points at its own table then points at itself.
  const emptied = columns.map(({ column, table: to }) =>
    to === table.name ? `"${column}" = iif("${column}" is null, null, id)` : `"${column}" = null`,
  );
  const sets = table.name === MEDIA ? ["owner_kind = 'calibration'", ...emptied] : emptied;
  return db
    .prepare(
      `update "${table.name}" set ${sets.join(", ")} where company_id = ?1
       and id in (select id from "${table.name}" where company_id = ?1 and id > ?2 order by id limit ${most})`,
    )
    .bind(companyId, after);
};

/** The key of the last of the first rows after a key; null where there is none. */
export const lastKey = (
  db: D1Database,
  table: CompanyTable,
  companyId: string,
  { after, most }: { after: string; most: number },
): D1PreparedStatement =>
  db
    .prepare(
      `select max(id) as id from (select id from "${table.name}" where company_id = ?1 and id > ?2 order by id limit ${most})`,
    )
    .bind(companyId, after);

/**
 * Runs statements that carry a company's rows as one batch, past the triggers that keep ledgers and frozen records as they are. What points
 * where is looked at when all of them have run.
 */
export async function inTransit(
  db: D1Database,
  companyId: string,
  statements: readonly D1PreparedStatement[],
): Promise<D1Result<Record<string, unknown>>[]> {
  const results = await db.batch<Record<string, unknown>>([
    db.prepare("pragma defer_foreign_keys = on"),
    db
      .prepare("insert into transits (company_id, id) values (?1, ?1) on conflict do nothing")
      .bind(companyId),
    ...statements,
    db.prepare("delete from transits where company_id = ?1").bind(companyId),
  ]);
  return results.slice(2, -1);
}
