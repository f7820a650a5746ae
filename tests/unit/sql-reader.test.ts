import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readStatement } from "#worker/db/sql-reader.ts";

const tables = ["assets", "vendors", "stores"] as const;
const owned = new Map<string, "company_id" | "company">([
  ...tables.map((table) => [table, "company_id"] as const),
  ["search_index", "company"],
]);
const read = (sql: string) => readStatement(sql, owned).bound;
const places = (sql: string) =>
  read(sql)
    .map(({ place }) => place)
    .sort();

describe("a statement is refused", () => {
  const unbound = {
    "a table without the company": `select * from assets`,
    "the second table of a comma join": `select * from assets, vendors where assets.company_id = ?`,
    "the second table of a join": `select * from assets join vendors on vendors.id = assets.vendor_id where assets.company_id = ?`,
    "a company that OR lets go": `select * from assets where "company_id" = ? or 1 = 1`,
    "a company under NOT": `select * from assets where not (company_id = ?)`,
    "a company that is not": `select * from assets where not company_id = ?`,
    "a company within CASE": `select * from assets where case when 1 and company_id = ? and 1 then 1 else 1 end`,
    "two predicates for one of two tables": `select * from assets join vendors on 1 where assets.company_id = ? and assets.company_id = ?`,
    "two tables bound to each other alone": `select * from assets as x join vendors as y on "x"."company_id" = "y"."company_id"`,
    "a table bound to itself": `select * from assets as x where "x"."company_id" = "x"."company_id"`,
    backticks: "select * from `assets`",
    brackets: "select * from [assets]",
    "a text for a name": "select * from 'assets'",
    "the schema before the name": `select * from main . "assets"`,
    capitals: "SELECT * FROM ASSETS",
    "a comment between": "select * from/* */assets -- where company_id = ?",
    "a company in a comment": "select * from assets where 1 /* and company_id = ? */",
    "a company in a text": `select * from assets where name = 'x and company_id = ?'`,
    "a company written out": `select * from assets where company_id = 'one'`,
    "a subquery": `select * from assets where company_id = ? and id in (select asset_id from vendors)`,
    "a subquery of what is selected": `select (select count(*) from vendors) from assets where company_id = ?`,
    "a subquery in FROM": `select * from (select * from assets)`,
    "a subquery in an order": `select * from assets where company_id = ? order by (select max(id) from vendors)`,
    "a subquery in a limit": `select * from assets where company_id = ? limit (select count(*) from vendors)`,
    "a subquery whose condition is the one around it": `select * from assets where id in (select 1 where 1 and company_id = ? and 1)`,
    "a company in a subquery": `select * from assets where (select 1 + count(*) where 1 and company_id = ? and 1)`,
    "a company in a list": `select * from assets where (1 and company_id = ? and 1, 2)`,
    "a company that is part of a term": `select * from assets as id where id || company_id = ?`,
    "a subquery in ON": `select * from assets as a join stores as s on s.company_id = a.company_id and exists (select 1 from vendors) where a.company_id = ?`,
    "a subquery for a function's rows": `select * from json_each((select json_group_array(id) from assets))`,
    "whole rows of a subquery that has none": `select (select 1 from vendors as v where v.company_id = s.company_id) from (select * from json_each(?)) as s`,
    "a subquery's column that only has the name": `select (select 1 from vendors as v where v.company_id = s.company_id) from (select 'one' as company_id from assets where company_id = ?) as s`,
    "a subquery's whole rows beside a column": `select (select 1 from vendors as v where v.company_id = s.company_id) from (select *, 'one' as company_id from assets where company_id = ?) as s`,
    "a subquery's whole rows of two tables": `select (select 1 from vendors as v where v.company_id = s.company_id) from (select * from json_each(?), assets where company_id = ?) as s`,
    "a subquery one part of which has no whole rows": `select (select 1 from vendors as v where v.company_id = s.company_id) from (select * from assets where company_id = ? union all select 'one', 2) as s`,
    "a common table expression": `with x as (select * from assets) select * from x`,
    "the second part of a union": `select id from assets where company_id = ? union all select id from assets`,
    "a left join's condition for its left side": `select * from assets as a left join vendors as v on a.company_id = ? and v.company_id = a.company_id`,
    "a left join's equality for its left side": `select * from assets as a left join vendors as v on a.company_id = v.company_id and v.company_id = ?`,
    "another table's company in a subquery": `select * from assets as a where a.company_id = ? and exists (select 1 from vendors as v where a.company_id = ?)`,
    "a column that a subquery might have": `select * from assets, (select 1 as "company_id") as s where company_id = ?`,
    "a column of the same name elsewhere": `select * from assets as a, json_each(?) as j where j.company_id = ?`,
    "the end of a range": `select * from assets where id between 1 and company_id = ?`,
    "an equality that is compared": `select * from assets where company_id = ? = 0`,
    "a company that is added to": `select * from assets where company_id = ? || ''`,
    "a company with a collation": `select * from assets where company_id = ? collate nocase`,
    "a pair of values": `select * from assets where (company_id, id) = (?, ?)`,
    "an alias that a source further right takes": `select * from assets as x where x.company_id = ? and exists (select 1 from vendors as v join stores as s on v.company_id = x.company_id join vendors as x on x.company_id = v.company_id and s.company_id = v.company_id)`,
    "a delete": `delete from assets where id = ?`,
    "what a delete answers": `delete from assets where company_id = ? returning (select count(*) from vendors)`,
    "an update": `update assets set name = ?`,
    "what an update sets": `update assets set name = (select max(name) from vendors) where company_id = ?`,
    "an update's other table": `update assets set name = v.name from vendors as v where assets.company_id = ? and v.id = assets.vendor_id`,
    "an update to another company": `update assets set company_id = ? where company_id = ?`,
    "an update to another company by any quotes": `update assets set name = 'x', 'company_id' = ? where company_id = ?`,
    "an update of several columns": `update assets set (id, [company_id]) = (select 1, 2) where company_id = ?`,
    "an insert without the company": `insert into assets (id) values (?)`,
    "an insert with a company written out": `insert into assets (company_id, id) values ('one', ?)`,
    "a second row without it": `insert into assets (company_id, id) values (?, ?), ('two', ?)`,
    "an insert that selects another column": `insert into assets (company_id, id) select v.id, v.company_id from vendors as v where v.company_id = ?`,
    "an insert that selects all columns": `insert into assets (company_id, id) select * from vendors as v where v.company_id = ?`,
    "an insert whose columns stand elsewhere": `insert into assets (id, company_id) select v.*, v.company_id from vendors as v where v.company_id = ?`,
    "an insert that selects what is another's": `insert into assets (company_id, id) select ?, id from vendors`,
    "the second part of what is inserted": `insert into assets (company_id, id) select ?, 1 union all select 'two', 2`,
    "a subquery among inserted values": `insert into assets (company_id, id) values (?, (select max(id) from vendors))`,
    "a conflict that sets the company": `insert into assets (company_id, id) values (?, ?) on conflict (company_id, id) do update set company_id = 'two'`,
    "a conflict of a key of all companies": `insert into assets (company_id, id) values (?, ?) on conflict (id) do update set name = 'x'`,
    "a subquery of a conflict": `insert into assets (company_id, id) values (?, ?) on conflict (company_id, id) do update set name = (select max(name) from vendors)`,
    "a search of all words": `select * from search_index`,
    "a search that OR lets go": `select * from search_index where search_index match ? or 1`,
    "a search row without the company": `insert into search_index (rowid, words) values (?, ?)`,
  };
  const unread = {
    "tables in parentheses": `select * from (assets) where company_id = ?`,
    "a join in parentheses": `select * from (assets join vendors on 1) where company_id = ?`,
    "a table after IN": `select 1 where 1 in assets`,
    "a right join": `select * from assets as a right join vendors as v on v.company_id = a.company_id where a.company_id = ?`,
    "a natural join": `select * from assets natural join vendors where assets.company_id = ?`,
    USING: `select * from assets join vendors using (company_id) where assets.company_id = ?`,
    "a table nobody knows": `select * from sqlite_master`,
    "a search index's own tables": `select * from search_index_content`,
    "another schema": `select * from temp.assets where company_id = ?`,
    "a name twice": `select * from assets, assets where assets.company_id = ?`,
    "an expression that hides a table": `with assets as (select 1) select * from assets`,
    "an expression out of its query": `select * from (with x as (select 1) select * from x), x`,
    "parameters with names": `select * from assets where company_id = :company`,
    "a second statement": `select 1; delete from assets`,
    "a second statement of any kind": `select 1; pragma table_list`,
    "a statement about tables": `drop table assets`,
    "a pragma": `pragma table_info(assets)`,
    "an explanation": `explain select * from assets where company_id = ?`,
    "a replacement": `replace into assets (company_id, id) values (?, ?)`,
    "an insert or replace": `insert or replace into assets (company_id, id) values (?, ?)`,
    "an insert of defaults": `insert into assets default values`,
    "a text that does not end": `select 'x from assets where company_id = ?`,
    "letters that are no ASCII": `select * from assets where ſ.company_id = ?`,
    "a nought": `select 1 \0 from assets`,
    "a nought in a text": `select * from assets where company_id = ? and name = '\0'`,
  };
  test.each(Object.entries(unbound))("for %s", (_, sql) =>
    expect(() => read(sql)).toThrow(/company/),
  );
  test.each(Object.entries(unread))("as unreadable: %s", (_, sql) =>
    expect(() => read(sql)).toThrow(),
  );
});

