import { assert, asyncProperty, constantFrom, integer } from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { keyIn } from "#tests/support/keys.ts";
import { bench, reportForm } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

type Told = { id: string; version?: number; deleted_at: string | null };
type Page = { data: Told[]; next: string | null; since: string };

const MINUTE = 60_000;
/** The longest that a command may take from its beginning to its commit. */
const LATEST = 2 * MINUTE - 1_000;

let w: World;
let company: Company;
let rows: Rows;
let client: Client;
let hospital: Awaited<ReturnType<typeof bench>>;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "rowan", 2, 0);
  rows = rowsOf(w, company);
  ({ client } = await keyIn(w, company));
  hospital = await bench(w, company, [{ quantity: 1 }]);
});

/** Keys use up their minute; these tests ask more often. */
const freshMinute = () => rows.run("delete from api_uses where company_id = ?1");

async function pageOf(list: string, since: string, after: string | null, by = client) {
  await freshMinute();
  const query = new URLSearchParams({ updated_since: since, size: "25" });
  if (after) query.set("after", after);
  const answer = await by.api(`/api/${list}?${query}`);
  return { ...((await answer.json()) as Page), ...d1Of(answer) };
}

/** Reads all pages since an instant into a copy, and lets others work between them. */
async function copied(
  list: string,
  since: number,
  copy: Map<string, Told>,
  between = async () => {},
) {
  for (let after: string | null = null; ; ) {
    const { data, next } = await pageOf(list, new Date(since).toISOString(), after);
    for (const row of data) copy.set(row.id, row);
    if (next === null) return;
    after = next;
    await between();
  }
}

let serial = 0;
/** Each run has a day of its own. */
let days = 0;
/** Rows of each table that is copied, as they are made. */
const fresh: Record<string, () => Record<string, unknown>> = {
  vendors: () => ({ name: `Vendor ${++serial}`, is_supplier: 1, phone: "1" }),
  service_reports: () => ({
    ...{ asset_id: hospital.asset, service_ticket: `PM-${++serial}`, service_on: "2026-01-15" },
    done_by: "R. Krishnan",
  }),
  stock_items: () => ({ store_id: hospital.store, name: `Spare ${++serial}` }),
  stock_movements: () => ({
    ...{ stock_item_id: hospital.items[0], kind: "receipt", qty: 1, unit_cost_minor: 1 },
    ...{ balance_after: 1, seq: ++serial + 1, actor_name: "R. Krishnan" },
  }),
};
const lists = {
  vendors: "vendors",
  "service-reports": "service_reports",
  stocks: "stock_items",
  "stock-movements": "stock_movements",
} as const;

/** A hospital whose clock the test sets: commands begin now and are committed later, in any order. */
function workday(table: string, random: (below: number) => number) {
  const isLedger = table === "stock_movements";
  const ids: string[] = [];
  let waiting: { at: number; run: () => Promise<unknown> }[] = [];
  const day = {
    now: Date.parse("2001-03-02T08:00:00Z") + ++days * 86_400_000,
    make() {
      const { now } = day;
      const id = newId(now + random(3));
      const stamps = isLedger ? { at: now } : { created_at: now, updated_at: now + random(2) };
      waiting.push({
        at: now + random(LATEST),
        run: async () => {
          await rows.addUnstamped(table, { id, ...stamps, ...fresh[table]!() });
          ids.push(id);
        },
      });
    },
    change() {
      const id = ids[random(ids.length)];
      if (!id || isLedger) return;
      const { now } = day;
      waiting.push({
        at: now + random(LATEST),
        run: () =>
          rows.run(
            `update ${table} set version = version + 1, updated_at = max(updated_at, cast(?3 as integer)) where company_id = ?1 and id = ?2`,
            id,
            now,
          ),
      });
    },
    async passes(ms: number) {
      day.now += ms;
      const due = waiting.filter(({ at }) => at <= day.now);
      waiting = waiting.filter(({ at }) => at > day.now);
      for (const { run } of due) await run();
    },
    async works() {
      for (let n = random(6); n > 0; n--) random(3) ? day.make() : day.change();
      await day.passes(random(40_000));
    },
  };
  return day;
}

/** Numbers that follow from a seed. */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return below && Math.floor((state / 2 ** 32) * below);
  };
}

const versions = (all: Iterable<Told>) =>
  Object.fromEntries([...all].map(({ id, version }) => [id, version ?? 1]));

test.each(Object.entries(lists))(
  "a copy of %s misses no change, whoever writes between its pages and however late it is committed",
  async (list, table) => {
    const held = table === "stock_movements" ? "1" : "version";
    await assert(
      asyncProperty(integer({ min: 1 }), constantFrom(0, 40, 70), async (seed, before) => {
        const random = numbersFrom(seed);
        const day = workday(table, random);
        const began = day.now;
        for (let n = 0; n < before; n++) day.make();
        await day.passes(LATEST);
        const copy = new Map<string, Told>();
        let since = began;
        for (let syncs = 0; syncs < 4; syncs++) {
          const next = day.now - 2 * MINUTE;
          await copied(list, since, copy, day.works);
          since = next;
          for (let n = random(4); n > 0; n--) await day.works();
        }
        await day.passes(LATEST);
        await copied(list, since, copy);
        const there = await rows.all<Told>(
          `select id, ${held} as version from ${table} where company_id = ?1 and id >= ?2`,
          newId(began).slice(0, 13),
        );
        expect(
          versions([...copy.values()].filter(({ id }) => id >= newId(began).slice(0, 13))),
        ).toEqual(versions(there));
      }),
      { numRuns: 20 },
    );
  },
  120_000,
);

