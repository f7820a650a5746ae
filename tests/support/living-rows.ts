import { getTableColumns, getTableName } from "drizzle-orm";
import * as tenant from "#drizzle/tenant/index.ts";
import type { Rows } from "./rows.ts";
import { tablesOf } from "./schema.ts";

/** What every command leaves behind, and no undoing takes back: the log, the imports themselves, and what is waiting to be sent. */
const leftBehind = new Set([
  ...["activity_log", "import_jobs", "import_rows", "idempotency_keys", "assertions", "outbox"],
  ...["notifications", "company_jobs", "statistics", "audit_anchors", "sessions"],
]);
/** Rows that count only while their device is there. */
const ofDevices = new Set(["asset_details"]);

/** Everything of a company that people can still see, by table: deleted rows are not among it. */
export async function livingRows(shard: Rows): Promise<Record<string, unknown[]>> {
  const tables = tablesOf(tenant)
    .map((table) => ({
      name: getTableName(table),
      columns: Object.values(getTableColumns(table)).map(({ name }) => name),
    }))
    .filter(({ name, columns }) => columns.includes("company_id") && !leftBehind.has(name));
  const read = tables.map(async ({ name, columns }): Promise<[string, unknown[]]> => {
    const shown = columns.filter((column) => !["updated_at", "updated_by"].includes(column));
    const isLiving = columns.includes("deleted_at") ? "deleted_at is null" : "1";
    const isOfLiving = ofDevices.has(name)
      ? "exists (select 1 from assets as a where a.company_id = t.company_id and a.id = t.id and a.deleted_at is null)"
      : "1";
    const isCounted = name === "counters" ? "value <> 0" : "1";
    const rows = await shard.all(
      `select ${shown.map((column) => `"${column}"`).join(", ")} from "${name}" as t
       where company_id = ? and ${isLiving} and ${isOfLiving} and ${isCounted} order by 1, 2`,
    );
    return [name, rows];
  });
  return Object.fromEntries(await Promise.all(read));
}
