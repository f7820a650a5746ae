import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Cell } from "#app/shared/cells.ts";
import { formatMinor } from "#app/shared/money.ts";
import { snake } from "#drizzle/columns.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { type Export, inPages } from "../assets/export.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { type TaxId, taxIdsText } from "../entity/tax-ids.ts";
import { type Column, called } from "../imports/columns.ts";
import { masters } from "../imports/masters.ts";
import { sheetColumns } from "../imports/sheet.ts";
import { resources } from "../index.ts";
import { type ExportColumn, exported } from "./exported.ts";
import { beginExport } from "./exports.ts";
import { askedOf, entryOf } from "./list-query.ts";
import { matching } from "./list-rows.ts";
import { namedBy, namedColumn } from "./more-columns.ts";

const AT_ONCE = 500;
const BREAK = "\u0000";

type Values = Record<string, unknown>;
type Exporting = Parameters<typeof beginExport>[1];
function cellOf({ name, as, words, of }: ExportColumn, row: Values): Cell {
  if (of) return of(row);
  const value = row[name];
  if (value === null || value === undefined) return null;
  if (as === "money") return formatMinor(Number(value));
  if (as === "flag") return value ? "yes" : "no";
  if (Array.isArray(value)) return listText(value as (string | TaxId)[]);
  return words ? (words[String(value)] ?? String(value)) : (value as string | number);
}

const isText = (one: string | TaxId): one is string => typeof one === "string";
const listText = (list: (string | TaxId)[]) =>
  list.some(isText) ? list.join(", ") : taxIdsText(list as TaxId[]);

/**
 * Every record of an entity that matches its list's search and filters, by its first order: as its import takes them, so that a file
 * that was taken out can be brought in again.
 * @param path the entity's name in addresses
 * @throws Response 403, 404, 429 for the sixth export in five minutes
 */
export const exportOf =
  (path: string) =>
  async (session: Session, params: URLSearchParams): Promise<Export<Cell>> => {
    const resource = entryOf(resources, path) ?? notFound("list");
    const { what, columns: more = [], counted, told } = entryOf(exported, path) ?? {};
    const { table, sorts, filters = {}, noun, subject } = resource;
    const title = what ?? called(noun[1]);
    const shown = (resource.more ?? {}) as Record<string, SQL.Aliased>;
    const ofForm = sheetColumns(table, resource.input, resource.sheet);
    const columns: ExportColumn[] = [...ofForm, ...more];
    const names = namesFor(resource, ofForm);
    const shownAs = (name: string) =>
      namedIn(resource, name) ?? (namedKey(name) in names ? namedKey(name) : name);
    const keys = columns.map((column) => ({ ...column, name: shownAs(column.name) }));
    const ofAssets = "assets" in shown ? ([["Assets", "assets"]] as const) : [];
    const counts = counted ? [counted] : ofAssets;
    const query = askedOf(params, Object.keys(sorts), [...Object.keys(filters), "state"]);
    const [key, order] = Object.entries(sorts)[0] as [string, SQLiteColumn];
    const db = await beginExport(session, `export-${subject}` as Exporting, title);
    const toldOf = (await told?.(session)) ?? ((row: Values) => row);
    const id = (table as { id: SQLiteColumn }).id;
    const pageAfter = (after: string) => {
      const [value = "", last = ""] = after.split(BREAK);
      const rest = sql`(${order}, ${id}) > (${value}, ${last})`;
      return db
        .select({
          ...getTableColumns(table as SQLiteTable),
          ...shown,
          ...names,
        })
        .from(table as SQLiteTable)
        .where(db.ofOwner(table as SQLiteTable, matching(db, resource, query, rest, "all")))
        .orderBy(order, id)
        .limit(AT_ONCE);
    };
    const cellsOf = (row: Values) => keys.map((column) => cellOf(column, row));
    return {
      name: title.toLowerCase().replace(/\W+/g, "-"),
      head: [...columns.map(({ label }) => label), ...counts.map(([label]) => label), "Archived"],
      pages: inPages<Values, Cell>(
        db,
        pageAfter as never,
        (row) => `${row[key]}${BREAK}${row.id}`,
        "",
        (row) => [
          ...cellsOf(toldOf(row)),
          // Whom a limit hides the count of all gets none.
          ...counts.map(([, name]) => (row[name] as number | null) ?? (db.scope ? null : 0)),
          row.archivedAt ? "yes" : "",
        ],
      ),
    };
  };

/** The further column of a list that names what a field points to; undefined where the list shows none. */
function namedIn({ table, more = {} }: AnyEntity, name: string): string | undefined {
  const own = (table as unknown as Values)[name];
  if (own === undefined) return undefined;
  return Object.entries(more as Record<string, SQL.Aliased>).find(
    ([, column]) => namedColumn(column) === own,
  )?.[0];
}

/** What fields point to that the list does not name: as imports find it, by its code or name. */
function namesFor(resource: AnyEntity, columns: readonly Column[]): Record<string, SQL.Aliased> {
  const own = resource.table as unknown as Record<string, SQLiteColumn>;
  return Object.fromEntries(
    columns.flatMap(({ name, master }) => {
      if (!master || namedIn(resource, name)) return [];
      const { table, by } = masters[master];
      const shown = Object.entries(getTableColumns(table)).find(([key]) => snake(key) === by[0])!;
      return [[namedKey(name), namedBy(table, shown[1], own[name]!)]];
    }),
  );
}
const namedKey = (name: string) => `${name}Named`;
