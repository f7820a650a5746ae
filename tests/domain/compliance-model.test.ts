import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, addMonths, daysBetween } from "#app/shared/company-time.ts";
import { cancelReport, devices, morningOf, onDay, reportOf } from "#tests/support/compliance.ts";
import { planned } from "#tests/support/due.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const START = "2026-01-05";
const WINDOW = 8;
const TIME_LIMIT = 200_000;

type Occurrence = {
  id: string;
  asset_id: string;
  device: number;
  dueOn: string;
  status: string;
  doneOn: string | null;
  report: { id: string; at: number } | null;
  cancelledAt: number | null;
  isFromEnd: boolean;
};
type Device = { schedule: string; hold: { from: string; until: string; at: number } | null };
type Frozen = {
  month: string;
  state: string;
  settlesOn: string;
  outcome: string | null;
  reportId: string | null;
  isWithdrawn: boolean;
};
type Model = {
  today: string;
  occurrences: Occurrence[];
  devices: Device[];
  frozen: Map<string, Frozen>;
  doneOn: string | null;
};

const which = fc.nat(40);
const days = fc.integer({ min: 0, max: 12 });
const op = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("morning" as const),
      days: fc.integer({ min: 1, max: 16 }),
    }),
  },

  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("pass" as const),
      days: fc.integer({ min: 1, max: 25 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("report" as const), which, days }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("cancel" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("re_date_report" as const), which, days }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("defer" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("miss" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("hold" as const), which, days }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("drop" as const),
      which,
      of: fc.constantFrom("end", "condemn", "re_date", "delete"),
    }),
  },
);
type Op = typeof op extends fc.Arbitrary<infer T> ? T : never;

const lastOf = (month: string) => addDays(addMonths(`${month}-01`, 1), -1);
const later = (one: string, other: string) => (one > other ? one : other);

/** What the morning of a day freezes and settles, said once more and plainly. */
function freeze(model: Model, today: string) {
  const from = `${(model.doneOn ?? addMonths(today, -24)).slice(0, 7)}-01`;
  for (const one of model.occurrences) {
    if (one.dueOn < from || one.dueOn >= today || model.frozen.has(one.id)) continue;
    const begins = onDay(one.dueOn, 0);
    const { hold } = model.devices[one.device]!;
    const isHeld = hold && hold.from <= one.dueOn && one.dueOn <= hold.until && hold.at < begins;
    const isDropped = one.status === "cancelled" && one.cancelledAt! < begins;
    const month = one.dueOn.slice(0, 7);
    const settlesOn = addDays(later(lastOf(month), addDays(one.dueOn, WINDOW)), 1);
    const state = isHeld || isDropped ? "excluded" : "due";
    model.frozen.set(one.id, {
      month,
      state,
      settlesOn,
      outcome: null,
      reportId: null,
      isWithdrawn: false,
    });
  }
  for (const [id, row] of model.frozen) {
    if (row.state === "excluded" || row.outcome || row.settlesOn > today) continue;
    const one = model.occurrences.find((other) => other.id === id)!;
    const existed = one.status === "done" && one.report!.at < onDay(row.settlesOn, 0);
    const off = one.doneOn ? daysBetween(one.dueOn, one.doneOn) : 99;
    row.outcome = !existed
      ? "not_done"
      : off > WINDOW
        ? "late"
        : off >= -WINDOW
          ? "on_time"
          : "not_done";
    row.reportId = row.outcome === "not_done" ? null : one.report!.id;
  }
  model.doneOn = today;
}

function standingOf(model: Model, id: string): string {
  const row = model.frozen.get(id)!;
  const one = model.occurrences.find((other) => other.id === id)!;
  if (row.state === "excluded") return "excluded";
  const isDone = one.status === "done";
  const off = isDone ? daysBetween(one.dueOn, one.doneOn!) : 0;
  if (isDone && row.outcome === "on_time" && !row.isWithdrawn && row.reportId === one.report!.id)
    return "on_time";
  if (isDone && off > WINDOW) return "late";
  if (row.outcome) return "not_done";
  return isDone && off >= -WINDOW ? "on_time" : "open";
}

