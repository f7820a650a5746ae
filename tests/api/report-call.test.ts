import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { bench, freshTicket, reportForm } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let shard: Rows;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  shard = rowsOf(w, w.companies.acme);
});

type Saved = { id: string; asset_id: string; offers_call: boolean };
const check = (name: string, status: string, more: object = {}) => ({
  ...{ name, status, remark: "" },
  ...more,
});
const failing = JSON.stringify([
  check("Housing", "yes"),
  check("Leakage", "no", { unit: "µA", low: "", high: "100", value: "140" }),
  check("Mains cord", "no", { remark: "Insulation torn" }),
]);
const create = (asset: string, fields: Record<string, string> = {}, by = admin) =>
  by.call<Saved>(
    "POST",
    `/api/service-report/create/${asset}`,
    reportForm({ service_ticket: freshTicket(), ...fields }),
  );
const change = (id: string, fields: Record<string, string>) =>
  admin.call<Saved>("POST", `/api/service-report/update/${id}`, reportForm(fields));
const raise = (asset: string, report: string, by = admin) =>
  by.call<{ id: string; number: string }>("POST", "/api/service-calls", {
    asset_id: asset,
    problem: "Failed checks",
    equipment_down: "no",
    raised_by_report_id: report,
  });
const device = async () => (await bench(w, w.companies.acme, [])).asset;
const conditionOf = async (asset: string) => (await shard.get("assets", asset)).condition;
const asked = (asset: string, report: string) =>
  admin.text(`/asset/detail/${asset}?tab=service-report&do=raise-call&on=${report}`);

test("failed checks offer a service call that says what failed; a report raises one", async () => {
  const asset = await device();
  expect((await create(asset, { pm_lists: "[]" })).data.offers_call).toBe(false);
  const { data: report } = await create(asset, { pm_lists: failing });
  expect(report.offers_call).toBe(true);
  const page = await asked(asset, report.id);
  for (const text of ["Raise a service call?", "140 µA is above 100 µA", "Insulation torn"])
    expect(page).toContain(text);
  expect(page).not.toContain("Housing");

  // Two people raise it at once: one is told of the other's call.
  const answers = await Promise.all([raise(asset, report.id), raise(asset, report.id)]);
  const [made] = answers.filter(({ status }) => status === 201);
  const [refused] = answers.filter(({ status }) => status !== 201);
  expect(made).toMatchObject({ message: "Service call raised" });
  expect(refused).toMatchObject({
    status: 409,
    message: expect.stringMatching(new RegExp(`^PM-\\d+ has already raised ${made!.data.number}$`)),
  });
  expect(await shard.get("breakdowns", made!.data.id)).toMatchObject({
    source: "pm_finding",
    raised_by_report_id: report.id,
    status: "new",
  });
  expect(await admin.text(`/asset/detail/${asset}?tab=service-report`)).toContain(
    made!.data.number,
  );
  expect(await admin.text(`/asset/service-report/print/${report.id}`)).toContain(made!.data.number);
  expect(await admin.text(`/asset/detail/${asset}`)).toContain("Found at PM-");
});

test("a call is raised by a report of its device that counts, by those who may report problems", async () => {
  const [asset, other] = [await device(), await device()];
  const { data: report } = await create(asset, { pm_lists: failing });
  expect((await raise(other, report.id)).status).toBe(404);
  const silent = await colleague(w, w.companies.acme, "view-asset", "edit-asset");
  expect((await raise(asset, report.id, silent.client)).status).toBe(403);
  expect((await create(asset, { pm_lists: failing }, silent.client)).data.offers_call).toBe(false);
  await admin.call("POST", `/api/service-report/cancel/${report.id}`, { reason: "Wrong asset" });
  expect(await raise(asset, report.id)).toMatchObject({
    status: 409,
    message: "This report is cancelled",
  });
  expect(await asked(asset, report.id)).not.toContain("Raise a service call?");
});

test("a changed report offers a call for more failed checks until it has raised one", async () => {
  const asset = await device();
  const { data: report } = await create(asset);
  expect((await change(report.id, { pm_lists: failing })).data.offers_call).toBe(true);
  expect((await change(report.id, { pm_lists: failing })).data.offers_call).toBe(false);
  await raise(asset, report.id);
  const three = JSON.stringify([...JSON.parse(failing), check("Battery", "no")]);
  expect((await change(report.id, { pm_lists: three })).data.offers_call).toBe(false);
});

test("a device that a call holds down stays so whatever a report says", async () => {
  const asset = await device();
  await admin.call("POST", "/api/service-calls", {
    ...{ asset_id: asset, problem: "No display", equipment_down: "yes" },
  });
  await create(asset, { condition_after: "working" });
  expect(await conditionOf(asset)).toBe("not_working");
});

test("an update that does not name a condition keeps it; one that does is logged", async () => {
  const asset = await device();
  const { data: report } = await create(asset, { condition_after: "working_limited" });
  const stored = async () => (await shard.get("service_reports", report.id)).condition_after;
  await change(report.id, { remark: "More" });
  expect(await stored()).toBe("working_limited");
  await change(report.id, { condition_after: "" });
  expect([await stored(), await conditionOf(asset)]).toEqual([null, "working_limited"]);
  expect((await create(asset, { condition_after: "broken" })).errors).toMatchObject({
    condition_after: ["Condition afterwards is not one of the choices"],
  });
});

const day = fc.integer({ min: 1, max: 28 }).map((of) => `2026-01-${String(of).padStart(2, "0")}`);
const condition = fc.constantFrom("", "working", "working_limited", "not_working");

test("the latest report that names a condition decides it, and its counter follows", async () => {
  const reports = fc.array(fc.record({ date: day, condition_after: condition }), {
    minLength: 1,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(reports, async (made) => {
      const asset = await device();
      const key = (of: string) => `assets.condition:${of}`;
      const limited = await shard.counter(key("working_limited"));
      for (const fields of made) await create(asset, fields);
      const named = made.filter((report) => report.condition_after);
      const latest = named.reduce<(typeof made)[number] | null>(
        (last, report) => (last && last.date > report.date ? last : report),
        null,
      );
      const expected = latest?.condition_after ?? "working";
      expect(await conditionOf(asset)).toBe(expected);
      expect(await shard.counter(key("working_limited"))).toBe(
        limited + Number(expected === "working_limited"),
      );
    }),
    { numRuns: 8 },
  );
});
