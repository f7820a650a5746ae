import fc from "fast-check";
import { expect } from "vitest";
import { generate } from "#worker/domain/due/generate.ts";
import type { Client } from "./client.ts";
import { morningOf } from "./compliance.ts";
import { daysApart, walked } from "./plain-calendar.ts";
import { freshTicket, reportForm } from "./report.ts";
import { companyDb, type Rows } from "./rows.ts";
import {
  type Due,
  isOpen,
  type PlannedDevice,
  planOf,
  type Report,
  type Schedule,
  type Terms,
} from "./schedule-model.ts";

const HORIZON = 400;

const which = fc.nat(40);
const monthEnds = ["2025-12-31", "2026-01-31", "2026-02-28", "2026-03-29", "2026-08-31"];
const anchor = fc.oneof(
  fc.integer({ min: -HORIZON, max: 90 }),
  fc.constantFrom(...monthEnds, "2026-10-25", "2027-01-31", "2028-02-29"),
);
const every = fc.oneof(
  fc.record({ unit: fc.constant("day" as const), count: fc.integer({ min: 14, max: 60 }) }),
  fc.record({ unit: fc.constant("week" as const), count: fc.integer({ min: 2, max: 9 }) }),
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ unit: fc.constant("month" as const), count: fc.integer({ min: 1, max: 14 }) },
    }),
  },
  fc.record({ unit: fc.constant("year" as const), count: fc.integer({ min: 1, max: 2 }) }),
);
const parts = {
  every,
  anchor,
  mode: fc.constantFrom("fixed", "floating"),
  lasts: fc.option(fc.integer({ min: 0, max: 700 }), { nil: null, freq: 4 }),
  window: fc.record({
    before: fc.constantFrom(0, 7, 15, 40),
    after: fc.constantFrom(0, 7, 15, 40),
  }),
};
const terms = fc.record({ ...parts, kind: fc.constantFrom("pm", "pm", "electrical_safety") });
const step = <K extends string, R extends object>(
  weight: number,
  kind: K,
  more: { [N in keyof R]: fc.Arbitrary<R[N]> },
) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(kind), ...more }) as unknown as fc.Arbitrary<
    { do: K } & R
  >,
});
const altered = fc.record(parts, { requiredKeys: [] });
const edited: typeof altered = fc.record({ window: parts.window });
/** A schedule that is begun. */
export const begun = fc.record({ do: fc.constant("add" as const), terms });
/** Anything that may happen to what is planned for a device. */
export const command = fc.oneof(
  step(2, "add", { terms }),
  step(3, "edit", { which, change: altered }),
  step(3, "edit", { which, change: edited }),
  step(2, "hold", { which, from: fc.integer({ min: -40, max: 90 }), days: fc.nat(90) }),
  step(1, "end-hold", { which }),
  step(2, "end", { which }),
  step(14, "report", {
    which,
    by: fc.integer({ min: -45, max: 60 }),
    isPm: fc.boolean(),
    how: which,
  }),
  step(3, "change", { which, by: fc.integer({ min: -60, max: 60 }), isPm: fc.boolean() }),
  step(5, "cancel", { which }),
  step(3, "defer", { which, days: fc.nat(60) }),
  step(1, "start", { which }),
  step(1, "assign", { which }),
  step(3, "could-not-be-done", { which }),
  step(1, "condemn", { isBack: fc.boolean() }),
  step(3, "generate", { after: fc.nat(700), times: fc.integer({ min: 1, max: 3 }) }),
  step(4, "morning", { days: fc.integer({ min: 1, max: 45 }) }),
);
export type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;
type Parts = {
  -readonly [K in keyof typeof parts]: (typeof parts)[K] extends fc.Arbitrary<infer T> ? T : never;
};

/** A device of a company of its own, in the app and in the model. */
export type Tried = {
  rows: Rows;
  admin: Client;
  asset: string;
  model: PlannedDevice;
  zone: string;
};

