import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { newId } from "#drizzle/columns.ts";
import {
  assets,
  categories,
  departments,
  locations,
  stockItems,
  stores,
  subCategories,
  teams,
  users,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { entityOf } from "../entity/nouns.ts";
import { placesNamed } from "./place-paths.ts";

/** A record that cells name by its name, its code or its path. */
type Master = {
  table: SQLiteTable;
  /** What messages call it, where that is not its entity's own word. */
  label?: string;
  /** Columns it is found by. */
  by: readonly string[];
  /** Further columns that rules look at. */
  more?: readonly string[];
  /** Whether an import may add one that is missing. */
  isMade?: boolean;
  living?: string;
};
const defaults = ["default_criticality", "default_dep_method", "default_life_months"];
const archived = ["archived_at"];

export const masters = {
  category: {
    table: categories,
    by: ["name", "code"],
    more: [...defaults, ...archived],
    isMade: true,
  },
  subCategory: {
    table: subCategories,
    by: ["name"],
    more: [...defaults, "category_id", ...archived],
    isMade: true,
  },
  department: { table: departments, by: ["name", "code"], more: archived, isMade: true },
  place: { table: locations, by: ["path", "code"], more: ["path", ...archived] },
  vendor: { table: vendors, by: ["name", "code"], more: archived, isMade: true },
  team: { table: teams, by: ["name"], more: archived },
  store: { table: stores, by: ["name", "code"], more: archived, isMade: true },
  asset: { table: assets, by: ["asset_code"], more: ["lifecycle"] },
  spare: { table: stockItems, label: "Fitting spare", by: ["name"], more: archived },
  user: {
    table: users,
    by: ["email", "employee_code", "name"],
    more: ["status"],
    living: `"m"."status" <> 'left' and "m"."status" <> 'suspended'`,
  },
} satisfies Record<string, Master>;
export type MasterName = keyof typeof masters;
const masterNamed = (name: MasterName): Master => masters[name];

/** The master whose records are the rows of a table. */
export const masterOf = (table: SQLiteTable): MasterName =>
  (Object.keys(masters) as MasterName[]).find((name) => masters[name].table === table)!;
/** What messages call one of a master, and several. */
export const masterLabel = (name: MasterName): string =>
  masterNamed(name).label ?? entityOf(masters[name].table).label;
export const masterThings = (name: MasterName): string => entityOf(masters[name].table).noun[1];

/** A record that was found, with what rules look at. */
export type Found = {
  id: string;
  name: string;
  word: string;
  archivedAt?: number | null;
  categoryId?: string;
  path?: string;
  [more: string]: unknown;
};
/** What the cells of some rows name: by master, then by the word in lower case. */
export type FoundMasters = Map<MasterName, Map<string, Found[]>>;
export const folded = (word: string) =>
  word
    .toLowerCase()
    .split("/")
    .map((part) => part.trim())
    .join(" / ");

/**
 * The records that words name, as statements of a read; hand their rows to `gathered`.
 * @param words a query of one column, "word"
 */
export function findingMasters(
  db: CompanyDb,
  named: readonly { master: MasterName; words: SQL }[],
): Statement[] {
  return named.map(({ master, words }) => {
    const { table, by, more = [], living = `"m"."deleted_at" is null` } = masterNamed(master);
    const shown = sql.raw(["id", "name", ...more].map((column) => `"m"."${column}"`).join(", "));
    const each = by.map((column) =>
      column === "path"
        ? placesNamed(db, words, shown)
        : sql`select ${shown}, "w"."word" as "word" from (${words}) as "w" cross join ${table} as "m"
            where "m"."company_id" = ${db.companyId} and ${sql.raw(`"m"."${column}"`)} = "w"."word" and ${sql.raw(living)}`,
    );
    return db.rows<Found>(sql.join(each, sql` union all `));
  });
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The rows of `findingMasters`, by master and word. */
export function gathered(
  named: readonly { master: MasterName }[],
  results: readonly unknown[],
): FoundMasters {
  const found: FoundMasters = new Map();
  for (const [at, { master }] of named.entries()) {
    const words = found.get(master) ?? new Map<string, Found[]>();
    found.set(master, words);
    for (const raw of results[at] as Record<string, unknown>[]) {
      const row = Object.fromEntries(
        Object.entries(raw).map(([name, value]) => [camel(name), value]),
      ) as Found;
      const key = folded(row.word);
      const others = words.get(key) ?? [];
      if (!others.some(({ id }) => id === row.id)) words.set(key, [...others, row]);
    }
  }
  return found;
}

/** What a row names and the import makes. */
export type Made = { master: MasterName; id: string; name: string; categoryId?: string };

/** What is missing is made once, however many rows name it. */
export class Missing {
  readonly made: Made[] = [];
  constructor(private readonly allowed: readonly string[]) {}

  /** A place on the way to another that is to be made: its own kind of import makes it, for whoever may add places. */
  place(path: string): void {
    if (!this.made.some(({ master, name }) => master === "place" && folded(name) === folded(path)))
      this.made.push({ master: "place", id: "", name: path });
  }

  /** The master that is to be made under this name; null when missing ones are not made. */
  of(master: MasterName, name: string, categoryId?: string): Made | null {
    if (
      !this.allowed.includes(master) ||
      !masterNamed(master).isMade ||
      (master === "subCategory" && !categoryId)
    )
      return null;
    const before = this.made.find(
      (one) =>
        one.master === master &&
        folded(one.name) === folded(name) &&
        (one.categoryId ?? "") === (categoryId ?? ""),
    );
    if (before) return before;
    const made = { master, id: newId(), name, ...(categoryId ? { categoryId } : {}) };
    this.made.push(made);
    return made;
  }
}
