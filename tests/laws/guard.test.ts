import { and, eq, isNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import {
  activityLog,
  assets,
  departments,
  serviceReports,
  users,
  vendors,
} from "#drizzle/tenant/index.ts";
import { dump, twins } from "#tests/support/twins.ts";
import { world } from "#tests/support/world.ts";
import { CompanyDb } from "#worker/db/company-db.ts";
import { companyWord, guarded } from "#worker/db/guard.ts";
import { vendors as vendorsEntity } from "#worker/domain/masters/vendors.ts";
import type { Session } from "#worker/session.ts";

const w = await world();
const t = await twins(w);
const d1 = guarded(t.own.db, t.own.company.id);
const ours = () => t.own.company.id;
const theirs = () => t.near.company.id;
const stamp = () => ({
  actorKind: "user" as const,
  actorId: t.own.company.users.admin.id,
  actorName: "admin",
  via: "api" as const,
  ip: null,
  userAgent: null,
  requestId: newId(),
});
const open = () => new CompanyDb(t.own.db, ours(), stamp());

describe("the guard on D1", () => {
  test("refuses a statement that names an owned table without the company", () => {
    for (const statement of [
      `select * from "assets"`,
      `select * from "assets" where "id" = ?`,
      `select * from "assets" where "assets"."company_id" = ? and "id" in (select "asset_id" from "breakdowns")`,
      `select * from "assets" inner join "departments" on "departments"."id" = "assets"."department_id" where "assets"."company_id" = ?`,
      `update "assets" set "name" = ?`,
      `delete from "vendors" where "id" = ?`,
      `SELECT * FROM assets`,
      `insert into "vendors" ("id", "name") values (?, ?)`,
      `select * from "assets", "vendors" where "assets"."company_id" = ?`,
      `select * from "assets" where "company_id" = ? or 1 = 1`,
      `select * from "assets" where not ("company_id" = ?)`,
      `select * from "assets" inner join "vendors" on 1 where "assets"."company_id" = ? and "assets"."company_id" = ?`,
      `select * from "assets" as "x" inner join "assets" as "y" on "x"."company_id" = "y"."company_id"`,
      "select * from `assets`",
      "select * from [assets]",
      `update "assets" set "company_id" = ? where "company_id" = ?`,
      `select * from "search_index"`,
    ])
      expect(() => d1.prepare(statement), statement).toThrow("Not scoped to a company");
  });

  test("refuses a statement that it cannot read", () => {
    for (const statement of [
      `select * from (assets)`,
      `select * from "sqlite_master"`,
      `select * from "search_index_content"`,
      `select 1; delete from "assets"`,
      `pragma table_list`,
      `select * from "assets" where "company_id" = :company`,
    ])
      expect(() => d1.prepare(statement), statement).toThrow("Not readable to the guard");
  });

  test("refuses a statement that is bound to another company, wherever the company stands", () => {
    const bound =
      (statement: string, ...values: unknown[]) =>
      () =>
        d1.prepare(statement).bind(...values);
    const cases: [string, unknown[]][] = [
      [`select * from "assets" where "assets"."company_id" = ?`, [theirs()]],
      [
        `select '?' from "assets" where "name" = ? and "assets"."company_id" = ?`,
        [ours(), theirs()],
      ],
      [
        `update "assets" set "name" = ? where "company_id" = ? and "id" = ?`,
        [ours(), theirs(), "x"],
      ],
      [
        `insert into "vendors" ("company_id", "id", "name") values (?, ?, ?)`,
        [theirs(), "x", ours()],
      ],
      [
        `insert into "vendors" ("company_id", "id") values (?, ?), (?, ?)`,
        [ours(), "x", theirs(), "y"],
      ],
      [
        `insert into "vendors" ("company_id", "id") select ?, "id" from json_each(?)`,
        [theirs(), "[]"],
      ],
    ];
    for (const [statement, values] of cases)
      expect(bound(statement, ...values), statement).toThrow("Bound to another company");
    expect(bound(`select * from "assets" where "assets"."company_id" = ?`, ours())).not.toThrow();
    expect(() =>
      d1.prepare(`select * from "assets" where "assets"."company_id" = ?`).all(),
    ).toThrow("Not bound to a company");
  });

  test("refuses a search among all companies' words", async () => {
    const search = d1.prepare("select record_id from search_index where search_index match ?");
    const word = companyWord(ours());
    for (const words of [
      'words : "twin"*',
      `company : ${companyWord(theirs())} AND words : "twin"*`,
      `company : ${word} OR words : "twin"*`,
      `company : ${word} AND words : ("twin"*) OR words : "own"*`,
      `company : ${word}a AND words : "twin"*`,
      `words : "company : ${word} AND"`,
      `company : ${word}) OR (words : "twin"*`,
      `company : ${word} ) OR ( words : "twin"*`,
      null,
    ])
      expect(() => search.bind(words), String(words)).toThrow("Bound to another company");
    for (const words of [
      `company : ${word} AND words : ("twin"* OR "own"*)`,
      `company: ${word} words: "a OR b"`,
      `company : ${word}`,
    ])
      expect(() => search.bind(words), words).not.toThrow();
    const among = d1.prepare(
      "select company from search_index where search_index match ? and search_index match ?",
    );
    const others = `words : "twin"* OR company : ${companyWord(theirs())}`;
    expect(() => among.bind(others, `company : ${word}`)).toThrow("Bound to another company");
    const { results } = await among.bind(`company : ${word}`, others).all<{ company: string }>();
    expect(new Set(results.map(({ company }) => company))).toEqual(new Set([word]));
    const removal = d1.prepare("delete from search_index where company = ?");
    expect(() => removal.bind(companyWord(theirs()))).toThrow("Bound to another company");
    expect(() => removal.bind(word)).not.toThrow();
  });

  test("has no way round", () => {
    for (const way of ["exec", "dump", "withSession"] as const)
      expect(() => d1[way as "exec"], way).toThrow("is not available");
  });
});

describe("a company's database", () => {
  test("writes under its own name, whatever the values say", async () => {
    const db = open();
    const id = newId();
    await db.read(
      db.inserting(vendors, {
        id,
        companyId: theirs(),
        name: `Guard ${id}`,
        phone: "4321",
        isSupplier: true,
      }),
    );
    const row = await t.own.db
      .prepare("select company_id from vendors where id = ?")
      .bind(id)
      .first<{ company_id: string }>();
    expect(row?.company_id).toBe(ours());
  });

  test("neither sees, changes nor removes what is another's", async () => {
    const before = await dump(t.near);
    const db = open();
    const id = String(t.near.rows.vendors!.id);
    expect(await db.find(vendors, id)).toBeUndefined();
    await db.read(db.updating(vendors, eq(vendors.id, id), { name: "taken" }));
    await db.read(db.removing(vendors, eq(vendors.id, id)));
    const [rows] = await db.read(db.select().from(assets).where(db.ofOwner(assets)));
    expect(rows.every((row) => row.companyId === ours())).toBe(true);
    expect(await dump(t.near)).toEqual(before);
  });

  test("cannot be asked for a table that belongs to nobody", () => {
    expect(() => open().ofOwner({} as typeof vendors)).toThrow();
  });

  test("the database itself refuses a row that points at another company's", async () => {
    const db = open();
    const values = {
      id: newId(),
      name: `Points ${newId()}`,
      locationId: String(t.near.rows.locations!.id),
    };
    await expect(db.read(db.inserting(departments, values))).rejects.toThrow(
      /FOREIGN KEY|Failed query/,
    );
  });

  test("a command is all or nothing", async () => {
    const db = open();
    const before = await dump(t.own);
    const id = newId();
    const work = db.commit({
      writes: [
        db.inserting(vendors, { id, name: `Half ${id}`, phone: "4321", isSupplier: true }),
        db.assert("state", db.exists(users, and(eq(users.id, "nobody"))!)),
      ],
      activity: { action: "create.vendor", kind: "vendor", id, label: "Half" },
      answer: { status: 201, message: "", data: null },
    });
    await expect(work).rejects.toMatchObject({ status: 409 });
    expect(await dump(t.own)).toEqual(before);
  });

  test("of two editors who both read before either saved, one saves", async () => {
    const id = String(t.own.rows.vendors!.id);
    const read = await open().find(vendors, id);
    const waiting: (() => void)[] = [];
    const both = new Promise<void>((resolve) => waiting.push(resolve));
    let arrived = 0;
    const editor = (name: string) => {
      let calls = 0;
      const batch = async (statements: D1PreparedStatement[]) => {
        const results = await t.own.db.batch(statements);
        if (calls++ === 0) {
          if (++arrived === 2) for (const go of waiting) go();
          await both;
        }
        return results;
      };
      const door = new Proxy(t.own.db, {
        get: (target, key) => (key === "batch" ? batch : Reflect.get(target, key).bind(target)),
      });
      const session = {
        authorize: () => new CompanyDb(door, ours(), stamp()),
      } as unknown as Session;
      return vendorsEntity.update(session, id, {
        name,
        phone: "4321",
        isSupplier: true,
        version: read!.version,
      });
    };
    const ended = await Promise.allSettled([editor("First editor"), editor("Second editor")]);
    expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(
      (ended.find(({ status }) => status === "rejected") as PromiseRejectedResult).reason,
    ).toMatchObject({ status: 409 });
  });

  test("what is in the log stays as it is", async () => {
    const db = open();
    const about = newId();
    const activity = { action: "create.vendor", kind: "vendor", id: about, label: "Log" };
    await db.commit({ writes: [], activity, answer: { status: 200, message: "", data: null } });
    const [[before]] = await db.read(
      db
        .select()
        .from(activityLog)
        .where(
          db.ofOwner(
            activityLog,
            and(eq(activityLog.entityId, about), isNull(activityLog.assetId)),
          ),
        )
        .limit(1),
    );
    const id = before!.id;
    const change = (column: string) =>
      t.own.db.prepare(`update activity_log set ${column} = 'x' where id = ?`).bind(id).run();
    for (const column of ["action", "actor_name", "entity_id", "changes", "at"])
      await expect(change(column)).rejects.toThrow(/activity_log_no_/);
    const rewrites = Object.keys(t.own.rows.activity_log!).filter(
      (column) => !["seq", "prev_hash", "hash"].includes(column),
    );
    for (const column of rewrites)
      await expect(
        change(`seq = 1000000, prev_hash = 'a', hash = 'b', ${column}`),
        column,
      ).rejects.toThrow(/activity_log_no_/);
    await t.own.db
      .prepare("update activity_log set seq = 1000000, prev_hash = 'a', hash = 'b' where id = ?")
      .bind(id)
      .run();
    for (const change of [
      `update activity_log set action = 'x' where id = ?`,
      `delete from activity_log where id = ?`,
    ])
      await expect(t.own.db.prepare(change).bind(id).run()).rejects.toThrow(/activity_log_no_/);
    expect(await db.find(activityLog, id)).toEqual({
      ...before,
      seq: 1_000_000,
      prevHash: "a",
      hash: "b",
    });
  });
});

describe("a company's database for a person limited to a Location", () => {
  const elsewhere = () => ({
    departments: ["none of these"],
    userId: t.own.company.users.viewer.id,
  });
  const limited = () => new CompanyDb(t.own.db, ours(), stamp(), elsewhere());
  const hidden = () => String(t.own.rows.assets!.id);

  test("neither sees, changes nor removes a device elsewhere, or what is about it", async () => {
    const before = await dump(t.own);
    const db = limited();
    expect(await db.find(assets, hidden())).toBeUndefined();
    for (const [table, id] of [
      [assets, hidden()],
      [serviceReports, String(t.own.rows.service_reports!.id)],
    ] as const) {
      await db.read(db.updating(table, eq(table.id, id), { updatedAt: 7 }));
      await db.read(db.updatingAll(table, [{ id, updatedAt: 7 }]));
      await db.read(db.removing(table, eq(table.id, id)));
    }
    expect(await dump(t.own)).toEqual(before);
  });

  test("carries out no command about one, whatever it writes", async () => {
    const before = await dump(t.own);
    const command = limited().commit({
      writes: [],
      activity: {
        action: "update.asset",
        kind: "asset",
        id: hidden(),
        label: "hidden",
        assetId: hidden(),
      },
      answer: { status: 200, message: "", data: null },
    });
    const refusal = await command.catch((thrown: unknown) => thrown);
    expect((refusal as Response).status).toBe(404);
    expect(await dump(t.own)).toEqual(before);
  });
});
