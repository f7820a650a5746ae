import { causes, holdReasons } from "#app/shared/call-words.ts";
import { searchRowIdOf } from "#drizzle/search.ts";
import { companyWord } from "#worker/db/guard.ts";
import { NO_CLOCK } from "#worker/domain/service-calls/clocks.ts";
import {
  atPlace,
  countOf,
  DAY,
  dice,
  type Filled,
  HOUR,
  idOf,
  insertOf,
  isHeld,
  keepHeld,
  oneOf,
  ownedBy,
  type Shard,
  YEARS_MS,
} from "./shard.ts";

/** Calls of the device whose page is measured: as many as it has reports. */
const OF_FIRST = 900;
const MINUTE = HOUR / 60;
const AUTO_CLOSE_DAYS = 7;
const words = (list: readonly { value: string }[]) => list.map(({ value }) => value);

const problems = [
  ...[
    "SpO2 reads low and drops out on the finger sensor",
    "NIBP shows air leak and repeats inflation",
  ],
  ...["ECG trace noisy on all leads", "Monitor switches off when moved off mains"],
  ...[
    "Occlusion alarm without occlusion",
    "Flow rate drifts after an hour",
    "Battery lasts ten minutes only",
  ],
  ...["Display dark, backlight gone", "Low airway pressure alarm", "Self test fails at start"],
  ...[
    "Printer does not feed paper",
    "Door does not close",
    "Touch screen does not answer",
    "Fan is loud and hot",
  ],
  ...[
    "Network lost, no results sent",
    "Probe shows dropout lines",
    "Suction weak",
    "Lamp flickers",
  ],
];
const repairs = [
  ...[
    "Sensor cable open near the connector, replaced and checked",
    "Hose and cuff replaced, leak test passed",
  ],
  ...[
    "Battery pack replaced, ran 95 minutes",
    "Board reseated, self test passed",
    "Settings restored, user shown how",
  ],
];

/** When a call came, in SQL: the oldest first, over ten years. */
export const timeOfCall = ({ now, sizes }: Pick<Shard, "now" | "sizes">, n: string) =>
  `(${now} - (${sizes.calls} - ${n}) * ${Math.floor(YEARS_MS / sizes.calls)} - ${20 * MINUTE})`;
/** The id of a call by its number, in SQL. */
export const idOfCall = (shard: Pick<Shard, "now" | "sizes">, company: Filled, n: string) =>
  idOf(timeOfCall(shard, n), company, 1, n);

/** The state of a call by its age in calls: those that are open lie among the newest, one in two. */
function stateOf({ sizes }: Shard): string {
  const spread = sizes.openCalls * 2;
  const aWeek = Math.floor((AUTO_CLOSE_DAYS * DAY * sizes.calls) / YEARS_MS);
  const open = `json_array('new', 'new', 'acknowledged', 'assigned', 'assigned', 'in_progress', 'in_progress', 'on_hold', 'on_hold', 'on_hold') ->> (age / 2 % 10)`;
  return `case when age < ${spread} and age % 2 = 0 then ${open} when age < ${Math.floor(aWeek * 0.8)} then 'resolved'
    when n % 60 = 7 then 'cancelled' when n % 90 = 11 then 'closed_duplicate' else 'closed' end`;
}

