import { beforeAll, expect, test } from "vitest";
import { ask, type Client, clientOf, d1Of, signedIn, superAdmin } from "#tests/support/client.ts";
import { minute } from "#tests/support/clock.ts";
import { passwordHash } from "#tests/support/password.ts";
import { staffWith } from "#tests/support/staff.ts";
import { PASSWORD, type World, world } from "#tests/support/world.ts";

let w: World;
let staff: Client;
beforeAll(async () => {
  w = await world();
  staff = await superAdmin(w);
});

type Answer = {
  success: boolean;
  message: string;
  data: Record<string, unknown> & { id: string };
  errors?: Record<string, string[]>;
};
const sent = async (
  client: Client,
  method: string,
  path: string,
  body: Record<string, unknown>,
  headers?: Record<string, string>,
) => {
  const response = await client.api(path, { method, body, ...(headers ? { headers } : {}) });
  return { status: response.status, d1: d1Of(response), ...((await response.json()) as Answer) };
};
const one = <R>(db: D1Database, sql: string, ...values: unknown[]) =>
  db
    .prepare(sql)
    .bind(...values)
    .first<R>();
const catalogueVersion = async () =>
  (
    await one<{ version: number }>(
      w.env.CONTROL_DB,
      "select version from catalogue_versions where name = 'catalogue'",
    )
  )?.version ?? 0;

const newType = async (name: string) =>
  (await sent(staff, "POST", "/api/machine-types", { name })).data.id;
const newChecklist = (type: string, machine: string, lists: unknown) =>
  sent(staff, "POST", "/api/pm-checklists", {
    machine_type_id: type,
    machine_name: machine,
    lists,
  });

test("a changed list is a new revision and is seen by companies; other changes are not", async () => {
  const type = await newType("Infusion pump");
  const before = await catalogueVersion();
  const made = await newChecklist(type, "Alaris GP", ["Battery", "Alarms"]);
  expect([made.status, made.message]).toEqual([201, "PM checklist added"]);
  expect(made.d1.trips).toBeLessThanOrEqual(3);
  expect(await catalogueVersion()).toBe(before + 1);
  const path = `/api/pm-checklists/${made.data.id}`;
  const same = {
    machine_type_id: type,
    machine_name: "Alaris GP Plus",
    lists: ["Battery", "Alarms"],
    est_minutes: "20",
  };
  expect((await sent(staff, "PUT", path, same)).message).toBe("PM checklist saved");
  const changed = await sent(staff, "PUT", path, {
    ...same,
    lists: ["Alarms", "Battery", "Flow at 100 mL/h"],
  });
  expect(changed.message).toBe(
    "PM checklist saved as revision 2. Reports already made stay as they are.",
  );
  const read = (await (await staff.api(path)).json()) as Answer;
  expect(read.data).toMatchObject({
    revision: 2,
    lists: ["Alarms", "Battery", "Flow at 100 mL/h"],
    est_minutes: 20,
    is_active: true,
  });
  expect(await catalogueVersion()).toBe(before + 3);
  const engineer = await signedIn(w, w.companies.acme, "engineer");
  const seen = (await (await engineer.api(`/api/pm_list/${type}`)).json()) as { data: unknown };
  expect(seen.data).toEqual([
    {
      id: made.data.id,
      machine_name: "Alaris GP Plus",
      lists: ["Alarms", "Battery", "Flow at 100 mL/h"],
    },
  ]);
  const stale = await sent(staff, "PUT", path, { ...same, version: 1 });
  expect([stale.status, stale.message]).toEqual([409, "Someone else changed this record"]);
});

test("blank, double, missing and too many checks are refused by name", async () => {
  const type = await newType("Defibrillator");
  const refused = async (lists: unknown) => {
    const answer = await newChecklist(type, "LP 20", lists);
    return [answer.status, answer.errors?.lists];
  };
  expect(await refused(["Pads", " "])).toEqual([
    422,
    ["Please fill in the name for the last row before adding a new one"],
  ]);
  expect(await refused(["Pads", "pads "])).toEqual([422, ["“pads” is in the list twice"]]);
  expect(await refused([])).toEqual([422, ["Add at least one check"]]);
  expect(await refused(["x".repeat(201)])).toEqual([
    422,
    ["A check can have at most 200 characters"],
  ]);
  expect(await refused(Array.from({ length: 101 }, (_, at) => `Check ${at}`))).toEqual([
    422,
    ["A checklist can have at most 100 checks"],
  ]);
  const nowhere = await newChecklist("no-such-type", "LP 20", ["Pads"]);
  expect(nowhere.status).toBe(404);
  const unknown = await sent(staff, "POST", "/api/machine-types", { name: "X", revision: 9 });
  expect([unknown.status, Object.keys(unknown.errors ?? {})]).toEqual([422, ["revision"]]);
});