const termsOf = (today: string, { every, anchor, mode, lasts, window }: Parts, kind: string) => {
  const on = typeof anchor === "number" ? walked(today, anchor) : anchor;
  const first = daysApart(today, on) < -HORIZON ? today : on;
  const ends = lasts === null ? null : walked(first, lasts);
  return { ...every, ...window, mode, kind, anchor: first, ends } as Terms;
};
const bodyOf = ({ kind, mode, unit, count, anchor, ends, before, after }: Terms) => ({
  ...{ kind, mode, interval_unit: unit, interval_count: count, anchor_on: anchor, ends_on: ends },
  ...{ window_before_days: before, window_after_days: after, source: "oem" },
});
const at = <T>(all: readonly T[], which: number): T | undefined => all[which % all.length];
const reason = "Asked for by the ward";

const idOf = ({ rows }: Tried, { schedule, due }: { schedule: Schedule; due: Due }) =>
  rows.value<string>(
    "select id from due_occurrences where company_id = ? and schedule_id = ? and due_on = ?",
    ...[schedule.id, due.on],
  );
/** Which of those that are as near a report did: the app says it, and the model checks that it may. */
async function didOf({ rows, model }: Tried, report: string, on: string) {
  const near = model.nearest(on);
  const [row] = await rows.all<{ schedule_id: string; due_on: string }>(
    "select schedule_id, due_on from due_occurrences where company_id = ? and service_report_id = ?",
    report,
  );
  const did = near.find(
    ({ schedule, due }) => schedule.id === row?.schedule_id && due.on === row.due_on,
  );
  expect(row === undefined, `${on} does ${row?.due_on}`).toBe(near.length === 0);
  if (row) expect(did, `${on} does ${row.due_on}`).toBeDefined();
  return did;
}

