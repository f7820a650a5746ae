import { beforeAll, expect, test } from "vitest";
import { ask, type Client, clientOf, signedIn, superAdmin } from "#tests/support/client.ts";
import { minute } from "#tests/support/clock.ts";
import { passwordHash } from "#tests/support/password.ts";
import { PASSWORD, type World, world } from "#tests/support/world.ts";

let w: World;
let staff: Client;
beforeAll(async () => {
  w = await world();
  staff = await superAdmin(w);
});

const first = <R = Record<string, unknown>>(db: D1Database, sql: string, ...values: unknown[]) =>
  db
    .prepare(sql)
    .bind(...values)
    .first<R>();
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  staff.call("POST", `/api/${path}`, body, headers);
const catalogueVersion = async () => {
  const sql = "select version from catalogue_versions where name = 'catalogue'";
  return (await first<{ version: number }>(w.env.CONTROL_DB, sql))?.version ?? 0;
};
const newType = async (name: string) => (await post("machine-types", { name })).data.id;
const newChecklist = (machine_type_id: string, machine_name: string, lists: unknown) =>
  post("pm-checklists", { machine_type_id, machine_name, lists });

test("a changed list is a new revision and is seen by companies; other changes are not", async () => {
  const type = await newType("Infusion pump");
  const before = await catalogueVersion();
  const { status, message, data } = await newChecklist(type, "Alaris GP", ["Battery", "Alarms"]);
  expect([status, message]).toEqual([201, "PM checklist added"]);
  expect(await catalogueVersion()).toBe(before + 1);
  const path = `/api/pm-checklists/${data.id}`;
  const machine_name = "Alaris GP Plus";
  const same = { machine_type_id: type, machine_name, lists: ["Battery", "Alarms"] };
  const put = (more: object) => staff.call("PUT", path, { ...same, est_minutes: "20", ...more });
  expect((await put({})).message).toBe("PM checklist saved");
  const lists = ["Alarms", "Battery", "Flow at 100 mL/h"];
  expect((await put({ lists })).message).toBe(
    "PM checklist saved as revision 2. Reports already made stay as they are.",
  );
  expect((await staff.call("GET", path)).data).toMatchObject({
    revision: 2,
    lists,
    est_minutes: 20,
    is_active: true,
  });
  expect(await catalogueVersion()).toBe(before + 3);
  const engineer = await signedIn(w, w.companies.acme, "engineer");
  const offered = (await engineer.call("GET", `/api/pm_list/${type}`)).data;
  expect(offered).toEqual([{ id: data.id, machine_name, lists }]);
  expect(await put({ version: 1 })).toMatchObject({
    status: 409,
    message: "Someone else changed this record",
  });
});

test.each([
  [["Pads", " "], "Please fill in the name for the last row before adding a new one"],
  [["Pads", "pads "], "“pads” is in the list twice"],
  [[], "Add at least one check"],
  [["x".repeat(201)], "A check can have at most 200 characters"],
  [
    Array.from({ length: 101 }, (_, at) => `Check ${at}`),
    "A checklist can have at most 100 checks",
  ],
])("the checks %j are refused by name", async (lists, message) => {
  const type = await newType(`Defibrillator ${Math.random()}`);
  expect((await newChecklist(type, "LP 20", lists)).errors?.lists).toEqual([message]);
});

test("a checklist of no machine type, and a type with a name that is taken, are refused", async () => {
  expect((await newChecklist("no-such-type", "LP 20", ["Pads"])).status).toBe(404);
  await newType("Ventilator");
  expect((await post("machine-types", { name: "ventilator" })).errors).toEqual({
    name: ["Name is already used"],
  });
});

const umbrella = {
  name: "Umbrella Clinic",
  slug: "umbrella",
  kind: "clinic",
  country: "US",
  service_type: 2,
  shard_id: "shard-2",
  phone: "4321",
  email: "office@umbrella.test",
  admin_name: "Ada Admin",
  admin_email: "Ada@Umbrella.test",
};
const createUmbrella = () => post("companies", umbrella, { "idempotency-key": "create-umbrella" });
/** The clock carries out a company's messages again. */
const deliverAgain = async (id: string) => {
  const messages = "json_extract(payload, '$.companyId') = ?";
  await w.env.CONTROL_DB.prepare(`update outbox set sent_at = null, next_at = 0 where ${messages}`)
    .bind(id)
    .run();
  await minute(w);
  const waiting = `select 1 from outbox where sent_at is null and ${messages}`;
  await expect.poll(() => first(w.env.CONTROL_DB, waiting, id)).toBeNull();
};

test("a company created by the API answers on its host in the third shard, its first Admin invited", async () => {
  expect((await ask(w, "umbrella.localhost", "/login")).status).toBe(404);
  const created = await createUmbrella();
  expect([created.status, created.data.host]).toEqual([201, "umbrella.localhost"]);
  expect(created.trips).toBeLessThanOrEqual(4);
  expect((await ask(w, "umbrella.localhost", "/login")).status).toBe(200);
  const { id } = created.data;
  const row = <R>(table: string, more = "") =>
    first<R>(w.env.TENANT_DB_2, `select * from ${table} where company_id = ? ${more}`, id);
  expect(await row("company_profiles")).toMatchObject({
    id,
    status: "active",
    currency: "USD",
    time_zone: "America/New_York",
    primary_host: "umbrella.localhost",
  });
  const admin = await row<{ id: string }>("users");
  expect(admin).toMatchObject({
    email: "ada@umbrella.test",
    type: "admin",
    service_type: 2,
    status: "invited",
    password_hash: null,
  });
  const token = await row<{ expires_at: number; token_hash: string }>("user_tokens");
  expect(token).toMatchObject({ user_id: admin!.id, purpose: "invite" });
  expect(Math.abs(token!.expires_at - Date.now() - 72 * 3600_000)).toBeLessThan(60_000);
  const mail = await row<{ payload: string }>("outbox", "and topic = 'mail'");
  const letter = JSON.parse(mail!.payload) as { to: string; text: string };
  expect(letter.to).toBe("ada@umbrella.test");
  expect(letter.text).toMatch(/http:\/\/umbrella\.localhost\/verify-email\/[\w-]{36}\/[\w-]{43}/);
  expect(letter.text).not.toContain(token!.token_hash);
  expect(await row("activity_log")).toMatchObject({
    action: "create.company",
    actor_kind: "staff",
    actor_name: "Platform Admin",
  });
  for (const other of [w.env.TENANT_DB_0, w.env.TENANT_DB_1])
    expect(await first(other, "select 1 from users where company_id = ?", id)).toBeNull();
});

