import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { camel } from "#app/shared/camel.ts";
import { newId } from "#drizzle/columns.ts";
import {
  assets,
  categories,
  consumerSites,
  consumers,
  decisionRules,
  departments,
  locations,
  machineModels,
  procedures,
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
  table: SQLiteTable & { archivedAt?: SQLiteColumn };
  /** What messages call it, where that is not its entity's own word. */
  label?: string;
  /** Columns it is found by. */
  by: readonly string[];
  /** Further columns that rules look at, besides whether it is archived. */
  more?: readonly string[];
  living?: string;
};
/** What a machine takes over from its model. */
const ofModel = [
  ...["electrical_class", "applied_part", "defib_proof", "supply"],
  ...["interval_value", "interval_unit", "interval_source", "default_procedure_id"],
];
const defaults = ["default_criticality", "default_dep_method", "default_life_months"];

export const masters = {
  category: { table: categories, by: ["name", "code"], more: defaults },
  subCategory: { table: subCategories, by: ["name"], more: [...defaults, "category_id"] },
  department: { table: departments, by: ["name", "code"] },
  place: { table: locations, by: ["path", "code"], more: ["path"] },
  vendor: { table: vendors, by: ["name", "code"] },
  team: { table: teams, by: ["name"] },
  store: { table: stores, by: ["name", "code"] },
  asset: { table: assets, by: ["asset_code"], more: ["lifecycle", "asset_code"] },
  consumerSite: {
    ...{ table: consumerSites, label: "Site", by: ["name"], more: ["consumer_id"] },
  },
  machineModel: { table: machineModels, by: ["name"], more: ofModel },
  procedure: { table: procedures, label: "Procedure", by: ["code", "name"] },
  spare: { table: stockItems, label: "Fitting spare", by: ["name"] },
  decisionRule: { table: decisionRules, by: ["code", "name"] },
  consumer: { table: consumers, by: ["consumer_no", "name"] },
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
  master: MasterName;
  archivedAt?: number | null;
  categoryId?: string;
  path?: string;
  [more: string]: unknown;
};
/** What the cells of some rows name: by master, then by the word as `folded`. */
export type FoundMasters = Map<MasterName, Map<string, Found[]>>;
/** A name or path as two of them are compared. */
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
    const columns = ["id", "name", ...more, ...(table.archivedAt ? ["archived_at"] : [])];
    const shown = sql.raw(columns.map((column) => `"m"."${column}"`).join(", "));
    const each = by.map((column) =>
      column === "path"
        ? placesNamed(db, words, shown)
        : sql`select ${shown}, "w"."word" as "word" from (${words}) as "w" cross join ${table} as "m"
            where "m"."company_id" = ${db.companyId} and ${sql.raw(`"m"."${column}"`)} = "w"."word" and ${sql.raw(living)}`,
    );
    return db.rows<Found>(sql.join(each, sql` union all `));
  });
}

/** The rows of `findingMasters`, by master and word. */
export function gathered(
  named: readonly { master: MasterName }[],
  results: readonly unknown[],
): FoundMasters {
  const found: FoundMasters = new Map();
  for (const [at, { master }] of named.entries()) {
    const words = found.get(master) ?? new Map<string, Found[]>();
    found.set(master, words);
    for (const { word, ...columns } of results[at] as ({ word: string } & Found)[]) {
      const named = Object.entries(columns).map(([name, value]) => [camel(name), value]);
      const row: Found = { ...Object.fromEntries(named), master };
      const others = words.get(folded(word)) ?? [];
      if (!others.some(({ id }) => id === row.id)) words.set(folded(word), [...others, row]);
    }
  }
  return found;
}

/** What a row names and the import makes. */
export type Made = { master: MasterName; id: string; name: string; categoryId?: string };
const isSame = (one: Made, master: string, name: string) =>
  one.master === master && folded(one.name) === folded(name);

/** What is missing is made once, however many rows name it. */
export class Missing {
  readonly made: Made[] = [];
  constructor(private readonly allowed: readonly string[]) {}

  /** A place on the way to another that is to be made: its own kind of import makes it, for whoever may add places. */
  place(path: string): void {
    if (!this.made.some((one) => isSame(one, "place", path)))
      this.made.push({ master: "place", id: "", name: path });
  }

  /** The master that is to be made under this name; null when missing ones are not made. */
  of(master: MasterName, name: string, categoryId?: string): Made | null {
    if (!this.allowed.includes(master) || (master === "subCategory" && !categoryId)) return null;
    const before = this.made.find(
      (one) => isSame(one, master, name) && one.categoryId === categoryId,
    );
    if (before) return before;
    const made = { master, id: newId(), name, ...(categoryId ? { categoryId } : {}) };
    this.made.push(made);
    return made;
  }
}
