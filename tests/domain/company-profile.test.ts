import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, signedIn, superAdmin } from "#tests/support/client.ts";
import { minute } from "#tests/support/clock.ts";
import { bench } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";
import { followProfile } from "#worker/domain/platform/follow-profile.ts";
import { openCompany, openControl } from "#worker/tenancy/shard-door.ts";

let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "renamed", 2, 1);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
});

type Section = Record<string, unknown> & { version: number };
const section = async () =>
  (await admin.call<{ sections: { company: Section } }>("GET", "/api/settings")).data.sections
    .company;
const put = (body: object) => admin.call("PUT", "/api/settings/company", body);
const save = async (changes: object) => put({ ...(await section()), ...changes });
const ofPlatform = () =>
  w.env.CONTROL_DB.prepare(
    "select name, currency, time_zone, profile_version from companies where id = ?",
  )
    .bind(company.id)
    .first();
const waiting = () => shard.count("outbox", "topic = 'company.profile' and sent_at is null");
/** The work after the answer. */
const settled = () => expect.poll(waiting).toBe(0);
const platformLog = async () => {
  const { results } = await w.env.CONTROL_DB.prepare(
    "select actor_kind, changes, reason from platform_activity_log where action = 'update.company' and entity_id = ? order by id",
  )
    .bind(company.id)
    .all<{ actor_kind: string; changes: string; reason: string }>();
  return results.map((row) => ({ ...row, changes: JSON.parse(row.changes) as object }));
};

test("name, time zone and currency hold from the next page on, and the platform follows", async () => {
  const profile = { name: "Renamed & Sons", time_zone: "America/Phoenix" };
  const { status, message } = await save({ ...profile, currency: "usd" });
  expect([status, message]).toEqual([200, "Company saved"]);
  expect(await admin.text("/settings")).toContain("Renamed &amp; Sons");
  expect(await section()).toMatchObject({ ...profile, currency: "USD" });
  await settled();
  expect(await ofPlatform()).toMatchObject({ ...profile, currency: "USD" });
  const staff = await superAdmin(w);
  const matches = await staff.call<{ id: string }[]>("GET", "/api/companies?q=sons");
  expect(matches.data.map(({ id }) => id)).toEqual([company.id]);
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
  const entry = await shard.first<{ actor_name: string; changes: string }>(
    "select actor_name, changes from activity_log where company_id = ? and action = 'update.settings' and entity_id = 'company'",
  );
  expect(entry!.actor_name).toBe("admin of renamed");
  expect(JSON.parse(entry!.changes)).toEqual(expect.arrayContaining(changes));
});

test("what the platform keeps no copy of is not told to it", async () => {
  const before = await ofPlatform();
  const tax_ids = [{ label: "PAN", value: "X1" }];
  expect((await save({ address: "1 Road", phone: "+91 80 1", tax_ids })).status).toBe(200);
  expect([await waiting(), await ofPlatform()]).toEqual([0, before]);
  expect(await section()).toMatchObject({ address: "1 Road", tax_ids: "PAN: X1" });
});

test("the clock makes up for what was lost; twice at once counts once; an older profile never follows a newer", async () => {
  const control = openControl(w.env as unknown as Env);
  const tenant = openCompany(w.env as unknown as Env, company.shard, company.id);
  const change = async (name: string) => {
    await shard.run(
      "update company_profiles set name = ?2, version = version + 1 where company_id = ?1",
      name,
    );
    const message = { topic: "company.profile", payload: "{}", next_at: 1 };
    await shard.add("outbox", { ...message, dedupe_key: newId() });
  };
  const logged = (await platformLog()).length;
  await change("Lost once");
  await minute(w);
  expect([await waiting(), await ofPlatform()]).toEqual([
    0,
    expect.objectContaining({ name: "Lost once" }),
  ]);
  await change("Twice at once");
  const runs = await Promise.allSettled([1, 2, 3].map(() => followProfile(control, tenant)));
  expect(runs.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  expect((await platformLog()).length).toBe(logged + 2);
  expect(await followProfile(control, tenant)).toBe(false);
  await w.env.CONTROL_DB.prepare(
    "update companies set profile_version = 99, name = 'Newer' where id = ?",
  )
    .bind(company.id)
    .run();
  await change("Older");
  await followProfile(control, tenant);
  expect(await ofPlatform()).toMatchObject({ name: "Newer", profile_version: 99 });
  await shard.setProfile({ name: "Newer", version: 99 });
});

test("the currency is fixed by the first amount, wherever it was entered", async () => {
  const b = await bench(w, company, []);
  const status = async (currency: string) => {
    const answer = await save({ currency });
    return [answer.status, answer.errors ?? null];
  };
  expect(await status("EUR")).toEqual([200, null]);
  // Far behind what a look at the page reads.
  const asset = await shard.get("assets", b.asset);
  const rows = Array.from({ length: 40 }, (_, n) => ({
    ...asset,
    id: newId(),
    asset_code: `C-${n}`,
    qr_token: newId(),
    serial_no: null,
  }));
  await shard.add("assets", ...rows);
  await shard.set("assets", rows[39]!.id, { purchase_cost_minor: 1 });
  const refused = [422, { currency: [expect.stringContaining("cannot change")] }];
  expect(await status("USD")).toEqual(refused);
  await shard.run("update assets set purchase_cost_minor = 1 where company_id = ?");
  expect(await status("USD")).toEqual(refused);
  expect(await status("EUR")).toEqual([200, null]);
  expect(await admin.text("/settings")).toContain("Amounts have been entered in it");
});

test("of two who save the company's section one is told, and the platform gets the one that counts", async () => {
  const before = await section();
  const names = ["One", "Two", "Three"];
  const answers = await Promise.all(names.map((name) => put({ ...before, name })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  await settled();
  expect(await ofPlatform()).toMatchObject({ name: (await section()).name });
});
