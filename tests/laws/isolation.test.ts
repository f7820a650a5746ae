import { getTableName } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { thumbnailNames } from "#app/shared/thumbnails.ts";
import { newId } from "#drizzle/columns.ts";
import { platformMedia } from "#drizzle/control/index.ts";
import {
  CLOSING,
  type Fields,
  formDataOf,
  formsOf,
  formTarget,
  rowNameOf,
  unproven,
} from "#tests/support/bodies.ts";
import {
  type Body,
  bodyOfCall,
  idFor,
  idsIn,
  sendCall,
  targetOf,
  withValue,
} from "#tests/support/call-bodies.ts";
import { ask } from "#tests/support/client.ts";
import { difference, each, said } from "#tests/support/compare.ts";
import { lawWorld } from "#tests/support/laws.ts";
import {
  at,
  type Call,
  companyCalls,
  companyPages,
  dataPath,
  named,
  type Page,
  pages,
  signedInPages,
} from "#tests/support/manifest.ts";
import { ofCustomers } from "#tests/support/platform-twins.ts";
import { freshIp } from "#tests/support/public-reports.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { settle } from "#tests/support/settle.ts";
import { dump, kept, type Twin } from "#tests/support/twins.ts";
import { ruleFor } from "#worker/access.ts";
import { resources } from "#worker/domain/index.ts";

const foreignRows = async () => [await dump(t.near), await dump(t.far)];

const { w, t, admin } = await lawWorld();
const before = await foreignRows();

/** Those of the shard, and those of the platform that hold what companies have with it. */
const tableNames = [...kept, ...ofCustomers, platformMedia].map(getTableName);
const idIn = (twin: Twin, table: string) => String(twin.rows[table]!.id);
/** 429: an export that was taken too often is open all the same. */
const isOpen = (status: number) => status < 400 || status === 429;

/** Where ids of the other companies answer differently from an id that no row has. */
async function leaks(
  among: readonly string[],
  ask: (id: string) => Promise<Response>,
): Promise<string[]> {
  const unknown = newId();
  const expected = await said(await ask(unknown), unknown);
  expect(expected.status).toBeLessThan(500);
  const foreign = among.flatMap((table) =>
    [t.near, t.far].map((twin) => ({ table, company: twin.company.name, id: idIn(twin, table) })),
  );
  const told = await each(foreign, async ({ table, company, id }) => {
    const apart = difference(await said(await ask(id), id), expected);
    return apart ? [`${table} of ${company}: ${apart}`] : [];
  });
  return told.flat();
}

/** The tables whose row of ours opens it; at least one, or the law would prove nothing. */
async function openers(ask: (id: string) => Promise<Response>, among = tableNames) {
  const found = (
    await each(among, async (table) =>
      isOpen((await ask(idIn(t.own, table))).status) ? [table] : [],
    )
  ).flat();
  expect(found, "no row of our own opens it").not.toEqual([]);
  return found;
}

/** Fields that name a row of ours, with the table it is in. */
const idFields = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, value]) => {
    const table = tableNames.find((each) => t.own.rows[each]!.id === value);
    return table && value.length === 36 ? [{ name, table }] : [];
  });

const send = async (call: Call, id: string, body: Body | null) => {
  await settle(t.own, call);
  return sendCall(admin, call, id, body);
};

describe("by the API", () => {
  test.each(named(companyCalls.filter(({ params }) => params.length)))("%s", async (_, call) => {
    const by = (id: string) => send(call, id, bodyOfCall(call, t.own.rows));
    // Our own id opens it. For calls that write, the test of bodies below checks that.
    if (call.method === "GET") expect((await by(idFor(call, t.own.rows))).status).toSatisfy(isOpen);
    const target = targetOf(call)!;
    // The catalogue belongs to no company, so no row opens it.
    expect(await leaks(target in t.own.rows ? [target] : tableNames, by)).toEqual([]);
  });

  // Closing a company takes no id, and would end the twin.
  const withBodies = companyCalls.filter(
    ({ method, path }) => ["POST", "PUT"].includes(method) && path !== CLOSING,
  );
  test.each(named(withBodies))("%s, in its body", async (_, call) => {
    const target = idFor(call, t.own.rows);
    const ours = bodyOfCall(call, t.own.rows)!;
    await settle(t.own, call);
    const control = await send(call, target, ours);
    expect(control.status, await control.text()).toBeLessThan(300);
    for (const { place, row } of idsIn(call, ours, t.own.rows)) {
      const swapped = (id: string) =>
        send(call, target, withValue(bodyOfCall(call, t.own.rows)!, place, id));
      expect(await leaks([row], swapped), place.join(".")).toEqual([]);
    }
  });

  test.each(Object.entries(resources))(
    "lists of %s, by search, filter and cursor",
    async (path, resource) => {
      const list = async (query: string) =>
        (await admin.call<{ id: string }[]>("GET", `/api/${path}${query}`)).data;
      const foreign = new Set(
        [t.near, t.far].flatMap(({ rows }) => Object.values(rows).map(({ id }) => id)),
      );
      const strangers = async (query: string) =>
        (await list(query)).filter(({ id }) => foreign.has(id));
      const table = rowNameOf(path);
      const isThere = "deletedAt" in resource.table ? "deleted_at is null" : "1";
      const counted = path === "users" ? "status <> 'left'" : isThere;
      const ours = await rowsOf(w, t.own.company).count(table, counted);
      expect((await list("?state=all&size=100")).length).toBe(Math.min(100, ours));
      // A cursor that points at a row of the neighbour.
      const cursor = btoa(JSON.stringify(["", idIn(t.near, table), 0])).replace(/=+$/, "");
      for (const query of [
        "",
        "?q=twin",
        "?state=archived",
        "?size=100&dir=desc",
        `?after=${cursor}`,
        `?before=${cursor}`,
      ])
        expect(await strangers(query)).toEqual([]);
      const pointed = [
        table,
        ...getTableConfig(resource.table).foreignKeys.map((key) =>
          getTableName(key.reference().foreignTable),
        ),
      ];
      for (const filter of Object.keys(resource.filters ?? {}))
        expect(
          await leaks([...new Set(pointed)], (id) => admin.api(`/api/${path}?${filter}=${id}`)),
          filter,
        ).toEqual([]);
    },
  );
});

