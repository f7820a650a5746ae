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
import type { Permission } from "../../permissions.ts";
import { placesNamed } from "./place-paths.ts";

/** A record that cells name by its name, its code or its path. */
type Master = {
  table: SQLiteTable;
  label: string;
  things: string;
  /** Columns it is found by. */
  by: readonly string[];
  /** Further columns that rules look at. */
  more?: readonly string[];
  /** Who may add one that is missing; absent where an import never does. */
  permission?: Permission;
  living?: string;
};
const defaults = ["default_criticality", "default_dep_method", "default_life_months"];

export const masters = {
  category: {
    table: categories,
    label: "Category",
    things: "categories",
    by: ["name", "code"],
    more: [...defaults, "archived_at"],
    permission: "create-category",
  },
  subCategory: {
    table: subCategories,
    label: "Sub-category",
    things: "sub-categories",
    by: ["name"],
    more: [...defaults, "category_id", "archived_at"],
    permission: "create-category",
  },
  department: {
    table: departments,
    label: "Location",
    things: "locations",
    by: ["name", "code"],
    more: ["archived_at"],
    permission: "create-department",
  },
  place: {
    table: locations,
    label: "Place",
    things: "places",
    by: ["path", "code"],
    more: ["path", "archived_at"],
  },
  vendor: {
    table: vendors,
    label: "Vendor",
    things: "vendors",
    by: ["name", "code"],
    more: ["archived_at"],
    permission: "create-vendor",
  },
  team: {
    table: teams,
    label: "Team",
    things: "teams",
    by: ["name"],
    more: ["archived_at"],
    permission: "create-user",
  },
  store: {
    table: stores,
    label: "Store",
    things: "stores",
    by: ["name", "code"],
    more: ["archived_at"],
    permission: "create-store",
  },
  asset: {
    table: assets,
    label: "Asset",
    things: "assets",
    by: ["asset_code"],
    more: ["lifecycle"],
  },
  spare: {
    table: stockItems,
    label: "Fitting spare",
    things: "stock items",
    by: ["name"],
    more: ["archived_at"],
  },
  user: {
    table: users,
    label: "Person",
    things: "people",
    by: ["email", "employee_code", "name"],
    more: ["status"],
    living: `"m"."status" <> 'left' and "m"."status" <> 'suspended'`,
  },
} as const satisfies Record<string, Master>;
export type MasterName = keyof typeof masters;

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
    const { table, by, more = [], living = `"m"."deleted_at" is null` } = masters[master] as Master;
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
      !("permission" in masters[master]) ||
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
