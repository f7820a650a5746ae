import { getTableColumns, getTableName } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { departmentWord } from "#drizzle/search.ts";
import { formDataOf, formsOf, formTarget } from "#tests/support/bodies.ts";
import {
  bodyOfCall,
  idFor,
  idsIn,
  sendCall,
  targetOf,
  withValue,
} from "#tests/support/call-bodies.ts";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { difference, each, said } from "#tests/support/compare.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import {
  at,
  companyCalls,
  companyPages,
  dataOf,
  NOBODY,
  named,
  type Page,
} from "#tests/support/manifest.ts";
import { colleague } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { snake } from "#tests/support/schema.ts";
import { fill, kept } from "#tests/support/twins.ts";
import { addCompany, insert, world } from "#tests/support/world.ts";
import { companyWord } from "#worker/db/guard.ts";
import { isLimited, limitedTables } from "#worker/db/scope.ts";
import { documentLists } from "#worker/domain/index.ts";
import { vocabulary } from "#worker/permissions.ts";

/** A person limited to a Location with one device, in a company whose other device has one row of everything about it. */
const HIDDEN = "Zyxwv";
const mine = "Quietly own";

/** The tables with a row about the hidden device. */
const secret = () =>
  limitedTables.filter((table) => table !== "counters" && !table.startsWith("import_"));
const idOf = (table: string) => String(t.rows[table]!.id);

const w = await world();
const t = await fill(w, await addCompany(w.env, "dogwood", 2, 1));
const { db, company, rows } = t;
/** Tables whose rows nobody may change. */
const triggers = await db
  .prepare("select tbl_name from sqlite_master where type = 'trigger' and name like '%_no_update'")
  .all<{ tbl_name: string }>();
const appendOnly = new Set(triggers.results.map(({ tbl_name }) => tbl_name));
const shard = rowsOf(w, company);
for (const table of kept) {
  const name = getTableName(table);
  if (!secret().includes(name) || appendOnly.has(name)) continue;
  const texts = Object.entries(getTableColumns(table)).filter(
    ([key, column]) =>
      String(rows[name]![snake(key)]).startsWith("Twin") && !column.enumValues?.length,
  );
  const hidden = texts.map(([key]) => [snake(key), `${HIDDEN} ${snake(key)}`]);
  if (hidden.length) await shard.set(name, idOf(name), Object.fromEntries(hidden));
}
const inSearch = companyWord(company.id);
await db
  .prepare("update search_index set words = ? where company = ?")
  .bind(`${HIDDEN} name`, inSearch)
  .run();
const own = { department: "dogwood-own-place", asset: "dogwood-own-asset" };
await shard.add("departments", { id: own.department, name: "Own place" });
await shard.add("assets", {
  ...rows.assets!,
  ...{ id: own.asset, asset_code: "OWN-1", qr_token: "own", name: mine, serial_no: null },
  department_id: own.department,
});
await shard.add("asset_details", { ...rows.asset_details!, id: own.asset });
const kind = `asset ${departmentWord(own.department)}`;
await insert(db, "search_index", {
  ...{ company: inSearch, kind, words: `${mine} twin`, record_id: own.asset },
});
const anybody = {
  session: { actor: { userId: NOBODY }, company: { settings: {} }, can: () => true },
} as never;
/** What is counted of hidden devices and of the documents about them. */
const counted = [
  ...["assets.total", `assets.category:${idOf("categories")}`],
  `assets.department:${idOf("departments")}`,
  ...Object.values(documentLists).flatMap(({ table, tabs }) =>
    isLimited(table)
      ? Object.values(tabs).flatMap(({ counters }) => counters?.(anybody) ?? [])
      : [],
  ),
  `contracts.assets:${idOf("contracts")}`,
];
await shard.addUnstamped(
  "counters",
  ...[...new Set(counted)].map((id) => ({ id: id.replace(/^-/, ""), value: 47110815 })),
  { id: `assets.department:${own.department}`, value: 1 },
);
await shard.set("recalls", idOf("recalls"), { open_count: 47110815, device_count: 47110815 });
const { id: person, client: limited } = await colleague(w, company, ...vocabulary.keys());
await shard.add("user_scopes", { user_id: person, department_id: own.department });
const admin = await signedIn(w, company, "admin");

