import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#drizzle/tenant/index.ts";

const tables = (Object.values(schema) as unknown[]).filter((value): value is SQLiteTable => is(value, SQLiteTable));
const owned = new Set<string>(tables.filter((t) => "companyId" in getTableColumns(t)).map(getTableName));

const SCOPE = /"company_id" = (\?|"\w+"\."company_id")/g;
const TOUCH = /\b(?:from|join|update|into)\s+(?:main\.)?"?(\w+)"?/gi;
const INSERT = /^\s*insert into "(\w+)"\s*\(\s*"company_id"/i;

/** The word by which the search index knows a company: one token, so that it can be matched. */
export const companyWord = (companyId: string) => `c${companyId.replaceAll("-", "")}`;

/**
 * A D1 handle that refuses any statement on a company-owned table that is not bound to this company.
 * @throws Error (a bug, never a refusal) when a statement names an owned table without the company or binds another one.
 */
export function guarded(d1: D1Database, companyId: string): D1Database {
  return new Proxy(d1, {
    get(target, key) {
      if (key === "prepare") return (sql: string) => prepare(target, sql, companyId);
      if (key === "exec" || key === "dump" || key === "withSession")
        throw new Error(`D1 ${String(key)}() is not available to company code`);
      const value = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

type Scoped = { places: number[]; searches: boolean };
const known = new Map<string, Scoped | null>();

/** Where the company's id must be bound; null when no owned table is touched. */
function scopesOf(sql: string): Scoped | null {
  const before = known.get(sql);
  if (before !== undefined) return before;
  const touched = [...sql.matchAll(TOUCH)].map(([, name]) => name!.toLowerCase());
  const searches = touched.includes("search_index");
  const count = touched.filter((name) => owned.has(name)).length;
  const inserts = INSERT.test(sql) ? 1 : 0;
  const scopes = [...sql.matchAll(SCOPE)];
  if (count > scopes.length + inserts) throw new Error(`Not scoped to a company: ${sql}`);
  const places = scopes.filter((m) => m[1] === "?").map((m) => placeholdersBefore(sql, m.index + m[0].length) - 1);
  if (inserts) places.push(...firstValues(sql));
  const scoped = count === 0 && !searches ? null : { places, searches };
  if (known.size > 2000) known.clear();
  known.set(sql, scoped);
  return scoped;
}

const placeholdersBefore = (sql: string, end: number) =>
  sql
    .slice(0, end)
    .replace(/'(?:[^']|'')*'/g, "''")
    .split("?").length - 1;

/** The index of the first bound value of each inserted row; -1 where a row does not begin with one, so that it is refused. */
function firstValues(sql: string): number[] {
  const values = sql.search(/\bvalues\s*\(/i);
  if (values < 0) return [placeholdersBefore(sql, sql.search(/\bselect\b/i))];
  const text = sql.replace(/'(?:[^']|'')*'/g, (quoted) => "_".repeat(quoted.length));
  const firsts: number[] = [];
  let depth = 0;
  for (let at = text.indexOf("(", values); at < text.length; at++) {
    const c = text[at];
    if (c === "(" && depth++ === 0) firsts.push(text[at + 1] === "?" ? placeholdersBefore(sql, at) : -1);
    else if (c === ")") depth--;
    else if (depth === 0 && /[a-z]/i.test(c!)) break;
  }
  return firsts;
}

function prepare(d1: D1Database, sql: string, companyId: string): D1PreparedStatement {
  const scoped = scopesOf(sql);
  const statement = d1.prepare(sql);
  if (!scoped) return statement;
  return new Proxy(statement, {
    get(target, key) {
      if (key !== "bind") throw new Error(`Not bound to a company: ${sql}`);
      return (...values: unknown[]) => {
        const elsewhere = scoped.places.some((place) => values[place] !== companyId);
        const unsearched = scoped.searches && !values.some((v) => typeof v === "string" && v.includes(companyWord(companyId)));
        if (elsewhere || unsearched) throw new Error(`Bound to another company: ${sql}`);
        return target.bind(...values);
      };
    },
  });
}
