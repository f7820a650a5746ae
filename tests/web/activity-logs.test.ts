import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, d1Of, signedIn, upTo } from "#tests/support/client.ts";
import { minute } from "#tests/support/clock.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { colleague } from "#tests/support/person.ts";
import { bench } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, insert, world } from "#tests/support/world.ts";

const DAY_MS = 86_400_000;
const START = Date.UTC(2025, 0, 1);

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

const w = await world();
const company = await addCompany(w.env, "logged", 2, 1);
const shard = rowsOf(w, company);
const ours = await bench(w, company, []);
const others = await bench(w, company, []);
const user = await colleague(w, company, "view-asset", "view-stock");
const admin = await signedIn(w, company, "admin");
// A year of a busy house: one row every two hours, one of each rare thing at its beginning.
const rows = Array.from({ length: 4_000 }, (_, n) => entry(START + n * 7_200_000));
await shard.addUnstamped("activity_log", ...rows);
const rare = newId(START + 1000);
const ofAsset = { action: "update.asset", entity_kind: "asset" };
const change = JSON.stringify([{ field: "departmentId", from: null, to: ours.department }]);
await insert(
  shard.db,
  "activity_log",
  entry(START + 1000, {
    id: rare,
    action: "archive.store",
    entity_kind: "store",
    entity_label: "Zebra store",
    changes: change,
  }),
  entry(START + 2000, { ...ofAsset, asset_id: ours.asset, entity_label: "Our pump" }),
  entry(START + 3000, { ...ofAsset, asset_id: others.asset, entity_label: "Their pump" }),
  entry(START + 4000, {
    action: "issue.stock_item",
    entity_kind: "stock_item",
    entity_label: "Fuse",
  }),
  entry(START + 5000, {
    action: "update.settings",
    entity_kind: "settings",
    actor_id: user.id,
    entity_label: "Own",
  }),
);

async function list(who: Client, query = "") {
  const answer = await who.page(`/activity-logs${query}`);
  const html = await expectAnswer(answer, 200);
  const next = /[?&](?:amp;)?after=([\w~%-]+)/.exec(html)?.[1];
  return {
    html,
    labels: [...html.matchAll(/entry=([\w-]+)[^>]*>([^<]*)</g)].map(([, , label]) => label!),
    next: next && decodeURIComponent(next),
    ...d1Of(answer),
  };
}
/** Follows the pages until a label is there. @returns the number of pages before it */
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
  expect([first.trips, first.read]).toEqual([upTo(2), expect.toSatisfy((n) => n <= 150)]);
  const second = await list(admin, `?size=100&after=${first.next}`);
  expect(second.html).toContain("101-200");
  const before = /before=([\w~%-]+)/.exec(second.html)![1]!;
  const back = await list(admin, `?size=100&before=${decodeURIComponent(before)}`);
  expect(back.html).toMatch(/1-100/);
  expect(back.labels).toEqual(first.labels);
});

test("every filter reads few rows, also when what it asks for is rare", async () => {
  const queries = [
    `?person=${user.id}`,
    `?asset=${ours.asset}`,
    `?asset=${ours.asset}&person=${user.id}`,
    "?action=archive",
    "?kind=store",
    "?q=zebra",
    "?from=2025-03-01&to=2025-03-02",
    "?q=nothing&action=import&kind=team&from=2025-01-01&to=2025-12-31",
    `?entry=${rare}`,
    "?size=100&action=update",
  ];
  for (const who of [admin, user.client])
    for (const query of queries) {
      const { read, trips } = await list(who, query);
      expect(trips, query).toBeLessThanOrEqual(2);
      expect(read, query).toBeLessThanOrEqual(150);
    }
  expect((await list(admin, `?person=${user.id}`)).labels).toEqual(["Own"]);
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
    shard.db,
    "activity_log",
    entry(at, { entity_label: "New year" }),
    entry(at - 1, { entity_label: "Old year" }),
  );
  expect((await list(admin, "?from=2025-01-01&to=2025-01-01&q=year")).labels).toEqual(["New year"]);
  expect((await list(admin, "?to=2024-12-31&q=year")).labels).toEqual(["Old year"]);
});

test("others than Admins see what they did and what they may view, in their Locations", async () => {
  const all = await list(user.client, "?to=2025-01-01");
  expect(all.labels.sort()).toEqual(["Fuse", "Our pump", "Own", "Their pump"]);
  await shard.add("user_scopes", { user_id: user.id, department_id: ours.department });
  expect((await list(user.client, "?to=2025-01-01")).labels.sort()).toEqual([
    "Fuse",
    "Our pump",
    "Own",
  ]);
  expect((await list(user.client, `?asset=${others.asset}`)).labels).toEqual([]);
  const hidden = await list(user.client, `?entry=${rare}`);
  expect(hidden.html).not.toContain("Zebra");
});

test("an entry shows each field with its name, what it was, and its seal", async () => {
  const { html } = await list(admin, `?entry=${rare}`);
  const { name } = await shard.get<{ name: string }>("departments", ours.department);
  for (const text of ["Archived store", name, "not yet sealed"]) expect(html).toContain(text);
  await minute(w, Date.now() + DAY_MS);
  expect((await list(admin, `?entry=${rare}`)).html).toMatch(/sealed, no\. \d+/);
});

test("an Admin exports what is filtered, and nobody else does", async () => {
  const lines = (await admin.text("/activity-logs/export.csv?kind=store")).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("Zebra store");
  expect((await user.client.page("/activity-logs/export.csv")).status).toBe(403);
  expect(await shard.count("activity_log", "action = 'export.settings'")).toBe(1);
});
