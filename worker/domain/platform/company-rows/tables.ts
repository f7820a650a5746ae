import { getTableName } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { snake, tablesOf } from "#drizzle/columns.ts";
import * as schema from "#drizzle/tenant/index.ts";

/** A column that points at a row of another table, or of its own. */
export type Reference = { column: string; table: string; isLoose: boolean };
/** A table with rows of companies, as it is carried from shard to shard. */
export type CompanyTable = {
  name: string;
  /** The columns that are written, `id` first; the company's stands before them and is the same in all rows. */
  columns: readonly string[];
  references: readonly Reference[];
};

/** It marks the batches that carry rows; no row of it outlives one. */
const TRANSITS = getTableName(schema.transits);
export const MEDIA = getTableName(schema.media);
export const COUNTERS = getTableName(schema.counters);

/**
 * References that close a circle. They may be empty, and rows of the tables they are in are found by them, so that taking away what they
 * point at looks at no other row. Those of files all count: a file may be anybody's. A table's references to itself count as well.
 */
const closing = new Set([
  "calibrators.current_certificate_id",
  "gate_passes.breakdown_id",
  "procedures.current_version_id",
  "report_forms.current_version_id",
  "service_reports.due_occurrence_id",
  "stores.keeper_user_id",
  "teams.leader_user_id",
]);

const all: ReadonlyMap<string, CompanyTable> = new Map(
  tablesOf(schema)
    .filter((table) => getTableName(table) !== TRANSITS)
    .map((table) => {
      const { name, columns, foreignKeys } = getTableConfig(table);
      return [
        name,
        {
          name,
          columns: columns
            .filter((column) => column.name !== "companyId" && !column.generated)
            .map((column) => snake(column.name)),
          references: foreignKeys.map((key) => {
            const { columns: from, foreignTable } = key.reference();
            const column = snake(from[1]!.name);
            const to = getTableName(foreignTable);
            const isLoose = name === MEDIA || name === to || closing.has(`${name}.${column}`);
            return { column, table: to, isLoose };
          }),
        },
      ];
    }),
);

/** Puts what is pointed at before what points at it. */
function inOrder(): CompanyTable[] {
  const ordered = new Set<CompanyTable>();
  const under = new Set<string>();
  const put = (name: string) => {
    const table = all.get(name)!;
    if (ordered.has(table)) return;
    if (under.has(name)) throw new Error(`${name} points at itself in a circle`);
    under.add(name);
    for (const { table: to, isLoose } of table.references) if (!isLoose) put(to);
    ordered.add(table);
  };
  // Counters tell what was taken away, so they go last; files are pointed at from everywhere.
  put(COUNTERS);
  put(MEDIA);
  for (const name of [...all.keys()].sort()) put(name);
  return [...ordered];
}

/** Every table with rows of companies, those that are pointed at before those that point at them, but for loose references. */
export const companyTables: readonly CompanyTable[] = inOrder();

/** A company's rows of the search index, which is no table of the schema: they are kept by its word, and their `id` is the row's number. */
export const SEARCH_INDEX: CompanyTable = {
  name: "search_index",
  columns: ["id", "company", "kind", "words", "record_id"],
  references: [],
};

/** All that a company has in its shard. */
export const carried: readonly CompanyTable[] = [...companyTables, SEARCH_INDEX];