test("every table that points to an asset, or to what is about one, is limited", () => {
  /** These point at limited rows but stay visible: people, places, and ledgers that must add up. */
  const open = new Set([
    "users",
    "company_profiles",
    "departments",
    "stock_items",
    "stock_movements",
    "stock_batch_moves",
    "import_jobs",
    // What they show of files is the laboratory's, which is about no asset.
    ...["calibrator_certificates", "calibrator_events", "consumers", "contract_reviews"],
    "signatures",
  ]);
  const pointing = kept.filter((table) =>
    getTableConfig(table).foreignKeys.some((key) => {
      const target = key.reference().foreignTable;
      return isLimited(target as typeof table) && getTableName(target) !== "import_jobs";
    }),
  );
  expect(
    pointing.map(getTableName).filter((name) => !limitedTables.includes(name) && !open.has(name)),
  ).toEqual([]);
});

const EVERY = 4;
/** Whose hidden ids are sent where something of a table is expected: its own, and every fourth other's, in turn. All where nobody says what is expected. */
const sentFor = (nth: number, expected: string | undefined) =>
  expected === undefined
    ? secret()
    : secret().filter((table, at) => table === expected || at % EVERY === nth % EVERY);

/** Where hidden ids answer differently from an id that no row has. */
async function told(
  tables: readonly string[],
  ask: (id: string) => Promise<Response>,
): Promise<string[]> {
  const expected = await said(await ask(NOBODY), NOBODY);
  expect(expected.status).toBeLessThan(500);
  const found = await each(tables, async (table) => {
    const id = idOf(table);
    const apart = difference(await said(await ask(id), id), expected);
    return apart ? [`${table}: ${apart}`] : [];
  });
  return found.flat();
}

describe("an id out of scope is one nobody has", () => {
  test.each(named(companyPages.filter(({ params }) => params.length)))("%s", async (_, page) => {
    const tables = sentFor(companyPages.indexOf(page), formTarget[page.path]);
    expect(await told(tables, (id) => limited.page(dataOf(page, at(page.path, id))))).toEqual([]);
  });

  test.each(named(companyPages.filter(({ hasAction, params }) => hasAction && params.length)))(
    "%s, its forms",
    async (_, page) => {
      for (const [nth] of formsOf(page, t.rows).entries())
        expect(
          await told(sentFor(nth, formTarget[page.path]), (id) =>
            limited.page(at(page.path, id), {
              method: "POST",
              body: formDataOf(formsOf(page, t.rows)[nth]!),
            }),
          ),
        ).toEqual([]);
    },
  );

  test.each(named(companyCalls.filter(({ params }) => params.length)))("%s", async (_, call) => {
    const tables = sentFor(companyCalls.indexOf(call), call.of && targetOf(call));
    const send = (id: string) => sendCall(limited, call, id, bodyOfCall(call, t.rows));
    expect(await told(tables, send)).toEqual([]);
  });

  test.each(named(companyCalls.filter(({ method }) => method === "POST" || method === "PUT")))(
    "%s, in its body",
    async (_, call) => {
      const isOfAsset = !call.of || targetOf(call) === "assets";
      const target = isOfAsset ? own.asset : idFor(call, t.rows);
      const body = bodyOfCall(call, t.rows)!;
      for (const { place, row } of idsIn(call, body, t.rows))
        if (secret().includes(row))
          expect(
            await told(sentFor(companyCalls.indexOf(call), row), (id) =>
              sendCall(limited, call, target, withValue(body, place, id)),
            ),
          ).toEqual([]);
    },
  );
});

