import { getTableColumns, getTableName } from "drizzle-orm";
import { gunzipSync, strFromU8, unzipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import * as schema from "#drizzle/tenant/index.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { minute, night } from "#tests/support/clock.ts";
import { colleague } from "#tests/support/person.ts";
import { companyDb, type Rows, rowsOf } from "#tests/support/rows.ts";
import { snake, tablesOf } from "#tests/support/schema.ts";
import { fill, type Twin } from "#tests/support/twins.ts";
import { addCompany, companyToday, inserting, type World, world } from "#tests/support/world.ts";
import {
  type Going,
  goOnWithExports,
  partKey,
  piecesIn,
} from "#worker/domain/company-export/go-on.ts";
import { type Bounds, exportPart } from "#worker/domain/company-export/part.ts";
import {
  columnsLeftOut,
  exportedTables,
  tablesLeftOut,
} from "#worker/domain/company-export/tables.ts";
import { openCompany, openControl } from "#worker/tenancy/shard-door.ts";

let w: World;
let own: Twin;
let near: Twin;
let shard: Rows;
let admin: Client;

beforeAll(async () => {
  w = await world();
  own = await fill(w, await addCompany(w.env, "exporting", 2, 0));
  near = await fill(w, await addCompany(w.env, "beside", 2, 0));
  shard = rowsOf(w, own.company);
  admin = await signedIn(w, own.company, "admin");
});

const DAY_MS = 86_400_000;
const control = () => w.env.CONTROL_DB;
const asking = (by: Client = admin) => by.api("/api/company-exports", { method: "POST" });
const last = () =>
  control()
    .prepare("select * from company_exports where company_id = ? order by id desc limit 1")
    .bind(own.company.id)
    .first<{ id: string; status: string; parts: number; counts: string; ready_until: number }>();
/** Those of today count against the three a day; a test begins without any. */
const forgotten = () =>
  control().prepare("delete from company_exports where company_id = ?").bind(own.company.id).run();

/** Asks for a set, waits until it is made, and opens it. */
async function taken() {
  await forgotten();
  expect((await asking()).status).toBe(201);
  await minute(w);
  const row = (await last())!;
  expect(row.status).toBe("ready");
  const answer = await admin.page(`/settings/export/${row.id}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const zip = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const files = new Map(Object.entries(zip).map(([name, bytes]) => [name, strFromU8(bytes)]));
  /** The lines of a table, of all its files. */
  const rowsIn = (table: string) =>
    [...files]
      .filter(([name]) => name.replace(/-\d+\.jsonl$/, "") === table)
      .flatMap(([, text]) => linesOf(text));
  return { row, zip, files, rowsIn };
}
const linesOf = (text = "") =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("what is exported", () => {
  test("every table of a company is, or is declared as left out with a reason", () => {
    const named = (tables: Iterable<unknown>) =>
      [...tables].map((table) => getTableName(table as (typeof schema)["users"])).sort();
    const every = tablesOf(schema);
    const exported = new Set(exportedTables.map(({ name }) => name));
    expect(named(every.filter((table) => !exported.has(getTableName(table))))).toEqual(
      named(tablesLeftOut.keys()),
    );
    for (const why of tablesLeftOut.values()) expect(why).not.toBe("");
    const lettingIn = every
      .map((table) => getTableName(table))
      .filter((name) => /session|token|outbox|idempotency/.test(name));
    expect(lettingIn.length).toBeGreaterThan(4);
    expect(lettingIn.filter((name) => exported.has(name))).toEqual([]);
  });

  test("every column is, but those that let somebody in", () => {
    const harmless = ["mustChangePassword", "prevHash", "hash", "sha256", "contentHash"];
    for (const table of tablesOf(schema)) {
      const name = getTableName(table);
      const one = exportedTables.find((exported) => exported.name === name);
      if (!one) continue;
      const all = Object.keys(getTableColumns(table));
      const out = columnsLeftOut[name] ?? [];
      expect(one.columns, name).toEqual(
        all.filter((column) => column !== "companyId" && !out.includes(column)),
      );
      const suspicious = one.columns.filter((column) =>
        /password|token|secret|totp|recovery|credential|privateKey|hash/i.test(column),
      );
      expect(
        suspicious.filter((column) => !harmless.includes(column)),
        name,
      ).toEqual([]);
    }
    for (const [name, columns] of Object.entries(columnsLeftOut)) {
      const table = tablesOf(schema).find((one) => getTableName(one) === name)!;
      expect(Object.keys(getTableColumns(table)), name).toEqual(
        expect.arrayContaining([...columns]),
      );
    }
  });
});

describe("a set", () => {
  test("holds every row of the company and none of another, without what lets anybody in", async () => {
    const more = Array.from({ length: 5_000 }, (_, n) => ({
      ...own.rows.vendors!,
      id: newId(),
      name: `Vendor ${n}`,
      code: null,
    }));
    await shard.add("vendors", ...more);
    // What the clock finds to do is done before rows are counted.
    await minute(w);
    const countAll = async () =>
      new Map(
        await Promise.all(
          exportedTables.map(async ({ name }) => [name, await shard.count(name)] as const),
        ),
      );
    const before = await countAll();
    const { files, row, rowsIn } = await taken();
    const after = await countAll();
    expect(row.parts).toBeGreaterThan(1);
    for (const { name } of exportedTables) {
      const rows = rowsIn(name);
      // The set's own download is logged after it was made, and the clock of its minute may tell somebody something.
      expect(rows.length, name).toBeGreaterThanOrEqual(before.get(name)!);
      expect(rows.length, name).toBeLessThanOrEqual(after.get(name)!);
      expect(new Set(rows.map(({ id }) => id)).size, name).toBe(rows.length);
      for (const line of rows) expect(line, name).not.toHaveProperty("company_id");
    }
    const everything = [...files.values()].join("\n");
    for (const [table, row] of Object.entries(near.rows))
      expect(everything.includes(String(row.id)), table).toBe(false);
    expect(everything).not.toContain("$argon2id$");
    for (const [table, columns] of Object.entries(columnsLeftOut))
      for (const line of rowsIn(table))
        for (const column of columns) expect(line, table).not.toHaveProperty(snake(column));
    const [user] = rowsIn("users");
    expect(user!.created_at).toMatch(/^\d{4}-\d\d-\d\dT/);
    const [file] = rowsIn("media");
    expect(file).toMatchObject({ file_name: "twin.png", sha256: expect.any(String) });
    expect(file!.bytes).toBeGreaterThan(0);
  });

  test("says of itself what it holds", async () => {
    const { files, zip } = await taken();
    expect(files.get("read-me.txt")).toContain("All data of exporting (exporting.localhost)");
    const manifest = JSON.parse(files.get("manifest.json")!) as {
      files: { name: string; rows: number; bytes: number; sha256: string }[];
      without_rows: string[];
    };
    for (const { name, rows, bytes, sha256 } of manifest.files) {
      const stored = zip[name]!;
      expect([name, linesOf(files.get(name)).length, stored.length]).toEqual([name, rows, bytes]);
      const hash = await crypto.subtle.digest("SHA-256", new Uint8Array(stored));
      expect(Buffer.from(hash).toString("hex")).toBe(sha256);
    }
    const listed = manifest.files.map(({ name }) => name.replace(/-\d+\.jsonl$/, ""));
    expect([...new Set(listed), ...manifest.without_rows].sort()).toEqual(
      exportedTables.map(({ name }) => name).sort(),
    );
  });

  test("is made in parts that are bounded, whatever their bounds, each row once", async () => {
    const db = companyDb(shard);
    const bounds = { rows: 7, letters: 20_000, tables: 3 };
    const ids = new Map<string, string[]>();
    let parts = 0;
    for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; ) {
      const part = await exportPart(db, cursor, bounds);
      isFirst = false;
      expect(part.pieces.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(bounds.rows);
      for (const { table, packed, size } of part.pieces) {
        const text = strFromU8(gunzipSync(packed));
        expect(new TextEncoder().encode(text).length).toBe(size);
        if (linesOf(text).length > 1) expect(text.length, table).toBeLessThan(bounds.letters * 2);
        ids.set(table, [...(ids.get(table) ?? []), ...linesOf(text).map(({ id }) => String(id))]);
      }
      cursor = part.next;
      if (++parts > 1_500) throw new Error("It does not end");
    }
    for (const { name } of exportedTables) {
      const all = await shard.all<{ id: string }>(
        `select id from ${name} where company_id = ? order by id`,
      );
      expect(ids.get(name) ?? [], name).toEqual(all.map(({ id }) => id));
    }
  });

  test("can be asked for and taken while the company is suspended", async () => {
    await shard.setProfile({ period_end: addDays(companyToday(), -60) });
    try {
      const page = await (await admin.page("/subscription")).text();
      expect(page).toContain("Your subscription has ended.");
      expect(page).toContain("Put my data together");
      const { rowsIn } = await taken();
      expect(rowsIn("assets")).toHaveLength(await shard.count("assets"));
    } finally {
      await shard.setProfile({ period_end: null });
    }
  });

  test("is an Admin's alone, and of the company alone", async () => {
    await taken();
    const { id } = (await last())!;
    const user = await colleague(
      w,
      own.company,
      "view-settings",
      "edit-settings",
      "export-settings",
    );
    expect((await asking(user.client)).status).toBe(403);
    expect((await user.client.page(`/settings/export/${id}`)).status).toBe(403);
    expect((await user.client.api(`/api/company-exports/${id}/file`)).status).toBe(403);
    const other = await signedIn(w, near.company, "admin");
    expect((await other.page(`/settings/export/${id}`)).status).toBe(404);
    const logged = await shard.all<{ entity_label: string }>(
      "select entity_label from activity_log where company_id = ? and action = 'export.settings'",
    );
    expect(logged.length).toBeGreaterThan(0);
  });

  test("is one at a time, three a day, and whoever asked gets a letter", async () => {
    await forgotten();
    const both = await Promise.all([asking(), asking()]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    await minute(w);
    const { id } = (await last())!;
    const letter = await control()
      .prepare("select payload from outbox where dedupe_key = ?")
      .bind(`export-ready:${id}`)
      .first<string>("payload");
    expect(letter).toContain("The data of exporting is ready");
    for (let n = 0; n < 2; n++) {
      expect((await asking()).status).toBe(201);
      await minute(w);
    }
    expect((await asking()).status).toBe(429);
  });

  test("is whole where two messages make the same part: the first one's is kept", async () => {
    await forgotten();
    // No message of the queue is about it.
    const [id, at] = [newId(), Date.now()];
    await control().batch([
      inserting(control(), "company_exports", {
        ...{ id, company_id: own.company.id, status: "queued", created_at: at, updated_at: at },
        requested_by: own.company.users.admin.id,
        ...{ requester_name: "Admin", requester_email: own.company.users.admin.email },
      }),
    ]);
    const { MEDIA } = w.env;
    const keyOf = (part: number) => partKey({ companyId: own.company.id, id }, part);
    const going = (env: World["env"], bounds?: Bounds): Going => ({
      ...{ env: env as never, db: openControl(env as never), at: Date.now() },
      open: (binding, id) => openCompany(env as never, binding, id),
      ...(bounds ? { bounds } : {}),
    });
    let isFirst = true;
    // It looks before the other one has written, and writes after it.
    const late = {
      head: async (key: string) => {
        const there = await MEDIA.head(key);
        if (isFirst) {
          isFirst = false;
          await goOnWithExports(going(w.env));
        }
        return there;
      },
      put: MEDIA.put.bind(MEDIA),
      delete: MEDIA.delete.bind(MEDIA),
    };
    await goOnWithExports(
      going({ ...w.env, MEDIA: late as never }, { rows: 3, letters: 1_000, tables: 1 }),
    );
    while (["queued", "running"].includes((await last())!.status)) await minute(w);
    const row = (await last())!;
    const kept: Record<string, number> = {};
    for (let part = 0; part < row.parts; part++) {
      const { customMetadata } = (await MEDIA.head(keyOf(part)))!;
      for (const { table, rows } of piecesIn(customMetadata!.list!))
        kept[table] = (kept[table] ?? 0) + rows;
    }
    expect(kept).toEqual(JSON.parse(row.counts));
    expect(kept.users).toBe(await shard.count("users"));
  });

  test("goes after seven days, with its files", async () => {
    await taken();
    const row = (await last())!;
    const prefix = `c/${own.company.id}/exports/${row.id}/`;
    expect((await w.env.MEDIA.list({ prefix })).objects).toHaveLength(row.parts);
    expect(row.ready_until).toBeGreaterThan(Date.now() + 6.9 * DAY_MS);
    const until = (at: number) =>
      control()
        .prepare("update company_exports set ready_until = ? where id = ?")
        .bind(at, row.id)
        .run();
    await until(Date.now() - 1);
    expect((await admin.page(`/settings/export/${row.id}`)).status, "before the night").toBe(404);
    await until(row.ready_until);
    await night(w, Date.now() + 8 * DAY_MS);
    expect((await last())!.status).toBe("expired");
    expect((await w.env.MEDIA.list({ prefix })).objects).toEqual([]);
    expect((await admin.page(`/settings/export/${row.id}`)).status).toBe(404);
  });
});