describe("a statement names where the company is bound", () => {
  const cases: [string, number[]][] = [
    [`select 1`, []],
    [`select '?', "?" from assets where "name" = ? and "assets"."company_id" = ?`, [1]],
    [`select * from "main"."assets" as 'a' where main.a.company_id = ?`, [0]],
    ["select * from `assets` where [company_id] == ?2 and name = ?1", [1]],
    [`select * from assets where name = ?5 and ? = company_id`, [5]],
    [
      `select * from assets where (name = ? or name is null) and ((company_id = ?) and not name = ?)`,
      [1],
    ],
    [`select * from assets where name between ? and ? and company_id = ?`, [2]],
    [
      `select * from assets a, vendors v where a.company_id = ? and v.company_id = a.company_id`,
      [0],
    ],
    [
      `select * from assets a left join vendors v on v.company_id = a.company_id and v.id = ? where a.company_id = ?`,
      [1],
    ],
    [
      `select * from assets a left join vendors v on v.company_id = ? where a.company_id = ?`,
      [0, 1],
    ],
    [
      `select * from assets a indexed by x where company_id = ? and id in (select v.id from vendors v where v.company_id = a.company_id)`,
      [0],
    ],
    [
      `with x (n) as materialized (select id from assets where company_id = ?) select count(*) filter (where n > 1) from x`,
      [0],
    ],
    [
      `with recursive x as (select ? as n union all select n + 1 from x where n < 5) select n from x`,
      [],
    ],
    [
      `select * from (select * from assets where company_id = ?) as a order by 1 limit case when (select count(*) from json_each(?)) then 1 end`,
      [0],
    ],
    [
      `select (select 1 from vendors as v where v.company_id = s.company_id) from (select * from assets where company_id = ?
        union all select * from (select * from main.assets where name = ? and company_id = ?)) as s`,
      [0, 2],
    ],
    [`update assets set name = ? where company_id = ? and id = ?`, [1]],
    [
      `update assets as a set (name, n) = (select v.name, 1 from vendors v where v.company_id = a.company_id) where a.company_id = ?`,
      [0],
    ],
    [
      `with r as (select value from json_each(?)) update assets set name = r.value from r where assets.company_id = ? and assets.id = r.value returning *`,
      [1],
    ],
    [`delete from assets where company_id = ? and id = ? returning id`, [0]],
    [`insert into assets (company_id, id) values (?, ?), (?, ?) returning id`, [0, 2]],
    [
      `insert into assets (id, company_id) select v.id, v.company_id from vendors v where v.company_id = ?`,
      [0],
    ],
    [
      `insert into assets (company_id, id) select ?, value from json_each(?) as j where true on conflict (company_id, id) do update set name = excluded.name where excluded.name <> assets.name`,
      [0],
    ],
    [`select record_id from search_index where search_index match ? and rowid > ?`, [0]],
    [`delete from search_index where rowid in (select ?) and company = ?`, [1]],
    [`insert into search_index (rowid, company, words) select ?, ?, 'x'`, [1]],
    [
      `SELECT 'it''s; -- ?', x'00', 1.5e3 /* ? */ FROM "assets" -- ?\n WHERE "company_id" = ?;`,
      [0],
    ],
  ];
  test.each(cases)("%s", (sql, at) => expect(places(sql)).toEqual(at));
});

