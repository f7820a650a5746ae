import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { Change } from "#drizzle/both.ts";
import { newId } from "#drizzle/columns.ts";
import { teamCategories, teamDepartments, teamMembers, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { rare } from "../../db/predicates.ts";
import { invalid, notFound } from "../../refusals.ts";
import { edges } from "../entity/edges.ts";
import { entityOf } from "../entity/nouns.ts";
import { usable } from "../entity/references.ts";

const MOST = 500;
/** Ids as a list, or as the text of a form with commas. */
export const ids = () =>
  z
    .union([z.array(z.string().max(64)), z.string().max(40_000)], {
      error: "Must be a list of ids",
    })
    .optional()
    .transform((value) => [
      ...new Set(
        (typeof value === "string" ? value.split(",") : (value ?? []))
          .map((id) => id.trim())
          .filter(Boolean),
      ),
    ])
    .pipe(z.array(z.string()).max(MOST, `At most ${MOST}`));

type Linked = "memberIds" | "departmentIds" | "categoryIds";
export type Link = {
  table: SQLiteTable;
  column: SQLiteColumn;
  /** What is linked: its table, its id and its name. */
  of: SQLiteTable;
  ofId: SQLiteColumn;
  shown: SQLiteColumn;
  log: string;
  /** Which may be linked anew. */
  usable: SQL;
};
type Linkable = SQLiteTable & { id: SQLiteColumn; name: SQLiteColumn };
const link = (column: SQLiteColumn, log: string, canBeChosen?: SQL): Link => {
  const of = edges.find((edge) => edge.column === column)!.target as Linkable;
  return {
    ...{ table: column.table as SQLiteTable, column, of, ofId: of.id, shown: of.name, log },
    usable: canBeChosen ?? usable(of)!,
  };
};
export const links: Record<Linked, Link> = {
  memberIds: link(teamMembers.userId, "members", sql`${users.status} in ('active', 'invited')`),
  departmentIds: link(teamDepartments.departmentId, "locations"),
  categoryIds: link(teamCategories.categoryId, "categories"),
};
export const names = Object.keys(links) as Linked[];
export const teamIdOf = (link: Link) => (link.table as unknown as { teamId: SQLiteColumn }).teamId;

/** What stands behind a link of a team: ids with their names. */
type Chosen = Record<Linked, string[]>;
/** What a team was linked to: people, Locations, categories. */
type Before = { members: Named[]; locations: Named[]; categories: Named[] };
export type Named = { value: string; label: string };
export const linked = (db: ReadingDb, { table, column, of, ofId, shown }: Link, teamId: string) =>
  db
    .select({ value: sql<string>`${ofId}`.as("value"), label: sql<string>`${shown}`.as("label") })
    .from(table)
    .innerJoin(of, db.ofOwner(of, eq(ofId, column)))
    .where(db.ofOwner(table, rare(eq(teamIdOf({ table } as Link), teamId))))
    .orderBy(shown)
    .limit(MOST);
/** The named ones among the ids, and whether they may be chosen anew. */
const asked = (db: ReadingDb, { of, ofId, shown, usable }: Link, chosen: readonly string[]) =>
  db
    .select({
      value: sql<string>`${ofId}`.as("value"),
      label: sql<string>`${shown}`.as("label"),
      usable: sql<number>`${usable}`.as("usable"),
    })
    .from(of)
    .where(
      db.ofOwner(of, sql`${ofId} in (select "value" from json_each(${JSON.stringify(chosen)}))`),
    );

type Asked = Named & { usable: number };
export const askedFor = (db: ReadingDb, values: Chosen) =>
  [
    asked(db, links.memberIds, values.memberIds),
    asked(db, links.departmentIds, values.departmentIds),
    asked(db, links.categoryIds, values.categoryIds),
  ] as const;

/** What changes of a team's links, in words for the log. @throws Response 404 for an unknown id, 422 for one that may not be chosen */
export function linkChanges(
  values: Chosen,
  before: Before | null,
  found: readonly Asked[][],
): Change[] {
  const old = [before?.members ?? [], before?.locations ?? [], before?.categories ?? []];
  return names.flatMap((name, at) => {
    const known = new Map(found[at]!.map((one) => [one.value, one]));
    const had = new Set(old[at]!.map(({ value }) => value));
    for (const value of values[name]) {
      const one = known.get(value) ?? notFound(entityOf(links[name].of).noun[0]);
      if (!had.has(value) && !one.usable)
        invalid({ [name]: [`${one.label} cannot be chosen any more`] });
    }
    const words = (list: readonly Named[]) =>
      list
        .map(({ label }) => label)
        .sort()
        .join(", ") || null;
    const [from, to] = [words(old[at]!), words(found[at]!)];
    return from === to ? [] : [{ field: links[name].log, from, to }];
  });
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The team's links become exactly these. */
export const linking = (db: CompanyDb, id: string, values: Chosen): Statement[] =>
  names.flatMap((name) => {
    const { table, column } = links[name];
    const wanted = JSON.stringify(values[name].map((value) => ({ id: newId(), value })));
    const at = sql`cast(${Date.now()} as integer)`;
    return [
      db.removing(
        table,
        and(
          eq(teamIdOf(links[name]), id),
          sql`${column} not in (select "value" ->> 'value' from json_each(${wanted}))`,
        )!,
      ),
      db.run(sql`insert into ${table} ("company_id", "id", "created_at", "created_by", "updated_at", "version", "team_id", ${sql.identifier(snake(column.name))})
        select ${db.companyId}, "value" ->> 'id', ${at}, ${db.stamp.actorId}, ${at}, 1, ${id}, "value" ->> 'value' from json_each(${wanted})
        where true on conflict do nothing`),
    ];
  });
