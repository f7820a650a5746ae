import { mondayOf } from "#app/shared/due-weeks.ts";
import { makeProposed, proposeSchedules } from "#worker/domain/due/proposing.ts";
import { scheduleFlow } from "#worker/domain/due/schedule-flow.ts";
import { createSchedules } from "#worker/domain/due/schedules.ts";
import { teams } from "#worker/domain/people/teams.ts";
import { saveSection } from "#worker/domain/settings/save.ts";
import { addDays, addMonths, daysBetween } from "../calendar.ts";
import { DAY, type Day, type Device, dayAt, onDuty } from "./day.ts";
import { fitParts } from "./fitting.ts";
import { planServices } from "./services.ts";

/** The programme of planned services began so many days ago. */
const BEGAN = 392;
const radiating = ["Digital Radiography System", "Mobile X-ray Unit", "Mobile C-arm", "CT Scanner"];

/** Minutes that PM of a device takes. */
const minutesOf = ({ criticality, type }: Device) => {
  if (/CT|MRI|Analyser/.test(type)) return 240;
  return { life_support: 90, high: 60, medium: 45, low: 30 }[criticality];
};

type Group = { months: number; on: string; minutes: number; ids: string[]; team: string | null };
type Plan = {
  kind: "pm" | "calibration" | "electrical_safety" | "radiation_qa";
  title?: string;
  source: "oem" | "regulatory" | "local";
  needsSignature?: boolean;
};

