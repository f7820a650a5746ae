import fc from "fast-check";
import { expect, test } from "vitest";
import { dayIn } from "#app/shared/company-time.ts";
import { signedIn } from "#tests/support/client.ts";
import { bench } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { begun, carryOut, command, type Tried } from "#tests/support/schedule-commands.ts";
import { PlannedDevice, planOf } from "#tests/support/schedule-model.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
/** Ahead of Greenwich and behind it, with and without a change of the clocks, by whole hours and halves. */
const ZONES = [
  ...["Asia/Kolkata", "Pacific/Kiritimati", "America/St_Johns"],
  ...["Europe/Berlin", "Australia/Lord_Howe", "Pacific/Pago_Pago"],
];
const TIME_LIMIT = 50_000;

/** Every date of the device as the app has it, and as the model has it. */
async function expectDates({ rows, asset, model }: Tried) {
  const found = await rows.all<Record<string, unknown>>(
    `select schedule_id || ' ' || due_on as "key", status, opens_on, closes_on, defer_to, done_on, service_report_id, on_time from due_occurrences
     where company_id = ? and asset_id = ? order by 1`,
    asset,
  );
  const reportOf = (due: object) => model.reports.find(({ did }) => did?.due === due)?.id ?? null;
  const expected = model
    .dues()
    .map(({ schedule, due }) => ({
      key: `${schedule.id} ${due.on}`,
      ...{ status: due.status, opens_on: due.opens, closes_on: due.closes },
      ...{ defer_to: due.deferTo, done_on: due.doneOn, service_report_id: reportOf(due) },
      on_time: due.doneOn && Number(due.opens <= due.doneOn && due.doneOn <= due.closes),
    }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  expect(found).toEqual(expected);
  expect((await rows.get("assets", asset)).next_pm_on).toBe(model.nextPm());
  const doubled = await rows.all(
    `select due_occurrence_id from service_reports where company_id = ? and due_occurrence_id is not null group by 1 having count(*) > 1
     union all select service_report_id from due_occurrences where company_id = ?1 and service_report_id is not null group by 1 having count(*) > 1`,
  );
  expect(doubled, "one report does one occurrence, and one occurrence is done by one").toEqual([]);
}

/** What is due, in window, overdue or held is what the dates say on this day. */
async function expectStandings({ admin, asset, model }: Tried) {
  const path = `/api/due-occurrences?asset=${asset}&tab=all&size=100&sort=newest`;
  const { data, next } = (await admin.call("GET", path)) as unknown as {
    data: { plan_on: string; due_on: string; standing: string }[];
    next: string | null;
  };
  const expected = model
    .dues()
    .filter(({ due }) => due.status !== "cancelled")
    .map(({ schedule, due }) => `${due.on} ${planOf(due)} ${model.standing(schedule, due)}`)
    .sort();
  const told = data.map((row) => `${row.due_on} ${row.plan_on} ${row.standing}`).sort();
  if (next === null) expect(told).toEqual(expected);
  else expect(expected).toEqual(expect.arrayContaining(told));
}

type Month = { due: number; onTime: number; isSettled: boolean };
/** What is frozen is what the rules froze; no month gets smaller, and none that is settled gets better. */
async function expectFrozen({ rows, model }: Tried, before: Map<string, Month>) {
  const found = await rows.all<{
    key: string;
    month: string;
    state: string;
    outcome: string | null;
    standing: string;
  }>(
    `select schedule_id || ' ' || due_on as "key", month, state, outcome, standing from due_closings where company_id = ? order by 1`,
  );
  const ownerOf = (due: object) => model.dues().find((one) => one.due === due)?.schedule.id;
  expect(found.map(({ key, state, outcome }) => [key, state, outcome])).toEqual(
    model.frozen
      .map(({ of, state, outcome }) => [`${ownerOf(of)} ${of.on}`, state, outcome])
      .sort(([one], [other]) => (one! < other! ? -1 : 1)),
  );
  for (const month of new Set(found.map((row) => row.month))) {
    const due = found.filter((row) => row.month === month && row.state === "due");
    const isOver = month < (model.doneOn ?? "").slice(0, 7);
    const now = {
      due: due.length,
      onTime: due.filter(({ standing }) => standing === "on_time").length,
      isSettled: isOver && due.every(({ outcome }) => outcome !== null),
    };
    const last = before.get(month);
    if (last) expect(now.due, `${month} never shrinks`).toBeGreaterThanOrEqual(last.due);
    if (last?.isSettled) {
      expect(now.due, `${month} is closed`).toBe(last.due);
      expect(now.onTime, `${month} never rises`).toBeLessThanOrEqual(last.onTime);
    }
    before.set(month, now);
  }
}

test("after any course of schedules, edits, holds, reports, deferrals, generators, mornings and condemnations every date is that of the rules", async () => {
  let n = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(begun, { minLength: 2, maxLength: 2 }),
      fc.array(command, { minLength: 8, maxLength: 28, size: "max" }),
      fc.constantFrom(...ZONES),
      async (first, commands, zone) => {
        const company = await addCompany(w.env, `planned${n++}`, 2, n % 3);
        const rows = rowsOf(w, company);
        await rows.setProfile({ time_zone: zone });
        const admin = await signedIn(w, company, "admin");
        const { asset } = await bench(w, company, []);
        const today = dayIn(zone);
        const tried = { rows, admin, asset, zone, model: new PlannedDevice(today) };
        const months = new Map<string, Month>();
        for (const one of [...first, ...commands]) {
          await carryOut(tried, one);
          // What was asked for over midnight has another day.
          if (dayIn(zone) !== today) return;
          await expectDates(tried);
          await expectFrozen(tried, months);
        }
        await expectStandings(tried);
      },
    ),
    { numRuns: 60, interruptAfterTimeLimit: TIME_LIMIT },
  );
}, 240_000);
