import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, d1Of } from "#tests/support/client.ts";
import { minute } from "#tests/support/clock.ts";
import { newPerson } from "#tests/support/person.ts";
import { bench, shardOf } from "#tests/support/report.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";

const DAY_MS = 86_400_000;
const START = Date.UTC(2025, 0, 1);
let w: World;
let company: Company;
let db: D1Database;
let admin: Client;
let user: Client;
let userId: string;
let ours: { asset: string; department: string };
let others: { asset: string; department: string };
let rare: string;

const entry = (at: number, more: Record<string, unknown> = {}) => ({
  company_id: company.id,
  id: newId(at),
  at,
  actor_kind: "user",
  actor_id: company.users.engineer.id,
  actor_name: "Eve",
  via: "web",
  action: "update.vendor",
  entity_kind: "vendor",
  entity_id: newId(at),
  entity_label: "Common gases",
  changes: '[{"field":"name","from":"Old","to":"New"}]',
  request_id: newId(at),
  ...more,
});

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "logged", 2, 1);
  db = shardOf(w, company);
  ours = await bench(w, company, []);
  others = await bench(w, company, []);
  const made = await newPerson(w, company, { permissions: ["view-asset", "view-stock"] });
  userId = made.id;
  admin = await clientOf(w, company.host, company.users.admin.email);
  user = await clientOf(w, company.host, made.email);
  // A year of a busy house: one row every two hours, one of each rare thing at its beginning.
  const rows = Array.from({ length: 4_000 }, (_, n) => entry(START + n * 7_200_000));
  const names = Object.keys(rows[0]!);
  await db
    .prepare(
      `insert into activity_log (${names.join(", ")}) select ${names.map((name) => `value ->> '${name}'`).join(", ")} from json_each(?)`,
    )
    .bind(JSON.stringify(rows))
    .run();
  rare = newId(START + 1000);
  const change = JSON.stringify([{ field: "departmentId", from: null, to: ours.department }]);
  await insert(
    db,
    "activity_log",
    entry(START + 1000, {
      id: rare,
      action: "archive.store",
      entity_kind: "store",
      entity_label: "Zebra store",
      changes: change,
    }),
    entry(START + 2000, {
      action: "update.asset",
      entity_kind: "asset",
      asset_id: ours.asset,
      entity_label: "Our pump",
    }),
    entry(START + 3000, {
      action: "update.asset",
      entity_kind: "asset",
      asset_id: others.asset,
      entity_label: "Their pump",
    }),
    entry(START + 4000, {
      action: "issue.stock_item",
      entity_kind: "stock_item",
      entity_label: "Fuse",
    }),
    entry(START + 5000, {
      action: "update.settings",
      entity_kind: "settings",
      actor_id: userId,
      actor_name: "Pat Person",
      entity_label: "Own",
    }),
  );
});

const labelsOf = (html: string) =>
  [...html.matchAll(/entry=([\w-]+)[^>]*>([^<]*)</g)].map(([, , label]) => label!);
async function list(who: Client, query = "") {
  const answer = await who.page(`/activity-logs${query}`);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  const next = /[?&](?:amp;)?after=([\w~%-]+)/.exec(html)?.[1];
  return {
    html,
    labels: labelsOf(html),
    next: next && decodeURIComponent(next),
    read: d1Of(answer).read,
    trips: d1Of(answer).trips,
  };
}
/** Goes on until a label is there. */
async function lookBack(who: Client, query: string, label: string) {
  let [pages, next] = [0, ""];
  for (; pages < 120; pages++) {
    const page = await list(who, `${query}${next && `&after=${next}`}`);
    expect(page.read).toBeLessThanOrEqual(150);
    if (page.labels.includes(label)) return pages;
    if (!page.next) break;
    next = page.next;
  }
  throw new Error(`${label} was not found`);
}

test("the newest stand first, page by page and back, in two trips and few rows", async () => {
  const first = await list(admin, "?size=100");
  expect(first.labels).toHaveLength(100);
  expect([first.trips, first.read]).toEqual([2, expect.toSatisfy((n) => n <= 150)]);
  const second = await list(admin, `?size=100&after=${first.next}`);
  expect(second.html).toContain("101-200");
  const before = /before=([\w~%-]+)/.exec(second.html)![1]!;
  const back = await list(admin, `?size=100&before=${decodeURIComponent(before)}`);
  expect(back.html).toMatch(/1-100/);
  expect(back.labels).toEqual(first.labels);
});

