import { getTableName } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { newId } from "#drizzle/columns.ts";
import * as schema from "#drizzle/tenant/index.ts";
import { companyWord } from "#worker/db/guard.ts";
import { keysOf } from "#worker/files/thumbnails.ts";
import { catalogue } from "./catalogue.ts";
import { TWIN_PROOF } from "./name-server.ts";
import { PNG, webpOf } from "./pictures.ts";
import { fillOnPlatform } from "./platform-twins.ts";
import { twinDraft, twinLayout, twinMeasured, twinRole } from "./procedures.ts";
import { snake, tablesOf } from "./schema.ts";
import { shardFileOf } from "./shard-files.ts";
import { filled, type Row, targetsOf, valueFor } from "./twin-values.ts";
import { addCompany, type Company, inserting, type World } from "./world.ts";

export { type Row, targetsOf } from "./twin-values.ts";
/** A company with one row of every table of its own, and of the platform's that hold what it has with it, by the table's name. */
export type Twin = {
  company: Company;
  db: D1Database;
  /** The platform's database. */
  control: D1Database;
  rows: Record<string, Row>;
};

/** The tables that keep rows; those that are left out are emptied by a trigger, or by the batch that writes to them. */
export const kept = tablesOf(schema).filter(
  (table) => !["assertions", "transits"].includes(getTableName(table)),
);

const now = Date.UTC(2026, 0, 1);
export const MACHINE_TYPE = "twin-machine-type";
const THUMBNAIL = webpOf(64, 48, 60);
export const CHECKLIST = "twin-checklist";

