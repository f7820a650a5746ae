import { companyWord } from "#worker/db/guard.ts";
import { saveAssetSearch } from "../seed/search.ts";
import { openDirect } from "../support/direct.ts";
import { main } from "../support/project.ts";
import { PEER_ASSETS, PEER_NAMES, PEER_PUMPS } from "./peer-rows.ts";

/** Calls the last devices of STATE's demo hospital as the peer calls its own, so that a search matches as many. */
main(async () => {
  const { db, close } = openDirect("company_profiles", "slug = 'demo'");
  const company = (await db
    .prepare("select company_id as id from company_profiles where slug = 'demo'")
    .first<{ id: string }>())!.id;
  const { results } = await db
    .prepare("select id from assets where company_id = ? order by rowid desc limit ?")
    .bind(company, PEER_ASSETS)
    .all<{ id: string }>();
  const names = results.map(({ id }, n) => [id, `${PEER_NAMES[n % PEER_NAMES.length]} ${n}`]);
  await db.batch([
    db
      .prepare("update assets set name = 'Device', machine_type_name = null where company_id = ?")
      .bind(company),
    db
      .prepare(
        "update assets set name = given.name from (select value->>0 as id, value->>1 as name from json_each(?)) as given where given.id = assets.id",
      )
      .bind(JSON.stringify(names)),
    db
      .prepare("delete from search_index where company = ? and kind match 'asset'")
      .bind(companyWord(company)),
  ]);
  await saveAssetSearch(db, company);
  const { found } = (await db
    .prepare("select count(*) as found from search_index where search_index match ?")
    .bind(`company: ${companyWord(company)} AND kind: asset AND words: pump*`)
    .first<{ found: number }>())!;
  close();
  if (found !== PEER_PUMPS) throw new Error(`${found} devices match "pump", not ${PEER_PUMPS}`);
});