/** All rows of a list, and how many pages that took. */
async function all(list: string, since: string, by = client) {
  const told: Told[] = [];
  for (let pages = 1, after: string | null = null; ; pages++) {
    const { data, next, read } = await pageOf(list, since, after, by);
    told.push(...data);
    expect(read).toBeLessThan(4_200);
    if (next === null) return { told, pages };
    after = next;
  }
}

test("the next reading begins two minutes before this one began, however long its pages took", async () => {
  const began = Date.parse("2026-03-02T08:00:00Z");
  const after = btoa(JSON.stringify([began - 3_600_000, newId(began), began]));
  for (const list of Object.keys(lists))
    expect((await pageOf(list, "2026-01-01T00:00:00Z", after)).since, list).toBe(
      "2026-03-02T07:58:00.000Z",
    );
  const { data, next } = await pageOf("vendors", "2001-01-01T00:00:00Z", null);
  expect(data).toHaveLength(25);
  const [, , first] = JSON.parse(atob(next!)) as number[];
  const { next: later } = await pageOf("vendors", "2001-01-01T00:00:00Z", next);
  expect(JSON.parse(atob(later!))).toEqual([expect.any(Number), expect.any(String), first]);
});

test("a report is told when it is made, changed and cancelled, and its movements name it", async () => {
  const admin = await signedIn(w, company, "admin");
  const b = await bench(w, company, [{ quantity: 5 }]);
  const since = new Date().toISOString();
  const parts = [{ id: b.items[0]!, qty: 2, cost: "12.50" }];
  const made = (await (
    await admin.api(`/api/service-report/create/${b.asset}`, {
      method: "POST",
      body: reportForm({ service_ticket: "PM-260302091500" }, parts),
    })
  ).json()) as { data: { id: string } };
  const { id } = made.data;
  const ofReport = async () => (await all("service-reports", since)).told;
  expect(await ofReport()).toEqual([
    expect.objectContaining({ id, version: 1, asset_id: b.asset, deleted_at: null }),
  ]);
  expect((await ofReport())[0]).not.toHaveProperty("done_by_signature");
  const moved = async () => (await all("stock-movements", since)).told;
  expect(await moved()).toEqual([
    expect.objectContaining({ report_id: id, stock_item_id: b.items[0], qty: 2, balance_after: 3 }),
  ]);
  const items = (await all("stocks", since)).told;
  expect(items).toEqual([expect.objectContaining({ id: b.items[0], quantity: 3 })]);
  await rows.set("service_reports", id, { created_at: 1 });
  const cancelling = `/api/service-report/cancel/${id}`;
  const answer = await admin.call("POST", cancelling, { reason: "Wrong device", version: 1 });
  expect(answer).toMatchObject({ status: 200 });
  expect((await ofReport()).at(-1)).toMatchObject({ version: 2, cancel_reason: "Wrong device" });
  expect(await moved()).toHaveLength(2);
});

test("a report that is made enters no index of changes", async () => {
  const held = () => rows.count("service_reports", "updated_at > created_at");
  const before = await held();
  const b = await bench(w, company, []);
  const engineer = await signedIn(w, company, "engineer");
  const { status } = await engineer.api(`/api/service-report/create/${b.asset}`, {
    method: "POST",
    body: reportForm({ service_ticket: "PM-260302101500" }),
  });
  expect([status, await held()]).toEqual([201, before]);
});

test("who sees some Locations copies what is there, past any number of reports elsewhere", async () => {
  const other = await bench(w, company, []);
  const mine = await bench(w, company, []);
  const { client: limited } = await keyIn(w, company, { departments: [mine.department] });
  const at = Date.parse("2025-01-01T00:00:00Z");
  const made = (n: number, asset: string, later = 0) => ({
    ...fresh.service_reports!(),
    ...{ asset_id: asset, id: newId(at + n), created_at: at + n, updated_at: at + n + later },
  });
  const own = [made(0, mine.asset), made(2_500, mine.asset), made(3, mine.asset, 2_497)];
  await rows.addUnstamped(
    "service_reports",
    ...own,
    ...Array.from({ length: 2_200 }, (_, n) => made(n + 1, other.asset, n % 3 ? 0 : 5_000)),
  );
  const { told, pages } = await all("service-reports", "2024-12-31T00:00:00Z", limited);
  expect(new Set(told.map(({ id }) => id))).toEqual(new Set(own.map(({ id }) => id)));
  expect(pages).toBeGreaterThan(2);
});

test("a store of any size is looked at in parts, and only what was changed is told", async () => {
  const at = Date.parse("2025-02-01T00:00:00Z");
  const items = Array.from({ length: 2_100 }, (_, n) => ({
    ...fresh.stock_items!(),
    ...{ id: newId(at + n), created_at: at + n, updated_at: at + n },
  }));
  await rows.addUnstamped("stock_items", ...items);
  const since = new Date(Date.now() - 60_000).toISOString();
  const [first, last] = [items[0]!.id, items.at(-1)!.id];
  for (const id of [first, last])
    await client.call("POST", `/api/stocks/${id}/receive`, { qty: 1, unit_cost: "1.00" });
  const { told, pages } = await all("stocks", since);
  const old = told.filter(({ id }) => items.some((item) => item.id === id));
  expect(old.map(({ id }) => id)).toEqual([first, last]);
  expect(pages).toBeGreaterThan(2);
});
