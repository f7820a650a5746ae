import { workedOn } from "#app/shared/flows/service-calls.ts";
import { newId } from "#drizzle/columns.ts";
import { countFigures } from "#worker/domain/dashboard/roll-up.ts";
import { openForJob } from "#worker/tenancy/shard-door.ts";
import { type Copies, copyRows, idOf } from "./copies.ts";
import { colleague } from "./person.ts";
import { rowsOf } from "./rows.ts";
import { fill } from "./twins.ts";
import { addCompany, companyToday, TIME_ZONE, type World } from "./world.ts";

const BUSY = { departments: 60, assets: 10_000, calls: 2_000, occurrences: 40_000, teams: 50 };
/** What an engineer of a hospital may who looks after devices: every block of a dashboard is for them. */
const rights = [
  ...["view-asset", "edit-asset", "view-breakdown", "create-breakdown", "edit-breakdown"],
  ...["view-gate-pass", "view-stock", "view-department", "view-category", "view-vendor"],
  ...["view-asset-transfer", "view-user"],
];
/** Locations that each team looks after. */
const PLACES_OF_TEAM = 3;
/** Every second service is given to somebody: so many people and teams share them. */
const SHARING = 4;

const of = (table: string, n: string) => idOf(table, n);
const place = (n: string) => of("departments", `${n} % ${BUSY.departments} + 1`);
const device = (n: string) => of("assets", `${n} % ${BUSY.assets} + 1`);
const days = (from: number, spread: number, n = "n") =>
  `date('${companyToday()}', (${n} % ${spread} + ${from}) || ' days')`;
const month = `strftime('%Y-%m', '${companyToday()}', 'start of month', -(n / ${BUSY.departments}) || ' months')`;
const call = (at: string) => `json_extract('${JSON.stringify(workedOn)}', '$[' || (${at}) || ']')`;

/**
 * A hospital where every block of a dashboard has more than it shows: 30,000 open services, a fifth of them overdue, 1,800 open calls,
 * passes that are out, schedules on hold, reports of the last days.
 */
