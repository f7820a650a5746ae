import { sql } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { assetSearchInsert, searchRowId, searchWords } from "#drizzle/search.ts";
import { isKnown, spellingColumns, wordsOfTexts } from "#drizzle/spellings.ts";
import { companyWord } from "#worker/db/guard.ts";
import type { Filling } from "./context.ts";
import { chunks } from "./insert.ts";

// Ordered by row id: FTS5 starts a new segment whenever the next id is smaller.
const INSERT = `insert into search_index (rowid, company, kind, words, record_id)
  select cast(value->>0 as integer), ?1, value->>1, value->>2, value->>3 from json_each(?2) order by 1`;

/** Adds records of a company to the search index. @param words the texts and the codes that find a record */
export async function saveSearch<R extends { id: string }>(
  { db, companyId }: Pick<Filling, "db" | "companyId">,
  kind: string,
  records: readonly R[],
  words: (record: R) => Parameters<typeof searchWords>,
): Promise<void> {
  const rows = records.map((record) =>
    JSON.stringify([searchRowId(record.id), kind, searchWords(...words(record)), record.id]),
  );
  if (rows.length)
    await db.batch(
      [...chunks(rows)].map((chunk) => db.prepare(INSERT).bind(companyWord(companyId), chunk)),
    );
}

const names = sql.raw(
  `select '' as owner, "name" as text from "assets" where "company_id" = ?1 union select '', "make" from "assets" where "company_id" = ?1 union select '', "model" from "assets" where "company_id" = ?1`,
);
const { sql: SPELLINGS } = new SQLiteSyncDialect().sqlToQuery(
  sql`with fresh as materialized (${wordsOfTexts(sql`select * from (${names}) where text is not null`)})
    insert into search_index (company, kind, words, record_id) select ?2, ${spellingColumns} from fresh where not ${isKnown(sql.raw("?2"))}`,
);

/** Adds devices to the search index, and their words as spellings. @param after only those with a larger rowid */
export async function saveAssetSearch(db: D1Database, companyId: string, after = 0): Promise<void> {
  await db.batch([
    db.prepare(`${assetSearchInsert('"assets"."rowid" > ?')} order by 1`).bind(companyId, after),
    db.prepare(SPELLINGS).bind(companyId, companyWord(companyId)),
  ]);
}

/** The largest rowid of the devices; 0 when there are none. */
export const lastAssetRow = async (db: D1Database): Promise<number> =>
  (await db.prepare('select max("rowid") as "last" from "assets"').first<{ last: number | null }>())
    ?.last ?? 0;
