import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { d1Of, signedIn } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";

const ITEMS = 230;
const PEOPLE = 1_050;

const w = await world();
const company = await addCompany(w.env, "longlists", 2, 0);
const shard = rowsOf(w, company);
const admin = await signedIn(w, company, "admin");

test("the parts of a vendor are listed by name, page by page, and counted as far as they are", async () => {
  const supplies = { phone: "4321", is_supplier: 1 };
  const vendor = await shard.add("vendors", { ...supplies, name: "Long" });
  const other = await shard.add("vendors", { ...supplies, name: "Short" });
  const store_id = await shard.add("stores", { name: "Main", code: "M" });
  const item = (n: number, vendor_id: string) => ({
    ...{ store_id, vendor_id, name: `Part ${String((n * 7919) % 1009).padStart(4, "0")}` },
    ...{ part_no: null, kind: "spare", unit: "pcs", quantity: 0, rate_minor: 0 },
  });
  const items = Array.from({ length: ITEMS }, (_, n) => item(n, vendor));
  await shard.add("stock_items", ...items, item(ITEMS, other));
  const shown: string[] = [];
  let next: string | undefined = `/vendor/detail/${vendor}?tab=stock`;
  for (let pages = 0; next && pages < 20; pages++) {
    const answer = await admin.page(next);
    const html = await answer.text();
    if (!pages) for (const text of [">200+<", "Show them in Stocks"]) expect(html).toContain(text);
    if (!pages) expect(d1Of(answer).read).toBeLessThanOrEqual(300);
    shown.push(...[...html.matchAll(/Part \d{4}/g)].map(([name]) => name));
    const link: string | undefined = /href="([^"]*[?&;]after=[^"]*)"/.exec(html)?.[1];
    next = link?.replaceAll("&amp;", "&");
  }
  expect([...new Set(shown)]).toEqual(items.map(({ name }) => name).toSorted());
  const short = await admin.text(`/vendor/detail/${other}?tab=stock`);
  expect(short).toContain('Store items<span class="count">1<');
});

test("a team's form says that it lists some people only, finds the others, and keeps those it has", async () => {
  const people = Array.from({ length: PEOPLE }, (_, n) => ({
    ...{ id: newId(), name: `Person ${String(n).padStart(4, "0")}`, type: "user" },
    ...{ email: `many${n}@longlists.test`, service_type: 2, status: "active" },
  }));
  expect(await admin.text("/team/create")).not.toContain("Not all are listed here.");
  await shard.add("users", ...people);
  const last = people.at(-1)!;
  const sent = { name: "Night shift", leader_user_id: last.id, member_ids: [last.id] };
  const { id } = (await admin.call("POST", "/api/teams", sent)).data;
  const form = await admin.text(`/team/update/${id}`);
  expect(form).toContain("Not all are listed here. Search to find the others.");
  const ticks = [...form.matchAll(/<input type="checkbox" name="memberIds"([^>]*)>/g)].map(
    ([, rest]) => rest!,
  );
  expect([
    ticks.length,
    ticks.filter((rest) => rest.includes("checked")).map((rest) => rest.includes(last.id)),
  ]).toEqual([1_001, [true]]);
  expect(form).toContain(`name="leaderUserId" value="${last.id}"`);
  const { client } = await colleague(w, company, "edit-user");
  for (const list of ["members", "categories", "locations"])
    expect((await client.page(`/choices?list=${list}&q=none`)).status).toBe(200);
  const found = await (await client.page("/choices?list=members&q=person%201049")).json();
  expect(found).toEqual([{ value: last.id, label: last.name, hint: last.email }]);
});
