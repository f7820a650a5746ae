import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { searchRowId } from "#drizzle/search.ts";
import { breakdowns } from "#drizzle/tenant/index.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";
import { CompanyDb } from "#worker/db/company-db.ts";
import { companyWord } from "#worker/db/guard.ts";
import { bump } from "#worker/domain/entity/counters.ts";
import { type Documents, listDocuments } from "#worker/domain/lists/documents.ts";
import { everyDocument } from "#worker/domain/lists/every-document.ts";
import type { Session } from "#worker/session.ts";
import { openForJob } from "#worker/tenancy/shard-door.ts";

const OPEN = 60;
const COUNT = 2_600;
const states = ["new", "assigned", "on_hold", "closed"] as const;

let w: World;
let company: Company;
let departments: [string, string];
type Call = {
  id: string;
  status: string;
  priority: string;
  department_id: string;
  clock_by: number;
};
let calls: Call[];

/** A number that looks random and is the same each time. */
const chance = (n: number, salt: number) => (Math.imul(n * 31 + salt, 2_654_435_761) >>> 8) % 1000;

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "documents", 2, 0);
  const shard = rowsOf(w, company);
  const one = await mastersFor(w, company, "Documents");
  const other = await mastersFor(w, company, "Elsewhere");
  departments = [one.departmentId, other.departmentId];
  const device = async (department_id: string, code: string) =>
    shard.add("assets", {
      ...{ name: "Pump", category_id: one.categoryId, department_id },
      ...{ asset_code: code, qr_token: newId() },
    });
  const devices = [await device(departments[0], "D-1"), await device(departments[1], "D-2")];
  calls = Array.from({ length: COUNT }, (_, n) => {
    const place = chance(n, 5) < 300 ? 1 : 0;
    return {
      ...{ id: newId(), number: `SC-${String(n).padStart(5, "0")}`, asset_id: devices[place]! },
      ...{ department_id: departments[place]!, source: "web", reported_by_name: "Asha" },
      ...{ reported_at: 1_000_000 + n, problem: chance(n, 9) < 20 ? "Battery" : "Alarm" },
      priority: ["critical", "high", "medium", "low"][chance(n, 2) % 4]!,
      status: n < COUNT - OPEN ? "closed" : states[chance(n, 3) % 3]!,
      clock_by: 5_000_000 + chance(n, 7) * 1_000 + n,
    };
  });
  await shard.add("breakdowns", ...calls);
  const words = calls.map(({ id, ...call }) => ({
    ...{ rowid: Number(searchRowId(id)), company: companyWord(company.id), kind: "breakdown" },
    ...{ words: (call as unknown as { problem: string }).problem, record_id: id },
  }));
  for (const { rowid: _, ...row } of words)
    await w.env.TENANT_DB_0.prepare(
      "insert into search_index (rowid, company, kind, words, record_id) values (cast(? as integer), ?, ?, ?, ?)",
    )
      .bind(searchRowId(row.record_id), row.company, row.kind, row.words, row.record_id)
      .run();
  const db = openForJob(w.env.TENANT_DB_0, company.id);
  await db.commit({
    writes: [bump(db, "calls.open", OPEN), bump(db, "calls.total", COUNT)],
    activity: [],
    answer: { status: 200, message: "", data: null },
  });
}, 120_000);

const openStates = sql.raw("status in ('new','acknowledged','assigned','in_progress','on_hold')");
const isOpen = ["new", "assigned", "on_hold"].map((status) =>
  eq(breakdowns.status, status as "new"),
);
const list: Documents = {
  table: breakdowns,
  permission: "view-breakdown",
  title: breakdowns.number,
  search: "breakdown",
  columns: { number: breakdowns.number, status: breakdowns.status },
  tabs: {
    open: { label: "Open", each: () => isOpen, counters: () => ["calls.open"], sort: "clock" },
    all: { label: "All", counters: () => ["calls.total"] },
  },
  filters: { priority: (value) => eq(breakdowns.priority, value as "low") },
  sorts: {
    clock: { column: breakdowns.clockBy, each: { open: [openStates] } },
    priority: { column: breakdowns.priority },
  },
  sums: () => ({ low: sql`${breakdowns.priority} = 'low'` }),
};

let read = 0;
/** Somebody of the company; limited to the second Location when `isLimited`. */
const person = (isLimited: boolean): Session => {
  const metered = new Proxy(w.env.TENANT_DB_0, {
    get: (d1, key) => {
      if (key !== "batch") {
        const value = Reflect.get(d1, key);
        return typeof value === "function" ? value.bind(d1) : value;
      }
      return async (statements: D1PreparedStatement[]) => {
        const results = await d1.batch(statements);
        read += results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
        return results;
      };
    },
  });
  const stamp = openForJob(metered, company.id).stamp;
  const scope = isLimited ? { departments: [departments[1]], userId: "u" } : null;
  const db = new CompanyDb(metered, company.id, stamp, scope);
  return { authorize: () => db, company: { timeZone: "UTC" } } as unknown as Session;
};

