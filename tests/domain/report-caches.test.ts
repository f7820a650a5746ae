import fc from "fast-check";
import { expect, test } from "vitest";
import { signedIn } from "#tests/support/client.ts";
import { bench, freshTicket, reportForm } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { world } from "#tests/support/world.ts";

const w = await world();
const { acme } = w.companies;
const admin = await signedIn(w, acme, "admin");
const shard = rowsOf(w, acme);

/** What a device should know, from all its reports. */
const told = (asset: string) =>
  shard.first(
    `with r as (select * from service_reports where company_id = ?1 and asset_id = ?2 and cancelled_at is null),
      checked as (select checks_no from r where checks_yes + checks_no + checks_na > 0 order by service_on desc, id desc limit 1)
     select max(service_on) as last_service_on, max(iif(service_type = 'pm', service_on, null)) as last_pm_on,
      coalesce((select checks_no from checked), 0) as failed_checks, coalesce(sum(total_cost_minor), 0) as service_cost_minor from r`,
    asset,
  );
const known = (asset: string) =>
  shard.first(
    "select last_service_on, last_pm_on, failed_checks, service_cost_minor from assets where company_id = ? and id = ?",
    asset,
  );
type Costs = { costs: string };
/** What a device keeps of its years, without those that cost nothing. */
const years = async (asset: string) => {
  const kept = await shard.first<Costs>(
    "select cost_years as costs from assets where company_id = ? and id = ?",
    asset,
  );
  const all = Object.entries(JSON.parse(kept!.costs) as Record<string, number[]>);
  return Object.fromEntries(all.filter(([, costs]) => costs.some((cost) => cost > 0)));
};
const sums = async (asset: string) => {
  const rows = await shard.all<Costs & { year: string }>(
    `select substr(service_on, 1, 4) as year, json_array(sum(iif(service_type = 'pm', service_cost_minor, 0)),
      sum(iif(service_type = 'pm', 0, service_cost_minor)), sum(parts_cost_minor)) as costs
     from service_reports where company_id = ? and asset_id = ? and cancelled_at is null group by 1 having sum(total_cost_minor) > 0`,
    asset,
  );
  return Object.fromEntries(rows.map(({ year, costs }) => [year, JSON.parse(costs)]));
};
const forget = (asset: string) => shard.set("assets", asset, { cost_years: "{}" });
const failing = () => shard.counter("assets.failed_checks");
const failingNow = () => shard.count("assets", "failed_checks > 0 and deleted_at is null");

const day = fc.constantFrom("2023-05-01", "2024-11-30", "2025-01-02", "2025-12-31", "2026-01-15");
const service_type = fc.constantFrom("pm", "other");
const checks = fc.constantFrom("", "no", "yes", "na");
const fields = fc.record({
  date: day,
  service_type,
  checks,
  cost: fc.integer({ max: 99, min: 0 }),
});
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("create" as const), fields }) },
  fc.record({ kind: fc.constant("update" as const), fields, which: fc.nat(20) }),
  fc.record({ kind: fc.constant("cancel" as const), which: fc.nat(20) }),
  // As a device stands whose reports are older than what it keeps of them.
  fc.record({ kind: fc.constant("forget" as const) }),
);

test("a device knows what its reports say, in whatever order they are saved, changed and cancelled", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const { asset, items } = await bench(w, acme, [{ quantity: 50, rate: 12_50 }]);
      const uncounted = (await failingNow()) - (await failing());
      const reports: string[] = [];
      for (const one of steps) {
        if (one.kind === "forget") {
          await forget(asset);
          continue;
        }
        if (one.kind === "cancel") {
          const [id] = reports.splice(one.which % (reports.length || 1), 1);
          if (!id) continue;
          const path = `/api/service-report/cancel/${id}`;
          expect((await admin.call("POST", path, { reason: "Tried" })).status).toBe(200);
        } else {
          const { date, cost, checks: status, ...rest } = one.fields;
          const pm_lists = JSON.stringify(status ? [{ name: "Power", status, remark: "" }] : []);
          const sent = { ...rest, date, service_cost: `${cost}.00`, pm_lists };
          const isNew = one.kind === "create";
          if (!isNew && !reports.length) continue;
          if (isNew) {
            const parts = cost % 2 ? [{ id: items[0]!, qty: "1", cost: "12.50" }] : [];
            const form = reportForm({ ...sent, service_ticket: freshTicket() }, parts);
            const made = await admin.call("POST", `/api/service-report/create/${asset}`, form);
            expect(made.status).toBe(201);
            reports.push(made.data.id);
          } else {
            const path = `/api/service-report/update/${reports[one.which % reports.length]}`;
            expect((await admin.call("POST", path, reportForm(sent))).status).toBe(200);
          }
        }
        expect(await known(asset)).toEqual(await told(asset));
        expect(await years(asset)).toEqual(await sums(asset));
        expect((await failingNow()) - (await failing())).toBe(uncounted);
      }
    }),
    { numRuns: 5 },
  );
});

test("the costs of a device are the same whether it keeps them or not", async () => {
  const { asset, items } = await bench(w, acme, [{ quantity: 50, rate: 12_50 }]);
  const save = (date: string, service_type: string, service_cost: string) =>
    admin.call(
      "POST",
      `/api/service-report/create/${asset}`,
      reportForm({ service_ticket: freshTicket(), date, service_type, service_cost }, [
        { id: items[0]!, qty: "2", cost: "12.50" },
      ]),
    );
  await save("2024-05-01", "pm", "100.00");
  await save("2025-05-01", "other", "7.00");
  const shown = async () => {
    const page = await admin.text(`/asset/detail/${asset}?tab=cost`);
    return page.match(/<table[\s\S]*<\/table>/)?.[0];
  };
  const kept = await shown();
  expect(kept).toContain("125.00");
  expect(kept).toContain("157.00");
  await forget(asset);
  expect(await shown()).toBe(kept);
});
