import ICAL from "ical.js";
import { beforeAll, expect, test } from "vitest";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { planned } from "#tests/support/due.ts";
import { colleague } from "#tests/support/person.ts";
import { type Bench, bench } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";
import { icsOf } from "#worker/web/calendar-feed.ts";

const NAME =
  'Pump; "ICU", east\\west — Überwachung für die Intensivstation, zweiter Stock, Zimmer 12';
const TODAY = dayIn("Asia/Kolkata");
let w: World;
let company: Company;
let shard: Rows;
let here: Bench;
let elsewhere: Bench;
let member: { id: string; client: Client };
let team: string;
let admin: Client;

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "feeds", 2, 1);
  shard = rowsOf(w, company);
  here = await bench(w, company, []);
  elsewhere = await bench(w, company, []);
  member = await colleague(w, company, "view-asset");
  admin = await signedIn(w, company, "admin");
  team = await shard.add("teams", { name: "Imaging" });
  await shard.add("team_members", { team_id: team, user_id: member.id });
  await shard.set("assets", here.asset, { name: NAME });
});

const due = (asset: string, days: number, occurrence: object) =>
  planned(shard, {
    assetId: asset,
    from: addDays(TODAY, days),
    until: addDays(TODAY, days),
    occurrence: { ...occurrence },
  });
let made = 0;
/** Makes a link; answers its path. */
async function linkOf(who: Client, fields: Record<string, string> = {}) {
  made += 1;
  const seed = String(made).padStart(32, "0");
  const answer = await who.form("/calendar-feeds.data", {
    ...{ intent: "create", name: `Phone ${made}`, teamId: "", seed },
    ...fields,
  });
  expect(answer.status).toBe(200);
  return /\/calendar\/[0-9a-f]{32}\.ics/.exec(await answer.text())![0];
}
const fetched = (path: string, headers: Record<string, string> = {}) =>
  w.server.fetch(`http://${company.host}${path}`, {
    headers: { "cf-connecting-ip": "198.18.7.7", ...headers },
  });
async function eventsAt(path: string) {
  const answer = await fetched(path);
  expect(answer.status).toBe(200);
  const root = new ICAL.Component(ICAL.parse(await answer.text()));
  return root.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
}

test("a link shows what is due for its person as whole days, and what was cancelled as cancelled", async () => {
  await due(here.asset, 10, { assigned_user_id: member.id, reason: "Screen is broken" });
  await due(here.asset, 12, { assigned_team_id: team });
  await due(here.asset, 14, { assigned_user_id: member.id, status: "cancelled" });
  await due(here.asset, 181, { assigned_user_id: member.id });
  await due(here.asset, -31, { assigned_user_id: member.id });
  await due(here.asset, 16, {});
  const path = await linkOf(member.client);
  const answer = await fetched(path);
  expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(answer.headers.get("cache-control")).toMatch(/^private/);
  const text = await answer.text();
  expect(text).not.toContain("Screen is broken");
  expect(
    text.split("\r\n").every((line: string) => new TextEncoder().encode(line).length <= 75),
  ).toBe(true);
  expect(text).toContain(`DTSTART;VALUE=DATE:${addDays(TODAY, 10).replaceAll("-", "")}`);
  const events = await eventsAt(path);
  expect(events.map(({ startDate }) => startDate.toString())).toEqual(
    [10, 12, 14].map((days) => addDays(TODAY, days)),
  );
  expect(events.every(({ startDate }) => startDate.isDate)).toBe(true);
  expect(events[0]!.summary).toContain(NAME);
  expect(events.map(({ component }) => component.getFirstPropertyValue("status"))).toEqual([
    "CONFIRMED",
    "CONFIRMED",
    "CANCELLED",
  ]);
  expect(events[0]!.component.getFirstPropertyValue("url")).toContain("/due-service-calendar?on=");
  const etag = answer.headers.get("etag")!;
  // A network that packs an answer makes its tag a weak one.
  for (const tag of [etag, `W/${etag}`, `"another", W/${etag}`])
    expect((await fetched(path, { "if-none-match": tag })).status, tag).toBe(304);
  expect((await fetched(path, { "if-none-match": '"another"' })).status).toBe(200);
  expect(JSON.stringify(w.server.getLogs())).not.toContain(path.slice(10, 42));
});

