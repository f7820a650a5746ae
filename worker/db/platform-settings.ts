import { sql } from "drizzle-orm";
import { snake } from "#drizzle/columns.ts";
import { platformSettings as table } from "#drizzle/control/index.ts";
import type { PlatformDb } from "./platform-db.ts";

/** A setting of the platform as it is stored. */
export type StoredSetting = { id: string; valueJson: string; version: number };

/** The statement that reads settings of the platform by their names. */
export const readingSettings = (db: Pick<PlatformDb, "select">, names: readonly string[]) =>
  db
    .select({
      id: sql<string>`${table.id}`.as("setting_id"),
      valueJson: table.valueJson,
      version: sql<number>`${table.version}`.as("setting_version"),
    })
    .from(table)
    .where(sql`${table.id} in (select "value" from json_each(${JSON.stringify(names.map(snake))}))`)
    .limit(names.length);

/** What is stored under a name; undefined where nothing is. */
export function storedValue(rows: readonly StoredSetting[], name: string): unknown {
  const row = rows.find(({ id }) => id === snake(name));
  return row && JSON.parse(row.valueJson);
}
