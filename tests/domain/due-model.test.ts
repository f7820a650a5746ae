import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { addDays, addMonths, daysBetween } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { expectDaysKept } from "#tests/support/due.ts";
import { bench, freshTicket, reportForm } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let admin: Client;
let shard: Rows;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "duemodel", 2, 0);
  admin = await signedIn(w, company, "admin");
  shard = rowsOf(w, company);
});

const WINDOW = 15;
const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays("2024-01-31", days));
const months = fc.option(fc.integer({ min: 1, max: 13 }), { nil: null });
const at = fc.nat(9);
const command = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("near"), by: fc.integer({ min: -20, max: 40 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("create"), on: day, isPm: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("change"), on: day, isPm: fc.boolean(), at }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel"), at }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("plan"), on: fc.option(day, { nil: null }) }),
  },
  fc.record({ do: fc.constant("interval"), months }),
  fc.record({ do: fc.constant("required"), required: fc.boolean() }),
) as fc.Arbitrary<
  | { do: "near"; by: number }
  | { do: "create"; on: string; isPm: boolean }
  | { do: "change"; on: string; isPm: boolean; at: number }
  | { do: "cancel"; at: number }
  | { do: "plan"; on: string | null }
  | { do: "interval"; months: number | null }
  | { do: "required"; required: boolean }
>;

type Due = { on: string; status: "open" | "done" | "cancelled"; isTouched?: boolean };
type Plan = { isActive: boolean; dues: Due[]; begunBy: Report | null };
type Report = { id: string; on: string; isPm: boolean; done: { plan: Plan; due: Due } | null };

/** What the rules make of one device. */
class Device {
  plans: Plan[] = [];
  reports: Report[] = [];
  months: number | null = null;
  required = true;

  active = () => this.plans.find(({ isActive }) => isActive);
  open = (plan = this.active()) => plan?.dues.find(({ status }) => status === "open");
  next = () => this.open()?.on ?? null;
  last = () =>
    this.reports
      .filter(({ isPm }) => isPm)
      .map(({ on }) => on)
      .toSorted()
      .at(-1) ?? null;

  #begin(on: string, begunBy: Report | null = null) {
    this.plans.push({ isActive: true, dues: [{ on, status: "open" }], begunBy });
  }
  #goOn(plan: Plan, from: string) {
    if (!plan.isActive || this.months === null || !this.required || this.open(plan)) return;
    let on = addMonths(from, this.months);
    while (plan.dues.some((due) => due.on === on && due.status !== "cancelled"))
      on = addDays(on, 1);
    plan.dues = plan.dues.filter((due) => due.on !== on);
    plan.dues.push({ on, status: "open" });
  }
  /** What a report does that is written or was changed. */
  serve(report: Report) {
    if (!report.isPm) return;
    const plans = this.plans.filter((plan) => this.open(plan));
    const near = plans
      .map((plan) => ({ plan, due: this.open(plan)! }))
      .filter(({ due }) => addDays(due.on, -WINDOW) <= report.on)
      .toSorted((a, b) => {
        const late = (due: Due) => Number(addDays(due.on, WINDOW) < report.on);
        const far = (due: Due) => Math.abs(daysBetween(due.on, report.on));
        return (
          late(a.due) - late(b.due) || far(a.due) - far(b.due) || (a.due.on < b.due.on ? -1 : 1)
        );
      })[0];
    if (near) {
      near.due.status = "done";
      report.done = near;
      this.#goOn(near.plan, report.on);
      return;
    }
    const plan = this.active();
    if (plan) this.#goOn(plan, this.last()!);
    // A plan that people ended is not begun anew by the report that had begun it.
    else if (this.months !== null && this.required && !this.begun(report))
      this.#begin(addMonths(this.last()!, this.months), report);
  }
  begun = (report: Report) => this.plans.find(({ begunBy }) => begunBy === report);
  isOvertaken = ({ done }: Report) =>
    Boolean(done?.plan.dues.some(({ on, status }) => status === "done" && on > done.due.on));
  release(report: Report) {
    const { done } = report;
    if (!done) {
      const begun = this.begun(report);
      if (
        report.isPm &&
        begun &&
        begun.dues.length === 1 &&
        this.open(begun)?.isTouched === undefined
      )
        this.plans.splice(this.plans.indexOf(begun), 1);
      return;
    }
    for (const due of done.plan.dues) if (due.status === "open") due.status = "cancelled";
    Object.assign(done.due, { status: "open", isTouched: true });
    report.done = null;
  }
  tidy() {
    for (const plan of this.plans)
      if (!plan.isActive)
        for (const due of plan.dues) if (due.status === "open") due.status = "cancelled";
  }
  plan(on: string | null) {
    const plan = this.active();
    if (on === this.next()) return;
    if (plan) this.end();
    if (on) this.#begin(on);
  }
  end() {
    for (const plan of this.plans) plan.isActive = false;
    this.tidy();
  }
}

