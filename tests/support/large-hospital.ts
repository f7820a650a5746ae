import { assetSearchInsert } from "#drizzle/search.ts";
import { companyWord } from "#worker/db/guard.ts";
import { type Copies, copyRows, idOf } from "./copies.ts";
import type { Twin } from "./twins.ts";

/** How many rows the hospital has, and how many of them are about the device that pages are opened on. */
export const LARGE = {
  assets: 10_000,
  reports: 100_000,
  reportsOfDevice: 900,
  log: 200_000,
  logOfDevice: 5_000,
  /** Of the contract that pages and calls are opened on. */
  contractDevices: 5_000,
  schedules: 20_000,
  occurrences: 200_000,
  occurrencesOfDevice: 900,
} as const;

/**
 * Makes a twin's company as large as a hospital gets, in a few seconds: copies of its own rows, made by SQLite itself.
 * The twin's device has 900 reports, 900 planned services gone by of one schedule, and 5,000 entries in the log.
 */
export async function enlarge(twin: Twin): Promise<void> {
  const { db, rows, company } = twin;
  const device = String(rows.assets!.id);
  const item = String(rows.stock_items!.id);
  const admin = company.users.admin.id;
  const ofDevice = (most: number) =>
    `iif(n <= ${most}, '${device}', ${idOf("assets", `n % ${LARGE.assets} + 1`)})`;
  const goneBy = LARGE.occurrencesOfDevice;
  const dueOn = `iif(n <= ${goneBy}, date('now', '-400 days', -n || ' days'), date('now', '-1300 days', (n / ${LARGE.schedules} * 170 + n % 170) || ' days'))`;
  const copies: Copies = [
    ["categories", 20, { name: "'Category ' || n", code: "null" }],
    ["departments", 60, { name: "'Ward ' || n", code: "null" }],
    [
      "locations",
      500,
      {
        name: "'Room ' || n",
        path: "'Room ' || n",
        parent_id: `iif(n <= 5, null, ${idOf("locations", "n % 5 + 1")})`,
        path_ids: `iif(n <= 5, '/', '/' || ${idOf("locations", "n % 5 + 1")} || '/') || ${idOf("locations", "n")} || '/'`,
        code: "null",
      },
    ],
    ["vendors", 500, { name: "'Vendor ' || n", code: "null", is_calibration_lab: "n % 20 = 0" }],
    ["teams", 50, { name: "'Team ' || n" }],
    [
      "users",
      200,
      {
        ...{ name: "'Person ' || n", email: "'person' || n || '@large.test'" },
        ...{ employee_code: "null", type: "iif(n % 40, 'user', 'admin')" },
      },
    ],
    ["stock_items", 2_000, { name: "'Spare ' || n", part_no: "null" }],
    [
      "assets",
      LARGE.assets,
      {
        asset_code: "printf('L-%05d', n)",
        qr_token: "'qr' || n",
        serial_no: "'S' || n",
        name: "'Ventilator ' || n % 500",
        category_id: idOf("categories", "n % 20 + 1"),
        department_id: idOf("departments", "n % 60 + 1"),
        location_id: idOf("locations", "n % 500 + 1"),
        vendor_id: idOf("vendors", "n % 500 + 1"),
        team_id: idOf("teams", "n % 50 + 1"),
        next_pm_on: "date('2026-01-01', (n % 700) || ' days')",
        next_cal_on: "date('2026-01-01', (n % 700) || ' days')",
        cover_until: "date('2026-01-01', (n % 700) || ' days')",
        not_located_since: "iif(n % 50, null, 1)",
      },
    ],
    ["asset_details", LARGE.assets, { id: idOf("assets", "n") }],
    ["team_members", 2, { team_id: idOf("teams", "n"), user_id: `'${admin}'` }],
    ["asset_accessories", 5_000, { asset_id: ofDevice(50), name: "'Accessory ' || n" }],
    [
      "contracts",
      2_000,
      {
        number: "'C-' || n",
        kind: "iif(n % 3, 'amc', 'cmc')",
        vendor_id: idOf("vendors", "n % 500 + 1"),
        start_on: "date('2018-01-01', (n % 3000) || ' days')",
        end_on: "date('2019-01-01', (n % 3000) || ' days')",
        value_minor: "n * 100",
      },
    ],
    [
      "contract_assets",
      10_000,
      {
        contract_id: `iif(n <= ${LARGE.contractDevices}, '${rows.contracts!.id}', ${idOf("contracts", "n % 2000 + 1")})`,
        asset_id: idOf("assets", "n % 10000 + 1"),
      },
    ],
    [
      "breakdowns",
      20_000,
      {
        ...{ asset_id: ofDevice(20), number: "'BC-' || n", status: "'closed'" },
        ...{ follow_token_hash: "null", raised_by_report_id: "null", wake_at: "null" },
      },
    ],
    [
      "asset_downtimes",
      5_000,
      {
        ...{ asset_id: ofDevice(450), breakdown_id: "null", cancelled_at: "null" },
        ...{ started_at: "n * 600000", ended_at: "n * 600000 + 300000" },
      },
    ],
    ["breakdown_events", 60_000, { breakdown_id: idOf("breakdowns", "n % 20000 + 1") }],
    [
      "service_reports",
      LARGE.reports,
      {
        asset_id: ofDevice(LARGE.reportsOfDevice),
        // An occurrence is done by one report.
        due_occurrence_id: "null",
        service_ticket: "printf('PM-%012d', 240101000000 + n)",
        service_on: "date('2016-01-01', (n % 3000) || ' days')",
      },
    ],
    [
      "schedules",
      LARGE.schedules,
      {
        asset_id: ofDevice(6),
        is_plan: "0",
        next_on: "null",
        vendor_id: idOf("vendors", "n % 500 + 1"),
        team_id: `iif(n % 3, null, ${idOf("teams", "n % 50 + 1")})`,
        minutes: "iif(n % 10, null, 45)",
      },
    ],
    // Of four years gone by and the year to come: some 3,500 a month.
    [
      "due_occurrences",
      LARGE.occurrences,
      {
        schedule_id: `iif(n <= ${goneBy}, '${rows.schedules!.id}', ${idOf("schedules", `n % ${LARGE.schedules} + 1`)})`,
        asset_id: ofDevice(goneBy),
        due_on: dueOn,
        ...{ opens_on: `date(${dueOn}, '-15 days')`, closes_on: `date(${dueOn}, '+15 days')` },
        status: `iif(${dueOn} > date('now'), 'scheduled', iif(n % 50, 'done', 'missed'))`,
        ...{ defer_to: "null", service_report_id: "null" },
        assigned_user_id: `iif(n % 5000, null, '${admin}')`,
        assigned_team_id: `iif(n % 10, null, ${idOf("teams", "n % 50 + 1")})`,
      },
    ],
    [
      "service_report_parts",
      50_000,
      {
        service_report_id: idOf("service_reports", "n"),
        stock_item_id: `iif(n <= 5000, '${item}', ${idOf("stock_items", "n % 2000 + 1")})`,
      },
    ],
    [
      "stock_movements",
      50_000,
      {
        stock_item_id: `iif(n <= 20000, '${item}', ${idOf("stock_items", "n % 2000 + 1")})`,
        seq: "n + 1000",
        kind: "'issue_service'",
        service_report_part_id: `'${rows.service_report_parts!.id}'`,
      },
    ],
    [
      "media",
      5_000,
      {
        asset_id: `iif(n <= 2500, ${ofDevice(40)}, null)`,
        service_report_id: `iif(n > 2500, ${idOf("service_reports", "n")}, null)`,
        owner_kind: "iif(n <= 2500, 'asset', 'service_report')",
        kind: "iif(n <= 2500, 'manual', 'report_media')",
        object_key: `'c/' || '${company.id}' || '/large' || n`,
      },
    ],
    [
      "notifications",
      5_000,
      { user_id: `'${admin}'`, dedupe_key: "'large' || n", read_at: "iif(n > 4950, null, n)" },
    ],
    ["login_log", 20_000, {}],
    [
      "activity_log",
      LARGE.log,
      {
        seq: "n + 1000000",
        asset_id: `iif(n <= ${LARGE.logOfDevice}, '${device}', iif(n % 4, ${idOf("assets", `n % ${LARGE.assets} + 1`)}, null))`,
        entity_id: idOf("assets", `n % ${LARGE.assets} + 1`),
        actor_id: idOf("users", "n % 200 + 1"),
        prev_hash: "null",
        hash: "'h' || n",
      },
    ],
  ];
  await copyRows(twin, copies);
  await db
    .prepare(
      `update assets set (service_cost_minor, cost_years) = (select sum(costs ->> 2), json_group_object(year, json(costs)) from (
        select substr(service_on, 1, 4) as year, json_array(0, 0, sum(total_cost_minor)) as costs from service_reports
        where company_id = ?1 and asset_id = ?2 group by 1)) where company_id = ?1 and id = ?2`,
    )
    .bind(company.id, device)
    .run();
  await db
    .prepare(`${assetSearchInsert(`"assets"."asset_code" like 'L-%'`)} order by 1`)
    .bind(company.id)
    .run();
  await db
    .prepare(
      `insert into search_index (company, kind, words, record_id) select ?1, 'stock_item', name, id from stock_items where company_id = ?2 and name like 'Spare %'`,
    )
    .bind(companyWord(company.id), company.id)
    .run();
}

/**
 * Runs work thrice on a shard: while the planner knows nothing of its sizes, what the migrations tell it, and what it has
 * measured itself. Afterwards it knows what the migrations tell.
 */
export async function eachKnowledge(db: D1Database, work: (known: string) => Promise<void>) {
  const { results: told } = await db.prepare("select tbl, idx, stat from sqlite_stat1").all();
  const reload = db.prepare("analyze sqlite_schema");
  const forget = db.prepare("delete from sqlite_stat1");
  const tell = db
    .prepare(
      "insert into sqlite_stat1 select value ->> 'tbl', value ->> 'idx', value ->> 'stat' from json_each(?)",
    )
    .bind(JSON.stringify(told));
  await db.batch([forget, reload]);
  await work("knowing nothing");
  await db.prepare("analyze").run();
  await work("having measured");
  await db.batch([forget, tell, reload]);
  await work("as told");
}
