import type { openDirect } from "../../support/direct.ts";

/** Ten years: the time that a company's documents are spread over. */
export const YEARS_MS = 3_650 * 86_400_000;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A company of the shard whose days are filled. `nth` 0 is the one that is measured. */
export type Filled = { id: string; nth: number };

/** The shard that is filled, its companies, and how many documents each of them gets. */
export type Shard = ReturnType<typeof openDirect> & {
  companies: readonly Filled[];
  now: number;
  sizes: Sizes;
};
export type Sizes = {
  calls: number;
  openCalls: number;
  passes: number;
  outPasses: number;
  transfers: number;
  contracts: number;
  /** Devices of the one contract that covers most. */
  ofLargest: number;
  recalls: number;
  /** Years for which services have fallen due. */
  dueYears: number;
};

/** A UUIDv7 of a time and a number, in SQL: no other company has it, and no other `kind` of row of the same time and number. */
export const idOf = (at: string, { nth }: Filled, kind: number, n: string) =>
  `printf('%08x-%04x-7${nth.toString(16)}${kind.toString(16).padStart(2, "0")}-8000-%012x', (${at}) >> 16, (${at}) & 65535, ${n})`;

/** A number that looks thrown by dice, from 0 to `below` - 1, in SQL. `salt` makes it another one of the same `n`. */
export const dice = (n: string, salt: number, below: number | string) =>
  `(((${n} + ${salt}) * 2654435761 >> 9) % ${below})`;

/** One of some words, thrown by dice, in SQL. */
export const oneOf = (n: string, salt: number, words: readonly string[]) =>
  `(json_array(${words.map((word) => `'${word}'`).join(", ")}) ->> ${dice(n, salt, words.length)})`;

/** Inserts rows of a query that names each of its columns as the table does; what it leaves out takes its default. */
export const insertOf = (table: string, columns: Readonly<Record<string, string>>, from: string) =>
  `insert into ${table} (${Object.keys(columns).join(", ")}) select ${Object.values(columns).join(", ")} ${from}`;

/** What every row of a company begins with. */
export const ownedBy = ({ id }: Filled, at: string) => ({
  company_id: `'${id}'`,
  created_at: at,
  updated_at: at,
});

/** Numbers, and the devices, people, wards and vendors of each company by their place, as temporary tables. */
export async function countPlaces({ db, companies, sizes }: Shard): Promise<void> {
  const most = Math.max(sizes.calls, sizes.passes, sizes.transfers, sizes.ofLargest);
  const run = (sql: string) => db.prepare(sql).run();
  await run("create temp table numbers (n integer primary key)");
  await run(
    `with recursive up (n) as (select 1 union all select n + 1 from up where n < ${most}) insert into numbers select n from up`,
  );
  const lists = {
    devices:
      "assets where deleted_at is null and lifecycle in ('received', 'in_service', 'standby')",
    people: "users where status = 'active' and service_type <> 1",
    wards: "departments where deleted_at is null and archived_at is null",
    firms: "vendors where deleted_at is null and archived_at is null",
  };
  for (const [name, from] of Object.entries(lists)) {
    await run(
      `create temp table ${name} (company_id text, place integer, id text, primary key (company_id, place)) without rowid`,
    );
    for (const { id } of companies)
      await run(
        `insert into ${name} select company_id, row_number() over (order by ${name === "devices" ? "asset_code" : "id"}) - 1, id from ${from} and company_id = '${id}'`,
      );
  }
}

/** The devices that another document of the same kind holds already, as a temporary table of a name. */
export async function keepHeld(
  { db, companies }: Pick<Shard, "db" | "companies">,
  name: string,
  from: string,
): Promise<void> {
  await db
    .prepare(
      `create temp table ${name} (company_id text, id text, primary key (company_id, id)) without rowid`,
    )
    .run();
  for (const { id } of companies)
    await db
      .prepare(
        `insert or ignore into ${name} select company_id, asset_id ${from} and company_id = ?`,
      )
      .bind(id)
      .run();
}
/** Whether a device is among them, in SQL. */
export const isHeld = (name: string, { id }: Filled, device: string) =>
  `exists (select 1 from temp.${name} as held where held.company_id = '${id}' and held.id = ${device})`;

/** How many rows a list of places has. */
export const countOf = (list: string, { id }: Filled) =>
  `(select count(*) from temp.${list} where company_id = '${id}')`;

/** The id at a place of a list, in SQL. */
export const atPlace = (list: string, { id }: Filled, place: string) =>
  `(select id from temp.${list} where company_id = '${id}' and place = ${place})`;
