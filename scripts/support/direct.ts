import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { state } from "./local.ts";

/** The files of the local databases. @param at the folder they are in */
export function databaseFiles(at: string): string[] {
  const folder = join(at, "d1/miniflare-D1DatabaseObject");
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite")
        .map((name) => join(folder, name))
    : [];
}

type Direct = {
  db: D1Database;
  /** Runs work that adds most rows of a table, in one transaction; its indexes are built once at the end. */
  filling: (table: string, work: () => Promise<void>) => Promise<void>;
  close: () => void;
};

/**
 * Opens a local database without workerd in between, to write a million rows fast: the one in which a table has a matching row.
 * @param at the folder of the local databases
 */
export function openDirect(table: string, where: string, at = state): Direct {
  for (const path of databaseFiles(at)) {
    const file = new DatabaseSync(path);
    const known = file.prepare("select 1 from sqlite_master where name = ?").get(table);
    if (known && file.prepare(`select 1 from ${table} where ${where}`).get()) {
      file.exec(
        "pragma synchronous = off; pragma cache_size = -800000; pragma temp_store = memory; pragma foreign_keys = on",
      );
      return {
        db: d1Of(file),
        filling: (into, work) => filled(file, into, work),
        close: () => file.close(),
      };
    }
    file.close();
  }
  throw new Error(`No local database holds ${table} where ${where}`);
}

/** A database in a file of its own, which is made where there is none. */
export function openFile(path: string): Pick<Direct, "db" | "close"> {
  const file = new DatabaseSync(path);
  return { db: d1Of(file), close: () => file.close() };
}

/** A database that is nowhere but in memory. */
export function openMemory(): Pick<Direct, "db" | "close"> {
  const file = new DatabaseSync(":memory:");
  return { db: d1Of(file), close: () => file.close() };
}

async function filled(file: DatabaseSync, table: string, work: () => Promise<void>): Promise<void> {
  const indexes = file
    .prepare(
      "select name, sql from sqlite_master where type = 'index' and tbl_name = ? and sql is not null",
    )
    .all(table);
  const told = "from sqlite_stat1 where tbl = ?";
  file.exec("begin immediate");
  try {
    file.prepare(`create temp table told as select tbl, idx, stat ${told}`).run(table);
    for (const { name } of indexes) file.exec(`drop index "${name}"`);
    await work();
    for (const { sql } of indexes) file.exec(String(sql));
    // With an index goes what the planner is told of it.
    file.prepare(`delete ${told}`).run(table);
    file.exec("insert into sqlite_stat1 select * from temp.told; drop table temp.told; commit");
  } catch (error) {
    file.exec("rollback");
    throw error;
  }
}

const MOST_KEPT = 500;

/** The part of D1 that the seed uses. */
function d1Of(file: DatabaseSync): D1Database {
  const kept = new Map<string, StatementSync>();
  const preparedOf = (sql: string) => {
    const before = kept.get(sql);
    if (before) return before;
    if (kept.size >= MOST_KEPT) kept.clear();
    const prepared = file.prepare(sql);
    kept.set(sql, prepared);
    return prepared;
  };
  /** Rows as lists of their values, in the order of their columns. */
  const listsOf = (sql: string, values: SQLInputValue[]) => {
    const prepared = file.prepare(sql);
    prepared.setReturnArrays(true);
    return prepared.all(...values);
  };
  const statement = (sql: string, values: SQLInputValue[] = []) => ({
    bind: (...bound: SQLInputValue[]) => statement(sql, bound),
    run: async () => preparedOf(sql).run(...values),
    all: async () => ({ results: preparedOf(sql).all(...values) }),
    first: async () => preparedOf(sql).get(...values) ?? null,
    raw: async () => listsOf(sql, values),
  });
  const batch = async (statements: { all: () => Promise<unknown> }[]) => {
    const within = file.isTransaction;
    if (!within) file.exec("begin immediate");
    const results: unknown[] = [];
    try {
      for (const each of statements) results.push(await each.all());
    } catch (error) {
      if (!within) file.exec("rollback");
      throw error;
    }
    if (!within) file.exec("commit");
    return results;
  };
  return { prepare: (sql: string) => statement(sql), batch } as unknown as D1Database;
}
