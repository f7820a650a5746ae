import { assetSearchInsert, MARKS, mark } from "#drizzle/search.ts";
import { lifecycles } from "#drizzle/tenant/assets.ts";
import { companyWord } from "../db/guard.ts";
import { leased } from "./lease.ts";
import { shardsOf } from "./shards.ts";

const AT_ONCE = 2000;
/** The counter that tells which marks a company's search rows carry. */
const KEPT = "search.marks";

const BEHIND = `select company_id from company_profiles where not exists (select 1 from counters
  where counters.company_id = company_profiles.company_id and counters.id = ?1 and counters.value = cast(?2 as integer))`;
const LAST = `select id from assets where company_id = ?1 and id > ?2 order by id limit 1 offset ${AT_ONCE - 1}`;
const REPLACE = assetSearchInsert(`"assets"."id" > ? and "assets"."id" <= ? order by 1`).replace(/^insert/, "replace");
const DELETE = "delete from search_index where rowid in (select rowid from search_index where search_index match ?)";
const DONE = `insert into counters (company_id, id, value) values (?1, ?2, cast(?3 as integer))
  on conflict (company_id, id) do update set value = excluded.value`;

/** Writes the search rows of devices anew for every company whose rows carry other marks than lists ask for. */
export async function refreshSearch(env: Env, now: number): Promise<void> {
  for (const db of shardsOf(env)) {
    const { results } = await db.prepare(BEHIND).bind(KEPT, MARKS).all<{ company_id: string }>();
    for (const { company_id } of results) await leased(db, company_id, "search", now, () => refreshCompany(db, company_id));
  }
}

async function refreshCompany(db: D1Database, companyId: string): Promise<void> {
  for (let after = ""; ; ) {
    const last = await db.prepare(LAST).bind(companyId, after).first<{ id: string }>();
    await db
      .prepare(REPLACE)
      .bind(companyId, after, last?.id ?? "~")
      .run();
    if (!last) break;
    after = last.id;
  }
  // Rows that none of the above has replaced carry no lifecycle.
  const known = lifecycles.map((word) => `"${mark("life", word)}"`).join(" OR ");
  await db.batch([
    db.prepare(DELETE).bind(`(company : ${companyWord(companyId)} AND kind : asset) NOT (kind : (${known}))`),
    db.prepare(DONE).bind(companyId, KEPT, MARKS),
  ]);
}
