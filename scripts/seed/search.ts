import { assetSearchInsert, searchRowId } from "#drizzle/search.ts";
import { companyWord } from "#worker/db/guard.ts";
import { chunks } from "./insert.ts";

type Found = { kind: string; id: string; words: string };

// In the order of row ids: FTS5 writes a segment each time the next one is smaller.
const INSERT = `insert into search_index (rowid, company, kind, words, record_id)
  select cast(value->>0 as integer), ?1, value->>1, value->>2, value->>3 from json_each(?2) order by 1`;

/** Makes records of a company findable. */
export async function saveSearch(
  db: D1Database,
  companyId: string,
  list: readonly Found[],
): Promise<void> {
  const rows = list.map(({ kind, id, words }) =>
    JSON.stringify([searchRowId(id), kind, words, id]),
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