const monthsOf = (model: Model) => [
  ...new Set([...model.frozen.values()].map(({ month }) => month)),
];
const openOf = (one: Occurrence) => ["scheduled", "deferred"].includes(one.status);

async function apply(rows: Rows, assets: readonly string[], model: Model, step: Op) {
  const { today } = model;
  const pickFrom = (list: readonly Occurrence[]) =>
    !("which" in step) || !list.length ? undefined : list[step.which % list.length];
  const set = (one: Occurrence, columns: Record<string, unknown>) =>
    rows.set("due_occurrences", one.id, columns);
  // The job is late.
  if (step.do === "pass") model.today = addDays(today, step.days);
  if (step.do === "morning") {
    model.today = addDays(today, step.days);
    // Twice, and at the same time.
    await Promise.allSettled([morningOf(rows, model.today), morningOf(rows, model.today)]);
    await morningOf(rows, model.today);
    freeze(model, model.today);
  }
  if (step.do === "report") {
    const one = pickFrom(
      model.occurrences.filter(
        (other) =>
          (openOf(other) || other.status === "missed") &&
          addDays(other.dueOn, -WINDOW - 3) <= today,
      ),
    );
    if (!one) return;
    const doneOn = addDays(today, -step.days);
    const at = onDay(today, 10);
    one.report = { id: await reportOf(rows, one, doneOn, at), at };
    Object.assign(one, { status: "done", doneOn });
  }
  const done = pickFrom(model.occurrences.filter(({ status }) => status === "done"));
  if (step.do === "cancel" && done) {
    await cancelReport(rows, done.report!.id, done.id, onDay(today, 11));
    const row = model.frozen.get(done.id);
    if (row?.outcome === "on_time" && row.reportId === done.report!.id) row.isWithdrawn = true;
    Object.assign(done, { status: "scheduled", doneOn: null, report: null });
  }
  if (step.do === "re_date_report" && done) {
    const doneOn = addDays(done.doneOn!, step.days - 6);
    // The engine releases and fulfils anew, report and occurrence in one batch.
    await set(done, { status: "scheduled", done_on: null, service_report_id: null });
    await rows.set("service_reports", done.report!.id, { service_on: doneOn });
    await set(done, { status: "done", done_on: doneOn, service_report_id: done.report!.id });
    done.doneOn = doneOn;
    const row = model.frozen.get(done.id);
    const isOut = Math.abs(daysBetween(done.dueOn, doneOn)) > WINDOW;
    if (isOut && row?.outcome === "on_time" && row.reportId === done.report!.id)
      row.isWithdrawn = true;
  }
  const waiting = pickFrom(model.occurrences.filter(openOf));
  if (step.do === "defer" && waiting) {
    await set(waiting, {
      status: "deferred",
      defer_to: addDays(waiting.dueOn, 40),
      reason: "Test",
    });
    waiting.status = "deferred";
  }
  if (step.do === "miss" && waiting) {
    await set(waiting, { status: "missed", exception: "in_use", reason: "Test" });
    waiting.status = "missed";
  }
  const device = step.do === "hold" || step.do === "drop" ? step.which % model.devices.length : 0;
  const of = model.devices[device]!;
  if (step.do === "hold") {
    of.hold = { from: today, until: addDays(today, step.days * 3), at: onDay(today, 12) };
    await rows.set("schedules", of.schedule, {
      hold_from: of.hold.from,
      hold_until: of.hold.until,
      hold_reason: "Test",
      held_by: "Head",
      held_at: of.hold.at,
    });
  }
  if (step.do === "drop") {
    const at = onDay(today, 13);
    if (step.of === "condemn")
      await rows.set("assets", assets[device]!, { lifecycle: "condemned" });
    if (step.of === "delete") await rows.set("assets", assets[device]!, { deleted_at: at });
    if (step.of === "end") await rows.set("schedules", of.schedule, { ended_at: at, is_active: 0 });
    // Whatever was recorded, also for dates that are over: only what was before its day counts.
    for (const one of model.occurrences.filter(
      (other) => other.device === device && openOf(other) && other.dueOn >= addDays(today, -10),
    )) {
      await set(one, {
        status: "cancelled",
        cancelled_at: at,
        cancelled_by: "Head",
        cancel_reason: step.of,
      });
      Object.assign(one, { status: "cancelled", cancelledAt: at });
    }
  }
}

