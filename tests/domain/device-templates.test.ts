import { beforeAll, expect, test } from "vitest";
import type { DeviceTemplate } from "#app/shared/calibration/device-template.ts";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "templates", 1, 0);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
});

type Row = {
  id: string;
  name: string;
  version: number;
  content: string;
  unconfirmed: number;
  origin_key: string | null;
};
const rows = (of = shard) =>
  of.all<Row>("select * from device_templates where company_id = ? order by id");
const named = async (name: string) => (await rows()).find((row) => row.name === name)!;
const saidIn = ({ content }: Row) => JSON.parse(content) as DeviceTemplate;
const form = (row: Row, intent: string, fields: Record<string, string>) =>
  admin.form(`/device-template/${row.id}.data`, { intent, version: `${row.version}`, ...fields });
type Change = { field: string; from: unknown; to: unknown };
const changesOf = async (id: string): Promise<Change[]> =>
  JSON.parse(
    (await shard.value<string>(
      "select changes from activity_log where company_id = ? and entity_id = ? order by id desc",
      id,
    ))!,
  );

test("all that is built in comes once, in one batch, and is found by its name", async () => {
  const form = await admin.form("/device-templates.data", { intent: "bring-in" });
  expect(form.status).toBe(200);
  expect(d1Of(form).trips).toBeLessThanOrEqual(4);
  const first = await rows();
  expect([first.length, await shard.count("safety_limits")]).toEqual([34, 45]);
  expect(first.reduce((sum, { unconfirmed }) => sum + unconfirmed, 0)).toBe(15);
  expect(first.every((row) => saidIn(row).device === row.name)).toBe(true);
  const { data, message } = await admin.call("POST", "/api/device-templates/bring-in", {});
  expect([data, message]).toEqual([
    { templates: 0, limits: 0 },
    "All that is built in is there already",
  ]);
  expect(await rows()).toEqual(first);
  const found = await admin.call<{ name: string }[]>("GET", "/api/device-templates?q=ventilat");
  expect(found.data.map(({ name }) => name)).toEqual(["Critical-care ventilator"]);
  const created = "action = 'create.device_template' and via = 'import'";
  expect(await shard.count("activity_log", created)).toBe(34);
});

test("what a company has changed, renamed or archived is never overwritten, and a name of its own stays", async () => {
  const other = await addCompany(w.env, "own-templates", 1, 1);
  const client = await signedIn(w, other, "admin");
  const own = rowsOf(w, other);
  const post = (path: string, body: object) => client.call("POST", path, body);
  const add = await post("/api/device-templates", {
    name: "ventilator OF OUR OWN",
    content: { ...saidIn(await named("Balance / patient scale")), tests: [] },
  });
  expect([add.status, add.errors]).toEqual([201, undefined]);
  await own.set("device_templates", add.data.id, { name: "critical-care VENTILATOR" });
  const answer = await post("/api/device-templates/bring-in", {});
  expect(answer.data).toEqual({ templates: 33, limits: 45 });
  expect(answer.warnings).toEqual(["1 template was left out: another one has its name"]);
  const pump = (await rows(own)).find(({ origin_key }) => origin_key === "infusion_pump")!;
  await own.set("device_templates", pump.id, { name: "Our pump", archived_at: 1 });
  const before = await rows(own);
  expect((await post("/api/device-templates/bring-in", {})).data.templates).toBe(0);
  expect(await rows(own)).toEqual(before);
});

test("figures are confirmed one by one or changed; who did it and what was there is in the log", async () => {
  const first = await named("Sphygmomanometer, automated");
  expect(first.unconfirmed).toBe(3);
  const page = await admin.text(`/device-template/${first.id}`);
  expect(page.match(/Verify against your copy/g)).toHaveLength(3);
  // Tests are told by their places: leak, rapid exhaust, over-pressure.
  expect((await form(first, "confirm", { at: "1" })).status).toBe(200);
  const second = await named(first.name);
  expect([second.unconfirmed, saidIn(second).tests[1]!.verify]).toEqual([2, false]);
  expect(await changesOf(first.id)).toEqual([
    {
      field: "spec:Leak",
      from: expect.stringMatching(/^≤ 6 mmHg\/min.*; to verify$/),
      to: expect.stringMatching(/^≤ 6 mmHg\/min(?!.*to verify)/),
    },
  ]);
  const fields = { test: "Rapid exhaust", unit: "s", setpoints: "", tolerance: "<= 8" };
  expect((await form(second, "test", { at: "2", ...fields })).status).toBe(200);
  const third = await named(first.name);
  expect(third.unconfirmed).toBe(1);
  expect(saidIn(third).tests[2]).toMatchObject({
    ...{ test: "Rapid exhaust", setpoints: [null], verify: false },
    tolerance: { op: "le", value: "8" },
  });
  // Whoever has an older version in front of them changes nothing.
  expect((await form(second, "confirm", { at: "3" })).status).toBe(409);
  expect(
    await shard.value<string>(
      "select actor_id from activity_log where company_id = ? and entity_id = ? order by id desc",
      first.id,
    ),
  ).toBe(company.users.admin.id);
});

