import { searchRowIdOf } from "#drizzle/search.ts";
import { companyWord } from "#worker/db/guard.ts";
import {
  atPlace,
  countOf,
  DAY,
  dice,
  type Filled,
  HOUR,
  idOf,
  insertOf,
  isHeld,
  keepHeld,
  ownedBy,
  type Shard,
  YEARS_MS,
} from "./shard.ts";

const number = "cast(substr(move.number, 6) as integer)";
const own = ({ id }: Filled) => `move.company_id = '${id}' and move.number glob 'TR-B-*'`;

/** The transfers of a shard's companies, of two devices each, and what these know of them. */
export async function fillTransfers(shard: Shard): Promise<void> {
  const { db, filling, companies } = shard;
  const run = (sql: string) => db.prepare(sql).run();
  const fill = (table: string, of: (company: Filled) => string) =>
    filling(table, async () => {
      for (const company of companies) await run(of(company));
    });
  await keepHeld(shard, "moving", "from asset_transfer_lines where is_open = 1");
  await fill("asset_transfers", (company) => transfersOf(shard, company));
  await fill("asset_transfer_lines", (company) => linesOf(shard, company));
  await fill("transfer_events", eventsOf);
  for (const { id } of companies) {
    await run(`update assets set open_transfer_id = line.transfer_id from asset_transfer_lines as line
      where line.company_id = '${id}' and line.is_open = 1 and assets.company_id = line.company_id and assets.id = line.asset_id`);
    await run(`update asset_transfers as move set (asset_count, first_asset) = (select count(*), coalesce(min(line.asset_code || ' ' || line.asset_name), '')
      from asset_transfer_lines as line where line.company_id = move.company_id and line.transfer_id = move.id) where ${own({ id, nth: 0 })}`);
    await run(`insert into search_index (rowid, company, kind, words, record_id)
      select ${searchRowIdOf("move.id")}, '${companyWord(id)}', 'transfer', concat_ws(' ', move.number, move.first_asset), move.id
      from asset_transfers as move where ${own({ id, nth: 0 })} order by 1`);
  }
}

function transfersOf({ now, sizes }: Shard, company: Filled): string {
  const state = `case when age < 40 then json_array('requested', 'requested', 'approved', 'dispatched', 'dispatched') ->> (age % 5) when age < 46 then 'draft'
    when n % 25 = 3 then 'rejected' when n % 40 = 7 then 'cancelled' when n % 15 = 2 then 'received_with_discrepancy'
    when n % 6 = 1 and age > 150 then 'returned' else 'received' end`;
  const wards = countOf("wards", company);
  const [from, to] = [dice("n", 1, wards), `((${dice("n", 1, wards)} + 1 + n % 3) % ${wards})`];
  const columns = {
    ...ownedBy(company, "at"),
    id: idOf("at", company, 48, "n"),
    number: "printf('TR-B-%06d', n)",
    kind: "iif(state = 'returned' or (age <= 150 and n % 6 = 1), 'temporary', 'permanent')",
    from_department_id: atPlace("wards", company, from),
    to_department_id: atPlace("wards", company, to),
    reason: "'Needed in the other ward'",
    due_back_on: `iif(state = 'returned' or (age <= 150 and n % 6 = 1), date((at + 30 * ${DAY}) / 1000, 'unixepoch'), null)`,
    status: "state",
    requested_by: `iif(state = 'draft', null, ${atPlace("people", company, dice("n", 4, countOf("people", company)))})`,
    requested_at: "iif(state = 'draft', null, at)",
    dispatched_by: `iif(state in ('dispatched', 'received', 'received_with_discrepancy', 'returned'), ${atPlace("people", company, dice("n", 5, countOf("people", company)))}, null)`,
    returned_at: `iif(state = 'returned', at + 20 * ${DAY}, null)`,
  };
  return insertOf(
    "asset_transfers",
    columns,
    `from (select n, at, age, ${state} as state from (select n, ${now} - (${sizes.transfers} - n) * ${Math.floor(YEARS_MS / sizes.transfers)} - ${HOUR} as at, ${sizes.transfers} - n as age
      from temp.numbers where n <= ${sizes.transfers})) order by n`,
  );
}

const arrived = "move.status in ('received', 'received_with_discrepancy')";
/** Whether a transfer still holds its devices. */
const isOpen = `(move.status in ('draft', 'requested', 'approved', 'dispatched') or (${arrived} and move.kind = 'temporary'))`;

function linesOf({ sizes }: Shard, company: Filled): string {
  const devices = countOf("devices", company);
  const place = `iif(${isOpen}, ((${sizes.transfers} - ${number}) * 2 + nth.n) * 5 % ${devices}, (${dice(number, 6, devices)} + nth.n * 11) % ${devices})`;
  return insertOf(
    "asset_transfer_lines",
    {
      ...ownedBy(company, "move.created_at"),
      id: idOf("move.created_at", company, 49, `${number} * 2 + nth.n`),
      transfer_id: "move.id",
      asset_id: "asset.id",
      asset_code: "asset.asset_code",
      asset_name: "asset.name",
      is_open: isOpen,
      condition_out: "'good'",
      status: `iif(${arrived} or move.status = 'returned', iif(move.status = 'received_with_discrepancy' and nth.n = 1, 'rejected', 'accepted'), 'pending')`,
    },
    `from asset_transfers as move cross join (select 0 as n union all select 1) as nth
      cross join temp.devices as spot on spot.company_id = move.company_id and spot.place = ${place}
      cross join assets as asset on asset.company_id = move.company_id and asset.id = spot.id
      where ${own(company)} and (not ${isOpen} or not ${isHeld("moving", company, "asset.id")})`,
  );
}

const eventsOf = (company: Filled) =>
  insertOf(
    "transfer_events",
    {
      company_id: "move.company_id",
      id: idOf("move.created_at + nth.n * 60000", company, 50, `${number} * 4 + nth.n`),
      transfer_id: "move.id",
      status:
        "iif(nth.n = 3 or move.status in ('draft', 'requested', 'rejected', 'cancelled'), move.status, json_array('requested', 'approved', 'dispatched') ->> nth.n)",
      actor_name: "'Sister in charge'",
      at: "move.created_at + nth.n * 60000",
    },
    `from asset_transfers as move cross join (select 0 as n union all select 1 union all select 2 union all select 3) as nth
      where ${own(company)} and (nth.n = 3 or move.status not in ('draft', 'requested', 'rejected', 'cancelled')) order by move.id`,
  );