type Row = {
  occurrence_id: string;
  month: string;
  state: string;
  outcome: string | null;
  standing: string;
  kind: string;
  criticality: string;
};
async function proved(
  rows: Rows,
  model: Model,
  before: Map<string, { due: number; onTime: number }>,
) {
  const frozen = await rows.all<Row>("select * from due_closings where company_id = ?");
  expect(
    new Map(
      frozen.map((row) => [row.occurrence_id, [row.month, row.state, row.outcome, row.standing]]),
    ),
  ).toEqual(
    new Map(
      [...model.frozen].map(([id, row]) => [
        id,
        [row.month, row.state, row.outcome, standingOf(model, id)],
      ]),
    ),
  );
  const counts = await rows.all<{ month: string; counts: string }>(
    "select month, counts from due_months where company_id = ? and dimension = 'all'",
  );
  for (const month of monthsOf(model)) {
    const mine = frozen.filter((row) => row.month === month);
    const told = JSON.parse(counts.find((row) => row.month === month)!.counts) as Record<
      string,
      number
    >;
    const added: Record<string, number> = {};
    for (const row of mine) {
      const key = `${row.kind}.${row.criticality}.${row.standing}`;
      added[key] = (added[key] ?? 0) + 1;
    }
    expect(Object.fromEntries(Object.entries(told).filter(([, n]) => n !== 0))).toEqual(added);
    const due = mine.filter(({ state }) => state === "due");
    const now = {
      due: due.length,
      onTime: due.filter(({ standing }) => standing === "on_time").length,
    };
    const last = before.get(month);
    const isSettled = due.every(({ outcome }) => outcome !== null);
    if (last) {
      expect(now.due, `${month} never shrinks`).toBeGreaterThanOrEqual(last.due);
      if (month < model.doneOn!.slice(0, 7) && isSettled)
        expect(now.onTime, `${month} never rises`).toBeLessThanOrEqual(last.onTime);
    }
    if (isSettled && month < model.doneOn!.slice(0, 7)) before.set(month, now);
  }
}

test(
  "whatever is deferred, held, ended, condemned, deleted, cancelled or reported later: what was due stays due, and a settled month never rises",
  async () => {
    let n = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(op, { minLength: 12, maxLength: 45 }), async (steps) => {
        const rows = rowsOf(w, await addCompany(w.env, `closing${n++}`, 2, n % 3, "x"));
        const { ids } = await devices(rows, ["life_support", "high", "low"]);
        const model: Model = {
          today: START,
          occurrences: [],
          devices: [],
          frozen: new Map(),
          doneOn: null,
        };
        for (const [device, assetId] of ids.entries()) {
          const schedule = await planned(rows, {
            assetId,
            from: addDays(START, 3 + device * 5),
            until: "2026-06-30",
            every: [17 + device, "day"],
            before: WINDOW,
            after: WINDOW,
          });
          model.devices.push({ schedule, hold: null });
          const made = await rows.all<{ id: string; asset_id: string; due_on: string }>(
            "select id, asset_id, due_on from due_occurrences where company_id = ? and schedule_id = ?",
            schedule,
          );
          model.occurrences.push(
            ...made.map(({ id, asset_id, due_on }) => ({
              id,
              asset_id,
              device,
              dueOn: due_on,
              status: "scheduled",
              doneOn: null,
              report: null,
              cancelledAt: null,
              isFromEnd: false,
            })),
          );
        }
        const before = new Map<string, { due: number; onTime: number }>();
        for (const step of steps) {
          await apply(rows, ids, model, step);
          await proved(rows, model, before);
        }
      }),
      { numRuns: 25, endOnFailure: true },
    );
  },
  TIME_LIMIT,
);