/** The calls of a company, and the counts that their devices keep of them. */
export async function fillCalls(shard: Shard): Promise<void> {
  const { db, filling, companies } = shard;
  const run = (sql: string) => db.prepare(sql).run();
  await filling("breakdowns", async () => {
    for (const company of companies) await run(callsOf(shard, company));
  });
  await filling("breakdown_events", async () => {
    for (const company of companies) await run(eventsOf(company));
  });
  await keepHeld(shard, "down", "from asset_downtimes where ended_at is null");
  await filling("asset_downtimes", async () => {
    for (const company of companies) await run(downtimesOf(company));
  });
  for (const { id } of companies) {
    await run(`update assets set (open_breakdown_count, is_down) = (select count(*), max(equipment_down and (source <> 'qr' or status <> 'new'))
        from breakdowns where company_id = assets.company_id and asset_id = assets.id and status in (${open}))
      where company_id = '${id}' and id in (select asset_id from breakdowns where company_id = '${id}' and status in (${open}))`);
    await run(
      `update assets set condition = 'not_working' where company_id = '${id}' and is_down = 1`,
    );
    const asset = ["asset_code", "name", "make", "model"].map((name) => `assets.${name}`);
    await run(`insert into search_index (rowid, company, kind, words, record_id)
      select ${searchRowIdOf("call.id")}, '${companyWord(id)}', 'breakdown', concat_ws(' ', call.number, call.problem, ${asset.join(", ")}), call.id
      from breakdowns as call join assets on assets.company_id = call.company_id and assets.id = call.asset_id
      where call.company_id = '${id}' and call.number glob 'SC-B-*' order by 1`);
  }
}

const open = "'new', 'acknowledged', 'assigned', 'in_progress', 'on_hold'";

function callsOf(shard: Shard, company: Filled): string {
  const devices = countOf("devices", company);
  // One call in ten is about a fiftieth of the devices: some break down often.
  const place = `iif(n % ${Math.max(2, Math.floor(shard.sizes.calls / OF_FIRST))} = 1, 0, iif(n % 10 = 3, ${dice("n", 1, 40)} * ${devices} / 40, ${dice("n", 2, devices)}))`;
  const answeredAt = `iif(is_open and state in ('new', 'acknowledged', 'assigned'), null, at + ${dice("n", 5, 90)} * ${MINUTE})`;
  const resolvedAt = `iif(is_open or state in ('cancelled', 'closed_duplicate'), null, at + (2 + ${dice("n", 6, 70)}) * ${HOUR})`;
  const isAssigned = "state not in ('new', 'acknowledged', 'cancelled')";
  const columns = {
    ...ownedBy(company, "at"),
    id: idOfCall(shard, company, "n"),
    number: "printf('SC-B-%07d', n)",
    asset_id: "device",
    department_id: "ward",
    source: oneOf("n", 3, ["web", "web", "qr", "phone", "pm_finding", "api"]),
    reported_by_name: "'Sister ' || char(65 + n % 26) || '. of the ward'",
    reported_at: "at",
    problem: oneOf("n", 4, problems),
    equipment_down: "n % 2",
    priority: oneOf("n", 7, ["critical", "high", "medium", "medium", "low"]),
    assigned_user_id: `iif(${isAssigned} and n % 5, ${atPlace("people", company, dice("n", 8, countOf("people", company)))}, null)`,
    vendor_id: `iif(n % 3 = 0, ${atPlace("firms", company, dice("n", 9, countOf("firms", company)))}, null)`,
    cover_snapshot: `iif(n % 3 = 0, json_object('kind', 'amc', 'vendorName', 'Vendor of the contract', 'until', '2030-01-01'), null)`,
    sla_respond_by: `at + ${HOUR}`,
    sla_resolve_by: `at + (4 + ${dice("n", 10, 68)}) * ${HOUR}`,
    acknowledged_at: `iif(state = 'new', null, at + 5 * ${MINUTE})`,
    first_response_at: answeredAt,
    work_started_at: answeredAt,
    resolved_at: resolvedAt,
    restored_at: `iif(n % 2, ${resolvedAt}, null)`,
    closed_at: `iif(is_open or state = 'resolved', null, coalesce(${resolvedAt}, at + ${HOUR}) + ${DAY})`,
    hold_reason: `iif(state = 'on_hold', ${oneOf("n", 11, words(holdReasons))}, null)`,
    held_at: `iif(state = 'on_hold', at + 3 * ${HOUR}, null)`,
    cause_code: `iif(state in ('resolved', 'closed'), ${oneOf("n", 12, words(causes))}, null)`,
    resolution: `iif(state in ('resolved', 'closed'), ${oneOf("n", 13, repairs)}, null)`,
    rating: "iif(state = 'closed' and n % 4 = 0, 3 + n % 3, null)",
    is_repeat: "n % 12 = 5",
    clock_by: `iif(is_open, iif(state = 'on_hold', ${NO_CLOCK}, iif(${answeredAt} is null, at + ${HOUR}, at + (4 + ${dice("n", 10, 68)}) * ${HOUR})), null)`,
    wake_at: `iif(state = 'resolved', ${resolvedAt} + ${AUTO_CLOSE_DAYS * DAY}, iif(is_open and n % 3 = 0, ${shard.now} + n % 50 * ${HOUR}, null))`,
    status: "state",
  };
  return insertOf(
    "breakdowns",
    columns,
    `from (select n, at, state, state in (${open}) as is_open, seat.id as device, asset.department_id as ward from
      (select n, at, spot, ${stateOf(shard)} as state from
        (select n, ${timeOfCall(shard, "n")} as at, ${shard.sizes.calls} - n as age, ${place} as spot from temp.numbers where n <= ${shard.sizes.calls})) as told
      cross join temp.devices as seat on seat.company_id = '${company.id}' and seat.place = told.spot
      cross join assets as asset on asset.company_id = '${company.id}' and asset.id = seat.id) order by n`,
  );
}