test("a machine type in use cannot be deleted, an unused one can", async () => {
  const type = await newType("Ventilator");
  await newChecklist(type, "Servo-u", ["Leak test"]);
  const refused = await sent(staff, "DELETE", `/api/machine-types/${type}`, {});
  expect([refused.status, refused.message]).toEqual([
    409,
    "Used by 1 PM checklist. Archive it or move them first.",
  ]);
  const twice = await sent(staff, "POST", "/api/machine-types", { name: "ventilator" });
  expect([twice.status, twice.errors]).toEqual([422, { name: ["Name is already used"] }]);
  expect(
    (await sent(staff, "DELETE", `/api/machine-types/${await newType("Short lived")}`, {})).status,
  ).toBe(200);
});

const wish = {
  name: "Umbrella Clinic",
  slug: "umbrella",
  kind: "clinic",
  country: "US",
  service_type: 2,
  shard_id: "shard-2",
  phone: "1",
  email: "office@umbrella.test",
  admin_name: "Ada Admin",
  admin_email: "Ada@Umbrella.test",
};
const key = { "idempotency-key": "create-umbrella" };
const jobs = () => minute(w);

test("a company created by the API answers on its host in the third shard, its first Admin invited", async () => {
  expect((await ask(w, "umbrella.localhost", "/login")).status).toBe(404);
  const created = await sent(staff, "POST", "/api/companies", wish, key);
  expect([created.status, created.data.host]).toEqual([201, "umbrella.localhost"]);
  expect(created.d1.trips).toBeLessThanOrEqual(4);
  expect((await ask(w, "umbrella.localhost", "/login")).status).toBe(200);
  const { id } = created.data;
  const shard = w.env.TENANT_DB_2;
  const profile = await one(shard, "select * from company_profiles where company_id = ?", id);
  expect(profile).toMatchObject({
    id,
    status: "active",
    currency: "USD",
    time_zone: "America/New_York",
    primary_host: "umbrella.localhost",
  });
  const admin = await one<{ id: string }>(shard, "select * from users where company_id = ?", id);
  expect(admin).toMatchObject({
    email: "ada@umbrella.test",
    type: "admin",
    service_type: 2,
    status: "invited",
    password_hash: null,
  });
  const token = await one<{ expires_at: number; token_hash: string }>(
    shard,
    "select * from user_tokens where company_id = ?",
    id,
  );
  expect(token).toMatchObject({ user_id: admin!.id, purpose: "invite" });
  expect(Math.abs(token!.expires_at - Date.now() - 72 * 3600_000)).toBeLessThan(60_000);
  const mail = await one<{ payload: string }>(
    shard,
    "select * from outbox where company_id = ? and topic = 'mail'",
    id,
  );
  const letter = JSON.parse(mail!.payload) as { to: string; text: string };
  expect(letter.to).toBe("ada@umbrella.test");
  expect(letter.text).toMatch(/http:\/\/umbrella\.localhost\/verify-email\/[\w-]{36}\/[\w-]{43}/);
  expect(letter.text).not.toContain(token!.token_hash);
  expect(
    await one(
      shard,
      "select action, actor_kind, actor_name from activity_log where company_id = ?",
      id,
    ),
  ).toEqual({
    action: "create.company",
    actor_kind: "staff",
    actor_name: "Platform Admin",
  });
  for (const other of [w.env.TENANT_DB_0, w.env.TENANT_DB_1])
    expect(await one(other, "select 1 from users where company_id = ?", id)).toBeNull();
});

test("the same request and the same message are carried out once", async () => {
  const again = await sent(staff, "POST", "/api/companies", wish, key);
  expect([again.status, again.data.host]).toEqual([201, "umbrella.localhost"]);
  const { id } = again.data;
  await w.env.CONTROL_DB.prepare(
    "update outbox set sent_at = null, next_at = 0 where json_extract(payload, '$.companyId') = ?",
  )
    .bind(id)
    .run();
  await jobs();
  await expect
    .poll(() =>
      one(
        w.env.CONTROL_DB,
        "select 1 from outbox where sent_at is null and json_extract(payload, '$.companyId') = ?",
        id,
      ),
    )
    .toBeNull();
  const count = (table: string) =>
    one<{ n: number }>(
      w.env.TENANT_DB_2,
      `select count(*) n from ${table} where company_id = ?`,
      id,
    );
  for (const table of ["company_profiles", "users", "user_tokens", "outbox", "activity_log"])
    expect(await count(table)).toEqual({ n: 1 });
});

test("a company whose shard was not reached is healed by the job", async () => {
  const made = await sent(staff, "POST", "/api/companies", {
    ...wish,
    name: "Late",
    slug: "late",
    admin_email: "l@late.test",
  });
  const { id } = made.data;
  const shard = w.env.TENANT_DB_2;
  for (const table of [
    "user_tokens",
    "users",
    "company_settings",
    "company_profiles",
    "number_formats",
    "number_sequences",
    "outbox",
    "applied_messages",
  ])
    await shard.prepare(`delete from ${table} where company_id = ?`).bind(id).run();
  await w.env.CONTROL_DB.prepare(
    "update outbox set sent_at = null, next_at = 0 where json_extract(payload, '$.companyId') = ?",
  )
    .bind(id)
    .run();
  await jobs();
  await expect
    .poll(() => one(shard, "select email from users where company_id = ?", id))
    .toEqual({ email: "l@late.test" });
});

