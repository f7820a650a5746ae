import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { tablesOf } from "#drizzle/columns.ts";
import * as control from "#drizzle/control/index.ts";
import * as schema from "#drizzle/tenant/index.ts";
import type { Narrowed } from "./own-rows.ts";
import { Unbound } from "./sql-queries.ts";
import { readStatement, type Statement } from "./sql-reader.ts";
import type { Bound, Source } from "./sql-scope.ts";

/** The column of a table that says whose a row is: a company's own row by its id, what belongs to one by the company's. */
const ownColumnOf = (table: SQLiteTable) => {
  if (table === control.companies) return "id";
  return "companyId" in getTableColumns(table) ? "company_id" : null;
};

/** The tables of a database, with the column that says whose a row is, and the statements that were read by that. */
class Owned {
  readonly columns: ReadonlyMap<string, Source["column"]>;
  readonly #known = new Map<string, Statement>();

  /** @param hasShared whether it may name tables whose rows belong to no company: its handles say which */
  constructor(schema: Record<string, unknown>, hasShared = false) {
    this.columns = new Map([
      ...tablesOf(schema).flatMap((table) => {
        const column = ownColumnOf(table);
        return column || hasShared ? [[getTableName(table), column] as const] : [];
      }),
      ["search_index", "company"],
    ]);
  }

  /** Parses a statement; each text is parsed once per isolate. */
  read(sql: string): Statement {
    const before = this.#known.get(sql);
    if (before) return before;
    try {
      const read = readStatement(sql, this.columns);
      if (this.#known.size >= MOST_KNOWN) this.#known.clear();
      this.#known.set(sql, read);
      return read;
    } catch (cause) {
      const problem =
        cause instanceof Unbound ? "Not scoped to a company" : "Not readable to the guard";
      throw new Error(`${problem}: ${(cause as Error).message} in ${sql}`, { cause });
    }
  }
}

const MOST_KNOWN = 2000;
/** What a shard holds of companies, and what the control database does. */
export const owned = { shard: new Owned(schema), control: new Owned(control, true) };

/** The word by which the search index knows a company: one token, so that it can be matched. */
export const companyWord = (companyId: string) => `c${companyId.replaceAll("-", "")}`;

/**
 * A D1 handle that refuses any statement on a company-owned table that is not bound to this company.
 * @param only the tables it may read and write, and how it refuses to write others; all of them when null
 * @param of the database it is a handle of
 * @throws Error (a bug, never a refusal) when a statement names an owned table without the company, binds another one, or cannot be read.
 */
export function guarded(
  d1: D1Database,
  companyId: string,
  only: Narrowed | null = null,
  of: Owned = owned.shard,
): D1Database {
  return new Proxy(d1, {
    get(target, key) {
      if (key === "prepare") return (sql: string) => prepare(target, sql, companyId, only, of);
      if (key === "exec" || key === "dump" || key === "withSession")
        throw new Error(`D1 ${String(key)}() is not available to company code`);
      const value = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Whether a search is limited to a company: its word comes first, and no OR stands outside parentheses. */
function isSearchOf(value: unknown, word: string): boolean {
  if (typeof value !== "string" || !new RegExp(`^company ?: ?${word}(?= |$)`).test(value))
    return false;
  const bare = value.replace(/"(?:[^"]|"")*"/g, '""');
  let depth = 0;
  for (const [piece] of bare.matchAll(/[()]|\bOR\b/g)) {
    if (piece === "(") depth++;
    else if (piece === ")") depth--;
    if (depth < 0 || (piece === "OR" && depth === 0)) return false;
  }
  return depth === 0;
}

const isBoundTo: Record<Bound["as"], (value: unknown, companyId: string) => boolean> = {
  id: (value, companyId) => value === companyId,
  word: (value, companyId) => value === companyWord(companyId),
  search: (value, companyId) => isSearchOf(value, companyWord(companyId)),
};

const isAmong = (tables: ReadonlySet<string>, allowed: ReadonlySet<string> | null) =>
  !allowed || [...tables].every((table) => allowed.has(table));

function prepare(
  d1: D1Database,
  sql: string,
  companyId: string,
  only: Narrowed | null,
  of: Owned,
): D1PreparedStatement {
  const { bound, reads, writes } = of.read(sql);
  const isWritable = !only || isAmong(writes, only.writes);
  if (!isWritable) only.refuse?.();
  if (!isWritable || !isAmong(reads, only?.reads ?? null))
    throw new Error(`Not a table of this handle: ${sql}`);
  const statement = d1.prepare(sql);
  if (!bound.length) return statement;
  return new Proxy(statement, {
    get(target, key) {
      if (key !== "bind") throw new Error(`Not bound to a company: ${sql}`);
      return (...values: unknown[]) => {
        if (!bound.every(({ place, as }) => isBoundTo[as](values[place], companyId)))
          throw new Error(`Bound to another company: ${sql}`);
        return target.bind(...values);
      };
    },
  });
}
