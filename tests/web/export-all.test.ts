import { strFromU8, unzipSync } from "fflate";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { d1Of, signedIn } from "#tests/support/client.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { fill } from "#tests/support/twins.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const own = await fill(w, await addCompany(w.env, "exporting", 2, 0));
const near = await fill(w, await addCompany(w.env, "beside", 2, 0));
const shard = rowsOf(w, own.company);
const admin = await signedIn(w, own.company, "admin");

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
const tableOf = (text = "") =>
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
  await shard.add("vendors", ...more);
  await shard.set("vendors", more[0]!.id, { name: "=cmd()" });
  const files = await exported();
  expect(files.get("read-me.txt")).toContain("All data of exporting (exporting.localhost)");
  const everything = [...files.values()].join("\n");
  for (const [table, row] of Object.entries(near.rows))
    expect(everything.includes(String(row.id)), table).toBe(false);
  const vendors = tableOf(files.get("vendors.csv"));
  expect(vendors.length).toBeGreaterThan(1_200);
  expect(new Set(vendors.map(({ id }) => id)).size).toBe(await shard.count("vendors"));
  expect(vendors.find(({ id }) => id === more[0]!.id)!.name).toBe("'=cmd()");
  const [item] = tableOf(files.get("stock_items.csv"));
  expect(item).toMatchObject({
    id: own.rows.stock_items!.id,
    rate: "12.50",
    quantity: "40",
    is_active: "yes",
  });
  expect(item!.created_at).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(tableOf(files.get("media.csv"))[0]).toMatchObject({ file_name: "twin.png" });
  const users = tableOf(files.get("users.csv"));
  expect(users.map(({ email }) => email)).toContain(own.company.users.admin.email);
  for (const text of files.values())
    expect(text.split("\r\n")[0]).not.toMatch(/password|token|secret/);
  expect(everything).not.toContain("$argon2id$");
});

test("every table of the company is a file, but for what the application keeps for its own work", async () => {
  const files = await exported();
  const { results } = await shard.db
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
    "due_months",
    "idempotency_keys",
    "import_rows",
    "outbox",
    "public_reports",
    "public_tries",
    "sessions",
    "transits",
    "user_tokens",
  ]);
});

test("it is an Admin's alone, is logged, and counts among the five exports in five minutes", async () => {
  const engineer = await signedIn(w, own.company, "engineer");
  expect((await engineer.page("/settings/export.zip")).status).toBe(403);
  for (let n = 0; n < 3; n++) await exported();
  const sixth = await admin.page("/settings/export.zip");
  expect([sixth.status, sixth.headers.get("retry-after")]).toEqual([429, "300"]);
  const logged = await shard.all(
    "select entity_label, actor_name from activity_log where company_id = ? and action = 'export.settings'",
  );
  expect(logged).toEqual(
    Array(5).fill({ entity_label: "All data", actor_name: "admin of exporting" }),
  );
});
