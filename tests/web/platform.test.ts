import { beforeAll, expect, test } from "vitest";
import { ask, type Client, clientOf, d1Of, signedIn, superAdmin } from "#tests/support/client.ts";
import { staffWith } from "#tests/support/staff.ts";
import { type World, world } from "#tests/support/world.ts";

const PASSWORD = "Spirometer-2027-green";
const pages = [
  "/machine-types",
  "/pm-checklists",
  "/pm-checklist/create",
  "/companies",
  "/company/create",
];
let w: World;
let staff: Client;
beforeAll(async () => {
  w = await world();
  staff = await superAdmin(w);
});

const post = (path: string, fields: Record<string, string>, client = staff) =>
  client.page(path, { method: "POST", body: new URLSearchParams(fields) });
const one = <R>(db: D1Database, sql: string, ...values: unknown[]) =>
  db
    .prepare(sql)
    .bind(...values)
    .first<R>();
const flashOf = (response: Response) =>
  decodeURIComponent(response.headers.getSetCookie().join(";"));

test("every screen is rendered in two round trips, its data twin as well", async () => {
  for (const path of pages) {
    const page = await staff.page(path);
    expect([path, page.status, d1Of(page).trips <= 2]).toEqual([path, 200, true]);
    const twin = await staff.page(`${path}.data`);
    expect([path, twin.status, d1Of(twin).trips <= 2]).toEqual([path, 200, true]);
  }
});

test("company people and staff without the permission are refused", async () => {
  const admin = await signedIn(w, w.companies.acme, "admin");
  const clerk = await staffWith(w, "web-clerk", ["manage-coupon"]);
  for (const path of [...pages, "/pm-checklist/update/x"])
    for (const person of [admin, clerk]) {
      expect([path, (await person.page(path)).status]).toEqual([path, 403]);
      expect([path, (await post(path, { intent: "create", name: "x" }, person)).status]).toEqual([
        path,
        403,
      ]);
    }
  expect((await ask(w, "localhost", "/companies")).headers.get("location")).toBe(
    "/developer/login?to=%2Fcompanies",
  );
});

test("the catalogue is kept through plain forms, one check a line", async () => {
  expect(
    (await post("/machine-types", { intent: "create", name: "Web syringe pump", isActive: "1" }))
      .status,
  ).toBe(302);
  const type = (await one<{ id: string }>(
    w.env.CONTROL_DB,
    "select id from machine_types where name = 'Web syringe pump'",
  ))!.id;
  const fields = {
    machineTypeId: type,
    machineName: "Perfusor Space",
    isActive: "1",
    estMinutes: "15",
    frequencyHint: "every 6 months",
  };

  const blank = await post("/pm-checklist/create", { ...fields, lists: "Housing\r\n\r\nAlarms" });
  expect(blank.status).toBe(422);
  const kept = await blank.text();
  expect(kept).toContain("Please fill in the name for the last row before adding a new one");
  expect(kept).toContain("Perfusor Space");
  expect(kept).toMatch(/<textarea[^>]*>Housing\n\nAlarms<\/textarea>/);

  const made = await post("/pm-checklist/create", {
    ...fields,
    lists: "Housing\r\nAlarms\r\n\r\n",
  });
  expect([made.status, made.headers.get("location")]).toEqual([302, "/pm-checklists"]);
  const row = await one<{ id: string; lists: string; revision: number }>(
    w.env.CONTROL_DB,
    "select * from pm_checklists where machine_type_id = ?",
    type,
  );
  expect(row).toMatchObject({ lists: '["Housing","Alarms"]', revision: 1, est_minutes: 15 });

  const path = `/pm-checklist/update/${row!.id}`;
  const form = await staff.page(path);
  expect([d1Of(form).trips, await form.text()]).toEqual([
    2,
    expect.stringContaining("Housing\nAlarms"),
  ]);
  const saved = await post(path, { ...fields, version: "1", lists: '["Alarms","Housing","Flow"]' });
  expect([saved.status, flashOf(saved)]).toEqual([
    302,
    expect.stringContaining("revision 2. Reports already made stay as they are."),
  ]);
  const stale = await post(path, { ...fields, version: "1", lists: "Alarms" });
  const both = await stale.text();
  expect([stale.status, both]).toEqual([
    409,
    expect.stringContaining("Someone else changed this record"),
  ]);
  expect(both).toContain("Saved meanwhile: Perfusor Space, revision 2");
  expect(both).toContain('name="version" value="2"');
  expect((await staff.page("/pm-checklist/update/no-such")).status).toBe(404);

  const list = await (await staff.page(`/pm-checklists?type=${type}`)).text();
  expect(list).toContain("Perfusor Space");
  expect((await post("/pm-checklists", { intent: "archive", id: row!.id })).status).toBe(302);
  expect(await (await staff.page(`/pm-checklists?type=${type}`)).text()).not.toContain(
    "Perfusor Space",
  );
  expect(await (await staff.page(`/pm-checklists?type=${type}&state=archived`)).text()).toContain(
    "Perfusor Space",
  );
  expect((await post("/machine-types", { intent: "delete", id: type })).status).toBe(409);
});

test("a company is added by form, its first Admin follows the link and signs in, and it is suspended and reactivated", async () => {
  const fields = {
    name: "Form Hospital",
    slug: "form-hospital",
    kind: "hospital",
    country: "IN",
    currency: "",
    timeZone: "",
    serviceType: "0",
    shardId: "shard-2",
    phone: "1",
    email: "office@form.test",
    adminName: "Fay First",
    adminEmail: "fay@form.test",
  };
  const refused = await post("/company/create", { ...fields, slug: "globex" });
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining("Short name is already used"),
  ]);
  const made = await post("/company/create", fields);
  expect([made.status, flashOf(made)]).toEqual([
    302,
    expect.stringContaining("fay@form.test gets an invitation"),
  ]);
  const { id } = (await one<{ id: string }>(
    w.env.CONTROL_DB,
    "select id from companies where slug = 'form-hospital'",
  ))!;

  const mail = await one<{ payload: string }>(
    w.env.TENANT_DB_2,
    "select payload from outbox where company_id = ? and topic = 'mail'",
    id,
  );
  const link = /http:\/\/form-hospital\.localhost(\/verify-email\/\S+)/.exec(
    (JSON.parse(mail!.payload) as { text: string }).text,
  )![1]!;
  const host = "form-hospital.localhost";
  expect((await ask(w, host, link)).status).toBe(200);
  const body = new URLSearchParams({ name: "Fay First", password: PASSWORD, repeat: PASSWORD });
  const confirmed = await ask(w, host, link, {
    method: "POST",
    body,
    headers: { origin: `http://${host}` },
  });
  expect(confirmed.status).toBe(302);
  const fay = await clientOf(w, host, "fay@form.test", "/login", "/api/login", PASSWORD);
  expect((await fay.page("/dashboard")).status).toBe(200);

  const vendor = (name: string) =>
    fay.api("/api/vendors", { method: "POST", body: { name, phone: "1", is_supplier: true } });
  expect((await post("/companies", { intent: "suspend", id })).status).toBe(422);
  expect((await post("/companies", { intent: "suspend", id, reason: "Not paid" })).status).toBe(
    302,
  );
  expect((await vendor("Late")).status).toBe(402);
  expect((await fay.page("/vendors")).status).toBe(200);
  const list = await (await staff.page("/companies?status=suspended&q=form")).text();
  expect(list).toContain("Form Hospital");
  expect((await post("/companies", { intent: "reactivate", id, reason: "Paid" })).status).toBe(302);
  expect((await vendor("Late")).status).toBe(201);
});
