import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../columns.ts";
import { companies } from "./companies.ts";

/** Companies whose rows and files are taken away, or were; the id is the company's. From its first part on there is no way back. */
export const purges = sqliteTable("purges", {
  id: text()
    .notNull()
    .primaryKey()
    .references(() => companies.id),
  startedAt: integer().notNull(),
  finishedAt: integer(),
  /** How many rows of each table were taken away, by the table's name. */
  rows: json<Record<string, number>>().notNull().default({}),
});