test("short names: taken, reserved and malformed ones are refused; the least filled open shard is chosen", async () => {
  const refused = async (change: Record<string, unknown>) =>
    (await sent(staff, "POST", "/api/companies", { ...wish, ...change })).errors;
  expect(await refused({ slug: "acme" })).toEqual({ slug: ["Short name is already used"] });
  for (const slug of ["www", "vendors", "super-admin", "xn--abc"])
    expect(await refused({ slug })).toEqual({ slug: ["This short name is reserved"] });
  for (const slug of ["a_b", "-ab", "ab-", "a", "a.b", "x".repeat(41)])
    expect(await refused({ slug })).toEqual({
      slug: ["Short name takes 2 to 40 letters, digits and hyphens"],
    });
  expect(await refused({ slug: "fresh", time_zone: "Mars/Olympus" })).toEqual({
    time_zone: ["This time zone is not known"],
  });
  expect(await refused({ slug: "fresh", country: "ZZ" })).toEqual({
    currency: ["Choose a currency: the one of this country is not kept here"],
  });
  expect(await refused({ slug: "fresh", shard_id: "no-such" })).toEqual({
    shard_id: ["This shard takes no new companies"],
  });
  await w.env.CONTROL_DB.prepare("update shards set is_open = 0 where id = 'shard-0'").run();
  const { data } = await sent(staff, "POST", "/api/companies", {
    ...wish,
    name: "Spread",
    slug: "spread",
    shard_id: "",
  });
  await w.env.CONTROL_DB.prepare("update shards set is_open = 1 where id = 'shard-0'").run();
  expect(
    await one(w.env.CONTROL_DB, "select shard_id from companies where id = ?", data.id),
  ).toEqual({ shard_id: "shard-1" });
});

test("a suspended company reads but does not write, until it is reactivated", async () => {
  const company = await one<{ id: string }>(
    w.env.CONTROL_DB,
    "select id from companies where slug = 'umbrella'",
  );
  await w.env.TENANT_DB_2.prepare(
    "update users set status = 'active', password_hash = ? where company_id = ?",
  )
    .bind(passwordHash(PASSWORD), company!.id)
    .run();
  const ada = await clientOf(w, "umbrella.localhost", "ada@umbrella.test");
  const write = (name: string) =>
    ada.api("/api/vendors", { method: "POST", body: { name, phone: "1", is_supplier: true } });
  expect((await write("Before")).status).toBe(201);
  const path = `/api/companies/${company!.id}`;
  const silent = await sent(staff, "POST", `${path}/suspend`, {});
  expect([silent.status, silent.errors]).toEqual([422, { reason: ["Reason is required"] }]);
  expect((await sent(staff, "POST", `${path}/suspend`, { reason: "Not paid" })).message).toBe(
    "Company suspended",
  );
  const refused = await write("After");
  expect([refused.status, await refused.json()]).toMatchObject([
    402,
    { message: "Your subscription has ended. Data can be read and exported." },
  ]);
  expect((await ada.api("/api/vendors")).status).toBe(200);
  expect((await ada.page("/dashboard")).status).toBe(200);
  expect((await sent(staff, "POST", `${path}/suspend`, { reason: "Again" })).status).toBe(409);
  expect((await sent(staff, "POST", `${path}/reactivate`, { reason: "Paid" })).message).toBe(
    "Company reactivated",
  );
  expect((await write("After")).status).toBe(201);
  const logged = await w.env.TENANT_DB_2.prepare(
    "select action, reason from activity_log where company_id = ? and entity_kind = 'company' order by id",
  )
    .bind(company!.id)
    .all();
  expect(logged.results).toEqual([
    { action: "create.company", reason: null },
    { action: "suspend.company", reason: "Not paid" },
    { action: "reactivate.company", reason: "Paid" },
  ]);
});

test("nobody else gets at the platform's records", async () => {
  const admin = await signedIn(w, w.companies.acme, "admin");
  for (const path of ["/api/machine-types", "/api/pm-checklists", "/api/companies"]) {
    expect((await admin.api(path)).status).toBe(401);
    expect((await admin.api(path, { method: "POST", body: {} })).status).toBe(401);
    expect(
      (await ask(w, "localhost", path, { headers: { authorization: `Bearer ${admin.token}` } }))
        .status,
    ).toBe(401);
  }
  const clerk = await staffWith(w, "clerk", ["manage-plan"]);
  for (const path of ["/api/machine-types", "/api/pm-checklists", "/api/companies"]) {
    expect((await clerk.api(path)).status).toBe(403);
    expect((await clerk.api(path, { method: "POST", body: {} })).status).toBe(403);
  }
});