/** Random statements, right and wrong; SQLite itself tells if one stays within the company. */
describe("what is read as one company's", () => {
  const [OURS, THEIRS] = ["ours", "theirs"];
  const companies = (whole: boolean) => {
    const db = new DatabaseSync(":memory:");
    for (const table of tables) {
      db.exec(
        `create table ${table} (company_id text not null, id integer, n integer, name text, primary key (company_id, id)) without rowid`,
      );
      const insert = db.prepare(`insert into ${table} values (?, ?, ?, ?)`);
      for (const company of whole ? [OURS, THEIRS] : [OURS])
        for (const id of [1, 2, 3])
          insert.run(
            company,
            company === OURS ? id : id + 1,
            id * (company === OURS ? 1 : 10),
            `${company} ${id}`,
          );
    }
    return db;
  };
  const rowsOf = (db: DatabaseSync, company: string) =>
    tables.map((table) =>
      db.prepare(`select * from ${table} where company_id = ? order by id`).all(company),
    );
  const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();

  /** Runs a statement with two companies and with only ours: neither its answer nor our rows may differ. */
  function isWithin(sql: string): boolean | "refused by SQLite" {
    const [both, alone] = [companies(true), companies(false)];
    const others = JSON.stringify(rowsOf(both, THEIRS));
    const answers = [both, alone].map((db) => {
      try {
        const statement = db.prepare(sql);
        return sorted(statement.all(...Array.from({ length: holes(sql) }, () => OURS)));
      } catch (error) {
        return String(error);
      }
    });
    if (answers.every((answer) => typeof answer === "string")) return "refused by SQLite";
    return (
      JSON.stringify(answers[0]) === JSON.stringify(answers[1]) &&
      JSON.stringify(rowsOf(both, OURS)) === JSON.stringify(rowsOf(alone, OURS)) &&
      JSON.stringify(rowsOf(both, THEIRS)) === others
    );
  }
  const holes = (sql: string) => sql.split("?").length - 1;

  type Random = (most: number) => number;
  const pick = <T>(random: Random, ...items: T[]): T => items[random(items.length)]!;
  const quoted = (random: Random, name: string) =>
    pick(random, name, `"${name}"`, `\`${name}\``, `[${name}]`, name.toUpperCase());

  /** Writes random statements; with `isScoped` every table is bound to the company. */
  class Writer {
    #aliases = 0;
    readonly #derived = new Set<string>();
    constructor(
      readonly random: Random,
      readonly isScoped: boolean,
    ) {}

    company(of: string, seen: readonly string[]): string {
      const column = `${of}.${quoted(this.random, "company_id")}`;
      const others = this.isScoped ? seen.filter((alias) => !this.#derived.has(alias)) : seen;
      const value =
        others.length && this.random(2) ? `${pick(this.random, ...others)}.company_id` : "?";
      return this.random(2) ? `${column} = ${value}` : `${value} = ${column}`;
    }

    atom(seen: readonly string[], depth: number): string {
      const of = pick(this.random, ...seen);
      const query = () => this.query(seen, depth - 1);
      return pick(
        this.random,
        () => `${of}.n ${pick(this.random, ">", "<>", "<")} ${this.random(4)}`,
        () => `${of}.n between 1 and ${this.random(30)}`,
        () => `(${of}.n, ${of}.id) <> (1, 2)`,
        () => "1 = 1",
        () => (this.isScoped ? "? = ?" : this.company(of, seen)),
        () => (depth > 0 ? `exists (${query()})` : "0 < 1"),
        () => (depth > 0 ? `${of}.id in (${query()})` : `${of}.id in (1, 2)`),
        () => (depth > 0 ? `coalesce((${query()} limit 1), 1) is not null` : `${of}.name like '%'`),
      )();
    }

    /** A condition, sometimes with parts that loosen it. */
    condition(seen: readonly string[], depth: number): string {
      const one = () => this.condition(seen, depth - 1);
      if (depth <= 0) return this.atom(seen, 0);
      return pick(
        this.random,
        () => this.atom(seen, depth),
        () => `(${one()} and ${one()})`,
        () => `${one()} and ${one()}`,
        () => `(${one()} or ${one()})`,
        () => (this.isScoped ? one() : `${one()} or ${one()}`),
        () => `not (${one()})`,
        () => `case when ${one()} then ${one()} else 1 end`,
        () => (this.isScoped ? "1" : `1 between 0 and ${one()}`),
      )();
    }

    /** @param given what must hold besides */
    where(seen: readonly string[], depth: number, given: readonly string[]): string {
      const parts = [...given];
      if (this.random(2))
        parts.push(
          this.isScoped ? `(${this.condition(seen, depth)})` : this.condition(seen, depth),
        );
      if (!parts.length) return "";
      if (this.random(2)) parts.reverse();
      return ` where ${this.random(2) ? parts.join(" and ") : parts.map((part) => `(${part})`).join(" and ")}`;
    }

    query(outer: readonly string[], depth: number): string {
      const seen: string[] = [];
      const given: string[] = [];
      let from = "";
      for (let left = 1 + this.random(3); left > 0; left--) {
        const alias = `t${this.#aliases++}`;
        const isDerived = depth > 0 && this.random(5) === 0;
        const table = isDerived
          ? `(${this.derived(depth - 1)})`
          : quoted(this.random, pick(this.random, ...tables));
        if (isDerived) this.#derived.add(alias);
        const isSeen = [...outer, ...seen];
        const join = from ? pick(this.random, ", ", " join ", " cross join ", " left join ") : "";
        const mine = isDerived ? "1" : this.company(alias, isSeen);
        const isGiven = this.isScoped || this.random(3) > 0;
        const on = join.endsWith("join ") && (join.includes("left") || this.random(2) > 0);
        seen.push(alias);
        const more = this.random(3) === 0 ? ` and (${this.atom([...isSeen, alias], 0)})` : "";
        from += `${join}${table} ${pick(this.random, "as ", "")}${alias}${on ? ` on ${isGiven ? mine : "1"}${more}` : ""}`;
        if (!on && isGiven) given.push(mine);
      }
      const column = `${pick(this.random, ...seen)}.id`;
      const grouped = this.random(6) === 0;
      return `select ${grouped ? "count(*)" : column} as id from ${from}${this.where([...outer, ...seen], depth, given)}`;
    }

    derived(depth: number): string {
      const of = this.query([], depth);
      return `select id, id as n, 'x' as name, 'x' as company_id from (${of})`;
    }

    statement(): string {
      const table = pick(this.random, ...tables);
      const mine =
        this.isScoped || this.random(2)
          ? [`${pick(this.random, "", `${table}.`)}company_id = ?`]
          : [];
      return pick(
        this.random,
        () => this.query([], 2),
        () =>
          `with c as (${this.query([], 1)}) select c.id from c${this.random(2) ? `, ${table} as t where t.company_id = ? and t.id = c.id` : ""}`,
        () => `${this.query([], 1)} union ${this.query([], 1)}`,
        () =>
          `update ${table} set n = ${this.isScoped ? "7" : `coalesce((${this.query([table], 0)} limit 1), 7)`}${this.where([table], 1, mine)}`,
        () => `delete from ${table}${this.where([table], 1, mine)} returning id`,
        () =>
          `update ${table} set name = u.name from ${pick(this.random, ...tables)} as u${this.where([table, "u"], 1, this.isScoped ? [`${table}.company_id = ?`, `u.company_id = ${table}.company_id`] : [...mine.map(() => `${table}.company_id = ?`), ...(this.random(2) ? [`u.company_id = ${table}.company_id`] : [])])}`,
        () =>
          `insert into ${table} (company_id, id, n) select ${this.isScoped || this.random(2) ? "?" : "'theirs'"}, 9, count(*) from (${this.query([], 1)})`,
        () =>
          `insert into ${table} (company_id, id, n) values (?, ${1 + this.random(4)}, 1) on conflict (company_id, id) do update set n = ${this.isScoped ? "excluded.n" : `coalesce((${this.query([], 0)} limit 1), 0)`}`,
      )();
    }
  }

  const written = (isScoped: boolean) =>
    fc
      .infiniteStream(fc.nat(0xffff))
      .map((chance) =>
        new Writer((most) => (chance.next().value as number) % most, isScoped).statement(),
      );
  const isRead = (sql: string) => {
    try {
      read(sql);
      return true;
    } catch {
      return false;
    }
  };

  test("stays within it", () => {
    let held = 0;
    fc.assert(
      fc.property(written(false), (sql) => {
        if (!isRead(sql)) return;
        const within = isWithin(sql);
        if (within === true) held++;
        expect(within, sql).not.toBe(false);
      }),
      { numRuns: 6_000 },
    );
    expect(held).toBeGreaterThan(300);
  });

  test("is everything that is bound table by table", () => {
    fc.assert(
      fc.property(written(true), (sql) => {
        expect(() => read(sql), sql).not.toThrow();
      }),
      { numRuns: 3_000 },
    );
  });
});
