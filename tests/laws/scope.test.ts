import { getTableColumns, getTableName } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, test } from "vitest";
import { departmentWord } from "#drizzle/search.ts";
import { formDataOf, formsOf } from "#tests/support/bodies.ts";
import {
  bodyOfCall,
  idFor,
  idsIn,
  sentAs,
  targetOf,
  withValue,
} from "#tests/support/call-bodies.ts";
import { type Client, clientOf, d1Of } from "#tests/support/client.ts";
import { difference, each, said } from "#tests/support/compare.ts";
import { at, companyCalls, companyPages, dataPath, named } from "#tests/support/manifest.ts";
import { newPerson } from "#tests/support/person.ts";
import { fill, kept, type Row, type Twin } from "#tests/support/twins.ts";
import { addCompany, insert, type World, world } from "#tests/support/world.ts";
import { companyWord } from "#worker/db/guard.ts";
import { isLimited, limitedTables } from "#worker/db/scope.ts";
import { vocabulary } from "#worker/permissions.ts";

/** A person limited to a Location with one device, in a company whose other device has one row of everything about it. */
let w: World;
let t: Twin;
let limited: Client;
let admin: Client;
let own: { department: string; asset: string };
let person: string;
const HIDDEN = "Zyxwv";
const mine = "Quietly own";

const appendOnly = new Set(["activity_log", "breakdown_events"]);

/** Rows that are about the hidden device, by table. */
const secret = () =>
  limitedTables.filter((table) => table !== "counters" && !table.startsWith("import_"));
const idOf = (table: string) => String(t.rows[table]!.id);

beforeAll(async () => {
  w = await world();
  t = await fill(w, await addCompany(w.env, "dogwood", 2, 1));
  const { db, company, rows } = t;
  for (const table of kept.filter(
    (each) => secret().includes(getTableName(each)) && !appendOnly.has(getTableName(each)),
  ))
    for (const [key, column] of Object.entries(getTableColumns(table))) {
      const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const value = rows[getTableName(table)]![name];
      if (typeof value !== "string" || !value.startsWith("Twin") || column.enumValues?.length)
        continue;
      await db
        .prepare(`update "${getTableName(table)}" set "${name}" = ? where company_id = ?`)
        .bind(`${HIDDEN} ${name}`, company.id)
        .run();
    }
  await db
    .prepare("update search_index set words = ? where company = ?")
    .bind(`${HIDDEN} name`, companyWord(company.id))
    .run();
  own = { department: "dogwood-own-place", asset: "dogwood-own-asset" };
  const shared = { company_id: company.id, created_at: 1, updated_at: 1 };
  await insert(db, "departments", { ...shared, id: own.department, name: "Own place" });
  const device: Row = {
    ...rows.assets!,
    id: own.asset,
    asset_code: "OWN-1",
    qr_token: "own",
    name: mine,
    serial_no: null,
  };
  await insert(db, "assets", { ...device, department_id: own.department });
  await insert(db, "asset_details", { ...rows.asset_details!, id: own.asset });
  await db
    .prepare("insert into search_index (company, kind, words, record_id) values (?, ?, ?, ?)")
    .bind(
      companyWord(company.id),
      `asset ${departmentWord(own.department)}`,
      `${mine} twin`,
      own.asset,
    )
    .run();
  await insert(db, "counters", { company_id: company.id, id: "assets.total", value: 47110815 });
  await insert(db, "counters", {
    company_id: company.id,
    id: `assets.category:${idOf("categories")}`,
    value: 47110815,
  });
  await insert(db, "counters", {
    company_id: company.id,
    id: `assets.department:${idOf("departments")}`,
    value: 47110815,
  });
  await insert(db, "counters", {
    company_id: company.id,
    id: `assets.department:${own.department}`,
    value: 1,
  });
  const made = await newPerson(w, company, { permissions: [...vocabulary.keys()] });
  person = made.id;
  await insert(db, "user_scopes", {
    ...shared,
    id: "dogwood-scope",
    user_id: made.id,
    department_id: own.department,
  });
  limited = await clientOf(w, company.host, made.email);
  admin = await clientOf(w, company.host, company.users.admin.email);
});