export async function dashboardHospital(w: World, name: string) {
  const company = await addCompany(w.env, name, 2, 1);
  const twin = await fill(w, company);
  const { rows } = twin;
  const shard = rowsOf(w, company);
  const person = () => colleague(w, company, ...rights);
  const engineer = await person();
  const limited = { 1: await person(), 3: await person(), 8: await person() };
  const people = [company.users.admin, engineer, ...Object.values(limited)].map(({ id }) => id);
  const reported = Object.keys(rows.service_reports!).filter(
    (name) => name !== "due_occurrence_id",
  );
  const given = `(select value from json_each('${JSON.stringify(people)}') where key = n / ${SHARING} % ${people.length})`;
  const clock = "(unixepoch() * 1000 + (n % 400 - 100) * 3600000)";
  const copies: Copies = [
    ["categories", 20, { name: "'Category ' || n", code: "null" }],
    ["departments", BUSY.departments, { name: "'Ward ' || n", code: "null" }],
    ["vendors", 100, { name: "'Vendor ' || n", code: "null" }],
    ["teams", BUSY.teams, { name: "'Team ' || n" }],
    [
      "team_departments",
      BUSY.teams * PLACES_OF_TEAM,
      { team_id: of("teams", `n % ${BUSY.teams} + 1`), department_id: place("n") },
    ],
    ["stock_items", 1_000, { name: "'Spare ' || n", part_no: "null", quantity: "n % 10" }],
    [
      "assets",
      BUSY.assets,
      {
        ...{ asset_code: "printf('L-%05d', n)", qr_token: "'qr' || n", serial_no: "null" },
        ...{ name: "'Ventilator ' || n % 500", department_id: place("n") },
        category_id: of("categories", "n % 20 + 1"),
        ...{ next_pm_on: days(-60, 240), next_cal_on: days(-60, 240), cover_until: days(-60, 240) },
        not_located_since: "iif(n % 50, null, 1)",
      },
    ],
    ["asset_details", BUSY.assets, { id: of("assets", "n") }],
    [
      "breakdowns",
      BUSY.calls,
      {
        ...{ asset_id: device("n"), department_id: place("n"), number: "'BC-' || n" },
        ...{ status: `iif(n % 10, ${call("n % 5")}, 'closed')`, clock_by: clock },
        assigned_user_id: `iif(n % 3, null, ${given})`,
        priority: "iif(n % 4, 'high', 'critical')",
        ...{ follow_token_hash: "null", raised_by_report_id: "null", wake_at: "null" },
      },
    ],
    [
      "asset_downtimes",
      500,
      {
        ...{ asset_id: device("n"), breakdown_id: "null", cancelled_at: "null" },
        ...{
          kind: "'unplanned'",
          started_at: "(unixepoch() - n * 14400) * 1000",
          ended_at: "null",
        },
      },
    ],
    [
      "service_reports",
      5_000,
      {
        ...{ asset_id: device("n"), due_occurrence_id: "null", service_on: days(-100, 100) },
        service_ticket: "printf('PM-%012d', 240101000000 + n)",
      },
    ],
    [
      "schedules",
      BUSY.assets,
      {
        ...{ asset_id: device("n"), is_plan: "0", next_on: "null", kind: "'pm'" },
        hold_from: `iif(n % 100, null, ${days(-9, 9)})`,
        hold_until: `iif(n % 100, null, ${days(2, 9)})`,
        hold_reason: "iif(n % 100, null, 'Ward is closed')",
      },
    ],
    [
      "due_occurrences",
      BUSY.occurrences,
      {
        ...{ schedule_id: of("schedules", `n % ${BUSY.assets} + 1`), asset_id: device("n") },
        // Each schedule has a date in each quarter of a year, the first of them gone by.
        due_on: `date('${companyToday()}', (n % ${BUSY.assets} % 88 - 100 + n / ${BUSY.assets} * 90) || ' days')`,
        ...{ opens_on: "null", closes_on: "null", defer_to: "null", kind: "'pm'" },
        status: `iif(n / ${BUSY.assets} = 0 and n % 3, 'done', 'scheduled')`,
        assigned_user_id: `iif(n % ${SHARING} = 1, ${given}, null)`,
        assigned_team_id: `iif(n % ${SHARING} = 3, ${of("teams", `n / ${SHARING} % ${BUSY.teams} + 1`)}, null)`,
      },
    ],
    [
      "gate_passes",
      300,
      {
        ...{ number: "'GP-' || n", status: "'out'", purpose: "'repair'" },
        ...{ expected_return_on: days(-20, 40), breakdown_id: "null", transfer_id: "null" },
      },
    ],
    [
      "gate_pass_lines",
      600,
      { gate_pass_id: of("gate_passes", "n % 300 + 1"), asset_id: device("n"), is_open: "0" },
    ],
    ["notifications", 50, { user_id: `'${people[0]}'`, dedupe_key: "'d' || n" }],
    ["import_jobs", 50, { created_by: `'${people[0]}'`, status: "'checked'", row_count: "2" }],
    ["report_runs", 50, { user_id: `'${people[0]}'`, status: "'queued'" }],
    [
      "due_months",
      BUSY.departments * 13,
      {
        ...{ dimension: "'department'", value: place("n") },
        month,
        id: `'department:' || ${place("n")} || ':' || ${month}`,
        counts: `'{"pm.high.on_time":7,"pm.life_support.late":2}'`,
      },
    ],
  ];
  await copyRows(twin, copies);
  for (const { id } of [company.users.admin, engineer])
    for (const team of [1, 2])
      await shard.run(
        `insert into team_members (company_id, id, created_at, updated_at, version, team_id, user_id)
         values (?1, ?2, 1, 1, 1, ${of("teams", String(team))}, ?3)`,
        `${id}-${team}`,
        id,
      );
  for (const [count, { id }] of Object.entries(limited))
    await shard.run(
      `insert into user_scopes (company_id, id, created_at, updated_at, version, user_id, department_id)
       select ?1, ?2 || value, 1, 1, 1, ?2, ${place("value * 7")} from json_each(?3)`,
      id,
      JSON.stringify(Array.from({ length: Number(count) }, (_, n) => n)),
    );
  // What is given to a limited person is in their own Locations.
  for (const { id } of Object.values(limited))
    await shard.run(
      "update due_occurrences set assigned_user_id = null where company_id = ?1 and assigned_user_id = ?2",
      id,
    );
  for (const { id } of Object.values(limited).reverse())
    await shard.run(
      `update due_occurrences set assigned_user_id = ?2 where company_id = ?1 and id in (
         select due.id from due_occurrences as due join assets on assets.company_id = ?1 and assets.id = due.asset_id
           join user_scopes as own on own.company_id = ?1 and own.department_id = assets.department_id and own.user_id = ?2
         where due.company_id = ?1 and due.status = 'scheduled' and due.plan_on < '${companyToday()}' order by due.plan_on limit 20)`,
      id,
    );
  await shard.run(
    `insert into counters (company_id, id, value) select ?1, 'assets.department:' || department_id, count(*) from assets
     where company_id = ?1 group by 2 union all select ?1, 'assets.total', ?2 union all select ?1, 'assets.condition:working', ?2
     on conflict do update set value = excluded.value`,
    BUSY.assets,
  );
  await countFigures(openForJob(twin.db, company.id), companyToday(), TIME_ZONE);
  // What was written after the morning has counted.
  await shard.run(
    `insert into service_reports (${reported.join(", ")}) select ${reported.map((name) => (name === "id" ? "?2 || value" : name === "service_ticket" ? "'PM-N' || value" : `one."${name}"`)).join(", ")}
     from json_each('[1,2,3,4,5,6,7,8,9]') cross join service_reports as one where one.company_id = ?1 and one.id = ?3`,
    newId().slice(0, -1),
    rows.service_reports!.id,
  );
  return { company, shard, rows, engineer, limited };
}
