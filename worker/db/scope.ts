import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { snake, tablesOf } from "#drizzle/columns.ts";
import * as schema from "#drizzle/tenant/index.ts";

/** The Locations a person is limited to, and who they are. */
export type Scope = { departments: readonly string[]; userId: string };

/** A row is out of scope when one of these columns points to something out of scope. */
const about: Record<string, string> = {
  assetId: "assets",
  serviceReportId: "service_reports",
  breakdownId: "breakdowns",
  transferId: "asset_transfers",
  gatePassId: "gate_passes",
  recallAssetId: "recall_assets",
  proposalId: "condemn_proposals",
  machineId: "machines",
  certificateReportId: "certificate_reports",
  inhouseCalibrationId: "inhouse_calibrations",
};

/** ?1 is the list of Locations, ?2 the person; the statement's own values follow. */
const inScope = (column: string) => `${column} in (select "value" from json_each(?1))`;
const seen = (table: string, id: string) =>
  `exists (select 1 from "${table}" as "seen" where "seen"."company_id" = "t"."company_id" and "seen"."id" = ${id})`;

/** Counters that reveal nothing about assets, by their first word. */
const harmless = [
  "stock",
  "stores",
  "vendors",
  "teams",
  "users",
  "categories",
  "sub_categories",
  "departments",
  "locations",
];

/** A counter of the whole company that a limited person must not read. */
export const tellsOfAssets = (counter: string) => !harmless.includes(counter.split(".")[0]!);

/** What somebody sees of a table: a condition on its rows "t", and the tables that must be narrowed before it. */
export type Part = { where: string; needs: string[] };

/** What a limited person sees of a table that is not about assets by its columns. */
const special: Record<string, Part> = {
  assets: { where: inScope(`"t"."department_id"`), needs: [] },
  asset_details: { where: seen("assets", `"t"."id"`), needs: ["assets"] },
  counters: {
    where: `(substr("t"."id", 1, instr("t"."id", '.') - 1) in (${harmless.map((word) => `'${word}'`).join(", ")})
      or "t"."id" in (select 'assets.department:' || "value" from json_each(?1)))`,
    needs: [],
  },
  asset_transfers: {
    where: `(${inScope(`"t"."from_department_id"`)} or ${inScope(`"t"."to_department_id"`)})`,
    needs: [],
  },
  // Who receives a device sees its line before it sees the device.
  asset_transfer_lines: {
    where: seen("asset_transfers", `"t"."transfer_id"`),
    needs: ["asset_transfers"],
  },
  gate_passes: {
    where: `not exists (select 1 from main."gate_pass_lines" as "line"
      where "line"."company_id" = "t"."company_id" and "line"."gate_pass_id" = "t"."id" and "line"."asset_id" is not null
        and not ${seen("assets", `"line"."asset_id"`)})`,
    needs: ["assets"],
  },
  gate_pass_lines: { where: seen("gate_passes", `"t"."gate_pass_id"`), needs: ["gate_passes"] },
  asset_comparisons: {
    where: `not exists (select 1 from main."asset_comparison_assets" as "line"
      where "line"."company_id" = "t"."company_id" and "line"."comparison_id" = "t"."id" and not ${seen("assets", `"line"."asset_id"`)})`,
    needs: ["assets"],
  },
  // Figures of each Location by itself; those of the whole company are in rows of none.
  statistics: { where: inScope(`"t"."department_id"`), needs: [] },
  // A month that is over stays with the Location where the device was.
  due_closings: { where: inScope(`"t"."department_id"`), needs: [] },
  due_months: { where: `"t"."dimension" = 'department' and ${inScope(`"t"."value"`)}`, needs: [] },
  // They are counted over all Locations.
  due_days: { where: "0", needs: [] },
  model_reliability: { where: "0", needs: [] },
  vendor_scores: { where: "0", needs: [] },
  measurement_changes: {
    where: seen("measurement_sets", `"t"."measurement_set_id"`),
    needs: ["measurement_sets"],
  },
  measurement_standards: {
    where: seen("measurement_sets", `"t"."measurement_set_id"`),
    needs: ["measurement_sets"],
  },
  import_jobs: { where: `"t"."created_by" = ?2`, needs: [] },
  import_rows: { where: seen("import_jobs", `"t"."job_id"`), needs: ["import_jobs"] },
};

