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
  oneOf,
  ownedBy,
  type Shard,
  YEARS_MS,
} from "./shard.ts";

const isOut = "status in ('out', 'partially_returned')";

/** The gate passes of a shard's companies, of a device and mostly something else, and what their devices know of them. */
export async function fillPasses(shard: Shard): Promise<void> {
  const { db, filling, companies } = shard;
  const run = (sql: string) => db.prepare(sql).run();
  const fill = (table: string, of: (company: Filled) => string[]) =>
    filling(table, async () => {
      for (const company of companies) for (const sql of of(company)) await run(sql);
    });
  await fill("gate_passes", (company) => [passesOf(shard, company)]);
  await keepHeld(shard, "out", "from gate_pass_lines where is_open = 1 and asset_id is not null");
  await fill("gate_pass_lines", (company) => linesOf(shard, company));
  await fill("gate_pass_approvals", (company) => [approvalsOf(company)]);
  await fill("gate_pass_events", (company) => [eventsOf(company)]);
  for (const { id } of companies) {
    await run(`update assets set open_gate_pass_id = line.gate_pass_id from gate_pass_lines as line
      join gate_passes as pass on pass.company_id = line.company_id and pass.id = line.gate_pass_id
      where line.company_id = '${id}' and line.is_open = 1 and pass.${isOut} and assets.company_id = line.company_id and assets.id = line.asset_id`);
    await run(`insert into search_index (rowid, company, kind, words, record_id)
      select ${searchRowIdOf("pass.id")}, '${companyWord(id)}', 'gate_pass', concat_ws(' ', pass.number, firm.name, pass.carrier_name, assets.asset_code, line.name), pass.id
      from gate_passes as pass join gate_pass_lines as line on line.company_id = pass.company_id and line.gate_pass_id = pass.id and line.id glob '????????-????-7?21-*'
      join assets on assets.company_id = line.company_id and assets.id = line.asset_id
      join vendors as firm on firm.company_id = pass.company_id and firm.id = pass.vendor_id
      where pass.company_id = '${id}' and pass.number glob 'GP-B-*' order by 1`);
  }
}

function passesOf({ now, sizes }: Shard, company: Filled): string {
  const open = sizes.outPasses;
  const state = `case when age < ${open} then iif(age % 6 = 5, 'partially_returned', 'out') when age < ${open + 25} then 'pending_approval'
    when age < ${open + 40} then 'approved' when age < ${open + 50} then 'draft' when n % 40 = 3 then 'cancelled' when n % 70 = 5 then 'written_off'
    when n % 50 = 9 then 'rejected' when n % 8 = 1 then 'closed' else 'returned' end`;
  const columns = {
    ...ownedBy(company, "at"),
    id: idOf("at", company, 32, "n"),
    number: "printf('GP-B-%06d', n)",
    kind: "iif(state = 'closed', 'non_returnable', 'returnable')",
    purpose: oneOf("n", 3, ["repair", "repair", "calibration", "loan", "demo_return", "other"]),
    vendor_id: atPlace("firms", company, dice("n", 4, countOf("firms", company))),
    carrier_name: "'Carrier ' || n % 40",
    // One in four of those that are out is overdue.
    expected_return_on: `date(iif(age < ${open}, ${now} + (age % 40 - 10) * ${DAY}, at + 14 * ${DAY}) / 1000, 'unixepoch')`,
    status: "state",
    levels: "iif(state = 'draft', 0, 1)",
    submitted_at: "iif(state = 'draft', null, at)",
    out_by: `iif(state in ('out', 'partially_returned', 'returned', 'closed', 'written_off'), ${atPlace("people", company, "0")}, null)`,
    out_at: `iif(state in ('out', 'partially_returned', 'returned', 'closed', 'written_off'), at + ${HOUR}, null)`,
    closed_at: `iif(state in ('returned', 'closed', 'written_off'), at + 9 * ${DAY}, null)`,
    chased_on: `iif(age < ${open} and age % 40 < 10, date(${now} / 1000, 'unixepoch'), null)`,
  };
  return insertOf(
    "gate_passes",
    columns,
    `from (select n, at, age, ${state} as state from (select n, ${now} - (${sizes.passes} - n) * ${Math.floor(YEARS_MS / sizes.passes)} - ${HOUR} as at, ${sizes.passes} - n as age
      from temp.numbers where n <= ${sizes.passes})) order by n`,
  );
}

