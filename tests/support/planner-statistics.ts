/** How many rows a table has in a large hospital, where it is not like a list of masters. */
const rowsOf: Record<string, number> = {
  activity_log: 1_000_000,
  login_log: 100_000,
  notifications: 100_000,
  service_reports: 100_000,
  service_report_parts: 200_000,
  stock_movements: 200_000,
  stock_batch_moves: 200_000,
  due_occurrences: 200_000,
  schedules: 40_000,
  occurrence_events: 100_000,
  due_closings: 100_000,
  due_months: 5_000,
  due_days: 10_000,
  assets: 10_000,
  replacement_scores: 10_000,
  sample_rows: 40,
  asset_details: 10_000,
  asset_accessories: 20_000,
  media: 100_000,
  breakdowns: 20_000,
  breakdown_events: 100_000,
  asset_transfers: 20_000,
  gate_passes: 20_000,
  gate_pass_lines: 50_000,
  gate_pass_approvals: 20_000,
  gate_pass_events: 100_000,
  asset_transfer_lines: 50_000,
  transfer_events: 100_000,
  asset_downtimes: 20_000,
  import_rows: 50_000,
  idempotency_keys: 50_000,
  outbox: 50_000,
  sessions: 10_000,
  public_reports: 10_000,
  public_tries: 1_000,
  categories: 50,
  sub_categories: 200,
  departments: 100,
  company_profiles: 1,
  company_settings: 20,
  company_jobs: 5,
  counters: 2_000,
  statistics: 20_000,
  stock_items: 5_000,
  machines: 10_000,
  machine_events: 50_000,
  machine_models: 1_000,
  consumers: 2_000,
  calibrator_certificates: 5_000,
  calibrator_certificate_events: 20_000,
  calibrator_ranges: 20_000,
  calibrator_checks: 50_000,
  calibrator_events: 20_000,
  ledger_events: 100_000,
  certificate_reports: 50_000,
  certificate_report_events: 250_000,
  inhouse_calibrations: 20_000,
  inhouse_calibration_events: 80_000,
  inhouse_calibration_files: 20_000,
  certificate_uploads: 20_000,
  measurement_sets: 60_000,
  measurement_changes: 250_000,
  measurement_standards: 100_000,
  contact_sessions: 5_000,
  webhook_deliveries: 50_000,
  webhook_endpoints: 20,
  recalibration_requests: 5_000,
  recalibration_request_lines: 20_000,
};
const OTHERS = 500;
/** Companies of that size in a shard. */
const COMPANIES = 10;
const rows = (table: string) => rowsOf[table] ?? OTHERS;

/** What columns point at that no foreign key says so of. */
const pointsAt: Record<string, string> = {
  actor_id: "users",
  entity_id: "assets",
  machine_type_id: "categories",
  session_id: "sessions",
};
/** How many values a column of a table of so many rows has, when it is neither unique nor a reference. */
const valuesOf = (column: string, count: number): number => {
  if (/^(archived|deleted)_at$/.test(column)) return 1;
  if (/_(on|until)$/.test(column)) return 1_000;
  if (/^(ip|network|email_tried)$/.test(column)) return 500;
  if (column === "name") return count / 10;
  return /_(at|no|hash|token|key|code)$|^(id|at|seq|path|path_ids|number)$/.test(column)
    ? count
    : 5;
};

type Column = { name: string | null };
type Key = { from: string; table: string };
type Index = { name: string; unique: number; origin: string; partial: number };
/** A row of `sqlite_stat1`: the number of entries of an index, then how many share its first columns. */
export type Statistic = { tbl: string; idx: string; stat: string };
/** The row as a migration inserts it. */
export const asValues = ({ tbl, idx, stat }: Statistic) => `('${tbl}','${idx}','${stat}')`;

/** The share of a table's rows that are in a partial index, by its condition. */
function shareOf(sql: string): number {
  const condition = /\bwhere\b(.*)$/is.exec(sql)?.[1]?.trim().toLowerCase() ?? "";
  if (["", "deleted_at is null", "status <> 'left'"].includes(condition)) return 1;
  return /^\w+ is not null( and deleted_at is null)?$/.test(condition) ? 0.5 : 0.05;
}

/**
 * What the planner is told of every index of a shard, as rows of `sqlite_stat1`: computed from the schema and the sizes
 * above, so that each shard plans alike, whatever it holds.
 */
export async function plannerStatistics(db: D1Database): Promise<Statistic[]> {
  const all = async <R>(sql: string) => (await db.prepare(sql).all<R>()).results;
  const tables = await all<{ name: string; sql: string }>(
    "select name, sql from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'search_index%' and name not like '_cf_%' and name <> 'd1_migrations' order by name",
  );
  const conditions = new Map(
    (
      await all<{ name: string; sql: string | null }>(
        "select name, sql from sqlite_master where type = 'index'",
      )
    ).map(({ name, sql }) => [name, sql ?? ""]),
  );
  const stats: Statistic[] = [];
  const targets = new Map(Object.entries(pointsAt));
  for (const { name } of tables)
    for (const { from, table } of await all<Key>(`pragma foreign_key_list(${name})`))
      if (from !== "company_id") targets.set(from, table);
  for (const { name: tbl, sql } of tables) {
    const isKeyed = /without rowid/i.test(sql);
    for (const index of await all<Index>(`pragma index_list(${tbl})`)) {
      const columns = (await all<Column>(`pragma index_info(${index.name})`)).map(
        ({ name }) => name!,
      );
      const total = Math.max(
        1,
        Math.round(rows(tbl) * COMPANIES * shareOf(conditions.get(index.name) ?? "")),
      );
      let left = columns[0] === "company_id" ? total / COMPANIES : total / 5;
      const averages = columns.map((column, at) => {
        if (at === columns.length - 1 && index.unique) left = 1;
        else if (at > 0) {
          const target = targets.get(column);
          left /= target ? rows(target) : valuesOf(column, rows(tbl));
        }
        left = Math.max(1, Math.round(left));
        return left;
      });
      const idx = isKeyed && index.origin === "pk" ? tbl : index.name;
      stats.push({ tbl, idx, stat: [total, ...averages].join(" ") });
    }
  }
  return stats.sort((a, b) => `${a.tbl} ${a.idx}`.localeCompare(`${b.tbl} ${b.idx}`));
}