test("the same request and the same message are carried out once", async () => {
  const again = await createUmbrella();
  expect([again.status, again.data.host]).toEqual([201, "umbrella.localhost"]);
  const { id } = again.data;
  await deliverAgain(id);
  for (const table of ["company_profiles", "users", "user_tokens", "activity_log"]) {
    const sql = `select count(*) n from ${table} where company_id = ?`;
    expect(await first(w.env.TENANT_DB_2, sql, id)).toEqual({ n: 1 });
  }
  const topics =
    "select group_concat(topic order by topic) topics from outbox where company_id = ?";
  expect(await first(w.env.TENANT_DB_2, topics, id)).toEqual({ topics: "company.admins,mail" });
});

test("a company whose shard was not reached is healed by the job", async () => {
  const late = { name: "Late", slug: "late", admin_email: "l@late.test" };
  const { id } = (await post("companies", { ...umbrella, ...late })).data;
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
  await deliverAgain(id);
  expect(await first(shard, "select email from users where company_id = ?", id)).toEqual({
    email: "l@late.test",
  });
});

const malformed = { slug: ["Short name takes 2 to 40 letters, digits and hyphens"] };
const reserved = { slug: ["Short name is reserved"] };
test.each<[object, Record<string, string[]>]>([
  [{ slug: "acme" }, { slug: ["Short name is already used"] }],
  ...["www", "vendors", "super-admin", "xn--abc"].map((slug) => [{ slug }, reserved] as const),
  ...["a_b", "-ab", "ab-", "a", "a.b", "x".repeat(41)].map(
    (slug) => [{ slug }, malformed] as const,
  ),
  [{ slug: "fresh", time_zone: "Mars/Olympus" }, { time_zone: ["This time zone is not known"] }],
  [
    { slug: "fresh", country: "ZZ" },
    { currency: ["Choose a currency: the one of this country is not kept here"] },
  ],
  [{ slug: "fresh", shard_id: "no-such" }, { shard_id: ["This shard takes no new companies"] }],
] as [object, Record<string, string[]>][])("a company of %j is refused", async (more, errors) => {
  expect((await post("companies", { ...umbrella, ...more })).errors).toEqual(errors);
});

test("the least filled open shard is chosen", async () => {
  const open = (isOpen: number) =>
    w.env.CONTROL_DB.prepare("update shards set is_open = ? where id = 'shard-0'")
      .bind(isOpen)
      .run();
  await open(0);
  const spread = { name: "Spread", slug: "spread", shard_id: "" };
  const { id } = (await post("companies", { ...umbrella, ...spread })).data;
  await open(1);
  const sql = "select shard_id from companies where id = ?";
  expect(await first(w.env.CONTROL_DB, sql, id)).toEqual({ shard_id: "shard-1" });
});

test("a suspended company reads but does not write, until it is reactivated", async () => {
  const sql = "select id from companies where slug = 'umbrella'";
  const { id } = (await first<{ id: string }>(w.env.CONTROL_DB, sql))!;
  await w.env.TENANT_DB_2.prepare(
    "update users set status = 'active', password_hash = ? where company_id = ?",
  )
    .bind(passwordHash(PASSWORD), id)
    .run();
  const ada = await clientOf(w, "umbrella.localhost", "ada@umbrella.test");
  const write = (name: string) =>
    ada.call("POST", "/api/vendors", { name, phone: "4321", is_supplier: true });
  expect((await write("Before")).status).toBe(201);
  const suspend = (body: object) => post(`companies/${id}/suspend`, body);
  expect((await suspend({})).errors).toEqual({ reason: ["Reason is required"] });
  expect((await suspend({ reason: "Not paid" })).message).toBe("Company suspended");
  expect(await write("After")).toMatchObject({
    status: 402,
    message: "Your subscription has ended. Data can be read and exported.",
  });
  expect((await ada.api("/api/vendors")).status).toBe(200);
  expect((await ada.page("/dashboard")).status).toBe(200);
  expect((await suspend({ reason: "Again" })).status).toBe(409);
  expect((await post(`companies/${id}/reactivate`, { reason: "Paid" })).message).toBe(
    "Company reactivated",
  );
  expect((await write("After")).status).toBe(201);
  const log = await w.env.TENANT_DB_2.prepare(
    "select action, reason from activity_log where company_id = ? and entity_kind = 'company' order by id",
  )
    .bind(id)
    .all();
  expect(log.results).toEqual([
    { action: "create.company", reason: null },
    { action: "suspend.company", reason: "Not paid" },
    { action: "reactivate.company", reason: "Paid" },
  ]);
});