/** What a limited person sees of a table besides what its columns point at. */
const besides: Record<string, Part> = {
  // The laboratory's files name no record; those of an in-house calibration are named by one.
  media: {
    where: `("t"."owner_kind" <> 'calibration' or not exists (select 1 from main."inhouse_calibration_files" as "kept"
      where "kept"."company_id" = "t"."company_id" and "kept"."media_id" = "t"."id" and not ${seen("inhouse_calibrations", `"kept"."inhouse_calibration_id"`)}))`,
    needs: ["inhouse_calibrations"],
  },
};

function aboutAssets(table: SQLiteTable): Part {
  const columns = Object.entries(getTableColumns(table) as Record<string, SQLiteColumn>).filter(
    ([key]) => key in about,
  );
  const conditions = columns.map(([key, column]) => {
    const name = `"t"."${snake(key)}"`;
    return column.notNull
      ? seen(about[key]!, name)
      : `(${name} is null or ${seen(about[key]!, name)})`;
  });
  const more = besides[getTableName(table)];
  return {
    where: [...conditions, ...(more ? [more.where] : [])].join(" and "),
    needs: [...columns.map(([key]) => about[key]!), ...(more?.needs ?? [])],
  };
}

/** Every table a limited person sees only in part, with what they see of it. */
const limited: ReadonlyMap<string, Part> = new Map(
  tablesOf(schema).flatMap((table) => {
    const name = getTableName(table);
    const rule = special[name] ?? aboutAssets(table);
    return rule.where ? [[name, rule] as const] : [];
  }),
);
export const isLimited = (table: SQLiteTable) => limited.has(getTableName(table));
export const limitedTables: readonly string[] = [...limited.keys()];

/** Why a statement looks at rows of every Location, also for a person limited to some. */
export type AcrossLocations =
  | "what is unique or in use is so in the whole company"
  | "it bounds how far a look goes"
  | "it tells what leaves a person's sight"
  | "each row is shown or not by its own Location"
  | "it counts for the whole company"
  | "a document that the person sees moves it"
  | "it tells only whether there is any";

/** A table with the rows of every Location: the only way past a person's limit. */
export const acrossLocations = (table: SQLiteTable, _why: AcrossLocations): SQL =>
  sql`main.${table}`;

const MOST_KNOWN = 2000;

/**
 * Narrows statements to parts of tables: each table of the map stands for its part, and `main."table"` still names the whole one.
 * @param parts by the names of their tables; ?1 and ?2 are what `narrow` is given, the statement's own values follow
 */
export function narrowing(parts: ReadonlyMap<string, Part>) {
  const known = new Map<string, string>();
  function within(sql: string): string {
    const before = known.get(sql);
    if (before !== undefined) return before;
    const words = new Set(sql.match(/\w+/g));
    const wanted: string[] = [];
    const want = (table: string) => {
      if (wanted.includes(table)) return;
      for (const other of parts.get(table)!.needs) want(other);
      wanted.push(table);
    };
    for (const table of parts.keys()) if (words.has(table)) want(table);
    const views = wanted.map(
      (table) =>
        `"${table}" as not materialized (select "t".* from main."${table}" as "t" where ${parts.get(table)!.where})`,
    );
    const ownWith = /^\s*with\s+(recursive\s+)?/i.exec(sql);
    const bound = `"scope" as (select ?1, ?2)`;
    const narrowed = !wanted.length
      ? sql
      : ownWith
        ? `with ${ownWith[1] ?? ""}${[bound, ...views].join(", ")}, ${sql.slice(ownWith[0].length)}`
        : `with ${[bound, ...views].join(", ")} ${sql}`;
    if (known.size > MOST_KNOWN) known.clear();
    known.set(sql, narrowed);
    return narrowed;
  }
  return (d1: D1Database, first: string, second: string): D1Database =>
    new Proxy(d1, {
      get(target, key) {
        if (key === "prepare")
          return (sql: string) => {
            const narrowed = within(sql);
            const statement = target.prepare(narrowed);
            return narrowed === sql
              ? statement
              : { bind: (...values: unknown[]) => statement.bind(first, second, ...values) };
          };
        const value = Reflect.get(target, key);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
}

const narrowed = narrowing(limited);

/**
 * A D1 handle that hides assets out of scope and everything about them from queries, joins, counts and asserts.
 * CompanyDb checks writes, since SQLite writes to the table itself.
 */
export const scoped = (d1: D1Database, { departments, userId }: Scope): D1Database =>
  narrowed(d1, JSON.stringify(departments), userId);
