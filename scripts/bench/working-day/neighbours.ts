import { assetSearchInsert } from "#drizzle/search.ts";
import { type Filled, idOf, insertOf, type Shard } from "./shard.ts";

/** What a hospital has before its days begin, parents before children. */
const copied = [
  ...["company_profiles", "company_settings", "number_formats", "number_sequences", "users"],
  ...["locations", "departments", "categories", "sub_categories", "vendors", "teams"],
  ...["team_members", "stores", "assets", "asset_details"],
];

const HEX = "0123456789abcdef";
/** An id as another company has it, in SQL: the same time, another one of its letters of chance. Other texts stay. */
const otherId = (column: string, nth: number) =>
  `case when length("${column}") = 36 and "${column}" glob '????????-????-7*'
    then substr("${column}", 1, 15) || substr('${HEX}', 1 + (instr('${HEX}', substr("${column}", 16, 1)) - 1 + ${nth}) % 16, 1) || substr("${column}", 17)
    else "${column}" end`;

/** People who work on calls, of the company that is measured and so of its neighbours. */
const ENGINEERS = 40;

/** Gives a company as many engineers as a large hospital has, as copies of a colleague. */
export async function addEngineers({ db }: Pick<Shard, "db">, company: Filled): Promise<void> {
  const { results } = await db
    .prepare("select name from pragma_table_info('users')")
    .all<{ name: string }>();
  const own: Record<string, string> = {
    id: idOf("one.created_at", company, 3, "n"),
    name: "'Engineer ' || n",
    email: "'engineer' || n || '@bench.test'",
    employee_code: "null",
    avatar_media_id: "null",
  };
  const columns = Object.fromEntries(
    results.map(({ name }) => [`"${name}"`, own[name] ?? `one."${name}"`]),
  );
  await db
    .prepare(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ENGINEERS})
        ${insertOf("users", columns, `from numbers cross join (select * from users where company_id = '${company.id}' and type = 'user' and status = 'active' limit 1) as one`)}`,
    )
    .run();
}

/**
 * Puts companies beside the one that is measured, in its shard: its people, masters and devices under other ids. They are there for
 * their size: nobody signs in to them, and lists of ids within one value still name the ids of the first.
 */
export async function addNeighbours(
  { db, filling }: Pick<Shard, "db" | "filling">,
  first: Filled,
  count: number,
): Promise<Filled[]> {
  const companies = Array.from({ length: count }, (_, at) => ({
    id: first.id.replace(/.{4}$/, String(at + 1).padStart(4, "0")),
    nth: at + 1,
  }));
  for (const table of copied) {
    const { results } = await db
      .prepare(`select name from pragma_table_info('${table}')`)
      .all<{ name: string }>();
    const names = results.map(({ name }) => name);
    const copy = async () => {
      for (const { id, nth } of companies) {
        const own: Record<string, string> = {
          company_id: `'${id}'`,
          ...(table === "company_profiles"
            ? {
                id: `'${id}'`,
                slug: `"slug" || '-${nth}'`,
                primary_host: `'${nth}.' || "primary_host"`,
              }
            : {}),
          ...(table === "company_settings" ? { id: '"id"' } : {}),
          ...(table === "assets" ? { open_transfer_id: "null", open_gate_pass_id: "null" } : {}),
        };
        const values = names.map((name) => own[name] ?? otherId(name, nth));
        await db
          .prepare(
            `insert into "${table}" (${names.map((name) => `"${name}"`).join(", ")}) select ${values.join(", ")} from "${table}" where company_id = ?`,
          )
          .bind(first.id)
          .run();
      }
    };
    await (table === "assets" ? filling(table, copy) : copy());
  }
  for (const { id } of companies) {
    await db.prepare("delete from recall_queue where company_id = ?").bind(id).run();
    await db
      .prepare(`${assetSearchInsert("true")} order by 1`)
      .bind(id)
      .run();
  }
  return companies;
}
