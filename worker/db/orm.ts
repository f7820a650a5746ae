import { Column, is, type Placeholder, SQL, Subquery, sql } from "drizzle-orm";
import { CasingCache, toSnakeCase } from "drizzle-orm/casing";
import { DrizzleD1Database, SQLiteD1Session } from "drizzle-orm/d1";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";

/** Drizzle on one database, without its relational queries. */
export type Orm = DrizzleD1Database<Record<string, never>>;

type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Field = { path: string[]; field: unknown };
/** What Drizzle makes of a statement. */
export type Prepared = {
  stmt: D1PreparedStatement;
  fields?: Field[];
  executeMethod: string;
  getQuery(): { sql: string; params: readonly unknown[] };
  mapResult(result: D1Result, isFromBatch: true): unknown;
};
export const preparing = (statement: unknown): Prepared =>
  (statement as { _prepare(): Prepared })._prepare();
const bound = (prepared: Prepared): D1PreparedStatement =>
  prepared.stmt.bind(...prepared.getQuery().params);
type Reader = { name: string; decoder: Decoder };

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  if (is(field, SQL)) return (field as unknown as { decoder: Decoder }).decoder;
  const { sql } = is(field, Subquery) ? field._ : (field as { sql: SQL });
  return (sql as unknown as { decoder: Decoder }).decoder;
}

const known = new WeakMap<Field[], Reader[] | null>();
/** How each column of plain rows is read; null where a row holds others. Drizzle asks it anew for each cell. */
function readersOf(fields: Field[]): Reader[] | null {
  const before = known.get(fields);
  if (before !== undefined) return before;
  const readers = fields.every(({ path }) => path.length === 1)
    ? fields.map(({ path, field }) => ({ name: path[0]!, decoder: decoderOf(field) }))
    : null;
  known.set(fields, readers);
  return readers;
}

function rowsOf(prepared: Prepared, result: D1Result): unknown {
  const isRaw = Object.hasOwn(prepared, "mapResult") || prepared.executeMethod !== "all";
  const readers = isRaw || !prepared.fields ? null : readersOf(prepared.fields);
  if (!readers) return prepared.mapResult(result, true);
  return (result.results as Record<string, unknown>[]).map((row) => {
    const values = Object.values(row);
    const read: Record<string, unknown> = {};
    for (let at = 0; at < readers.length; at++) {
      const { name, decoder } = readers[at]!;
      const value = values[at];
      read[name] = value === null ? null : decoder.mapFromDriverValue(value);
    }
    return read;
  });
}

/** A statement that goes ahead of the first others of a request, in one batch with them. */
export type Ahead = {
  statement: D1PreparedStatement;
  /** It was not answered yet. */
  isWaiting: boolean;
  /** @throws where the others do not count by what it answers */
  answered(result: D1Result): void;
  /** Sends it by itself. */
  confirm(): Promise<void>;
};

const isReading = (prepared: Prepared) => /^\s*select\b/i.test(prepared.getQuery().sql);

class Session extends SQLiteD1Session<Record<string, never>, Record<string, never>> {
  readonly #d1: D1Database;
  readonly #ahead: Ahead | null;

  constructor(d1: D1Database, ahead: Ahead | null) {
    super(d1, dialect, undefined);
    this.#d1 = d1;
    this.#ahead = ahead;
  }

  override async batch(queries: readonly unknown[]): Promise<never> {
    const prepared = queries.map(preparing);
    const results = await this.#sent(prepared);
    return results.map((result, at) => rowsOf(prepared[at]!, result)) as never;
  }

  /** What is written cannot be taken back, so it waits for the answer. */
  async #sent(prepared: Prepared[]): Promise<D1Result[]> {
    const statements = prepared.map(bound);
    const ahead = this.#ahead;
    if (ahead?.isWaiting && prepared.every(isReading)) {
      const [first, ...results] = await this.#d1.batch([ahead.statement, ...statements]);
      ahead.answered(first!);
      return results;
    }
    await ahead?.confirm();
    return this.#d1.batch(statements);
  }
}

/**
 * Names of columns in snake_case, kept by the column. Drizzle's own cache goes by the name of the table, and tables of the
 * platform and of companies are called alike.
 */
class ColumnNames extends CasingCache {
  readonly #names = new WeakMap<Column, string>();

  override getColumnCasing(column: Column): string {
    const before = this.#names.get(column);
    if (before !== undefined) return before;
    const { keyAsName } = column as unknown as { keyAsName: boolean };
    const name = keyAsName ? toSnakeCase(column.name) : column.name;
    this.#names.set(column, name);
    return name;
  }
}

/** A limit is part of the text: SQLite prepares a statement anew each time a limit is bound, which took longer than to run it. */
const limitOf = (limit?: number | Placeholder) =>
  limit === undefined
    ? undefined
    : sql` limit ${typeof limit === "number" ? sql.raw(String(Math.trunc(limit))) : limit}`;

/** One for the isolate, where `drizzle()` would work out the names of columns for each handle again. */
const dialect = Object.assign(new SQLiteAsyncDialect(), {
  casing: new ColumnNames("snake_case"),
  buildLimit: limitOf,
});

/** Drizzle on a D1 handle. */
export const ormOf = (d1: D1Database, ahead: Ahead | null = null): Orm =>
  new DrizzleD1Database("async", dialect, new Session(d1, ahead), undefined) as unknown as Orm;

/** A statement as D1 takes it. */
export const boundOf = (statement: unknown): D1PreparedStatement => bound(preparing(statement));
