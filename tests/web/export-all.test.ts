import { strFromU8, unzipSync } from "fflate";
import Papa from "papaparse";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, d1Of } from "#tests/support/client.ts";
import { shardOf } from "#tests/support/report.ts";
import { fill, type Twin } from "#tests/support/twins.ts";
import { addCompany, insert, type World, world } from "#tests/support/world.ts";

let w: World;
let own: Twin;
let near: Twin;
let db: D1Database;
let admin: Client;
beforeAll(async () => {
  w = await world();
  own = await fill(w, await addCompany(w.env, "exporting", 2, 0));
  near = await fill(w, await addCompany(w.env, "beside", 2, 0));
  db = shardOf(w, own.company);
  admin = await clientOf(w, own.company.host, own.company.users.admin.email);
});

async function exported() {
  const answer = await admin.page("/settings/export.zip");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename="exporting-\d{4}-\d\d-\d\d\.zip"$/,
  );
  expect(d1Of(answer).trips).toBeLessThanOrEqual(2);
  const files = Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer()))).map(
    ([name, bytes]) => [name, strFromU8(bytes)] as const,
  );
  return new Map(files);
}
const rowsOf = (text = "") =>
  Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ""), {
    header: true,
    skipEmptyLines: true,
  }).data;

test("an Admin gets every row of the company and none of another, without what signs anybody in", async () => {
  const more = Array.from({ length: 1_200 }, (_, n) => ({
    ...own.rows.vendors!,
    id: newId(),
    name: `Vendor ${n}`,
    code: null,
  }));
  for (let at = 0; at < more.length; at += 400)
    await insert(db, "vendors", ...more.slice(at, at + 400));
  await db
    .prepare("update vendors set name = '=cmd()' where company_id = ? and id = ?")
    .bind(own.company.id, more[0]!.id)
    .run();
  const files = await exported();
  expect(files.get("read-me.txt")).toContain("All data of exporting (exporting.localhost)");
  const all = [...files.values()].join("\n");
  for (const [table, row] of Object.entries(near.rows))
    expect([table, all.includes(String(row.id))]).toEqual([table, false]);
  const vendors = rowsOf(files.get("vendors.csv"));
  const there = await db
    .prepare("select count(*) as n from vendors where company_id = ?")
    .bind(own.company.id)
    .first<{ n: number }>();
  expect(there!.n).toBeGreaterThan(1_200);
  expect(new Set(vendors.map(({ id }) => id)).size).toBe(there!.n);
  expect(vendors.find(({ id }) => id === more[0]!.id)!.name).toBe("'=cmd()");
  const [item] = rowsOf(files.get("stock_items.csv"));
  expect(item).toMatchObject({
    id: own.rows.stock_items!.id,
    rate: "12.50",
    quantity: "40",
    is_active: "yes",
  });
  expect(item!.created_at).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(rowsOf(files.get("media.csv"))[0]).toMatchObject({ file_name: "twin.png" });
  const users = rowsOf(files.get("users.csv"));
  expect(users.map(({ email }) => email)).toContain(own.company.users.admin.email);
  for (const text of files.values())
    expect(text.split("\r\n")[0]).not.toMatch(/password|token|secret/);
  expect(all).not.toContain("$argon2id$");
});

test("every table of the company is a file, but for what the application keeps for its own work", async () => {
  const files = await exported();
  const { results } = await db
    .prepare("select name from pragma_table_list where type = 'table' and name not like 'sqlite%'")
    .all<{ name: string }>();
  const tables = results
    .map(({ name }) => name)
    .filter((name) => !/^(search_index|d1_|_cf)/.test(name));
  expect(tables.filter((name) => !files.has(`${name}.csv`)).sort()).toEqual([
    "applied_messages",
    "assertions",
    "company_jobs",
    "counters",
    "idempotency_keys",
    "import_rows",
    "outbox",
    "public_reports",
    "sessions",
    "user_tokens",
  ]);
});

test("it is an Admin's alone, is logged, and counts among the five exports in five minutes", async () => {
  const engineer = await clientOf(w, own.company.host, own.company.users.engineer.email);
  expect((await engineer.page("/settings/export.zip")).status).toBe(403);
  for (let n = 0; n < 3; n++) await exported();
  const sixth = await admin.page("/settings/export.zip");
  expect([sixth.status, sixth.headers.get("retry-after")]).toEqual([429, "300"]);
  const { results } = await db
    .prepare(
      "select entity_label, actor_name from activity_log where company_id = ? and action = 'export.settings'",
    )
    .bind(own.company.id)
    .all();
  expect(results).toEqual(
    Array.from({ length: 5 }, () => ({
      entity_label: "All data",
      actor_name: "admin of exporting",
    })),
  );
});
