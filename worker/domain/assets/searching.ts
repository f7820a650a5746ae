import { sql } from "drizzle-orm";
import { assetKind, assetWords, searchRowId } from "#drizzle/search.ts";
import { assets } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { companyWord } from "../../db/guard.ts";

/** Rewrites the search rows of devices from their rows as they stand in the batch: a code may just have been assigned. */
export function indexedAssets(db: CompanyDb, ids: readonly string[]): Statement[] {
  const rows = JSON.stringify(ids.map((id) => [searchRowId(id), id]));
  const company = companyWord(db.companyId);
  return [
    db.run(
      sql`delete from search_index where rowid in (select cast(value ->> 0 as integer) from json_each(${rows})) and company = ${company}`,
    ),
    db.run(sql`insert into search_index (rowid, company, kind, words, record_id)
      select cast(asked.value ->> 0 as integer), ${company}, ${sql.raw(assetKind)}, ${sql.raw(assetWords)}, ${assets.id}
      from json_each(${rows}) as asked cross join ${assets}
      where ${db.ofOwner(assets, sql`${assets.id} = asked.value ->> 1 and ${assets.deletedAt} is null`)} order by 1`),
  ];
}

/** For commands that change what a device is found or filtered by; goes after the change. */
export const indexedAsset = (db: CompanyDb, id: string): Statement[] => indexedAssets(db, [id]);

/** Rewrites the marks of a device if they changed: for commands that change none of its words. */
export const remarkedAsset = (db: CompanyDb, id: string): Statement =>
  db.run(sql`update search_index set kind = now.kind
    from (select ${sql.raw(assetKind)} as kind from ${assets} where ${db.ofOwner(assets, sql`${assets.id} = ${id} and ${assets.deletedAt} is null`)}) as now
    where search_index.rowid = cast(${searchRowId(id)} as integer) and search_index.company = ${companyWord(db.companyId)} and search_index.kind <> now.kind`);