test("every filter reads few rows, also when what it asks for is rare", async () => {
  const queries = [
    `?person=${userId}`,
    `?asset=${ours.asset}`,
    `?asset=${ours.asset}&person=${userId}`,
    "?action=archive",
    "?kind=store",
    "?q=zebra",
    "?from=2025-03-01&to=2025-03-02",
    "?q=nothing&action=import&kind=team&from=2025-01-01&to=2025-12-31",
    `?entry=${rare}`,
    "?size=100&action=update",
  ];
  for (const who of [admin, user])
    for (const query of queries) {
      const { read, trips } = await list(who, query);
      expect([query, trips, read]).toEqual([
        query,
        expect.toSatisfy((n) => n <= 2),
        expect.toSatisfy((n) => n <= 150),
      ]);
    }
  expect((await list(admin, `?person=${userId}`)).labels).toEqual(["Own"]);
  expect((await list(admin, `?asset=${ours.asset}`)).labels).toEqual(["Our pump"]);
});

test("a rare thing is found by looking further back, and the page says how far it looked", async () => {
  const { html, labels } = await list(admin, "?q=zebra&from=2024-12-31");
  expect(labels).toEqual([]);
  expect(html).toContain("Continue to look further back");
  expect(await lookBack(admin, "?q=zebra&size=100", "Zebra store")).toBeGreaterThan(30);
  const near = await list(admin, "?q=zebra&to=2025-01-02");
  expect(near.labels).toEqual(["Zebra store"]);
  expect(near.html).not.toContain("Continue to look further back");
});

test("days are the company's", async () => {
  // 1 January begins at 18:30 UTC the day before in Kolkata.
  const at = Date.UTC(2024, 11, 31, 18, 30);
  await insert(
    db,
    "activity_log",
    entry(at, { entity_label: "New year" }),
    entry(at - 1, { entity_label: "Old year" }),
  );
  expect((await list(admin, "?from=2025-01-01&to=2025-01-01&q=year")).labels).toEqual(["New year"]);
  expect((await list(admin, "?to=2024-12-31&q=year")).labels).toEqual(["Old year"]);
});

test("others than Admins see what they did and what they may view, in their Locations", async () => {
  const all = await list(user, "?to=2025-01-01");
  expect(all.labels.sort()).toEqual(["Fuse", "Our pump", "Own", "Their pump"]);
  await insert(db, "user_scopes", {
    company_id: company.id,
    id: newId(),
    created_at: 1,
    updated_at: 1,
    user_id: userId,
    department_id: ours.department,
  });
  expect((await list(user, "?to=2025-01-01")).labels.sort()).toEqual(["Fuse", "Our pump", "Own"]);
  expect((await list(user, `?asset=${others.asset}`)).labels).toEqual([]);
  const hidden = await list(user, `?entry=${rare}`);
  expect(hidden.html).not.toContain("Zebra");
});

test("an entry shows each field with its name, what it was, and its seal", async () => {
  const { html } = await list(admin, `?entry=${rare}`);
  const name = (await db
    .prepare("select name from departments where id = ?")
    .bind(ours.department)
    .first<{ name: string }>())!.name;
  expect(html).toContain("Archived store");
  expect(html).toContain(name);
  expect(html).toContain("not yet sealed");
  await minute(w, Date.now() + DAY_MS);
  expect((await list(admin, `?entry=${rare}`)).html).toMatch(
    /sealed, no\. <!-- -->\d+|sealed, no\. \d+/,
  );
});

test("an Admin exports what is filtered; nobody else does, and nobody changes the log", async () => {
  const answer = await admin.page("/activity-logs/export.csv?kind=store");
  const lines = (await answer.text()).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("Zebra store");
  expect((await user.page("/activity-logs/export.csv")).status).toBe(403);
  for (const method of ["POST", "PUT", "DELETE"])
    expect(
      (
        await admin.page("/activity-logs", {
          method,
          body: new URLSearchParams({ intent: "delete", id: rare }),
        })
      ).status,
    ).toBe(405);
  const logged = await db
    .prepare(
      "select count(*) as n from activity_log where company_id = ? and action = 'export.settings'",
    )
    .bind(company.id)
    .first<{ n: number }>();
  expect(logged?.n).toBe(1);
});
