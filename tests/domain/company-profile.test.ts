import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, superAdmin } from "#tests/support/client.ts";
import { minute } from "#tests/support/clock.ts";
import { bench, shardOf } from "#tests/support/report.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";
import { followProfile } from "#worker/domain/platform/follow-profile.ts";
import { openCompany, openControl } from "#worker/tenancy/shard-door.ts";

let w: World;
let company: Company;
let db: D1Database;
let admin: Client;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "renamed", 2, 1);
  db = shardOf(w, company);
  admin = await clientOf(w, company.host, company.users.admin.email);
});

type Section = Record<string, unknown> & { version: number };
const section = async (who = admin) =>
  ((await (await who.api("/api/settings")).json()) as { data: { sections: { company: Section } } })
    .data.sections.company;
const save = async (changes: Record<string, unknown>, who = admin) =>
  who.api("/api/settings/company", {
    method: "PUT",
    body: { ...(await section(who)), ...changes },
  });
const ofPlatform = (id = company.id) =>
  w.env.CONTROL_DB.prepare(
    "select name, currency, time_zone, profile_version from companies where id = ?",
  )
    .bind(id)
    .first();
const waiting = async () =>
  (await db
    .prepare(
      "select count(*) as n from outbox where company_id = ? and topic = 'company.profile' and sent_at is null",
    )
    .bind(company.id)
    .first<{ n: number }>())!.n;
const run = () => minute(w);
/** The work after the answer. */
async function settled() {
  for (let n = 0; n < 50 && (await waiting()) > 0; n++)
    await new Promise((resolve) => setTimeout(resolve, 20));
}
const platformLog = async () =>
  (
    await w.env.CONTROL_DB.prepare(
      "select actor_kind, changes, reason from platform_activity_log where action = 'update.company' and entity_id = ? order by id",
    )
      .bind(company.id)
      .all<{ actor_kind: string; changes: string; reason: string }>()
  ).results.map((row) => ({ ...row, changes: JSON.parse(row.changes) as object }));

test("name, time zone and currency hold from the next page on, and the platform follows", async () => {
  const answer = await save({
    name: "Renamed & Sons",
    time_zone: "America/Phoenix",
    currency: "usd",
  });
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining("Company saved"),
  ]);
  const html = await (await admin.page("/settings")).text();
  expect(html).toContain("Renamed &amp; Sons");
  expect(await section()).toMatchObject({
    name: "Renamed & Sons",
    time_zone: "America/Phoenix",
    currency: "USD",
  });
  await settled();
  expect(await ofPlatform()).toMatchObject({
    name: "Renamed & Sons",
    currency: "USD",
    time_zone: "America/Phoenix",
  });
  const staff = await superAdmin(w);
  const found = (await (await staff.api("/api/companies?q=sons")).json()) as {
    data: { id: string }[];
  };
  expect(found.data.map(({ id }) => id)).toEqual([company.id]);
  const changes = [
    { field: "name", from: "renamed", to: "Renamed & Sons" },
    { field: "currency", from: "INR", to: "USD" },
    { field: "timeZone", from: "Asia/Kolkata", to: "America/Phoenix" },
  ];
  const [logged] = await platformLog();
  expect(logged).toMatchObject({
    actor_kind: "system",
    changes: expect.arrayContaining(changes),
    reason: expect.stringContaining("settings"),
  });
  const own = await db
    .prepare(
      "select actor_name, changes from activity_log where company_id = ? and action = 'update.settings' and entity_id = 'company'",
    )
    .bind(company.id)
    .first<{ actor_name: string; changes: string }>();
  expect(own!.actor_name).toBe("admin of renamed");
  expect(JSON.parse(own!.changes)).toEqual(expect.arrayContaining(changes));
});

test("what the platform keeps no copy of is not told to it", async () => {
  const before = await ofPlatform();
  expect(
    (await save({ address: "1 Road", phone: "+91 80 1", tax_ids: [{ label: "PAN", value: "X1" }] }))
      .status,
  ).toBe(200);
  expect([await waiting(), await ofPlatform()]).toEqual([0, before]);
  expect(await section()).toMatchObject({ address: "1 Road", tax_ids: "PAN: X1" });
});

test("the clock makes up for what was lost; twice at once counts once; an older profile never follows a newer", async () => {
  const control = openControl(w.env as unknown as Env);
  const own = openCompany(w.env as unknown as Env, company.shard, company.id);
  const change = async (name: string) => {
    const message = {
      topic: "company.profile",
      payload: "{}",
      dedupe_key: newId(),
      next_at: 1,
      created_at: 1,
      updated_at: 1,
    };
    await db
      .prepare("update company_profiles set name = ?, version = version + 1 where company_id = ?")
      .bind(name, company.id)
      .run();
    await insert(db, "outbox", { company_id: company.id, id: newId(), ...message });
  };
  const logged = (await platformLog()).length;
  await change("Lost once");
  await run();
  expect([await waiting(), await ofPlatform()]).toEqual([
    0,
    expect.objectContaining({ name: "Lost once" }),
  ]);
  await change("Twice at once");
  const runs = await Promise.allSettled([1, 2, 3].map(() => followProfile(control, own)));
  expect(runs.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  expect((await platformLog()).length).toBe(logged + 2);
  expect(await followProfile(control, own)).toBe(false);
  await w.env.CONTROL_DB.prepare(
    "update companies set profile_version = 99, name = 'Newer' where id = ?",
  )
    .bind(company.id)
    .run();
  await change("Older");
  await followProfile(control, own);
  expect(await ofPlatform()).toMatchObject({ name: "Newer", profile_version: 99 });
  await db
    .prepare("update company_profiles set name = 'Newer', version = 99 where company_id = ?")
    .bind(company.id)
    .run();
});

test("the currency is fixed by the first amount, wherever it was entered", async () => {
  const b = await bench(w, company, []);
  const status = async (currency: string) => {
    const answer = await save({ currency });
    return [answer.status, ((await answer.json()) as { errors?: object }).errors ?? null];
  };
  expect(await status("EUR")).toEqual([200, null]);
  // Far behind what a look at the page reads.
  const { results } = await db
    .prepare("select * from assets where company_id = ? and id = ?")
    .bind(company.id, b.asset)
    .all();
  const rows = Array.from({ length: 40 }, (_, n) => ({
    ...results[0]!,
    id: newId(),
    asset_code: `C-${n}`,
    qr_token: newId(),
    serial_no: null,
  }));
  await insert(db, "assets", ...rows);
  await db
    .prepare("update assets set purchase_cost_minor = 1 where company_id = ? and id = ?")
    .bind(company.id, rows[39]!.id)
    .run();
  const refused = [422, { currency: [expect.stringContaining("cannot change")] }];
  expect(await status("USD")).toEqual(refused);
  await db
    .prepare("update assets set purchase_cost_minor = 1 where company_id = ?")
    .bind(company.id)
    .run();
  expect(await status("USD")).toEqual(refused);
  expect(await status("EUR")).toEqual([200, null]);
  expect(await (await admin.page("/settings")).text()).toContain("Amounts have been entered in it");
});

test("of two who save the company's section one is told, and the platform gets the one that counts", async () => {
  const opened = await section();
  const names = ["One", "Two", "Three"];
  const send = (name: string) =>
    admin.api("/api/settings/company", { method: "PUT", body: { ...opened, name } });
  const answers = await Promise.all(names.map(send));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  await settled();
  expect(await ofPlatform()).toMatchObject({ name: (await section()).name });
});
