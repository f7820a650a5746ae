import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { signedIn } from "#tests/support/client.ts";
import { brokenOff, hashOf, mapOf, shardsWith, workOf } from "#tests/support/moving.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { fill, type Twin, twins } from "#tests/support/twins.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";
import { carried } from "#worker/domain/platform/company-rows/tables.ts";
import { backUp, move, restore, stay } from "../../scripts/company/moving.ts";
import { openFile } from "../../scripts/support/direct.ts";
import { migrateOne, shardMigrations } from "../../scripts/support/migrations.ts";

const TO = "TENANT_DB_2";
const folder = mkdtempSync(join(tmpdir(), "plumbline-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let w: World;
let near: Twin;
let own: Twin;
beforeAll(async () => {
  w = await world();
  ({ near, own } = await twins(w));
});
const from = () => own.company.shard;
const elsewhere = () => ({ ...own.company, shard: TO });

test("every table with rows of companies is carried, what is pointed at first", async () => {
  const { results } = await own.db
    .prepare(
      "select name from sqlite_master where type = 'table' and sql like '%company_id%' and name <> 'transits' order by name",
    )
    .all<{ name: string }>();
  const names = carried.map(({ name }) => name);
  expect(names.filter((name) => name !== "search_index").sort()).toEqual(
    results.map(({ name }) => name),
  );
  const place = (name: string) => names.indexOf(name);
  for (const { name, references } of carried)
    for (const { table, isLoose } of references)
      if (!isLoose) expect(place(table), `${name} points at ${table}`).toBeLessThan(place(name));
});

test("references that are loosened may be empty, and every column that is kept is carried", async () => {
  for (const { name, columns, references } of carried) {
    if (name === "search_index") continue;
    const { results } = await own.db
      .prepare(`select name, "notnull" as need, hidden from pragma_table_xinfo('${name}')`)
      .all<{ name: string; need: number; hidden: number }>();
    const kept = results.filter((column) => !column.hidden).map((column) => column.name);
    expect(["company_id", ...columns].sort(), name).toEqual(kept.sort());
    const needed = new Set(results.filter(({ need }) => need).map((column) => column.name));
    for (const { column, isLoose } of references)
      if (isLoose) expect(needed.has(column), `${name}.${column}`).toBe(false);
  }
});

test("what is append-only stays so for everybody else, also where the company's rows were carried", async () => {
  const table = "ledger_events";
  const { id, seq } = await rowsOf(w, own.company).get<{ id: string; seq: number }>(
    table,
    String(own.rows[table]!.id),
  );
  const where = "where company_id = ? and id = ?";
  for (const sql of [`delete from ${table} ${where}`, `update ${table} set seq = ${seq} ${where}`])
    await expect(own.db.prepare(sql).bind(own.company.id, id).run()).rejects.toThrow(
      /ledger_events_no_/,
    );
  expect(await own.db.prepare("select count(*) as n from transits").first("n")).toBe(0);
});

test("a move that is broken off anywhere goes on or back: one copy is live, nothing is lost", async () => {
  const work = workOf(w, own.company);
  const { updated_at: now } = await rowsOf(w, own.company).get(
    "assets",
    String(own.rows.assets!.id),
  );
  const before = await hashOf(w, own.company, from());
  const beside = await hashOf(w, near.company, from());
  const { map_version } = await mapOf(w, own.company);
  const cut = (n: number) =>
    move({ ...work, databases: brokenOff(work.databases, n) }, TO).then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe("The process has ended");
        return false;
      },
    );
  for (let n = 50; !(await cut(n)); n += 130) {
    const { binding } = await mapOf(w, own.company);
    if (binding === TO) continue;
    // Nothing has changed where the company is, and what was copied is taken back.
    expect(await hashOf(w, own.company, from())).toBe(before);
    if (n > 200) continue;
    await stay(work);
    expect(await shardsWith(w, own.company)).toEqual([from()]);
    await rowsOf(w, own.company).set("assets", String(own.rows.assets!.id), { updated_at: now });
  }
  expect(await shardsWith(w, own.company)).toEqual([TO]);
  expect(await mapOf(w, own.company)).toEqual({ binding: TO, map_version: map_version + 1 });
  expect(await hashOf(w, near.company, from())).toBe(beside);
  const moved = rowsOf(w, elsewhere());
  expect(await moved.profile("map_version")).toBe(map_version + 1);
  expect(await moved.count("activity_log", "action = 'move.company'")).toBe(1);
}, 240_000);

