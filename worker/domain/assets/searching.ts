import { sql } from "drizzle-orm";
import { assetKind, assetWords, searchRowId } from "#drizzle/search.ts";
import { isKnown, spellingColumns, wordsOfTexts } from "#drizzle/spellings.ts";
import { assets } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { companyWord } from "../../db/guard.ts";
import { acrossLocations } from "../../db/scope.ts";

/** Search finds devices of every Location; what a limited person sees of it is decided when they look. */
const ofAll = acrossLocations(assets, "what is unique or in use is so in the whole company");

/**
 * Rewrites the search rows of devices from their rows as they stand in the batch: a code may just have been assigned.
 * Their new words are kept as spellings.
 */
export function indexedAssets(db: CompanyDb, ids: readonly string[]): Statement[] {
  const rows = JSON.stringify(ids.map((id) => [searchRowId(id), id]));
  const company = companyWord(db.companyId);
  const texts = sql`select distinct '' as owner, named.value as text
    from json_each(${rows}) as asked cross join ${ofAll} cross join json_each(json_array(${assets.name}, ${assets.make}, ${assets.model})) as named
    where ${db.ofOwner(assets, sql`${assets.id} = asked.value ->> 1 and ${assets.deletedAt} is null and named.value is not null`)}`;
  return [
    db.run(
      sql`delete from search_index where rowid in (select cast(value ->> 0 as integer) from json_each(${rows})) and company = ${company}`,
    ),
    db.run(sql`insert into search_index (rowid, company, kind, words, record_id)
      select cast(asked.value ->> 0 as integer), ${company}, ${sql.raw(assetKind)}, ${sql.raw(assetWords)}, ${assets.id}
      from json_each(${rows}) as asked cross join ${ofAll}
      where ${db.ofOwner(assets, sql`${assets.id} = asked.value ->> 1 and ${assets.deletedAt} is null`)} order by 1`),
    db.run(sql`with fresh as materialized (${wordsOfTexts(texts)})
      insert into search_index (company, kind, words, record_id) select ${company}, ${spellingColumns} from fresh where not ${isKnown(sql`${company}`)}`),
  ];
}

/** Rewrites the search row of a device: put after a change of its words, its category, its Location or its place. */
export const indexedAsset = (db: CompanyDb, id: string): Statement[] => indexedAssets(db, [id]);