async function pages(session: Session, search: string) {
  const ids: string[] = [];
  const first = await listDocuments(session, list, new URLSearchParams(search));
  let here = first;
  for (let n = 0; n < 200; n++) {
    ids.push(...here.rows.map(({ id }) => id));
    if (here.page.next === null) break;
    const params = new URLSearchParams(search);
    params.set("after", here.page.next);
    here = await listDocuments(session, list, params);
  }
  return { first, ids };
}

const newest = (some: Call[]) =>
  some
    .map(({ id }) => id)
    .toSorted()
    .reverse();
const matching = (tab: string, priority: string, isLimited: boolean) =>
  calls.filter(
    (call) =>
      (tab === "all" || call.status !== "closed") &&
      (!priority || call.priority === priority) &&
      (!isLimited || call.department_id === departments[1]),
  );

describe("a list of documents", () => {
  test("pages through all that match, in every tab, filter and order, once each", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("open", "all"),
        fc.constantFrom("", "low", "critical"),
        fc.constantFrom("", "newest", "clock", "priority"),
        fc.constantFrom("50", "100"),
        fc.boolean(),
        async (tab, priority, sort, size, isLimited) => {
          const search = new URLSearchParams({ tab, priority, sort, size }).toString();
          const { first, ids } = await pages(person(isLimited), search);
          const expected = matching(tab, priority, isLimited);
          const { sort: order } = first.query;
          if (order === "newest") expect(ids).toEqual(newest(expected));
          if (order === "clock")
            expect(ids).toEqual(
              expected.toSorted((a, b) => a.clock_by - b.clock_by).map(({ id }) => id),
            );
          expect(ids.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
          if (first.page.total !== null && !first.page.capped)
            expect(first.page.total).toBe(expected.length);
          if (first.sums)
            expect(first.sums).toEqual({
              low: expected.filter((call) => call.priority === "low").length,
            });
        },
      ),
      { numRuns: 24 },
    );
  }, 120_000);

  test("reads little for a page, and goes back as it came", async () => {
    for (const [search, most] of [
      ["", 150],
      ["tab=open&sort=newest", 150],
      ["tab=all", 150],
      ["tab=all&priority=low", 5_000],
      ["tab=all&sort=priority", 5_000],
      ["tab=all&q=battery", 5_000],
    ] as const) {
      read = 0;
      const session = person(false);
      const first = await listDocuments(session, list, new URLSearchParams(search));
      expect(read, search).toBeLessThanOrEqual(most);
      if (!first.page.next) continue;
      const params = new URLSearchParams(search);
      params.set("after", first.page.next);
      const second = await listDocuments(session, list, params);
      const back = new URLSearchParams(search);
      if (second.page.previous!.startsWith("s")) back.set("after", second.page.previous!);
      else back.set("before", second.page.previous!);
      const again = await listDocuments(session, list, back);
      expect(again.rows, search).toEqual(first.rows);
    }
    read = 0;
    await listDocuments(person(true), list, new URLSearchParams("tab=all"));
    expect(read).toBeLessThanOrEqual(1_000);
  });

  test("tells what each tab holds, but not a person who sees only some of it", async () => {
    const { tabs } = await listDocuments(person(false), list, new URLSearchParams());
    expect(tabs).toEqual([
      { key: "open", label: "Open", count: OPEN },
      { key: "all", label: "All", count: COUNT },
    ]);
    const limited = await listDocuments(person(true), list, new URLSearchParams());
    expect(limited.tabs.map(({ count }) => count)).toEqual([null, null]);
  });

  test("finds by words, in the tab alone", async () => {
    const found = calls.filter(
      (call) => (call as unknown as { problem: string }).problem === "Battery",
    );
    const { ids } = await pages(person(false), "tab=all&q=batt&size=100");
    expect(ids).toEqual(newest(found));
    const { ids: open } = await pages(person(false), "q=battery");
    expect(open).toEqual(newest(found.filter(({ status }) => status !== "closed")));
    expect((await pages(person(false), "tab=all&q=bettery&size=100")).ids.length).toBeGreaterThan(
      0,
    );
  });

  test("hands all that match to a file", async () => {
    const session = person(false);
    const db = session.authorize("view-breakdown") as CompanyDb;
    const asker = { session, db, today: "2026-01-01", now: 0 };
    const ids: string[] = [];
    for await (const rows of everyDocument(
      list,
      asker,
      new URLSearchParams("tab=all&priority=low"),
    ))
      ids.push(...rows.map(({ id }) => id));
    expect(ids).toEqual(newest(matching("all", "low", false)));
  });
});