/** Values that a rule of the table requires and that the column's type does not tell. */
const special: Record<string, Row> = {
  activity_log: { prev_hash: null, hash: null },
  api_keys: { permissions: '["view-asset"]', expires_at: Date.UTC(2100, 0, 1) },
  asset_comparisons: { metrics: '["calls"]', period_to: "2026-12-31" },
  asset_details: { ip: null, mac: null, udi: null },
  asset_transfer_lines: { is_open: 0 },
  assets: {
    lifecycle: "in_service",
    machine_type_id: MACHINE_TYPE,
    open_gate_pass_id: null,
    open_transfer_id: null,
    photo_media_id: null,
  },
  breakdowns: { duplicate_of_id: null, contract_id: null },
  categories: { icon: "asset" },
  certificate_reports: {
    ...{ certificate_no: null, base_no: null, scheme_no: null, content_sha256: null },
    ...{ document_sha256: null, pdf_sha256: null, dcc_sha256: null },
    ...{ form: null, signatures: "[]", files: "{}" },
    ...{ cal_start_on: "2026-01-02", cal_end_on: "2026-01-02" },
  },
  certificate_texts: { text: "{}" },
  company_settings: { value_json: '"twin"' },
  contracts: { renewed_from_id: null, end_on: "2030-01-01" },
  due_occurrences: { service_report_id: null },
  gate_pass_lines: { stock_item_id: null, description: null, is_open: 0 },
  identity_providers: {
    ...{ issuer: "https://login.twin.org", tried: '{"isDone":true,"message":"Twin","claims":{}}' },
    ...{ emergency_user_id: null, new_service_type: 2 },
  },
  scim_names: { kind: "user" },
  scim_tokens: { revoked_at: null },
  mail_domains: { proof: TWIN_PROOF },
  import_jobs: {
    kind: "assets",
    header: '["Asset code","Name","Category","Location"]',
    mapping: '{"assetCode":0,"name":1,"categoryId":2,"departmentId":3}',
    options: '{"missing":[],"dayFirst":true,"isMapped":true}',
    row_count: 1,
    last_row: 2,
  },
  import_rows: {
    row_no: 2,
    cells: '["T-1","Twin","",""]',
    key: "t-1",
    other_key: null,
    action: "same",
    kept: null,
    entity_id: null,
  },
  inhouse_calibrations: {
    device: '{"parameters":[],"electricalClass":null,"appliedPart":null,"supply":null}',
    ...{ certificate_report_id: null, breakdown_id: null, due_occurrence_id: null },
    ...{ performed_on: "2026-01-02", outcome: "pass", next_due_on: null },
  },
  measurement_sets: { measured: JSON.stringify(twinMeasured), results_sha256: null },
  measurement_changes: {
    changes: '[{"at":"acclimatised","from":null,"to":"Twin","source":"manual"}]',
  },
  measurement_standards: { role: twinRole },
  locations: { parent_id: null, level: "city", depth: 1 },
  media: {
    owner_kind: "service_report",
    kind: "report_media",
    mime: "image/png",
    file_name: "twin.png",
    bytes: PNG.length,
    thumbnail_bytes: 2 * THUMBNAIL.length,
    ...Object.fromEntries(
      [
        "asset",
        "breakdown",
        "contract",
        "vendor",
        "gate_pass",
        "transfer",
        "stock_item",
        "user",
        "profile",
      ].map((owner) => [`${owner}_id`, null]),
    ),
  },
  outbox: { sent_at: now },
  recall_assets: { reasons: '["Maker Twin"]', breakdown_id: null },
  recalls: { link: "https://twin.test/fsn", matched_to: null, order_on: "2026-02-01" },
  report_runs: {
    ...{ kind: "report", status: "done", format: "csv", file_name: "equipment-register.csv" },
    ...{ params: '{"report":"equipment-register"}', sums: "{}", cursor: "end" },
  },
  report_subscriptions: { report: "equipment-register", params: "{}", sent_for: "2026-01" },
  signatures: {
    image_media_id: null,
    roles: '["calibrated_by"]',
    disciplines: '["electrical"]',
    parameters: "[]",
  },
  contract_reviews: { media_id: null },
  consumers: { logo_media_id: null, country: "DE", language: "en" },
  consumer_sites: { country: "DE" },
  report_form_versions: { status: "draft", layout: JSON.stringify(twinLayout) },
  report_forms: { kind: "calibration" },
  report_presets: { kind: "calibration", standards: "[]", performed_at: "laboratory" },
  consumer_contacts: { email: "contact@twin.test" },
  contact_accounts: { email: "contact@twin.test", status: "invited" },
  contact_sessions: { revoked_at: now, expires_at: now, last_seen_at: now },
  contact_tokens: { used_at: now, token_hash: "ac".repeat(32) },
  recalibration_request_lines: { certificate_report_id: null },
  procedure_versions: { status: "draft", content: JSON.stringify(twinDraft.content) },
  device_templates: {
    content: JSON.stringify({
      ...{ key: "own", device: "Twin device", standards: ["IEC 60601-2-24"] },
      ...{ default_interval_months: 12, test_equipment_roles: ["infusion_analyser"] },
      tests: ["1", "2"].map((point) => ({
        ...{ test: `Twin flow ${point}`, unit: "mL/h", setpoints: [point, null].slice(0, 1) },
        ...{ tolerance: { op: "sym", pct: "5" }, source: "Twin manual", verify: true },
      })),
      pm_checks: ["Twin housing"],
    }),
    unconfirmed: 2,
  },
  safety_limits: {
    ...{ name: "Twin standard", standard: "Twin standard", quantity: "earth_leakage" },
    ...{ unit: "uA", op: "le", limit_value: "500", verify: 1 },
  },
  machines: { owner: "own_asset", consumer_id: null, consumer_site_id: null },
  interval_proposals: { calibrator_id: null },
  impact_reviews: {
    shifts: '[{"parameter":"Twin","unit":"J","lo":"0","hi":"10","shift":"0.5"}]',
    undecided_count: 0,
  },
  impact_lines: { unit: "J", shift: "0.5", tolerance_ratio: "0.1", uncertainty_ratio: "0.5" },
  impact_inhouse_lines: { unit: "J", shift: "0.5", tolerance_ratio: "0.1" },
  instrument_maps: {
    content: JSON.stringify({
      ...{ heads: ["Test", "Value"], decimal: "point", time: null, days: "day_first" },
      rules: [
        {
          ...{ when: [{ column: "Test", equals: "Twin leakage" }], column: "Value", unit: null },
          to: { as: "check", name: "Twin leakage" },
        },
      ],
    }),
  },
  decision_rules: { kind: "guard_rU", guard_factor: "0.9", risk_limit: null },
  cmc_entries: { unit: "J", range_lo: "0", range_lo_num: 0, range_hi: "10", range_hi_num: 10 },
  calibrator_certificates: { dcc_media_id: null, due_on: "2027-01-01" },
  vendor_scores: { jobs: 5, sla_counted: 5, sla_met: 4, repeats: 1, passes: 2, days_out: 6 },
  model_reliability: { curve: "[[30,0.5,0.1,0.8]]", weibull: null },
  replacement_scores: {
    parts: '{"age":80,"cost":null,"failures":20,"support":null,"criticality":40}',
    ...{ grade: "strong", rank: 20, score: 80 },
  },
  condemn_proposals: {
    figures:
      '{"score":80,"grade":"strong","priceMinor":null,"serviceCostMinor":0,"costRatioBp":null,"endsOn":null}',
  },
  sessions: { revoked_at: now, expires_at: now, last_seen_at: now },
  service_reports: {
    service_ticket: "PM-260101000000",
    service_cost_minor: 0,
    parts_cost_minor: 1250,
    total_cost_minor: 1250,
    pm_lists: '[{"name":"Power","status":"yes","remark":""}]',
    checks_yes: 1,
    machine_type_id: MACHINE_TYPE,
    pm_checklist_id: CHECKLIST,
    pm_checklist_name: "Twin checklist",
    pm_checklist_revision: 1,
  },
  service_report_parts: { qty: 1, cost_minor: 1250, total_minor: 1250 },
  stock_items: { rate_minor: 1250, quantity: 40, vendor_id: null },
  stock_movements: {
    kind: "opening",
    qty: 40,
    unit_cost_minor: 1250,
    balance_after: 40,
    seq: 1,
    pair_id: null,
  },
  users: {
    type: "user",
    service_type: 2,
    status: "active",
    department_id: null,
    avatar_media_id: null,
  },
  user_permissions: { permission: "view-vendor" },
  webhook_deliveries: { status: "failed", next_at: null, payload: "{}" },
  team_permissions: { permission: "view-vendor" },
  user_tokens: { used_at: now, token_hash: "ab".repeat(32) },
  vendors: { is_supplier: 1, website: "https://twin.test" },
};

