import { expect, test } from "vitest";
import { ask, clientOf, postForm, signedIn, superAdmin } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { linkIn, mailsTo } from "#tests/support/mail.ts";
import { staffWith } from "#tests/support/staff.ts";
import { world } from "#tests/support/world.ts";

const PASSWORD = "Spirometer-2027-green";
const pages = [
  "/machine-types",
  "/pm-checklists",
  "/pm-checklist/create",
  "/companies",
  "/company/create",
];
const w = await world();
const staff = await superAdmin(w);

const post = (path: string, fields: Record<string, string>, client = staff) =>
  client.form(path, fields);
const flashOf = (response: Response) =>
  decodeURIComponent(response.headers.getSetCookie().join(";"));

test("forms of company people and of staff without the permission are refused", async () => {
  const admin = await signedIn(w, w.companies.acme, "admin");
  const clerk = await staffWith(w, "web-clerk", ["manage-coupon"]);
  for (const path of [...pages, "/pm-checklist/update/x"])
    for (const person of [admin, clerk])
      await expectAnswer(post(path, { intent: "create", name: "x" }, person), 403);
});

test("the catalogue is kept through plain forms, one check a line", async () => {
  await expectAnswer(
    post("/machine-types", { intent: "create", name: "Web syringe pump", isActive: "1" }),
    302,
  );
  const type = (await w.env.CONTROL_DB.prepare(
    "select id from machine_types where name = 'Web syringe pump'",
  ).first<string>("id"))!;
  const fields = {
    machineTypeId: type,
    machineName: "Perfusor Space",
    isActive: "1",
    estMinutes: "15",
    frequencyHint: "every 6 months",
  };

  const kept = await expectAnswer(
    post("/pm-checklist/create", { ...fields, lists: "Housing\r\n\r\nAlarms" }),
    422,
    "Please fill in the name for the last row before adding a new one",
    "Perfusor Space",
  );
  expect(kept).toMatch(/<textarea[^>]*>Housing\n\nAlarms<\/textarea>/);

  const made = await post("/pm-checklist/create", {
    ...fields,
    lists: "Housing\r\nAlarms\r\n\r\n",
  });
  expect([made.status, made.headers.get("location")]).toEqual([302, "/pm-checklists"]);
  const row = await w.env.CONTROL_DB.prepare(
    "select * from pm_checklists where machine_type_id = ?",
  )
    .bind(type)
    .first<{ id: string; lists: string; revision: number }>();
  expect(row).toMatchObject({ lists: '["Housing","Alarms"]', revision: 1, est_minutes: 15 });

  const path = `/pm-checklist/update/${row!.id}`;
  await expectAnswer(staff.page(path), 200, "Housing\nAlarms");
  const saved = await post(path, { ...fields, version: "1", lists: '["Alarms","Housing","Flow"]' });
  expect([saved.status, flashOf(saved)]).toEqual([
    302,
    expect.stringContaining("revision 2. Reports already made stay as they are."),
  ]);
  await expectAnswer(
    post(path, { ...fields, version: "1", lists: "Alarms" }),
    409,
    "Someone else changed this record",
    "Saved meanwhile: Perfusor Space, revision 2",
    'name="version" value="2"',
  );
  expect((await staff.page("/pm-checklist/update/no-such")).status).toBe(404);

  const list = `/pm-checklists?type=${type}`;
  expect(await staff.text(list)).toContain("Perfusor Space");
  await expectAnswer(post("/pm-checklists", { intent: "archive", id: row!.id }), 302);
  expect(await staff.text(list)).not.toContain("Perfusor Space");
  expect(await staff.text(`${list}&state=archived`)).toContain("Perfusor Space");
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
    phone: "4321",
    email: "office@form.test",
    adminName: "Fay First",
    adminEmail: "fay@form.test",
  };
  await expectAnswer(
    post("/company/create", { ...fields, slug: "globex" }),
    422,
    "Short name is already used",
  );
  const made = await post("/company/create", fields);
  expect([made.status, flashOf(made)]).toEqual([
    302,
    expect.stringContaining("fay@form.test gets an invitation"),
  ]);
  const created = w.env.CONTROL_DB.prepare("select id from companies where slug = ?");
  const id = (await created.bind(fields.slug).first<string>("id"))!;

  const host = "form-hospital.localhost";
  const [letter] = await mailsTo(w, fields.adminEmail, { id, shard: "TENANT_DB_2" });
  const link = linkIn(letter);
  await expectAnswer(ask(w, host, link), 200);
  const account = { name: "Fay First", password: PASSWORD, repeat: PASSWORD };
  await expectAnswer(postForm(w, host, link, account), 302);
  const fay = await clientOf(w, host, "fay@form.test", "/login", "/api/login", PASSWORD);
  expect((await fay.page("/dashboard")).status).toBe(200);

  const addVendor = () =>
    fay.call("POST", "/api/vendors", { name: "Late", phone: "4321", is_supplier: true });
  expect((await post("/companies", { intent: "suspend", id })).status).toBe(422);
  expect((await post("/companies", { intent: "suspend", id, reason: "Not paid" })).status).toBe(
    302,
  );
  expect((await addVendor()).status).toBe(402);
  expect((await fay.page("/vendors")).status).toBe(200);
  expect(await staff.text("/companies?status=suspended&q=form")).toContain("Form Hospital");
  expect((await post("/companies", { intent: "reactivate", id, reason: "Paid" })).status).toBe(302);
  expect((await addVendor()).status).toBe(201);
});