test("nothing of it is in any page, list, search, choice, file or export", async () => {
  const queries = [
    "",
    `?q=${HIDDEN}`,
    "?q=twin",
    "?state=all&size=100&dir=desc",
    `?department=${idOf("departments")}`,
    "?condition=working",
    "?asset=x",
  ];
  const addressOf = (id: string) => (page: Page) => dataOf(page, at(page.path, id));
  const screens = [
    ...companyPages.map(addressOf(own.asset)),
    ...companyPages
      .filter(({ path }) => /^\/(stocks|user|team)/.test(path) && path.includes(":"))
      .map(addressOf(idOf("stock_items"))),
    "/palette?q=Zyxwv",
    "/palette?q=PM-2601",
  ];
  const gets = companyCalls
    .filter(({ method }) => method === "GET")
    .map(({ path }) => at(path, own.asset));
  const asked = [
    ...screens.map((path) => ["page", path] as const),
    ...gets.map((path) => ["api", path] as const),
  ].flatMap(([door, path]) =>
    queries.map((query) => ({ door, url: path.includes("?") ? path : `${path}${query}` })),
  );
  const ids = new Set(secret().map(idOf));
  const leaksOf = async (client: Client) =>
    (
      await each(asked, async ({ door, url }) => {
        const text = await (await client[door](url)).text();
        const about = decodeURIComponent(url);
        const shown = text
          .replaceAll(about, "")
          .replaceAll(`q=${HIDDEN}`, "")
          .replace(/"q","?Zyxwv"?/g, "");
        const known = [...ids, "47110815"].find((word) => shown.includes(word));
        const named = known ?? (/Zyxwv [a-z_]/.test(shown) ? HIDDEN : undefined);
        return named ? [`${door} ${url} shows ${named}`] : [];
      })
    ).flat();
  expect(await leaksOf(limited)).toEqual([]);
  // An Admin sees it at the same addresses, or the law would prove nothing.
  expect((await leaksOf(admin)).length).toBeGreaterThan(20);
}, 180_000);

test("what is in scope is there, is counted and is changed", async () => {
  for (const query of ["", "?q=quiet"]) {
    const { data } = await limited.call<{ id: string }[]>("GET", `/api/assets${query}`);
    expect(data.map(({ id }) => id)).toEqual([own.asset]);
  }
  await expectAnswer(limited.page(`/asset/detail/${own.asset}.data`), 200);
  await expectAnswer(limited.page("/dashboard.data"), 200, "dues");
});

test("a device comes into no other Location, and goes to none", async () => {
  const call = companyCalls.find(
    ({ method, path }) => method === "POST" && path === "/api/assets",
  )!;
  const body = bodyOfCall(call, t.rows)!;
  expect(await limited.call("POST", "/api/assets", body.fields)).toMatchObject({
    status: 422,
    errors: { department_id: ["You may only choose one of your own Locations"] },
  });
  const { machine_type_id: _, ...fields } = body.fields;
  const inOwn = { ...fields, department_id: own.department };
  const { status, message } = await limited.call("POST", "/api/assets", inOwn);
  expect(status, message).toBe(201);
});

test("reads stay bounded, however much is out of scope", async () => {
  const far: Record<string, string> = {
    id: "'far-' || value",
    asset_code: "'A' || value",
    qr_token: "'A' || value",
    serial_no: "null",
    next_pm_on: "'2025-01-01'",
  };
  const columns = Object.keys(rows.assets!);
  const values = columns.map((column) => far[column] ?? `assets."${column}"`);
  await shard.run(
    `insert into assets (${columns.join(", ")}) select ${values.join(", ")} from json_each(?2) cross join assets where assets.company_id = ?1 and assets.id = ?3`,
    ...[JSON.stringify(Array.from({ length: 2000 }, (_, nth) => nth)), idOf("assets")],
  );
  // What changed meanwhile makes the next page read anew.
  await limited.page("/profile.data");
  for (const path of [
    "/dashboard.data",
    "/all-assets.data",
    "/all-assets.data?sort=name",
    "/all-assets.data?sort=newest",
    "/all-assets.data?q=twin",
  ]) {
    const answer = await limited.page(path);
    expect(answer.status, path).toBe(200);
    expect(d1Of(answer).read, path).toBeLessThan(400);
  }
});

test("an Admin with a Location of their own is not limited", async () => {
  await shard.set("users", person, { type: "admin" });
  expect((await limited.api(`/api/assets/${idOf("assets")}`)).status).toBe(200);
  await shard.set("users", person, { type: "user" });
});
