import { type SQL, sql } from "drizzle-orm";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { living } from "../../db/predicates.ts";
import { acrossLocations } from "../../db/scope.ts";
import type { WindowsOf } from "../due/occurrences-of.ts";
import type { EntityTable } from "../entity/references.ts";
import type { Use } from "../entity/uses.ts";
import type { Current, Values, Writing } from "./kind.ts";

/** A row that was written: its record, and the record's version after that. */
export type DoneRow = { entity_id: string; action: "create" | "update"; version: number };
/** By record: its version now, and what holds it; absent when it is gone. */
export type Standing = Map<string, { version: number; uses?: string | undefined }>;

/** How imported records are taken back. */
export type Undo = {
  table: EntityTable;
  /** What holds a new record from being deleted. */
  uses: () => readonly Use[];
  /** What else is read, and what follows from it. */
  tree?: {
    reads: (db: CompanyDb, ids: SQL) => Statement;
    standing: (standing: Standing, tree: unknown, rows: readonly DoneRow[]) => Standing;
  };
  /**
   * The statements that delete what was added and restore what was changed.
   * @param now the records by id
   * @param today the company's calendar day
   * @param company whose settings give the windows of due dates
   */
  write: (
    db: CompanyDb,
    now: ReadonlyMap<string, Current>,
    gone: readonly string[],
    restored: readonly { id: string; before: Values }[],
    today: string,
    company: WindowsOf,
  ) => Writing;
};

type Held = { id: string; version: number } & Record<`use${number}`, number>;

/** Records as they are now, with which of their possible users hold each, as statements of a read. @param ids a query of one column, "entity_id" */
export function standingReads(db: CompanyDb, { table, uses, tree }: Undo, ids: SQL): Statement[] {
  const held = uses().map(({ table: other, column, where }, at) => {
    const points = where ? sql`${column} = ${table.id} and ${where}` : sql`${column} = ${table.id}`;
    const alive = other === table ? undefined : living(other);
    return sql`, exists (select 1 from ${acrossLocations(other, "what is unique or in use is so in the whole company")} where ${db.ofOwner(other, alive ? sql`${points} and ${alive}` : points)}) as ${sql.raw(`"use${at}"`)}`;
  });
  const isThere = sql.join(
    [sql`${table.id} = "undone"."entity_id"`, ...[living(table) ?? []].flat()],
    sql` and `,
  );
  return [
    db.rows<Held>(sql`select ${table.id} as "id", ${table.version} as "version"${sql.join(held, sql``)}
      from (${ids}) as "undone" cross join ${table}
      where ${db.ofOwner(table, isThere)}`),
    db
      .select()
      .from(table)
      .where(db.ofOwner(table, sql`${table.id} in (select "entity_id" from (${ids}))`)) as never,
    ...(tree ? [tree.reads(db, ids)] : []),
  ];
}

/** What `standingReads` answered: how each record stands, and the records by id. */
export function standingOf(
  { uses, tree }: Undo,
  [held, records, more]: readonly unknown[],
  rows: readonly DoneRow[],
) {
  const standing: Standing = new Map(
    (held as Held[]).map(({ id, version, ...used }) => [
      id,
      { version, uses: uses().find((_, at) => used[`use${at}`])?.things },
    ]),
  );
  return {
    standing: tree ? tree.standing(standing, more, rows) : standing,
    now: new Map((records as Current[]).map((record) => [record.id, record])),
  };
}

/** Why a record stays as it is; null when it can be taken back. */
export function heldBy(standing: Standing, { entity_id, version, action }: DoneRow): string | null {
  const record = standing.get(entity_id);
  if (!record) return "It is deleted already";
  if (record.version !== version) return "It was changed since";
  return action === "create" && record.uses ? `It is used by ${record.uses}` : null;
}
