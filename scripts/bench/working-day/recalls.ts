import { searchRowIdOf } from "#drizzle/search.ts";
import { companyWord } from "#worker/db/guard.ts";
import {
  countOf,
  DAY,
  type Filled,
  idOf,
  insertOf,
  ownedBy,
  type Shard,
  YEARS_MS,
} from "./shard.ts";

/** Devices of a recall. */
const DEVICES = 40;
const number = "cast(substr(notice.number, 7) as integer)";
const own = ({ id }: Filled) => `notice.company_id = '${id}' and notice.number glob 'FSN-B-*'`;

/** The recalls of a shard's companies, all looked through; devices of the newest ten are not all answered. */
export async function fillRecalls(shard: Shard): Promise<void> {
  const { db, companies } = shard;
  const run = (sql: string) => db.prepare(sql).run();
  for (const company of companies) {
    await run(recallsOf(shard, company));
    await run(linesOf(shard, company));
    await run(`update recalls as notice set (device_count, open_count) = (select count(*), coalesce(sum(line.status in ('to_decide', 'affected')), 0)
      from recall_assets as line where line.company_id = notice.company_id and line.recall_id = notice.id) where ${own(company)}`);
    await run(`insert into search_index (rowid, company, kind, words, record_id)
      select ${searchRowIdOf("notice.id")}, '${companyWord(company.id)}', 'recall', concat_ws(' ', notice.number, notice.name, notice.maker), notice.id
      from recalls as notice where ${own(company)} order by 1`);
    await run(`delete from recall_queue where company_id = '${company.id}'`);
  }
}

function recallsOf({ now, sizes }: Shard, company: Filled): string {
  const at = `(${now} - (${sizes.recalls} - n) * ${Math.floor(YEARS_MS / sizes.recalls)} - ${DAY})`;
  const due = `date((${at} + 60 * ${DAY}) / 1000, 'unixepoch')`;
  return insertOf(
    "recalls",
    {
      ...ownedBy(company, at),
      id: idOf(at, company, 80, "n"),
      source: "'Authority'",
      number: "printf('FSN-B-%05d', n)",
      name: "'Battery may fail early, notice ' || n",
      maker: "'Maker ' || n % 50",
      noticed_on: `date(${at} / 1000, 'unixepoch')`,
      due_on: due,
      order_on: due,
      matched_to: "null",
    },
    `from temp.numbers where n <= ${sizes.recalls}`,
  );
}

const linesOf = ({ sizes }: Shard, company: Filled) =>
  insertOf(
    "recall_assets",
    {
      ...ownedBy(company, "notice.created_at"),
      id: idOf("notice.created_at", company, 81, `${number} * ${DEVICES} + nth.n`),
      recall_id: "notice.id",
      asset_id: "asset.id",
      asset_code: "asset.asset_code",
      asset_name: "asset.name",
      certainty: "iif(nth.n % 4, 'certain', 'near')",
      reasons: `'["Made by the same maker"]'`,
      status: `iif(${sizes.recalls} - ${number} < 10 and nth.n % 2, iif(nth.n % 4, 'affected', 'to_decide'), 'done')`,
    },
    `from recalls as notice cross join temp.numbers as nth on nth.n <= ${DEVICES}
      cross join temp.devices as spot on spot.company_id = notice.company_id and spot.place = (${number} * 53 + nth.n) % ${countOf("devices", company)}
      cross join assets as asset on asset.company_id = notice.company_id and asset.id = spot.id where ${own(company)}`,
  );