test("every table that points to an asset, or to what is about one, is limited", () => {
  /** They name such a row, and are of use to everybody: people, files of others, ledgers that must add up. */
  const open = new Set([
    "users",
    "company_profiles",
    "departments",
    "stock_items",
    "stock_movements",
    "stock_batch_moves",
    "import_jobs",
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

const unknown = "00000000-0000-7000-8000-000000000000";
/** How hidden rows answer another way than an id nobody has. */
async function told(ask: (id: string) => Promise<Response>): Promise<string[]> {
  const expected = await said(await ask(unknown), unknown);
  expect(expected.status).toBeLessThan(500);
  const found = await each(secret(), async (table) => {
    const id = idOf(table);
    const apart = difference(await said(await ask(id), id), expected);
    return apart ? [`${table}: ${apart}`] : [];
  });
  return found.flat();
}

describe("an id out of scope is one nobody has", () => {
  test.each(named(companyPages.filter(({ params }) => params.length)))("%s", async (_, page) => {
    expect(
      await told((id) =>
        limited.page(page.isScreen ? dataPath(at(page.path, id)) : at(page.path, id)),
      ),
    ).toEqual([]);
  });

  test.each(named(companyPages.filter(({ hasAction, params }) => hasAction && params.length)))(
    "%s, its forms",
    async (_, page) => {
      for (const [nth] of formsOf(page, t.rows).entries())
        expect(
          await told((id) =>
            limited.page(at(page.path, id), {
              method: "POST",
              body: formDataOf(formsOf(page, t.rows)[nth]!),
            }),
          ),
        ).toEqual([]);
    },
  );

  test.each(named(companyCalls.filter(({ params }) => params.length)))("%s", async (_, call) => {
    expect(
      await told((id) =>
        limited.api(at(call.path, id), {
          method: call.method,
          ...sentAs(bodyOfCall(call, t.rows)),
        }),
      ),
    ).toEqual([]);
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
            await told((id) =>
              limited.api(at(call.path, target), {
                method: call.method,
                ...sentAs(withValue(body, place, id)),
              }),
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
  const surfaces = [
    ...companyPages
      .filter(({ params }) => !params.length)
      .map(({ path, isScreen }) => (isScreen ? dataPath(path) : path)),
    ...companyPages
      .filter(({ params }) => params.length)
      .map(({ path, isScreen }) =>
        isScreen ? dataPath(at(path, own.asset)) : at(path, own.asset),
      ),
    ...companyPages
      .filter(({ path }) => /^\/(stocks|user|team)/.test(path) && path.includes(":"))
      .map(({ path }) => dataPath(at(path, idOf("stock_items")))),
    "/palette?q=Zyxwv",
    "/palette?q=PM-2601",
  ];
  const gets = companyCalls
    .filter(({ method }) => method === "GET")
    .map(({ path }) => at(path, own.asset));
  const asked = [
    ...surfaces.map((path) => ["page", path] as const),
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
        const named =
          [...ids].find((id) => shown.includes(id)) ??
          (/Zyxwv [a-z_]/.test(shown)
            ? HIDDEN
            : shown.includes("47110815")
              ? "47110815"
              : undefined);
        return named ? [`${door} ${url} shows ${named}`] : [];
      })
    ).flat();
  expect(await leaksOf(limited)).toEqual([]);
  // The same addresses do show it to an Admin, or the law would hold of nothing.
  expect((await leaksOf(admin)).length).toBeGreaterThan(20);
}, 180_000);

test("what is in scope is there, is counted and is changed", async () => {
  const list = (await (await limited.api("/api/assets")).json()) as { data: { id: string }[] };
  expect(list.data.map(({ id }) => id)).toEqual([own.asset]);
  const found = (await (await limited.api("/api/assets?q=quiet")).json()) as {
    data: { id: string }[];
  };
  expect(found.data.map(({ id }) => id)).toEqual([own.asset]);
  expect((await limited.page(`/asset/detail/${own.asset}.data`)).status).toBe(200);
  const board = await (await limited.page("/dashboard.data")).text();
  expect(board).toContain("dues");
});

test("a device comes into no other Location, and goes to none", async () => {
  const call = companyCalls.find(
    ({ method, path }) => method === "POST" && path === "/api/assets",
  )!;
  const body = bodyOfCall(call, t.rows)!;
  const refused = await limited.api("/api/assets", { method: "POST", body: body.fields });
  const { errors } = (await refused.json()) as { errors: Record<string, string[]> };
  expect([refused.status, errors.department_id]).toEqual([
    422,
    ["You may only choose one of your own Locations"],
  ]);
  const { machine_type_id: _, ...fields } = body.fields;
  const made = await limited.api("/api/assets", {
    method: "POST",
    body: { ...fields, department_id: own.department },
  });
  expect([made.status, made.status === 201 ? "" : await made.text()]).toEqual([201, ""]);
});

test("reads stay bounded, however much is out of scope", async () => {
  const { db, company, rows } = t;
  const columns = Object.keys(rows.assets!);
  const values = columns.map(
    (column) =>
      ({
        id: "'far-' || value",
        asset_code: "'A' || value",
        qr_token: "'A' || value",
        serial_no: "null",
        next_pm_on: "'2025-01-01'",
      })[column] ?? `assets."${column}"`,
  );
  await db
    .prepare(
      `insert into assets (${columns.join(", ")}) select ${values.join(", ")} from json_each(?) cross join assets where assets.company_id = ? and assets.id = ?`,
    )
    .bind(JSON.stringify(Array.from({ length: 2000 }, (_, nth) => nth)), company.id, idOf("assets"))
    .run();
  for (const path of [
    "/dashboard.data",
    "/all-assets.data",
    "/all-assets.data?sort=name",
    "/all-assets.data?sort=newest",
    "/all-assets.data?q=twin",
  ]) {
    const answer = await limited.page(path);
    expect([path, answer.status, d1Of(answer).read]).toEqual([
      path,
      200,
      expect.toSatisfy((read) => read < 400),
    ]);
  }
});

test("an Admin with a Location of their own is not limited", async () => {
  const { db, company } = t;
  await db
    .prepare("update users set type = 'admin' where company_id = ? and id = ?")
    .bind(company.id, person)
    .run();
  expect((await limited.api(`/api/assets/${idOf("assets")}`)).status).toBe(200);
  await db
    .prepare("update users set type = 'user' where company_id = ? and id = ?")
    .bind(company.id, person)
    .run();
});