const ask = (path: string, body: FormData | object) => admin.call("POST", path, body as never);
const bulk = async (asset: string, change: object) => {
  const answer = await ask("/api/assets/bulk", { bulk_id: newId(), ids: [asset], ...change });
  expect(answer.status).toBe(200);
};

/** What must hold in the company's rows, whatever has happened. */
async function expectWhole(asset: string) {
  const wrong = await shard.all(
    `select o.id, o.status, o.due_on, r.id as report from due_occurrences o
      left join service_reports r on r.company_id = ?1 and r.id = o.service_report_id
      where o.company_id = ?1 and o.asset_id = ?2 and (
        (o.status = 'done') <> (o.service_report_id is not null)
        or (o.status = 'done' and (r.due_occurrence_id is not o.id or r.cancelled_at is not null or r.service_type <> 'pm' or o.done_on <> r.service_on
          or o.on_time <> (r.service_on between o.opens_on and o.closes_on)))
        or o.status in ('scheduled', 'in_progress', 'deferred') and exists (select 1 from schedules s where s.company_id = ?1 and s.id = o.schedule_id and s.is_active = 0))`,
    asset,
  );
  expect(wrong).toEqual([]);
  const doubled = await shard.all(
    `select due_occurrence_id from service_reports where company_id = ?1 and asset_id = ?2 and due_occurrence_id is not null
      group by 1 having count(*) > 1
     union all select schedule_id from due_occurrences where company_id = ?1 and asset_id = ?2 and status in ('scheduled', 'in_progress', 'deferred')
      group by 1 having count(*) > 1`,
    asset,
  );
  expect(doubled).toEqual([]);
}

test("after any course of reports, plans, intervals and cancellations the dates are those of the rules", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: 3, maxLength: 12 }),
      months,
      async (commands, first) => {
        const { asset, category } = await bench(w, company, []);
        const device = new Device();
        const interval = async (count: number | null) => {
          await shard.set("categories", category, { default_pm_months: count });
          device.months = count;
        };
        const create = async (on: string, isPm: boolean) => {
          const form = reportForm({
            ...{ service_ticket: freshTicket(), date: on, service_type: isPm ? "pm" : "other" },
          });
          const { data } = await ask(`/api/service-report/create/${asset}`, form);
          const report: Report = { id: data.id, on, isPm, done: null };
          device.reports.push(report);
          device.serve(report);
          if (isPm) expect(data.next_pm_on).toBe(device.next());
        };
        await interval(first);
        for (const one of commands) {
          const report =
            "at" in one ? device.reports[one.at % Math.max(1, device.reports.length)] : undefined;
          const isOvertaken = report ? device.isOvertaken(report) : false;
          if (one.do === "near") {
            const next = device.next();
            const on = next && addDays(next, one.by);
            if (on && on <= "2026-11-01") await create(on, true);
          } else if (one.do === "create") await create(one.on, one.isPm);
          else if (one.do === "interval") await interval(one.months);
          else if (one.do === "plan") {
            await bulk(asset, one.on ? { next_pm_on: one.on } : { clear: ["next_pm_on"] });
            device.plan(one.on);
          } else if (one.do === "required") {
            await bulk(asset, { pm_required: one.required });
            if (device.required && !one.required) device.end();
            device.required = one.required;
          } else if (report && one.do === "change") {
            const isSame = report.on === one.on && report.isPm === one.isPm;
            const form = reportForm({ date: one.on, service_type: one.isPm ? "pm" : "other" });
            const { status } = await ask(`/api/service-report/update/${report.id}`, form);
            expect(status).toBe(isOvertaken && !isSame ? 409 : 200);
            if (status === 200 && !isSame) {
              device.release(report);
              Object.assign(report, { on: one.on, isPm: one.isPm });
              device.serve(report);
              device.tidy();
            }
          } else if (report && one.do === "cancel") {
            const path = `/api/service-report/cancel/${report.id}`;
            const { status } = await ask(path, { reason: "On the wrong asset" });
            expect(status).toBe(isOvertaken ? 409 : 200);
            if (status === 200) {
              device.release(report);
              device.reports.splice(device.reports.indexOf(report), 1);
              device.tidy();
            }
          }
          const { last_pm_on, next_pm_on } = await shard.get("assets", asset);
          expect([last_pm_on, next_pm_on]).toEqual([device.last(), device.next()]);
          const done = await shard.count(
            "due_occurrences",
            "asset_id = ? and status = 'done'",
            asset,
          );
          expect(done).toBe(device.reports.filter(({ done }) => done).length);
          await expectWhole(asset);
        }
        await expectDaysKept(shard);
      },
    ),
    { numRuns: 40 },
  );
});
