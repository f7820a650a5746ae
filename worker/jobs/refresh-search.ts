import { assetSearchInsert, MARKS, mark } from "#drizzle/search.ts";
import { lifecycles } from "#drizzle/tenant/assets.ts";
import { companyWord } from "../db/guard.ts";
import { BY } from "./due.ts";
import type { Part } from "./message.ts";

const AT_ONCE = 2000;
/** The counter that tells which marks a company's search rows carry. */
const KEPT = "search.marks";

/** Asks of a profile whether the company's rows carry other marks than lists ask for. */
export const BEHIND = `not exists (select 1 from counters
  where counters.company_id = company_profiles.company_id and counters.id = '${KEPT}' and counters.value = cast(${BY} as integer))`;
const LAST = `select id from assets where company_id = ?1 and id > ?2 order by id limit 1 offset ${AT_ONCE - 1}`;
const REPLACE = assetSearchInsert(`"assets"."id" > ? and "assets"."id" <= ? order by 1`).replace(
  /^insert/,
  "replace",
);
const DELETE =
  "delete from search_index where rowid in (select rowid from search_index where search_index match ?)";
const DONE = `insert into counters (company_id, id, value) values (?1, ?2, cast(?3 as integer))
  on conflict (company_id, id) do update set value = excluded.value`;

/** Writes a part of a company's search rows of devices anew, in the order of their ids. */
export async function refreshSearch({ db, owner, from }: Part): Promise<string | null> {
  const last = await db.prepare(LAST).bind(owner, from).first<{ id: string }>();
  await db
    .prepare(REPLACE)
    .bind(owner, from, last?.id ?? "~")
    .run();
  if (last) return last.id;
  // Rows that none of the parts has replaced carry no lifecycle.
  const known = lifecycles.map((word) => `"${mark("life", word)}"`).join(" OR ");
  await db.batch([
    db
      .prepare(DELETE)
      .bind(`(company : ${companyWord(owner)} AND kind : asset) NOT (kind : (${known}))`),
    db.prepare(DONE).bind(owner, KEPT, MARKS),
  ]);
  return null;
}
