import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, d1Of, signedIn } from "#tests/support/client.ts";
import { newPerson } from "#tests/support/person.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";

const ITEMS = 230;
const PEOPLE = 1_050;
let w: World;
let company: Company;
let admin: Client;
let db: D1Database;
const at = Date.now();
const own = (id = newId()) => ({ company_id: company.id, id, created_at: at, updated_at: at });

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "longlists", 2, 0);
  db = w.env.TENANT_DB_0;
  admin = await signedIn(w, company, "admin");
});

/** Many rows past the app. */
async function crowd(table: string, rows: Record<string, unknown>[]) {
  for (let from = 0; from < rows.length; from += 100)
    await insert(db, table, ...rows.slice(from, from + 100));
}

test("the parts of a vendor are listed by name, page by page, and counted as far as they are", async () => {
  const [vendor, other, supplies] = [own(), own(), { phone: "1", is_supplier: 1 }];
  await insert(
    db,
    "vendors",
    { ...vendor, ...supplies, name: "Long" },
    { ...other, ...supplies, name: "Short" },
  );
  const store = own();
  await insert(db, "stores", { ...store, name: "Main", code: "M" });
  const item = (n: number, of: string) => ({
    ...own(),
    ...{
      store_id: store.id,
      vendor_id: of,
      name: `Part ${String((n * 7919) % 1009).padStart(4, "0")}`,
    },
    ...{ part_no: null, kind: "spare", unit: "pcs", quantity: 0, rate_minor: 0 },
  });
  const items = Array.from({ length: ITEMS }, (_, n) => item(n, vendor.id));
  await crowd("stock_items", [...items, item(ITEMS, other.id)]);
  const shown: string[] = [];
  let next: string | undefined = `/vendor/detail/${vendor.id}?tab=stock`;
  for (let pages = 0; next && pages < 20; pages++) {
    const answer = await admin.page(next);
    const html = await answer.text();
    if (!pages)
      expect([
        html.includes(">200+<"),
        html.includes("Show them in Stocks"),
        d1Of(answer).read <= 300,
      ]).toEqual([true, true, true]);
    shown.push(...[...html.matchAll(/Part \d{4}/g)].map(([name]) => name));
    const link: string | undefined = /href="([^"]*[?&;]after=[^"]*)"/.exec(html)?.[1];
    next = link?.replaceAll("&amp;", "&");
  }
  expect([...new Set(shown)]).toEqual(items.map(({ name }) => name).toSorted());
  const short = await (await admin.page(`/vendor/detail/${other.id}?tab=stock`)).text();
  expect(/Store items<span class="count">1</.test(short)).toBe(true);
});

test("a team's form says that it lists some people only, finds the others, and keeps those it has", async () => {
  const hash = null;
  const person = (n: number) => ({
    ...own(),
    ...{
      name: `Person ${String(n).padStart(4, "0")}`,
      email: `many${n}@longlists.test`,
      type: "user",
    },
    ...{ service_type: 2, status: "active", password_hash: hash },
  });
  const people = Array.from({ length: PEOPLE }, (_, n) => person(n));
  expect(
    (await (await admin.page("/team/create")).text()).includes("Not all are listed here."),
  ).toBe(false);
  await crowd("users", people);
  const last = people.at(-1)!;
  const sent = { name: "Night shift", leader_user_id: last.id, member_ids: [last.id] };
  const made = (await (await admin.api("/api/teams", { method: "POST", body: sent })).json()) as {
    data: { id: string };
  };
  const form = await (await admin.page(`/team/update/${made.data.id}`)).text();
  expect(form.includes("Not all are listed here. Search to find the others.")).toBe(true);
  const ticks = [...form.matchAll(/<input type="checkbox" name="memberIds"([^>]*)>/g)].map(
    ([, rest]) => rest!,
  );
  expect([
    ticks.length,
    ticks.filter((rest) => rest.includes("checked")).map((rest) => rest.includes(last.id)),
  ]).toEqual([1_001, [true]]);
  expect(form.includes(`name="leaderUserId" value="${last.id}"`)).toBe(true);
  const editor = await newPerson(w, company, { permissions: ["edit-user"] });
  const client = await clientOf(w, company.host, editor.email);
  for (const list of ["members", "categories", "locations"])
    expect((await client.page(`/choices?list=${list}&q=none`)).status).toBe(200);
  const found = (await (await client.page("/choices?list=members&q=person%201049")).json()) as {
    value: string;
    hint: string;
  }[];
  expect(found).toEqual([{ value: last.id, label: last.name, hint: last.email }]);
});