function rowOf(table: SQLiteTable, company: Company, rows: Record<string, Row>): Row {
  const name = getTableName(table);
  const targets = new Map(targetsOf(table).map((target) => [target.column, target.table]));
  const row: Row = {};
  for (const column of getTableConfig(table).columns) {
    const key = snake(column.name);
    const target = targets.get(column.name);
    if (key === "company_id") row[key] = company.id;
    else if (target && (column.notNull || !/By$/.test(column.name)))
      row[key] = (rows[target]?.id as string | undefined) ?? null;
    else if (key === "id") row[key] = newId();
    else if (column.notNull && (!column.hasDefault || column.defaultFn))
      row[key] = valueFor(column);
    else if (!column.notNull && !target && filled(column)) row[key] = valueFor(column);
  }
  if (name === "media") row.object_key = `c/${company.id}/${row.id}`;
  if (name === "saved_views")
    Object.assign(row, { user_id: company.users.admin.id, screen: "/profile" });
  if (name === "calendar_feeds") row.user_id = company.users.admin.id;
  if (name === "notifications")
    Object.assign(row, { user_id: company.users.admin.id, kind: "stock.low", link: "/profile" });
  if (name === "report_runs" || name === "report_subscriptions")
    row.user_id = company.users.admin.id;
  if (/^(calibrator_|cmc_)/.test(name) && "unit" in row) row.unit = "J";
  // Nobody keeps their own signature.
  if (name === "signatures") row.user_id = rows.signer_own!.id!;
  if (name === "machines") row.qr_token = row.id!;
  // A measurement is of one record.
  if (name === "inhouse_calibrations") row.measurement_set_id = rows.inhouse_set!.id!;
  if (name === "locations") row.path_ids = `/${row.id}/`;
  return { ...row, ...special[name] };
}