describe("by the pages", () => {
  test("every signed-in page is in the access table", () => {
    expect(
      signedInPages.filter(({ path }) => !ruleFor(at(path, "x"))).map(({ path }) => path),
    ).toEqual([]);
  });

  test.each(named(companyPages.filter(({ params }) => params.length)))(
    "%s",
    async (_, page: Page) => {
      const get = (surface: (path: string) => string) => (id: string) =>
        admin.page(surface(at(page.path, id)));
      const opened = await openers(get(page.isScreen ? dataPath : String));
      for (const surface of page.isScreen ? [dataPath, String] : [String])
        expect(await leaks(opened, get(surface))).toEqual([]);
    },
  );

  test.each(["/media", "/api/media"])("%s/:id, at each size of a picture", async (path) => {
    const ask = path.startsWith("/api") ? admin.api : admin.page;
    for (const size of thumbnailNames) {
      const get = (id: string) => ask(`${path}/${id}?size=${size}`);
      expect(await leaks(await openers(get), get)).toEqual([]);
    }
  });

  test.each(named(pages.filter((page) => !page.isSignedIn && page.params.length)))(
    "%s, signed in or not",
    async (_, page: Page) => {
      // A company's wrong links are counted: 300 are answered, thirty to a network.
      const forgive = () =>
        t.own.db
          .prepare("delete from public_tries where company_id = ?")
          .bind(t.own.company.id)
          .run();
      const half = Math.ceil(tableNames.length / 2);
      for (const signedIn of [{}, { cookie: admin.cookie }] as Record<string, string>[])
        for (const some of [tableNames.slice(0, half), tableNames.slice(half)]) {
          await forgive();
          expect(
            await leaks(some, (id) =>
              ask(w, t.own.company.host, at(page.path, id), {
                headers: { ...signedIn, "cf-connecting-ip": freshIp() },
              }),
            ),
          ).toEqual([]);
        }
    },
  );

  test.each(named(companyPages.filter(({ hasAction }) => hasAction)))(
    "%s, in its forms",
    async (_, page: Page) => {
      const table = formTarget[page.path];
      const target = table ? idIn(t.own, table) : "";
      if (page.params.length)
        expect(table, "tests/support/bodies.ts does not say whose id the path takes").toBeDefined();
      const post = (fields: Fields, id: string, surface: (path: string) => string) =>
        admin.page(surface(at(page.path, id)), { method: "POST", body: formDataOf(fields) });
      const forms = () => formsOf(page, t.own.rows, true);
      for (const fields of formsOf(page, t.own.rows).filter(
        ({ intent }) => !unproven.has(intent ?? "") && !unproven.has(`${page.path} ${intent}`),
      )) {
        await settle(t.own, fields.intent ?? "");
        const control = await post(fields, target, String);
        expect(control.status, fields.intent).toSatisfy(isOpen);
      }
      for (const surface of page.isScreen ? [String, dataPath] : [String]) {
        for (const [nth] of forms().entries()) {
          if (page.params.length)
            expect(await leaks([table!], (id) => post(forms()[nth]!, id, surface))).toEqual([]);
          for (const { name, table } of idFields(forms()[nth]!)) {
            const swapped = (id: string) => post({ ...forms()[nth]!, [name]: id }, target, surface);
            expect(await leaks([table], swapped), name).toEqual([]);
          }
        }
      }
    },
  );
});

test("nothing of the two other companies has moved", async () => {
  expect(await foreignRows()).toEqual(before);
});
