import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement, Table } from "../../db/db.ts";
import { living } from "../../db/predicates.ts";
import { acrossLocations } from "../../db/scope.ts";
import type { Use } from "../entity/uses.ts";
import type { DoneRow, Standing } from "./kind.ts";

type Found = { id: string; version: number } & Record<`use${number}`, number>;

/** Records as they are now, with which of their possible users hold each. @param ids a query of one column, "entity_id" */
export function standingQuery(
  db: CompanyDb,
  table: Table & { version: SQLiteColumn },
  ids: SQL,
  uses: readonly Use[],
): Statement {
  const held = uses.map(({ table: other, column, where }, at) => {
    const points = where ? sql`${column} = ${table.id} and ${where}` : sql`${column} = ${table.id}`;
    const alive = other === (table as SQLiteTable) ? undefined : living(other);
    return sql`, exists (select 1 from ${acrossLocations(other, "what is unique or in use is so in the whole company")} where ${db.ofOwner(other, alive ? sql`${points} and ${alive}` : points)}) as ${sql.raw(`"use${at}"`)}`;
  });
  const isThere = sql.join(
    [sql`${table.id} = "undone"."entity_id"`, ...[living(table) ?? []].flat()],
    sql` and `,
  );
  return db.rows<Found>(sql`select ${table.id} as "id", ${table.version} as "version"${sql.join(held, sql``)}
    from (${ids}) as "undone" cross join ${table}
    where ${db.ofOwner(table, isThere)}`);
}

/** The rows of `standingQuery` by record, with the first use that holds each. */
export const standingOf = (rows: unknown, uses: readonly Use[]) =>
  new Map(
    (rows as Found[]).map(
      (row) =>
        [
          row.id,
          { version: row.version, uses: uses.find((_, at) => row[`use${at}`])?.things },
        ] as const,
    ),
  );

/** Why a record stays as it is; null when it can be taken back. */
export function heldBy(standing: Standing, { entity_id, version, action }: DoneRow): string | null {
  const record = standing.get(entity_id);
  if (!record) return "It is deleted already";
  if (record.version !== version) return "It was changed since";
  return action === "create" && record.uses ? `It is used by ${record.uses}` : null;
}