test("a move that is broken off after the map has changed ends when it is begun anew, and can be made back", async () => {
  const work = workOf(w, own.company);
  await expect(
    move(
      {
        ...work,
        tell: (line) => {
          if (line.includes(" is in ")) throw new Error("Ended");
        },
      },
      from(),
    ),
  ).rejects.toThrow("Ended");
  expect((await mapOf(w, own.company)).binding).toBe(from());
  expect(await shardsWith(w, own.company)).toEqual([from(), TO]);
  await expect(
    rowsOf(w, elsewhere()).set("assets", String(own.rows.assets!.id), { make: "Lost" }),
  ).rejects.toThrow("company_is_held");
  await rowsOf(w, own.company).set("assets", String(own.rows.assets!.id), { make: "Kept" });
  await move(work, from());
  expect(await shardsWith(w, own.company)).toEqual([from()]);
  expect(await rowsOf(w, own.company).get("assets", String(own.rows.assets!.id))).toMatchObject({
    make: "Kept",
  });
  await expect(move(work, from())).rejects.toThrow(`is in ${from()} already`);
}, 240_000);

test("a session that is known by the host's old shard goes on in the new one; writes are refused while rows are held", async () => {
  const company = await addCompany(w.env, "wanders", 2, 0);
  await fill(w, company);
  const admin = await signedIn(w, company, "admin");
  expect((await admin.page("/dashboard")).status).toBe(200);
  const work = workOf(w, company);
  const statuses: number[] = [];
  const create = () => admin.call("POST", "/api/stores", { name: `Store ${newId()}` });
  const tell = async (line: string) => {
    if (line !== "The company reads only") return;
    const held = await create();
    statuses.push(held.status, (await admin.page("/dashboard")).status);
    expect(held.message).toContain("moved to another place");
  };
  await move({ ...work, tell, rest: 1_500 }, TO);
  expect(statuses).toEqual([503, 200]);
  expect((await create()).status).toBe(201);
  expect((await admin.page("/dashboard")).status).toBe(200);
  expect(await shardsWith(w, company)).toEqual([TO]);
  expect(await rowsOf(w, { ...company, shard: TO }).count("stores", "name like 'Store %'")).toBe(1);
}, 240_000);

test("a backup is restored into another shard as it was, and is told what the platform says now", async () => {
  const company = await addCompany(w.env, "returns", 2, 0);
  const twin = await fill(w, company);
  const work = workOf(w, company);
  const { db, close } = openFile(join(folder, "returns.sqlite"));
  await migrateOne(db, shardMigrations);
  await backUp(work, db);
  const before = await hashOf(w, company, company.shard);
  const shard = rowsOf(w, company);
  await shard.set("assets", String(twin.rows.assets!.id), { make: "Damaged" });
  await w.env.CONTROL_DB.prepare(
    "update companies set status = 'suspended', map_version = map_version + 1 where id = ?",
  )
    .bind(company.id)
    .run();
  let asRestored = "";
  const tell = async (line: string) => {
    if (line.startsWith("Dump equals dump")) asRestored = await hashOf(w, company, TO);
  };
  await restore({ ...work, tell }, db, TO);
  close();
  expect(asRestored).toBe(before);
  expect(await shardsWith(w, company)).toEqual([TO]);
  const restored = rowsOf(w, { ...company, shard: TO });
  expect((await restored.get("assets", String(twin.rows.assets!.id))).make).not.toBe("Damaged");
  expect(await restored.profile("status")).toBe("suspended");
  expect(await restored.profile("map_version")).toBe((await mapOf(w, company)).map_version);
}, 240_000);
