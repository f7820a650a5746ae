import { assetSearchInsert, searchRowId, searchWords } from "#drizzle/search.ts";
import { companyWord } from "#worker/db/guard.ts";
import type { Filling } from "./context.ts";
import { chunks } from "./insert.ts";

// In the order of row ids: FTS5 writes a segment each time the next one is smaller.
const INSERT = `insert into search_index (rowid, company, kind, words, record_id)
  select cast(value->>0 as integer), ?1, value->>1, value->>2, value->>3 from json_each(?2) order by 1`;

/** Makes records of a company findable. @param kind of their search rows @param words the texts, and the codes, that find one */
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

/** Makes devices findable by their words and filters: all that were written after the last of `rows` rows of the table. */
export async function saveAssetSearch(db: D1Database, companyId: string, rows = 0): Promise<void> {
  await db.batch([
    db.prepare(`${assetSearchInsert('"assets"."rowid" > ?')} order by 1`).bind(companyId, rows),
  ]);
}

/** How far the table of devices goes. */
export const lastAssetRow = async (db: D1Database): Promise<number> =>
  (await db.prepare('select max("rowid") as "last" from "assets"').first<{ last: number | null }>())
    ?.last ?? 0;