/** A device on each pass, another one on those whose number is even that are over, and a thing on every third. */
function linesOf({ sizes }: Shard, company: Filled): string[] {
  const devices = countOf("devices", company);
  const n = "cast(substr(pass.number, 6) as integer)";
  // A device is on one pass that holds it: those that are not over are told apart by their numbers.
  const place = (salt: number) =>
    `iif(pass.status in ('draft', 'pending_approval', 'approved', 'out', 'partially_returned'), (${sizes.passes} - ${n}) * 7 % ${devices}, ${dice(n, salt, devices)})`;
  const over = "pass.status in ('returned', 'closed', 'cancelled', 'written_off', 'rejected')";
  const line = (kind: number) => ({
    ...ownedBy(company, "pass.created_at"),
    id: idOf("pass.created_at", company, kind, n),
    gate_pass_id: "pass.id",
    qty: "1",
    condition_out: "'working'",
    returned_qty: "pass.status = 'returned'",
    returned_at: "iif(pass.status = 'returned', pass.closed_at, null)",
    is_open: `not (${over})`,
  });
  const from = `from gate_passes as pass`;
  const own = `pass.company_id = '${company.id}' and pass.number glob 'GP-B-*'`;
  const device = (kind: number, salt: number, where: string) =>
    insertOf(
      "gate_pass_lines",
      { ...line(kind), asset_id: "spot.id", name: "asset.name", serial_no: "asset.serial_no" },
      `${from} cross join temp.devices as spot on spot.company_id = pass.company_id and spot.place = ${place(salt)}
        cross join assets as asset on asset.company_id = pass.company_id and asset.id = spot.id where ${own} and ${where}
        and (${over} or not ${isHeld("out", company, "spot.id")})`,
    );
  const thing = insertOf(
    "gate_pass_lines",
    { ...line(35), description: "'Trolley and cables'", name: "'Trolley and cables'" },
    `${from} where ${own} and ${n} % 3 = 0`,
  );
  return [device(33, 1, "true"), device(34, 2, `${n} % 2 = 0 and ${over}`), thing];
}

const approvalsOf = (company: Filled) =>
  insertOf(
    "gate_pass_approvals",
    {
      company_id: "pass.company_id",
      id: idOf("pass.created_at", company, 36, "cast(substr(pass.number, 6) as integer)"),
      gate_pass_id: "pass.id",
      level: "1",
      user_id: atPlace("people", company, "1"),
      user_name: "'Head of department'",
      decision: "iif(pass.status = 'rejected', 'rejected', 'approved')",
      at: "pass.created_at + 600000",
    },
    `from gate_passes as pass where pass.company_id = '${company.id}' and pass.number glob 'GP-B-*' and pass.status not in ('draft', 'pending_approval', 'cancelled')`,
  );

/** What happened to each pass on the way to its state. */
function eventsOf(company: Filled): string {
  const path = ["pending_approval", "approved", "out"];
  const steps = [...path, "last"].map((state, at) => `select ${at} as nth, '${state}' as state`);
  return insertOf(
    "gate_pass_events",
    {
      company_id: "pass.company_id",
      id: idOf(
        "pass.created_at + step.nth * 60000",
        company,
        37,
        "cast(substr(pass.number, 6) as integer) * 4 + step.nth",
      ),
      gate_pass_id: "pass.id",
      status: "iif(step.state = 'last', pass.status, step.state)",
      actor_name: "'Stores'",
      at: "pass.created_at + step.nth * 60000",
    },
    `from gate_passes as pass join (${steps.join(" union all ")}) as step
      on step.state = 'last' or (step.nth = 0 and pass.status <> 'draft') or (step.nth = 1 and pass.status not in ('draft', 'pending_approval', 'rejected', 'cancelled'))
        or (step.nth = 2 and pass.out_at is not null)
      where pass.company_id = '${company.id}' and pass.number glob 'GP-B-*' order by pass.id`,
  );
}
