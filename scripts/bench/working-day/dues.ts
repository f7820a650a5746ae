import { HORIZON_DAYS } from "#app/shared/due-series.ts";
import {
  atPlace,
  countOf,
  DAY,
  dice,
  type Filled,
  idOf,
  insertOf,
  ownedBy,
  type Shard,
} from "./shard.ts";

const WINDOW = 15;
/** What every device has, and what every so many-th has besides; a date falls due every so many days. */
const kinds = [
  { kind: "pm", title: "Preventive maintenance", every: 182, months: 6, ofDevices: 1, salt: 21 },
  { kind: "calibration", title: "Calibration", every: 365, months: 12, ofDevices: 2, salt: 22 },
] as const;
type Kind = (typeof kinds)[number];

/** The dates that fall due in a shard's companies: of so many years, and as far ahead as the clock makes them. */
export async function fillDues(shard: Shard): Promise<void> {
  const { db, filling, companies } = shard;
  const run = (sql: string) => db.prepare(sql).run();
  await filling("schedules", async () => {
    for (const company of companies)
      for (const [nth, kind] of kinds.entries()) await run(schedulesOf(shard, company, kind, nth));
  });
  await filling("due_occurrences", async () => {
    for (const company of companies)
      for (const [nth, kind] of kinds.entries()) await run(datesOf(shard, company, kind, nth));
  });
  for (const { id } of companies)
    for (const [column, kind] of [
      ["next_pm_on", "pm"],
      ["next_cal_on", "calibration"],
    ])
      await run(`update assets set ${column} = due.first from
        (select asset_id, min(plan_on) as first from due_occurrences where company_id = '${id}' and kind = '${kind}'
          and status in ('scheduled', 'in_progress', 'deferred') group by asset_id) as due
        where assets.company_id = '${id}' and assets.id = due.asset_id`);
}

const dayOf = (ms: string) => `date((${ms}) / 1000, 'unixepoch')`;
/** The first due date of the device at a place, as an instant. */
const firstOf = ({ now, sizes }: Shard, { every, salt }: Kind) =>
  `(${now - sizes.dueYears * 365 * DAY} + ${dice("spot.place", salt, every)} * ${DAY})`;
const scheduleId = (shard: Shard, company: Filled, nth: number) =>
  idOf(`${shard.now - shard.sizes.dueYears * 365 * DAY}`, company, 80 + nth, "spot.place");

const devicesOf = ({ id }: Filled, { ofDevices }: Kind) =>
  `temp.devices as spot where spot.company_id = '${id}' and spot.place % ${ofDevices} = 0`;

function schedulesOf(shard: Shard, company: Filled, kind: Kind, nth: number): string {
  const columns = {
    ...ownedBy(company, String(shard.now - shard.sizes.dueYears * 365 * DAY)),
    id: scheduleId(shard, company, nth),
    asset_id: "spot.id",
    kind: `'${kind.kind}'`,
    title: `'${kind.title}'`,
    interval_unit: "'day'",
    interval_count: String(kind.every),
    mode: "'fixed'",
    anchor_on: dayOf(firstOf(shard, kind)),
    source: "'oem'",
    next_on: dayOf(`${firstOf(shard, kind)} + ${countOfDates(shard, kind)} * ${kind.every * DAY}`),
  };
  return insertOf("schedules", columns, `from ${devicesOf(company, kind)} and true`);
}

/** How many dates the device at a place has up to the horizon. */
const countOfDates = (shard: Shard, kind: Kind) =>
  `(1 + (${shard.now + HORIZON_DAYS * DAY} - ${firstOf(shard, kind)}) / ${kind.every * DAY})`;

function datesOf(shard: Shard, company: Filled, kind: Kind, nth: number): string {
  const at = `(${firstOf(shard, kind)} + (nth.n - 1) * ${kind.every * DAY})`;
  const n = `(spot.place * 64 + nth.n)`;
  const left = `((${at}) - ${shard.now}) / ${DAY}`;
  const luck = dice(n, 23, 100);
  const status = `case when ${left} > 10 then 'scheduled' when ${left} > -15 then iif(${luck} < 60, 'done', iif(${luck} < 65, 'deferred', 'scheduled'))
    when ${luck} < 93 then 'done' when ${luck} < 96 then 'missed' when ${left} < -200 then 'done' else 'scheduled' end`;
  const doneAt = `iif(${luck} < 88, ${at} + (${dice(n, 24, 20)} - 10) * ${DAY}, ${at} + (16 + ${dice(n, 25, 30)}) * ${DAY})`;
  const columns = {
    ...ownedBy(company, String(shard.now - shard.sizes.dueYears * 365 * DAY)),
    id: idOf(at, company, 84 + nth, n),
    schedule_id: scheduleId(shard, company, nth),
    asset_id: "spot.id",
    kind: `'${kind.kind}'`,
    due_on: dayOf(at),
    opens_on: dayOf(`${at} - ${WINDOW * DAY}`),
    closes_on: dayOf(`${at} + ${WINDOW * DAY}`),
    status: "state",
    done_on: `iif(state = 'done', ${dayOf(`min(${doneAt}, ${shard.now})`)}, null)`,
    on_time: `iif(state = 'done', ${luck} < 88, null)`,
    defer_to: `iif(state = 'deferred', ${dayOf(`${at} + 12 * ${DAY}`)}, null)`,
    exception: "iif(state = 'missed', 'in_use', null)",
    reason: "iif(state in ('missed', 'deferred'), 'The ward could not spare it', null)",
    assigned_user_id: `iif(state <> 'done' and nth.n % 3 = 0, ${atPlace("people", company, dice(n, 26, countOf("people", company)))}, null)`,
  };
  const told = `(select place, id, company_id from ${devicesOf(company, kind)}) as spot
    cross join temp.numbers as nth on nth.n <= ${countOfDates(shard, kind)}`;
  const names = Object.keys(columns).join(", ");
  const values = Object.values(columns).map((value) =>
    value.replaceAll(/\bstate\b/g, `(${status})`),
  );
  return `insert into due_occurrences (${names}) select ${values.join(", ")} from ${told} order by nth.n`;
}
