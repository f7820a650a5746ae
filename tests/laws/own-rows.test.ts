import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import * as schema from "#drizzle/tenant/index.ts";
import { signedIn } from "#tests/support/client.ts";
import { tablesOf } from "#tests/support/schema.ts";
import { type World, world } from "#tests/support/world.ts";
import { readSession } from "#worker/auth/read-session.ts";
import type { CompanyDb } from "#worker/db/company-db.ts";
import { type OwnName, ownRows } from "#worker/db/own-rows.ts";
import type { Visit } from "#worker/env.ts";
import { Session } from "#worker/session.ts";

const tables = tablesOf(schema).filter((table) => "companyId" in getTableColumns(table));
const ofCommands = ["activity_log", "assertions", "idempotency_keys"];
const names = Object.keys(ownRows) as OwnName[];
const named = (some: readonly SQLiteTable[]) => some.map(getTableName);

/** Opens a session by its cookie, as the Worker does. */
async function sessionOf(w: World, kind: "admin" | "viewer"): Promise<Session> {
  const { host, id, shard } = w.companies.acme;
  const { cookie } = await signedIn(w, w.companies.acme, kind);
  const url = new URL(`http://${host}/`);
  const visit = {
    env: { TOKEN_KEYS: w.keys, PUBLIC_SCHEME: "http", PUBLIC_PORT: "", APEX_HOSTS: "localhost" },
    url,
    place: { kind: "company", hostname: host, companyId: id, shard, primaryHost: host },
    control: w.env.CONTROL_DB,
    shard: w.env[shard as "TENANT_DB_0"],
    defer: () => {},
    ...{
      meter: null,
      requestId: "own-rows",
      ip: "local",
      userAgent: null,
      nonce: undefined,
      session: null,
      refusedCredential: null,
    },
  } as unknown as Visit;
  const { session } = await readSession(new Request(url, { headers: { cookie } }), visit, "web");
  if (!(session instanceof Session)) throw new Error(`The ${kind} is not signed in`);
  return session;
}

const w = await world();
const [viewer, admin] = [await sessionOf(w, "viewer"), await sessionOf(w, "admin")];

type Handle = Pick<CompanyDb, "companyId" | "read" | "run">;

/** The tables that a handle may read and write, tried by statements that change nothing. */
async function reached(db: Handle) {
  const goes = async (statement: SQL) => {
    try {
      await db.read(db.run(statement));
      return true;
    } catch (error) {
      if (String((error as Error).cause ?? error).includes("Not a table of this handle"))
        return false;
      throw error;
    }
  };
  const found = { reads: [] as string[], writes: [] as string[] };
  for (const table of tables) {
    const mine = sql`${table} where "company_id" = ${db.companyId} and 0`;
    const writes = [
      sql`update ${table} set "id" = "id" where "company_id" = ${db.companyId} and 0`,
      sql`delete from ${mine}`,
      sql`insert into ${table} ("company_id", "id") select ${db.companyId}, '' where 0`,
    ];
    if (await goes(sql`select 1 from ${mine}`)) found.reads.push(getTableName(table));
    const written = await Promise.all(writes.map(goes));
    expect(new Set(written).size, getTableName(table)).toBe(1);
    if (written[0]) found.writes.push(getTableName(table));
  }
  return found;
}
const sorted = (some: readonly string[]) => [...new Set(some)].sort();

describe("a person's own rows", () => {
  test.each(names)("of %s are in its tables alone", async (name) => {
    const { reads, writes } = await reached(viewer.own(name));
    const own = named(ownRows[name].writes);
    expect(sorted(writes)).toEqual(sorted([...own, ...ofCommands]));
    expect(sorted(reads)).toEqual(
      sorted([...named(ownRows[name].reads), ...own, "idempotency_keys"]),
    );
  });

  test("are no other's where nothing of the work is among them", () => {
    const work = [
      "assets",
      "service_reports",
      "breakdowns",
      "stock_items",
      "vendors",
      "user_permissions",
      "team_permissions",
      "user_scopes",
    ];
    const written = names.flatMap((name) => named(ownRows[name].writes));
    expect(written.filter((table) => work.includes(table))).toEqual([]);
  });
});

test("an export reads everything and writes its line in the log", async () => {
  const { reads, writes } = await reached(admin.exporting("export-asset") as unknown as Handle);
  expect(reads).toHaveLength(tables.length);
  expect(sorted(writes)).toEqual(ofCommands);
  await expect(async () => viewer.exporting("export-asset")).rejects.toMatchObject({ status: 403 });
});