test("a test's form says at its field what is wrong, and keeps numbers as they were typed", async () => {
  const row = await named("Infusion pump, volumetric");
  const fields = { at: "", test: "Bolus", unit: "mL", setpoints: "0.50, 1.0", tolerance: "±5 %" };
  const wrong: [field: string, value: string, says: string][] = [
    ["setpoints", "1; x", "Write set points as numbers with commas: 2, 5, 20"],
    ["setpoints", Array(31).fill("1").join(","), "At most 30 set points"],
    ["tolerance", "5 % or so", "Write a tolerance such as"],
    ["tolerance", "rule nobody_knows", "There is no rule"],
    ["unit", "furlong", "Unit is not a known unit"],
    ["test", " ", "Test is required"],
    ["readings", "51", "Readings must be at most 50"],
  ];
  for (const [field, value, says] of wrong) {
    const answer = await form(row, "test", { ...fields, [field]: value });
    expect(answer.status, field).toBe(422);
    expect(await answer.text(), `${field} ${value}`).toContain(says);
  }
  expect((await form(row, "test", fields)).status).toBe(200);
  const after = saidIn(await named(row.name));
  expect(after.tests).toHaveLength(5);
  expect(after.tests.at(-1)).toMatchObject({ setpoints: ["0.50", "1.0"], verify: false });
  expect((await form(await named(row.name), "remove", { at: "9" })).status).toBe(404);
  expect((await form(await named(row.name), "remove", { at: "4" })).status).toBe(200);
  expect(saidIn(await named(row.name)).tests).toHaveLength(4);
});

test("a copy is renamed and edited, and the one it was made from stays", async () => {
  const row = await named("Syringe pump");
  const made = await admin.form(`/device-template/${row.id}.data`, {
    ...{ intent: "copy", name: "Syringe pump, neonatal" },
  });
  expect(made.status).toBe(202);
  const copy = await named("Syringe pump, neonatal");
  expect([copy.origin_key, saidIn(copy).tests]).toEqual([null, saidIn(row).tests]);
  const head = {
    ...{ name: "Syringe pump, NICU", default_interval_months: "6" },
    ...{ standards: "IEC 60601-2-24:2012\nOwn rule", pm_checks: "Plunger lock", note: "" },
  };
  expect((await form(copy, "update", head)).status).toBe(200);
  const changed = await named("Syringe pump, NICU");
  expect(saidIn(changed)).toMatchObject({
    ...{ default_interval_months: 6, standards: ["IEC 60601-2-24:2012", "Own rule"] },
    ...{ pm_checks: ["Plunger lock"], device: "Syringe pump, NICU" },
  });
  expect(await changesOf(copy.id)).toContainEqual({ field: "intervalMonths", from: 12, to: 6 });
  expect(await named("Syringe pump")).toEqual(row);
});

test("whoever may view machines reads templates; changing asks for more, and limits come only for whoever may change them", async () => {
  const viewer = await colleague(w, company, "view-machine");
  const row = await named("Syringe pump");
  expect((await viewer.client.page(`/device-template/${row.id}`)).status).toBe(200);
  for (const intent of ["update", "test", "confirm", "remove", "copy"]) {
    const sent = { intent, at: "0", name: "X" };
    expect((await viewer.client.form(`/device-template/${row.id}.data`, sent)).status).toBe(403);
  }
  expect((await viewer.client.call("POST", "/api/device-templates/bring-in", {})).status).toBe(403);
  const other = await addCompany(w.env, "templates-alone", 1, 0);
  const editor = await colleague(w, other, "view-machine", "edit-machine");
  const { data } = await editor.client.call("POST", "/api/device-templates/bring-in", {});
  expect(data).toEqual({ templates: 34, limits: 0 });
  expect((await editor.client.page(`/device-template/${row.id}`)).status).toBe(404);
});
