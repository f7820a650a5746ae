import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { formatMinor } from "#app/shared/money.ts";
import type { Cell } from "../../files/sheets/cells.ts";
import type { Session } from "../../session.ts";
import { type Export, inPages } from "../assets/export.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { type TaxId, taxIdsText } from "../entity/fields.ts";
import type { Column } from "../imports/columns.ts";
import {
  categoryColumns,
  departmentColumns,
  placeColumns,
  storeColumns,
  subCategoryColumns,
  vendorColumns,
} from "../imports/master-columns.ts";
import { locations } from "../locations/locations.ts";
import { categories } from "../masters/categories.ts";
import { departments } from "../masters/departments.ts";
import { stores } from "../masters/stores.ts";
import { subCategories } from "../masters/sub-categories.ts";
import { vendors } from "../masters/vendors.ts";
import { beginExport } from "./exports.ts";
import { askedOf } from "./list-query.ts";
import { matching } from "./list-rows.ts";

const AT_ONCE = 500;
const BREAK = "\u0000";

type Values = Record<string, unknown>;
type Definition = {
  resource: AnyEntity;
  permission: Parameters<typeof beginExport>[1];
  what: string;
  /** As its import takes them, so that a file that was taken out can be brought in again. */
  columns: readonly Column[];
  /** What the list calls the record that a column names. */
  named?: Readonly<Record<string, string>>;
  /** What is counted of it, by the name of the count. */
  counted?: readonly [label: string, name: string];
};

function cellOf(
  { name, as, words }: Column,
  row: Values,
  named: Readonly<Record<string, string>>,
): Cell {
  const value = row[named[name] ?? name];
  if (value === null || value === undefined) return null;
  if (as === "money") return formatMinor(Number(value));
  if (as === "flag") return value ? "yes" : "no";
  if (Array.isArray(value)) return taxIdsText(value as TaxId[]);
  return words ? (words[String(value)] ?? String(value)) : (value as string | number);
}

/** Every record of a master that matches its list's search and filters, by its first order. */
const exporter =
  ({
    resource,
    permission,
    what,
    columns,
    named = {},
    counted: [label, count] = ["Assets", "assets"],
  }: Definition) =>
  async (session: Session, params: URLSearchParams): Promise<Export<Cell>> => {
    const { table, sorts, filters = {} } = resource;
    const query = askedOf(params, Object.keys(sorts), [...Object.keys(filters), "state"]);
    const [key, order] = Object.entries(sorts)[0] as [string, SQLiteColumn];
    const db = await beginExport(session, permission, what);
    const id = (table as { id: SQLiteColumn }).id;
    const pageAfter = (after: string) => {
      const [value = "", last = ""] = after.split(BREAK);
      const rest = sql`(${order}, ${id}) > (${value}, ${last})`;
      return db
        .select({
          ...getTableColumns(table as SQLiteTable),
          ...(resource.more as Record<string, SQL.Aliased>),
        })
        .from(table as SQLiteTable)
        .where(db.mine(table as SQLiteTable, matching(db, resource, query, rest, "all")))
        .orderBy(order, id)
        .limit(AT_ONCE);
    };
    return {
      name: what.toLowerCase().replace(/\W+/g, "-"),
      head: [...columns.map((column) => column.label), label, "Archived"],
      pages: inPages<Values, Cell>(
        db,
        pageAfter as never,
        (row) => `${row[key]}${BREAK}${row.id}`,
        "",
        (row) => [
          ...columns.map((column) => cellOf(column, row, named)),
          // Whom a limit hides the count of all gets none.
          (row[count] as number | null) ?? (db.scope ? null : 0),
          row.archivedAt ? "yes" : "",
        ],
      ),
    };
  };

/** @throws Response 403, 429 for the sixth export in five minutes */
export const exportVendors = exporter({
  resource: vendors,
  ...{ permission: "export-vendor", what: "Vendors", columns: vendorColumns },
});

export const exportDepartments = exporter({
  resource: departments,
  ...{ permission: "export-department", what: "Locations", columns: departmentColumns },
  named: { locationId: "placeName" },
});

export const exportCategories = exporter({
  resource: categories,
  ...{ permission: "export-category", what: "Categories", columns: categoryColumns },
});

export const exportSubCategories = exporter({
  resource: subCategories,
  ...{ permission: "export-category", what: "Sub-categories", columns: subCategoryColumns },
});

export const exportStores = exporter({
  resource: stores,
  ...{
    permission: "export-store",
    what: "Stores",
    columns: storeColumns,
    counted: ["Items", "items"],
  },
});

export const exportPlaces = exporter({
  resource: locations as unknown as AnyEntity,
  ...{ permission: "export-location", what: "Floor/City/Site", columns: placeColumns },
});
