import { getTableName } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { afterAll, expect, test } from "vitest";
import { whyUncounted } from "#drizzle/columns.ts";
import * as control from "#drizzle/control/index.ts";
import { superAdmin } from "#tests/support/client.ts";
import { type Call, calls, isOfStaff, NOBODY, named } from "#tests/support/manifest.ts";
import { snake, tablesOf } from "#tests/support/schema.ts";
import type { Statements } from "#tests/support/statements.ts";
import { openWorld } from "#tests/support/world.ts";
import { listQuery, type Schema } from "#worker/api/shapes.ts";

// A world of its own: what a filter makes the Worker send is what it has not sent before.
const w = await openWorld();
const staff = await superAdmin(w);
afterAll(() => w.server.close());

const sent = async () =>
  ((await (await w.server.fetch("http://localhost/__statements")).json()) as Statements).control;

const ofEveryList = Object.keys(listQuery([""], {}));
const filtersOf = ({ query = {} }: Call) =>
  Object.entries(query).filter(([name]) => !ofEveryList.includes(name)) as [string, Schema][];
const lists = calls.filter(
  (call) =>
    isOfStaff(call) && call.method === "GET" && !call.params.length && filtersOf(call).length > 0,
);
const exampleOf = ({ enum: words, default: usual, format }: Schema): string =>
  String(
    (words as string[] | undefined)?.find((word) => word !== usual) ??
      (format === "date" ? "2026-01-15" : NOBODY),
  );

/** The few of which there are never many. */
const few = new Set([
  ...["machine_types", "plans", "plan_versions", "roles", "shards", "staff", "coupons"],
  ...["faqs", "sliders", "testimonials", "catalogue_versions", "pm_checklists"],
]);
/** Filters for which the newest rows are looked through, so many at most, as the page says. */
const lookedThrough = new Set([
  ...["action", "kind"].map((filter) => `/api/super-admin/activity-logs ${filter}`),
  "/api/super-admin/login-logs result",
]);

type Step = { detail: string };
/** The tables that a statement walks, whether in the order of an index or not. */
async function walked(sql: string): Promise<string[]> {
  const numbered = Math.max(
    0,
    ...[...sql.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number)),
  );
  const holes = sql.replace(/'(?:[^']|'')*'/g, "''").split(/\?(?!\d)/).length - 1 + numbered;
  const { results } = await w.env.CONTROL_DB.prepare(`explain query plan ${sql}`)
    .bind(...Array.from({ length: holes }, () => "1"))
    .all<Step>();
  return results.flatMap(({ detail }) => {
    const [, table = ""] = /^SCAN (\w+)/.exec(detail) ?? [];
    return tables.has(table) && !few.has(table) ? [`${detail}\n    in ${sql}`] : [];
  });
}
const tables = new Set(tablesOf(control).map(getTableName));

test.each(named(lists))(
  "%s finds what each of its filters asks for by an index",
  async (_, call) => {
    const orders =
      ((call.query as Record<string, Schema>).sort?.enum as string[] | undefined) ?? [];
    const wrong: string[] = [];
    for (const sort of orders.flatMap((order) => [`sort=${order}`, `sort=${order}&dir=desc`])) {
      await staff.api(`${call.path}?${sort}`);
      for (const [filter, shape] of filtersOf(call)) {
        if (lookedThrough.has(`${call.path} ${filter}`)) continue;
        const before = new Set(await sent());
        const answer = await staff.api(`${call.path}?${sort}&${filter}=${exampleOf(shape)}`);
        expect([200, 403, 404], `${filter}`).toContain(answer.status);
        for (const sql of await sent())
          if (!before.has(sql) && /^\s*(select|with)\b/i.test(sql))
            wrong.push(...(await walked(sql)).map((step) => `${sort}, ${filter}: ${step}`));
      }
    }
    expect(wrong).toEqual([]);
  },
);

test("every foreign key of the platform has an index, but those of a part of what they point at", () => {
  const missing = tablesOf(control).flatMap((table) => {
    const { columns, foreignKeys, indexes, primaryKeys } = getTableConfig(table);
    const first = new Set([
      ...columns.filter(({ primary }) => primary).map(({ name }) => name),
      ...primaryKeys.map((key) => key.columns[0]!.name),
      ...indexes.map(({ config }) => (config.columns[0] as { name?: string }).name),
    ]);
    return foreignKeys
      .map((key) => key.reference().columns[0]!)
      .filter((column) => !first.has(column.name) && whyUncounted(column) === undefined)
      .map(({ name }) => `${getTableName(table)}.${snake(name)}`);
  });
  expect(missing).toEqual([]);
});
