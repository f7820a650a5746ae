import { is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";

/** The tables among the exports of a schema. */
export const tablesOf = (schema: object) =>
  Object.values(schema).filter((value): value is SQLiteTable => is(value, SQLiteTable));

/** A name of the domain as the database has it: `assetCode` is `asset_code`. */
export const snake = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Fields by the domain's names where they have those of the database. */
export const camel = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
