import { getTableColumns, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import type { Db, Row, Statement } from "../../db/db.ts";
import type { Permission } from "../../permissions.ts";
import type { Sheet } from "../imports/sheet.ts";
import type { Listed, More } from "../lists/list-rows.ts";
import type { NamedEntity, Noun } from "./nouns.ts";
import type { EntityTable } from "./references.ts";
import type { SearchedBy } from "./search-rows.ts";
import type { Holding } from "./uses.ts";

/** A change of a row: its new values (null when archived, restored or deleted), the row before, and whether it is deleted. */
export type Change<T extends EntityTable, S extends z.ZodType> = {
  id: string;
  values: z.output<S> | null;
  before: Row<T> | null;
  gone?: boolean;
};

type Permissions = { view: string; create: string; edit: string; delete: string };

/** What forms and filters offer of an entity to choose from, besides its title. */
export type Offered = {
  /** The list's name in addresses, where it is not the entity's own. */
  as?: string;
  /** Who may look, besides those who may view the entity. */
  to: readonly Permission[];
  /** What tells apart records of the same title. */
  hint?: SQLiteColumn;
  /** Which of those that are neither archived nor deleted are offered. */
  where?: SQL;
  /** The filter of the entity's list by which a picker is limited to what is inside another record. */
  within?: string;
};

/** How the palette shows a record that it finds by words. */
export type InPalette<R> = {
  /** The heading of the group, and its picture. */
  group: string;
  icon: string;
  title?: (row: R) => string;
  hint: (row: R) => string;
  href: (row: R) => string;
};

/** An entity as its room declares it. */
export type Definition<T extends EntityTable, S extends z.ZodType, M extends More> = {
  table: T;
  noun: Noun;
  /** The word of activity and search rows, where it is not the noun's first: "location" for a place. */
  name?: string;
  /** What people read in messages and forms, where it is not the noun's first. */
  label?: string;
  /** What its permissions are about: "vendor" is view-vendor, create-vendor and so on. */
  subject?: string;
  /** Its permissions, where they do not follow from the subject. */
  permissions?: Permissions;
  input: S;
  /** The column that people know a record by, where it is not `name`. */
  title?: Extract<keyof Row<T>, string>;
  /** What its search rows hold; without it the database keeps them by triggers. */
  search?: SearchedBy<Extract<keyof Row<T>, string>>;
  list: Pick<Listed<T, M>, "sorts" | "filters" | "more" | "acrossLocations">;
  offered?: Offered;
  /** Whether the palette finds its records. */
  palette?: InPalette<Row<T>>;
  /** Its fields as columns of spreadsheets, where they need more than the form declares. */
  sheet?: Sheet;
  /** Whether its records can be brought in from a spreadsheet: by the field that tells them apart, another that no two may share, and the one for what has no field of its own. */
  imported?: { key: string; unique?: string; notes?: string };
  /** What is stored instead of what was sent, where that depends on the record before or on the owner's day. @throws Response 422 */
  stored?: (
    values: z.output<S>,
    before: Row<T> | null,
    today: string,
  ) => Partial<T["$inferInsert"]>;
  /** What looks wrong in what was sent; it is stored all the same. */
  doubts?: (values: z.output<S>) => string[];
  /** Further statements of a create or update, in the same batch, before the row itself. */
  also?: (db: Db, id: string, values: z.output<S>, before: Row<T> | null) => Statement[];
  /** Further statements of every change, archive and deletion included, after the row itself. */
  always?: (db: Db, change: Change<T, S>) => Statement[];
  heldBy?: (id: string) => Holding;
};

const sentence = (words: string) => `${words[0]!.toUpperCase()}${words.slice(1)}`;
const permissionsOf = (subject: string): Permissions => ({
  view: `view-${subject}`,
  create: `create-${subject}`,
  edit: `edit-${subject}`,
  delete: `delete-${subject}`,
});

/** An entity's words, permissions and list, from what its definition says. */
export function factsOf<T extends EntityTable, S extends z.ZodType, M extends More>(
  definition: Definition<T, S, M>,
) {
  const { table, noun, input, title = "name", search, list, subject = noun[0] } = definition;
  const name = definition.name ?? noun[0].replace(/\W/g, "_");
  return {
    table,
    noun,
    name,
    input,
    label: definition.label ?? sentence(noun[0]),
    subject,
    permissions: definition.permissions ?? permissionsOf(subject),
    titleColumn: getTableColumns(table as SQLiteTable)[title]!,
    search: name.toLowerCase().replace(/\W/g, "_"),
    searchedBy: search,
    offered: definition.offered,
    palette: definition.palette,
    sheet: definition.sheet,
    imported: definition.imported,
    ...list,
  } satisfies Listed<T, M> & NamedEntity & Record<string, unknown>;
}