/** Carries out one command in both; what the rules refuse must be refused. */
export async function carryOut(tried: Tried, one: Command): Promise<void> {
  const { model, admin, rows, asset } = tried;
  const { today } = model;
  const ask = async (method: "POST" | "PUT", path: string, body: object, isPossible = true) => {
    const answer = await admin.call(method, path, body as never);
    const said = `${method} ${path} ${JSON.stringify(body)}: ${answer.message}`;
    expect(answer.status < 300, said).toBe(isPossible);
    if (!isPossible) expect([409, 422], said).toContain(answer.status);
    return answer;
  };
  const schedule = "which" in one ? at(model.schedules, one.which) : undefined;
  const report = "which" in one ? at(model.reports, one.which) : undefined;
  const open = model.dues().filter(({ due }) => isOpen(due));
  const one_of = "which" in one ? (at(open, one.which) ?? null) : null;
  switch (one.do) {
    case "add": {
      const its = termsOf(today, one.terms as never, one.terms.kind);
      const body = { ...bodyOf(its), asset_ids: [asset] };
      const { data } = await ask("POST", "/api/schedules", body, !model.isCondemned);
      if (!model.isCondemned) model.add((data as unknown as { ids: string[] }).ids[0]!, its);
      return;
    }
    case "edit": {
      if (!schedule) return;
      const { terms: old } = schedule;
      const its = {
        ...old,
        ...(one.change.every as object),
        ...(one.change.window as object),
        mode: one.change.mode ?? old.mode,
      } as Terms;
      if (one.change.anchor !== undefined || one.change.lasts !== undefined) {
        const anchor = one.change.anchor ?? old.anchor;
        const { anchor: first, ends } = termsOf(
          today,
          { ...one.change, anchor, lasts: one.change.lasts ?? null } as never,
          old.kind,
        );
        Object.assign(its, { anchor: first, ends });
      }
      await ask("PUT", `/api/schedules/${schedule.id}`, bodyOf(its), schedule.isActive);
      if (schedule.isActive) model.edit(schedule, its);
      return;
    }
    case "hold": {
      if (!schedule) return;
      const from = walked(today, one.from);
      const until = walked(from < today ? today : from, one.days);
      const body = { hold_from: from, hold_until: until, reason };
      await ask("POST", `/api/schedules/${schedule.id}/hold`, body, schedule.isActive);
      if (schedule.isActive) schedule.hold = { from, until };
      return;
    }
    case "end-hold":
    case "end": {
      if (!schedule) return;
      const isPossible = schedule.isActive && (one.do === "end" || schedule.hold !== null);
      await ask("POST", `/api/schedules/${schedule.id}/${one.do}`, { reason }, isPossible);
      if (isPossible && one.do === "end") model.end(schedule);
      else if (isPossible) schedule.hold = null;
      return;
    }
    case "report": {
      const wanted = walked(one_of ? planOf(one_of.due) : today, one.by);
      const on = wanted > today ? today : wanted;
      const chosen = one_of && one.how % 5 === 0 ? one_of : null;
      const isPm = one.isPm || one.how % 2 === 0;
      const isPossible = !chosen || isPm || chosen.schedule.terms.kind !== "pm";
      const body = reportForm({
        ...{ service_ticket: freshTicket(), date: on, service_type: isPm ? "pm" : "other" },
        ...(chosen ? { due_occurrence_id: (await idOf(tried, chosen))! } : {}),
      });
      const path = `/api/service-report/create/${asset}`;
      const { data } = await ask("POST", path, body, isPossible);
      if (!isPossible) return;
      const made: Report = { id: (data as unknown as { id: string }).id, on, isPm, did: null };
      model.reports.push(made);
      model.serve(made, chosen ?? (isPm ? await didOf(tried, made.id, on) : undefined));
      return;
    }
    case "change": {
      if (!report) return;
      const wanted = walked(report.on, one.by);
      const on = wanted > today ? today : wanted;
      const isSame = on === report.on && one.isPm === report.isPm;
      const isPossible = isSame || !model.isOvertaken(report);
      const body = reportForm({ date: on, service_type: one.isPm ? "pm" : "other" });
      await ask("POST", `/api/service-report/update/${report.id}`, body, isPossible);
      if (isSame || !isPossible) return;
      const was = report.did?.due;
      model.release(report);
      Object.assign(report, { on, isPm: one.isPm });
      model.serve(report, one.isPm ? await didOf(tried, report.id, on) : undefined);
      model.tidy(was);
      return;
    }
    case "cancel": {
      if (!report) return;
      const isPossible = !model.isOvertaken(report);
      await ask("POST", `/api/service-report/cancel/${report.id}`, { reason }, isPossible);
      if (!isPossible) return;
      const was = report.did?.due;
      model.release(report);
      model.tidy(was);
      model.reports.splice(model.reports.indexOf(report), 1);
      return;
    }
    case "defer":
    case "start":
    case "assign":
    case "could-not-be-done": {
      if (!one_of) return;
      const { schedule, due } = one_of;
      const to = one.do === "defer" ? walked(today, one.days) : "";
      const bodies = {
        defer: { defer_to: to, reason },
        start: {},
        assign: { assigned_user_id: rows.company.users.engineer.id },
        "could-not-be-done": { exception: "in_use", reason },
      };
      const isPossible =
        one.do === "defer"
          ? to !== planOf(due)
          : one.do !== "start" || due.status !== "in_progress";
      const path = `/api/due-occurrences/${await idOf(tried, one_of)}/${one.do}`;
      await ask("POST", path, bodies[one.do], isPossible);
      if (!isPossible) return;
      due.isTouched = true;
      if (one.do === "defer") Object.assign(due, { status: "deferred", deferTo: to });
      else if (one.do === "could-not-be-done") {
        due.status = "missed";
        model.goOn(schedule, due.on);
      } else {
        due.isAssigned = true;
        if (one.do === "start") due.status = "in_progress";
      }
      return;
    }
    case "condemn": {
      const body = one.isBack ? { reason } : { condemn_reason: "obsolete", reason };
      const path = `/api/assets/${asset}/${one.isBack ? "reinstate" : "condemn"}`;
      const isPossible = one.isBack === model.isCondemned;
      await ask("POST", path, body, isPossible);
      if (isPossible && one.isBack) model.isCondemned = false;
      else if (isPossible) model.condemn();
      return;
    }
    case "generate": {
      const day = walked(today, one.after - 60);
      const none = { settings: {}, country: "IN" };
      const all = Array.from({ length: one.times }, () => generate(companyDb(rows), day, none));
      await Promise.all(all);
      model.generate(day);
      return;
    }
    case "morning": {
      const day = walked(model.doneOn ?? walked(today, -60), one.days);
      await morningOf(rows, day, tried.zone);
      model.morning(day);
    }
  }
}