/** Tables whose rules ask for one of several optional references. */
const comesAfter: Record<string, string> = { interval_proposals: "machines" };

/** The tables, ordered so that required references come first. */
function ordered(): SQLiteTable[] {
  const placed = new Set<string>(["company_profiles"]);
  const order: SQLiteTable[] = [];
  let waiting = kept.filter((table) => getTableName(table) !== "company_profiles");
  while (waiting.length) {
    const ready = waiting.filter((table) => {
      const required = new Set(
        getTableConfig(table)
          .columns.filter((column) => column.notNull)
          .map((column) => column.name),
      );
      const first = comesAfter[getTableName(table)];
      return (
        (first === undefined || placed.has(first)) &&
        targetsOf(table).every((target) => !required.has(target.column) || placed.has(target.table))
      );
    });
    if (!ready.length)
      throw new Error(`These tables need each other: ${waiting.map(getTableName).join(", ")}`);
    const lacking = (table: SQLiteTable) =>
      targetsOf(table).filter(
        ({ column, table: target }) =>
          target !== getTableName(table) &&
          !placed.has(target) &&
          special[getTableName(table)]?.[snake(column)] !== null,
      ).length;
    const [next] = ready.sort((a, b) => lacking(a) - lacking(b)) as [SQLiteTable];
    placed.add(getTableName(next));
    order.push(next);
    waiting = waiting.filter((table) => table !== next);
  }
  return order;
}

/** Second rows that nothing uses, by the table they are in. */
export const spares: Record<string, string> = {
  other_store: "stores",
  other_category: "categories",
  other_sub_category: "sub_categories",
  other_location: "departments",
  other_vendor: "vendors",
  other_team: "teams",
  asset_file: "media",
  other_place: "locations",
  other_call: "breakdowns",
  other_asset: "assets",
  other_machine_model: "machine_models",
  other_consumer: "consumers",
  inhouse_set: "measurement_sets",
  inhouse_standard: "measurement_standards",
};
/** People who have no signature yet: each new one is of another of them. */
export const SIGNERS = 40;
const signersOf = (person: Row): Record<string, Row> =>
  Object.fromEntries(
    ["own", ...Array.from({ length: SIGNERS }).keys()].map((n) => [
      `signer_${n}`,
      {
        ...person,
        ...{ id: newId(), name: `Signer ${n}`, email: `signer${n}@signing.test` },
        ...{ employee_code: null, phone: null, designation: null },
      },
    ]),
  );
const fileOf = (company: Company, id: string, rows: Record<string, Row>): Row => ({
  kind: "photo",
  owner_kind: "asset",
  asset_id: rows.assets!.id!,
  service_report_id: null,
  object_key: `c/${company.id}/${id}`,
});

