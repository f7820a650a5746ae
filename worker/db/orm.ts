import { DrizzleD1Database, SQLiteD1Session } from "drizzle-orm/d1";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";

/** Drizzle on one database, without its relational queries. */
export type Orm = DrizzleD1Database<Record<string, never>>;

/** It keeps the names of all columns in snake_case: one for the isolate, where `drizzle()` would work them out for each handle again. */
const dialect = new SQLiteAsyncDialect({ casing: "snake_case" });

/** Drizzle on a D1 handle. */
export const ormOf = (d1: D1Database): Orm =>
  new DrizzleD1Database(
    "async",
    dialect,
    new SQLiteD1Session(d1, dialect, undefined),
    undefined,
  ) as unknown as Orm;
