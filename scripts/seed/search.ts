import { assetKind, searchRowId, searchWords } from "#drizzle/search.ts";
import { companyWord } from "#worker/db/guard.ts";
import type { Asset } from "./assets.ts";
import { chunks } from "./insert.ts";

export type Found = { kind: string; id: string; words: string };

export const foundAsset = ({ id, assetCode, name, make, model, serialNo, categoryId, departmentId }: Asset): Found => ({
  kind: assetKind(categoryId, departmentId),
  id,
  words: searchWords([name, make, model], [assetCode, serialNo]),
});

// In the order of row ids: FTS5 writes a segment each time the next one is smaller.
const INSERT = `insert into search_index (rowid, company, kind, words, record_id)
  select cast(value->>0 as integer), ?1, value->>1, value->>2, value->>3 from json_each(?2) order by 1`;

/** Makes records of a company findable. */
export async function saveSearch(db: D1Database, companyId: string, list: readonly Found[]): Promise<void> {
  const rows = list.map(({ kind, id, words }) => JSON.stringify([searchRowId(id), kind, words, id]));
  await db.batch([...chunks(rows)].map((chunk) => db.prepare(INSERT).bind(companyWord(companyId), chunk)));
}