/** What happened to each call: the states on the way to its own, one after the other. */
function eventsOf(company: Filled): string {
  const path = ["new", "acknowledged", "assigned", "in_progress", "on_hold", "resolved", "closed"];
  const own =
    "instr(',new,acknowledged,assigned,in_progress,on_hold,resolved,closed,', ',' || call.status || ',')";
  const steps = path
    .map((state, at) => `select ${at} as nth, '${state}' as state`)
    .join(" union all ");
  const columns = {
    company_id: "call.company_id",
    id: idOf(
      "call.reported_at + step.nth * 60000",
      company,
      16,
      "cast(substr(call.number, 6) as integer) * 8 + step.nth",
    ),
    breakdown_id: "call.id",
    status: "step.state",
    actor_id: "call.assigned_user_id",
    actor_name: "'Engineer'",
    at: "call.reported_at + step.nth * 60000",
  };
  return insertOf(
    "breakdown_events",
    columns,
    `from breakdowns as call join (${steps}) as step
      on step.nth = 0 or (step.state = call.status) or (step.state <> 'on_hold' and instr(',new,acknowledged,assigned,in_progress,on_hold,resolved,closed,', ',' || step.state || ',') < ${own})
      where call.company_id = '${company.id}' and call.number glob 'SC-B-*' order by call.id`,
  );
}

/** When devices were down for their calls; one that is down for several open ones is so since the first. */
const downtimesOf = (company: Filled) =>
  insertOf(
    "asset_downtimes",
    {
      ...ownedBy(company, "call.reported_at"),
      id: idOf("call.reported_at", company, 17, "cast(substr(call.number, 6) as integer)"),
      asset_id: "call.asset_id",
      breakdown_id: "call.id",
      kind: "'unplanned'",
      started_at: "call.reported_at",
      ended_at: "call.restored_at",
    },
    `from breakdowns as call where call.company_id = '${company.id}' and call.number glob 'SC-B-*' and call.equipment_down = 1
      and (call.restored_at is not null or (call.status in (${open}) and (call.source <> 'qr' or call.status <> 'new')
        and call.id = (select min(first.id) from breakdowns as first where first.company_id = call.company_id and first.asset_id = call.asset_id
          and first.status in (${open}) and first.equipment_down = 1 and (first.source <> 'qr' or first.status <> 'new'))
        and not ${isHeld("down", company, "call.asset_id")}))`,
  );