/** Fills a company with one row of every table. */
export async function fill(w: World, company: Company): Promise<Twin> {
  const db = w.env[company.shard as "TENANT_DB_0"];
  const rows: Record<string, Row> = {
    company_profiles: { company_id: company.id, id: company.id },
  };
  const made: [table: string, row: Row][] = [];
  for (const table of ordered()) {
    const name = getTableName(table);
    if (name === "asset_transfers") {
      const other = {
        ...rows.departments!,
        id: newId(),
        name: "Twin other department",
        code: "TOD",
      };
      made.push(["departments", other]);
      special.asset_transfers = { to_department_id: other.id };
    }
    const row = rowOf(table, company, rows);
    made.push([name, row]);
    rows[name] = row;
    if (name === "users")
      for (const [signer, person] of Object.entries(signersOf(row))) {
        rows[signer] = person;
        made.push([name, person]);
      }
    const other = Object.keys(spares).find((key) => spares[key] === name);
    if (other) {
      const id = newId();
      const called = {
        ...("name" in row ? { name: `Twin ${other.replaceAll("_", " ")}` } : {}),
        ...("number" in row ? { number: "TWIN-2" } : {}),
        ...("follow_token_hash" in row ? { follow_token_hash: null } : {}),
        ...("code" in row ? { code: "TO2" } : {}),
        ...("consumer_no" in row ? { consumer_no: "TO2", tax_no: "TO2" } : {}),
        ...("asset_code" in row ? { asset_code: "T-O2", serial_no: "TO2", qr_token: id } : {}),
        ...(name === "machine_models" ? { model: "TO2" } : {}),
        ...(other === "inhouse_standard" ? { measurement_set_id: rows.inhouse_set!.id! } : {}),
        ...("path_ids" in row ? { path: "Twin other place", path_ids: `/${id}/` } : {}),
      };
      rows[other] = { ...row, id, ...(name === "media" ? fileOf(company, id, rows) : called) };
      made.push([name, rows[other]]);
    }
  }
  const { assets, media } = rows;
  await db.batch([
    ...made.map(([table, row]) => inserting(db, table, row)),
    db
      .prepare(
        `insert into search_index (company, kind, words, record_id) values (?, 'asset', 'Twin assets name', ?)`,
      )
      .bind(companyWord(company.id), assets!.id),
  ]);
  await w.env.MEDIA.put(`c/${company.id}/runs/${rows.report_runs!.id}/file`, "Code");
  for (const key of keysOf(String(media!.object_key))) {
    const isFile = key === media!.object_key;
    await w.env.MEDIA.put(key, isFile ? PNG : THUMBNAIL, {
      httpMetadata: { contentType: isFile ? "image/png" : "image/webp" },
    });
  }
  return {
    company,
    db,
    control: w.env.CONTROL_DB,
    rows: { ...rows, ...(await fillOnPlatform(w, company)) },
  };
}

export type Twins = Record<"own" | "near" | "far", Twin>;

/**
 * Three companies with the same texts and numbers: our own, a neighbour in the same shard, and one in another shard.
 * Each call makes new ones, so that no test file meets what another one left.
 */
export async function twins(w: World): Promise<Twins> {
  const lists = ["Power", "Alarm"];
  await catalogue(w, "Twin machine type", "Twin machine", lists, [MACHINE_TYPE, CHECKLIST]);
  return {
    own: await fill(w, await addCompany(w.env, "alder", 2, 0)),
    near: await fill(w, await addCompany(w.env, "birch", 2, 0)),
    far: await fill(w, await addCompany(w.env, "cedar", 2, 1)),
  };
}

/** Written at each visit. */
const OF_VISITS = ["last_seen_at", "last_login_at", "api_minute", "api_used"];
/** A question for each table that answers with all its rows of a company as one text. */
const texts = kept.map((table) => {
  const { name, columns } = getTableConfig(table);
  const told = columns.map(({ name }) => snake(name)).filter((one) => !OF_VISITS.includes(one));
  return {
    name,
    sql: `select group_concat(row, char(10)) as text from (select json_array(${told.join(", ")}) as row
      from "${name}" where company_id = ? order by id)`,
  };
});

/** All rows of a company as text, by table, without what each visit writes. */
export async function dump({ company }: Twin, except: readonly string[] = []) {
  const file = await shardFileOf(company.id);
  return Object.fromEntries(
    texts
      .filter(({ name }) => !except.includes(name))
      .map(({ name, sql }) => [name, String(file.all(sql, company.id)[0]!.text)]),
  );
}