test("an entry keeps its name, and its sequence grows, when it is moved", async () => {
  const path = await linkOf(member.client);
  const [before] = await eventsAt(path);
  const id = before!.uid.replace(/^due-|@.*$/g, "");
  await shard.set("due_occurrences", id, {
    ...{ defer_to: addDays(TODAY, 11), status: "deferred", version: 2, updated_at: Date.now() },
  });
  const [after] = await eventsAt(path);
  expect(after!.uid).toBe(before!.uid);
  expect(after!.startDate.toString()).toBe(addDays(TODAY, 11));
  expect(after!.sequence).toBeGreaterThan(before!.sequence);
});

test("a team's link shows the team's services, and ends with the membership", async () => {
  const path = await linkOf(member.client, { teamId: team });
  expect((await eventsAt(path)).length).toBe(1);
  await shard.run("delete from team_members where company_id = ? and user_id = ?", member.id);
  expect((await fetched(path)).status).toBe(404);
  const seed = "f".repeat(32);
  const refused = await member.client.form("/calendar-feeds.data", {
    ...{ intent: "create", name: "Theirs", teamId: team, seed },
  });
  expect(refused.status).toBe(404);
  await shard.add("team_members", { team_id: team, user_id: member.id });
});

test("rights and Locations are those of the moment", async () => {
  await shard.set("assets", here.asset, { warranty_end_on: addDays(TODAY, 20) });
  await shard.set("assets", elsewhere.asset, { warranty_end_on: addDays(TODAY, 21) });
  const path = await linkOf(member.client);
  const warranties = async () =>
    (await eventsAt(path)).filter(({ uid }) => uid.startsWith("warranty-")).length;
  expect(await warranties()).toBe(2);
  await shard.add("user_scopes", { user_id: member.id, department_id: elsewhere.department });
  expect(await warranties()).toBe(1);
  expect((await eventsAt(path)).some(({ uid }) => uid.startsWith("due-"))).toBe(false);
  await shard.set("users", member.id, { status: "suspended" });
  expect((await fetched(path)).status).toBe(404);
  await shard.set("users", member.id, { status: "active" });
  expect((await fetched(path)).status).toBe(200);
});

test("the end of a lab's accreditation is shown to those who may view vendors", async () => {
  const lab = await shard.add("vendors", {
    ...{ name: "Northgate Labs", phone: "1", is_calibration_lab: 1 },
    accreditation_valid_until: addDays(TODAY, 30),
  });
  const seen = async (who: Client) =>
    (await eventsAt(await linkOf(who))).some(({ uid }) => uid.startsWith(`accreditation-${lab}`));
  expect(await seen(admin)).toBe(true);
  expect(await seen(member.client)).toBe(false);
});

test("a renewed link has another secret, a revoked one is gone, and nobody ends another's", async () => {
  const path = await linkOf(admin);
  const id = (await shard.value<string>(
    "select id from calendar_feeds where company_id = ? order by id desc limit 1",
  ))!;
  const send = (who: Client, intent: string, more: object = {}) =>
    who.form("/calendar-feeds.data", { intent, id, ...more });
  expect((await send(member.client, "revoke")).status).toBe(404);
  const theirs = await send(member.client, "renew", { seed: "d".repeat(32) });
  expect(theirs.status).toBe(404);
  expect(await theirs.text()).not.toMatch(/\/calendar\/[0-9a-f]{32}/);
  const renewed = await send(admin, "renew", { seed: "e".repeat(32) });
  const next = /\/calendar\/[0-9a-f]{32}\.ics/.exec(await renewed.text())![0];
  expect((await fetched(path)).status).toBe(404);
  expect((await fetched(next)).status).toBe(200);
  expect(await admin.text("/calendar-feeds")).toContain("last read");
  expect((await send(admin, "revoke")).status).toBe(200);
  expect((await fetched(next)).status).toBe(410);
  for (const secret of [next, path].map((one) => one.slice(10, 42)))
    for (const table of ["calendar_feeds", "idempotency_keys", "activity_log"])
      expect(
        JSON.stringify(await shard.all(`select * from ${table} where company_id = ?`)),
      ).not.toContain(secret);
});

