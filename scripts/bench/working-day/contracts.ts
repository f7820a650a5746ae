import { searchRowIdOf } from "#drizzle/search.ts";
import { companyWord } from "#worker/db/guard.ts";
import {
  atPlace,
  countOf,
  DAY,
  dice,
  type Filled,
  idOf,
  insertOf,
  ownedBy,
  type Shard,
  YEARS_MS,
} from "./shard.ts";

const number = "cast(substr(deal.number, 6) as integer)";
const own = ({ id }: Filled) => `deal.company_id = '${id}' and deal.number glob 'CT-B-*'`;

/**
 * The contracts of a shard's companies, of a year each and one after the other: the newest covers most, others twelve devices each.
 * What devices know of their cover follows.
 */
export async function fillContracts(shard: Shard): Promise<void> {
  const { db, filling, companies, sizes, now } = shard;
  const run = (sql: string) => db.prepare(sql).run();
  for (const company of companies) await run(contractsOf(shard, company));
  await filling("contract_assets", async () => {
    for (const company of companies) {
      await run(linesOf(shard, company, 65, `${number} = ${sizes.contracts}`, sizes.ofLargest));
      await run(linesOf(shard, company, 66, `${number} < ${sizes.contracts}`, 12));
    }
  });
  const today = `date(${now} / 1000, 'unixepoch')`;
  for (const { id } of companies) {
    await run(`update assets set (cover_kind, cover_until) = (deal.kind, deal.end_on) from contract_assets as line
      join contracts as deal on deal.company_id = line.company_id and deal.id = line.contract_id
      where line.company_id = '${id}' and ${own({ id, nth: 0 })} and deal.end_on >= ${today} and deal.start_on <= ${today}
        and assets.company_id = line.company_id and assets.id = line.asset_id`);
    await run(`insert into search_index (rowid, company, kind, words, record_id)
      select ${searchRowIdOf("deal.id")}, '${companyWord(id)}', 'contract', deal.number, deal.id from contracts as deal where ${own({ id, nth: 0 })} order by 1`);
  }
}

function contractsOf({ now, sizes }: Shard, company: Filled): string {
  const at = `(${now} - (${sizes.contracts} - n) * ${Math.floor(YEARS_MS / sizes.contracts)} - ${30 * DAY})`;
  return insertOf(
    "contracts",
    {
      ...ownedBy(company, at),
      id: idOf(at, company, 64, "n"),
      number: "printf('CT-B-%05d', n)",
      kind: "iif(n % 3, 'amc', 'cmc')",
      vendor_id: atPlace("firms", company, dice("n", 1, countOf("firms", company))),
      start_on: `date(${at} / 1000, 'unixepoch')`,
      end_on: `date(${at} / 1000, 'unixepoch', '+364 days')`,
      value_minor: "n * 12500",
      has_labour: "1",
      has_spares: "n % 3 = 0",
    },
    `from temp.numbers where n <= ${sizes.contracts}`,
  );
}

const linesOf = ({ sizes }: Shard, company: Filled, kind: number, where: string, each: number) =>
  insertOf(
    "contract_assets",
    {
      ...ownedBy(company, "deal.created_at"),
      id: idOf("deal.created_at", company, kind, `${number} * ${sizes.ofLargest} + nth.n`),
      contract_id: "deal.id",
      asset_id: "spot.id",
    },
    `from contracts as deal cross join temp.numbers as nth on nth.n <= ${each}
      cross join temp.devices as spot on spot.company_id = deal.company_id and spot.place = (${number} * 37 + nth.n) % ${countOf("devices", company)}
      where ${own(company)} and ${where}`,
  );
