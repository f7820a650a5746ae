import { getTableName } from "drizzle-orm";
import { expect } from "vitest";
import * as tenant from "#drizzle/tenant/index.ts";
import { type Client, signedIn } from "./client.ts";
import { type Rows, rowsOf } from "./rows.ts";
import { tablesOf } from "./schema.ts";
import { addCompany, type Company, type World } from "./world.ts";

type Made = { made: number };
/** What a removal answers. */
export type Removed = { removed: number; kept: string[] };
export type Trial = { company: Company; rows: Rows; admin: Client };

let tried = 0;
/** A company without anything but its people. */
export async function trialOf(w: World, serviceType: 0 | 1 | 2): Promise<Trial> {
  const company = await addCompany(w.env, `trial-${++tried}`, serviceType, tried % 2);
  const admin = await signedIn(w, company, "admin");
  return { company, rows: rowsOf(w, company), admin };
}
export const make = ({ admin }: Trial, key?: string) =>
  admin.call<Made>("POST", "/api/sample-data", undefined, key ? { "idempotency-key": key } : {});
export const remove = ({ admin }: Trial, key?: string) =>
  admin.call<Removed>(
    "DELETE",
    "/api/sample-data",
    undefined,
    key ? { "idempotency-key": key } : {},
  );

/** The same with its sample data. */
export async function sampledOf(w: World, serviceType: 0 | 1 | 2): Promise<Trial> {
  const one = await trialOf(w, serviceType);
  expect((await make(one)).status).toBe(200);
  return one;
}

/** What is written whatever is done: who did what, and what a request was answered. */
const besides = ["activity_log", "idempotency_keys", "sessions", "company_jobs"];
const kept = tablesOf(tenant)
  .map(getTableName)
  .filter((name) => !besides.includes(name));
const nought: Record<string, string> = { counters: "value", due_days: "count" };
const mayMove: Record<string, string[]> = { users: ["last_login_at"] };

/** Every row of a company's tables, and its words in the search; a count of nothing is none. */
export async function whole({ rows, company }: Trial): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const table of kept) {
    const found = await rows.all<Record<string, unknown>>(
      `select * from ${table} where company_id = ? order by id`,
    );
    all[table] = found
      .filter((row) => (nought[table] ? row[nought[table]] !== 0 : true))
      .map((row) =>
        Object.fromEntries(
          Object.entries(row).filter(
            ([key]) => !mayMove[table]?.includes(key) && !["updated_at", "version"].includes(key),
          ),
        ),
      );
  }
  const word = company.id.replaceAll("-", "");
  const { results } = await rows.db
    .prepare("select kind, words from search_index where company match ? and record_id <> ''")
    .bind(word)
    .all();
  all.search_index = results;
  return all;
}

/** Counters of the company that are not what its records say. */
export async function miscounted({ rows }: Trial) {
  const figures: [name: string, sql: string][] = [
    ["assets.total", "select count(*) from assets where company_id = ?1 and deleted_at is null"],
    ["calls.total", "select count(*) from breakdowns where company_id = ?1"],
    ["calls.open", "select count(*) from breakdowns where company_id = ?1 and status = 'new'"],
    [
      "assets.condition:working",
      "select count(*) from assets where company_id = ?1 and deleted_at is null and condition = 'working'",
    ],
    [
      "assets.condition:not_working",
      "select count(*) from assets where company_id = ?1 and deleted_at is null and condition = 'not_working'",
    ],
    [
      "assets.unpriced",
      "select count(*) from assets where company_id = ?1 and deleted_at is null and purchase_cost_minor is null",
    ],
    [
      "stock.low",
      "select count(*) from stock_items where company_id = ?1 and deleted_at is null and quantity <= min_qty",
    ],
  ];
  const wrong: unknown[] = [];
  for (const [name, sql] of figures) {
    const [is, says] = [await rows.counter(name), (await rows.value(sql)) ?? 0];
    if (is !== says) wrong.push([name, is, says]);
  }
  const [count, devices] = [
    await rows.profile("asset_count"),
    await rows.count("assets", "deleted_at is null"),
  ];
  return count === devices ? wrong : [...wrong, ["asset_count", count, devices]];
}

export const idOf = async ({ rows }: Trial, table: string, where = "1") =>
  (await rows.value<string>(
    `select id from ${table} where company_id = ?1 and deleted_at is null and ${where} order by id`,
  ))!;