test("a colleague's link shows none of another's, and no link serves under another company's host", async () => {
  const other = await colleague(w, company, "view-asset");
  const [mine, theirs] = [await linkOf(member.client), await linkOf(other.client)];
  const services = async (path: string) =>
    (await eventsAt(path)).filter(({ uid }) => uid.startsWith("due-")).map(({ uid }) => uid);
  await due(elsewhere.asset, 40, { assigned_user_id: other.id });
  const [one] = await services(theirs);
  expect(await services(mine)).not.toContain(one);
  const { host } = w.companies.globex;
  const elsewhereAsked = await w.server.fetch(`http://${host}${mine}`, {
    headers: { "cf-connecting-ip": "198.18.7.9" },
  });
  expect(elsewhereAsked.status).toBe(404);
});

test("a link of a team needs its membership; a person in many teams sees the services of each", async () => {
  const other = await colleague(w, company, "view-asset");
  const teams: string[] = [];
  for (let n = 0; n < 10; n++) {
    const id = await shard.add("teams", { name: `Team ${n}` });
    await shard.add("team_members", { team_id: id, user_id: other.id });
    await due(elsewhere.asset, 50 + n, { assigned_team_id: id });
    teams.push(id);
    if (n !== 6 && n !== 9) continue;
    const path = await linkOf(other.client);
    expect((await eventsAt(path)).filter(({ uid }) => uid.startsWith("due-"))).toHaveLength(n + 1);
  }
  await shard.set("teams", teams[0]!, { archived_at: 1 });
  const refused = await other.client.form("/calendar-feeds.data", {
    ...{ intent: "create", name: "Gone", teamId: teams[0]!, seed: "c".repeat(32) },
  });
  expect(refused.status).toBe(404);
});

test("what is on hold says so, and a company that is suspended serves no calendar", async () => {
  const other = await colleague(w, company, "view-asset");
  await planned(shard, {
    ...{ assetId: elsewhere.asset, from: addDays(TODAY, 70), until: addDays(TODAY, 70) },
    occurrence: { assigned_user_id: other.id },
    schedule: {
      ...{ hold_from: addDays(TODAY, 60), hold_until: addDays(TODAY, 80), hold_reason: "Moving" },
    },
  });
  const path = await linkOf(other.client);
  const held = (await eventsAt(path)).find(({ uid }) => uid.startsWith("due-"))!;
  expect(held.summary).toMatch(/^On hold: PM /);
  await shard.setProfile({ status: "suspended" });
  expect((await fetched(path)).status).toBe(404);
  await shard.setProfile({ status: "active" });
  await shard.run("delete from user_permissions where company_id = ? and user_id = ?", other.id);
  expect((await fetched(path)).status, "without view-asset").toBe(404);
});

test("who guesses links waits", async () => {
  const guess = (n: number) => fetched(`/calendar/${String(n).padStart(32, "a")}.ics`);
  for (let n = 0; n < 29; n++) expect((await guess(n)).status).toBe(404);
  for (let n = 0; n < 3; n++) await guess(n);
  expect((await guess(1)).status).toBe(429);
});

test("a calendar that is full says so", () => {
  const feed = { id: "1", name: "Phone", teamId: null, team: null };
  const text = icsOf({ feed, company: "Hill", origin: "http://hill.test" }, [], true);
  expect(ICAL.parse(text)[1].find(([name]: [string]) => name === "x-wr-caldesc")?.[3]).toContain(
    "More is planned than this calendar holds",
  );
});
