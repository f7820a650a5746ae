import { getTableName } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** What people call one record and several: "sub-category", "sub-categories". */
export type Noun = readonly [one: string, many: string];

/** What other rooms ask of an entity by its table. */
export type NamedEntity = {
  table: SQLiteTable;
  noun: Noun;
  /** What a form calls a record that it names: "Location". */
  label: string;
  /** The column that people know a record by. */
  titleColumn: SQLiteColumn;
};

let entities: readonly NamedEntity[] = [];

/** Makes the entities known by their tables. worker/domain/index.ts, which lists them, calls it once. */
export function nameEntities(list: readonly NamedEntity[]): void {
  entities = list;
}

/** @throws Error (a bug) for a table that no entity of worker/domain/index.ts is about */
export const entityOf = (table: SQLiteTable): NamedEntity => {
  const entity = entities.find((one) => one.table === table);
  if (!entity) throw new Error(`worker/domain/index.ts lists no entity of ${getTableName(table)}`);
  return entity;
};

/** What the rows of tables are called that no entity is about. */
const lines: Record<string, string> = {
  user_scopes: "scopes of people",
  api_key_scopes: "API keys",
  team_departments: "teams",
  team_categories: "teams",
  service_reports: "service reports",
  contracts: "contracts",
  breakdowns: "service calls",
  gate_passes: "gate passes",
  schedules: "schedules",
  due_occurrences: "planned services",
  occurrence_events: "planned services",
  gate_pass_lines: "gate passes",
  gate_pass_approvals: "gate passes",
  asset_transfer_lines: "transfers",
  asset_downtimes: "downtimes",
  contract_assets: "contracts",
  stock_movements: "movements",
  asset_transfers: "transfers",
  recall_assets: "recalls",
  recall_asset_events: "recalls",
  calendar_feeds: "calendar links",
  webhook_deliveries: "deliveries",
  calibrator_checks: "checks",
  calibrator_events: "events",
  impact_reviews: "impact reviews",
  interval_proposals: "interval proposals",
  machines: "machines",
  certificate_reports: "certificates",
  recalibration_requests: "recalibration requests",
  recalibration_request_lines: "recalibration requests",
  inhouse_calibrations: "in-house calibrations",
  measurement_sets: "measurements",
  measurement_standards: "measurements",
  procedure_versions: "procedures",
  report_form_versions: "report forms",
  media: "files",
  staff: "people",
  orders: "orders",
  upgrade_requests: "upgrade requests",
  domain_requests: "domain requests",
  coupon_redemptions: "redemptions",
};
/** What rows are called that point by these columns, where that says more. */
const byColumn: Record<string, string> = {
  "departments.locationId": "departments",
  "media.vendorId": "documents",
};
const lineNames = Object.keys(lines);

/** What rows that point by a column are called, several of them; undefined for a table without a noun. */
export const nounOf = ({ table, name }: SQLiteColumn): string | undefined =>
  byColumn[`${getTableName(table)}.${name}`] ??
  entities.find((one) => one.table === table)?.noun[1] ??
  lines[getTableName(table)];

/** The order in which tables are named: entities as they are listed, then what belongs to them. */
export const placeOf = (table: SQLiteTable): number => {
  const place = entities.findIndex((one) => one.table === table);
  return place >= 0 ? place : entities.length + lineNames.indexOf(getTableName(table));
};