/** Devices that get the same schedule: of one interval, due in one week, with one team. */
function grouped(
  devices: readonly { device: Device; months: number; on: string }[],
  teamOf: (device: Device) => string | null,
  minutes: (device: Device) => number,
): Group[] {
  const groups = new Map<string, Group>();
  for (const { device, months, on } of devices) {
    const week = mondayOf(on);
    const team = teamOf(device);
    const key = [months, week, minutes(device), team].join();
    const group = groups.get(key) ?? { months, on: week, minutes: minutes(device), ids: [], team };
    group.ids.push(device.id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

async function add({ desk }: Day, groups: readonly Group[], plan: Plan): Promise<void> {
  for (const { months, on, minutes, ids, team } of groups)
    for (let at = 0; at < ids.length; at += 100)
      await createSchedules(desk, {
        ...{ kind: plan.kind, title: plan.title ?? "", source: plan.source, mode: "fixed" },
        ...{ intervalCount: months, intervalUnit: "month", anchorOn: on, minutes },
        ...{ teamId: team ?? "", needsSignature: plan.needsSignature ?? false },
        assetIds: ids.slice(at, at + 100),
      });
}

/** When each device had its next PM, and how often it has one. */
async function pmPlans({ db, companyId }: Day) {
  const { results } = await db
    .prepare(
      `select id, next_pm_on as "nextOn", coalesce(pm_months,
          (select default_pm_months from categories c where c.company_id = assets.company_id and c.id = assets.category_id)) as months
        from assets where company_id = ? and next_pm_on is not null and deleted_at is null`,
    )
    .bind(companyId)
    .all<{ id: string; nextOn: string; months: number | null }>();
  return new Map(results.map((row) => [row.id, row]));
}

/** The date of a series that is the first on or after a day. */
function firstFrom(day: string, known: string, months: number): string {
  let steps = Math.floor(daysBetween(day, known) / (months * 30.4)) + 1;
  while (steps > -400 && addMonths(known, -steps * months) < day) steps--;
  return addMonths(known, -steps * months);
}

/** The people who do it: a second team looks after imaging, and both say how much they can do. */
async function staff(day: Day): Promise<string | null> {
  const { desk, teamId, engineers } = day;
  await saveSection(desk, "due", {
    ...{ pmWindowBefore: "15", pmWindowAfter: "15", capacityHours: "24" },
  });
  if (!teamId) return null;
  const { name, description, leader, members, locations, categories, version } = await teams.find(
    desk,
    teamId,
  );
  const idsOf = (list: readonly { value: string }[]) => list.map(({ value }) => value);
  await teams.update(desk, teamId, {
    ...{ name, description, leaderUserId: leader?.value ?? "", version },
    ...{ memberIds: idsOf(members), departmentIds: idsOf(locations) },
    ...{ categoryIds: idsOf(categories), capacityHours: 16 },
  });
  if (engineers.length < 2 || day.devices.length < 100) return null;
  const { data } = await teams.create(desk, {
    ...{ name: "Imaging and Radiation", description: "Imaging, and tests with radiation" },
    ...{ leaderUserId: engineers[1]!.actor.userId, memberIds: [engineers[1]!.actor.userId] },
    ...{ departmentIds: [], categoryIds: [], capacityHours: 8, preset: "" },
  });
  return data.id;
}

/** Begins the programme: what comes again at which devices, by commands of the desk. */
async function begin(day: Day): Promise<void> {
  const { devices, random, teamId } = day;
  const imaging = await staff(day);
  const today = dayAt(Date.now());
  const plans = await pmPlans(day);
  const isImaging = ({ type }: Device) => /X-ray|C-arm|Radiography|CT|MRI|Ultrasound/.test(type);
  const teamOf = (device: Device) => (imaging && isImaging(device) ? imaging : teamId);
  const used = devices.filter(({ since }) => since < Date.now());
  // The least critical have none yet: they are what is proposed.
  const serviced = used.flatMap((device) => {
    const plan = plans.get(device.id);
    if (!plan?.months || device.criticality === "low") return [];
    const on = firstFrom(addDays(today, 7), plan.nextOn, plan.months);
    return [{ device, months: plan.months, on: on < today ? today : on }];
  });
  await add(day, grouped(serviced, teamOf, minutesOf), { kind: "pm", source: "oem" });
  const yearly = (some: readonly Device[]) =>
    some.map((device) => ({ device, months: 12, on: addDays(today, 10 + 7 * random.int(0, 50)) }));
  const tested = used.filter(({ criticality }) => criticality === "life_support");
  await add(
    day,
    grouped(yearly(tested), teamOf, () => 30),
    { kind: "electrical_safety", source: "regulatory" },
  );
  const calibrated = used.filter(
    ({ calRequired, criticality }) => calRequired && criticality === "high",
  );
  await add(
    day,
    grouped(yearly(calibrated), teamOf, () => 45),
    { kind: "calibration", source: "local" },
  );
  await add(
    day,
    grouped(yearly(used.filter(({ type }) => radiating.includes(type))), teamOf, () => 120),
    {
      ...{ kind: "radiation_qa", title: "Radiation QA with physicist", source: "regulatory" },
      needsSignature: true,
    },
  );
}

/** Visits that contracts promise, out of what is proposed. */
async function visits({ desk, devices }: Day): Promise<void> {
  const { data } = await proposeSchedules(desk, { list: "" });
  const groups = data.groups.filter(({ kind }) => kind === "contract_visit").slice(0, 6);
  if (!groups.length || devices.length < 100) return;
  for (let from: string | null = ""; from !== null; ) {
    const step: Awaited<ReturnType<typeof makeProposed>> = await makeProposed(desk, {
      ...{ list: "", from, groups: groups.map(({ key }) => key) },
    });
    from = step.data.next;
  }
}

const holds = [
  ["Ward is being rebuilt", 30],
  ["Manufacturer's service kit is awaited", 21],
  ["Lent to the sister hospital", 45],
  ["Under warranty repair at the maker", 14],
] as const;

/** A few schedules wait, with the reason. */
async function hold({ db, companyId, desk, random }: Day): Promise<void> {
  const today = dayAt(Date.now());
  const { results } = await db
    .prepare(
      `select distinct s.id from due_occurrences o join schedules s on s.company_id = o.company_id and s.id = o.schedule_id
        where o.company_id = ? and o.kind = 'pm' and o.status = 'scheduled' and o.plan_on between ? and ? order by s.id`,
    )
    .bind(companyId, today, addDays(today, 20))
    .all<{ id: string }>();
  const some = random.shuffled(results).slice(0, holds.length);
  for (const [at, { id }] of some.entries()) {
    const [reason, days] = holds[at]!;
    await scheduleFlow.move(desk, id, "hold", {
      ...{ holdFrom: today, holdUntil: addDays(today, days), reason },
    });
  }
}

/** Plans a year of planned services: schedules, what was done of them, holds, and visits of vendors. */
export function planSchedules(day: Day): void {
  const { history, now } = day;
  history.plan(onDuty(day, now - BEGAN * DAY), async () => {
    await begin(day);
    await fitParts(day);
    await planServices(day);
  });
  history.plan(onDuty(day, now - 26 * DAY), () => visits(day));
  for (const back of [205, 118, 61, 3])
    history.plan(onDuty(day, now - back * DAY), () => hold(day));
}
