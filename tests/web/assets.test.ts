import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { d1Of, signedIn, upTo } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { makeFindable } from "#tests/support/masters.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const company = await addCompany(w.env, "assetpages", 2, 2);
const m = await manyAssets(w, company, 60);
const shard = rowsOf(w, company);
const admin = await signedIn(w, company, "admin");
const viewer = await signedIn(w, company, "viewer");
const id = m.rows[0]!.id;
await shard.add("service_reports", {
  asset_id: id,
  service_ticket: "PM-260802114210",
  service_on: "2026-08-02",
  done_by: "=HYPERLINK(1)",
  checks_yes: 8,
  checks_no: 2,
  service_cost_minor: 150000,
  total_cost_minor: 150000,
});

test("list and detail take two trips at most, whatever the tab", async () => {
  const lists = ["/all-assets", "/all-assets.data"].flatMap((list) =>
    ["?q=pump", "?failed=1"].map((query) => list + query),
  );
  const tabs = ["overview", "service-report", "history", "nothing"];
  for (const path of [...lists, ...tabs.map((tab) => `/asset/detail/${id}?tab=${tab}`)]) {
    const page = await admin.page(path);
    expect([page.status, d1Of(page).trips], path).toEqual([200, upTo(2)]);
  }
});

test("a list never looks sorted when it is not, and is when few match", async () => {
  const shown = async (query: string) => {
    const html = await admin.text(`/all-assets?${query}`);
    const head = html.slice(html.indexOf("<thead"), html.indexOf("</thead>"));
    const codes = [...html.matchAll(/class="c-top code">(AST-\d+)<\/td>/g)].map(
      ([, code]) => code!,
    );
    return { html, head, codes };
  };
  const { html, head, codes } = await shown("q=AST-00");
  expect(html).toContain("1-25 of 60");
  expect(html).toContain("Sort all by code");
  expect(head).not.toContain("aria-sort");
  expect(codes).toEqual([...codes].sort());
  for (const query of [
    "pm=missing",
    "pm=missing&condition=working",
    "pm=missing&sort=name",
    "pm=missing&condition=working&sort=pm&dir=desc",
    "q=AST-00&sort=code&dir=desc",
  ]) {
    const { html, head } = await shown(query);
    expect(head, query).toContain("aria-sort");
    expect(html, query).toContain(query.includes("condition") ? "of 52" : "of 60");
    expect(html, query).not.toContain("Sort all by code");
  }
  const few = await shown(`q=AST-0000&sort=name&dir=desc`);
  expect(few.html).not.toContain("too many to sort");
  expect(few.head).toContain('aria-sort="descending"');
  expect((await shown("sort=name")).head).toContain('aria-sort="ascending"');
});

test("a search on two pages is sorted as a whole, and can be sorted again", async () => {
  const small = await addCompany(w.env, "fortyassets", 2, 2);
  await manyAssets(w, small, 40);
  const owner = await signedIn(w, small, "admin");
  const html = await owner.text("/all-assets?q=AST-000&lifecycle=received&sort=code&dir=desc");
  expect(html).toContain("1-25 of 40");
  expect(html).toContain('aria-sort="descending"');
  expect(html).toMatch(/<a[^>]+href="[^"]*sort=name/);
  expect(html).not.toContain("Too many to sort");
});

test("an unknown tab is the overview", async () => {
  expect(await admin.text(`/asset/detail/${id}?tab=nothing`)).toContain("Identity and place");
});

test("failed checks are seen in the list, on the asset and at its report", async () => {
  expect(await admin.text("/all-assets")).toContain("2 checks failed");
  const tab = await admin.text(`/asset/detail/${id}?tab=service-report`);
  for (const text of ["2 checks failed", "2 No of 10"]) expect(tab).toContain(text);
});

test("a viewer sees no way to change anything", async () => {
  const text = await viewer.text(`/asset/detail/${id}`);
  for (const way of ["/asset/update/", "/asset/service-report/", "Delete"])
    expect(text).not.toContain(`${way}${way.endsWith("/") ? id : ""}`);
});

test("the form works without scripts, and keeps what was typed", async () => {
  const values = {
    name: "Plain form",
    categoryId: m.categories[0]!.id,
    departmentId: m.departments[0]!.id,
    pmRequired: "1",
    intent: "save",
  };
  const post = (path: string, more: object) => admin.form(path, { ...values, ...more });
  await expectAnswer(
    post("/asset/create", { purchaseOn: "2999-01-01", remarks: "typed before" }),
    422,
    "Purchase date cannot be in the future",
    "typed before",
  );
  const saved = await post("/asset/create", {});
  expect([saved.status, saved.headers.get("location")]).toEqual([
    302,
    expect.stringMatching(/^\/asset\/detail\//),
  ]);
  const path = `/asset/update/${saved.headers.get("location")!.split("/").at(-1)}`;
  const update = { assetCode: "PLAIN-1", version: "1", departmentId: "" };
  await expectAnswer(post(path, update), 302);
  await expectAnswer(post(path, update), 409, "Saved meanwhile by someone else");
  const another = await post("/asset/create", { intent: "another" });
  expect(another.headers.get("location")).toMatch(/^\/asset\/create\?last=/);
});

test("the palette finds assets, reports by ticket and stock, for those who may see them", async () => {
  const find = async (q: string, by = admin) =>
    (await (await by.page(`/palette?q=${encodeURIComponent(q)}`)).json()) as {
      group: string;
      href: string;
    }[];
  expect(await find("pump")).toHaveLength(5);
  expect(await find("ast-00001")).toMatchObject([{ group: "Assets", href: `/asset/detail/${id}` }]);
  expect(await find("PM-2608")).toMatchObject([{ group: "Service reports" }]);
  expect(await find("26080211")).toMatchObject([{ group: "Service reports" }]);
  const vendor = { name: "Zephyr Medical", phone: "4321", is_supplier: 1 };
  const vendorId = await shard.add("vendors", vendor);
  await makeFindable(w, company, { vendor: [{ ...vendor, id: vendorId }] });
  expect(await find("zephyr")).toMatchObject([
    { group: "Vendors", href: "/vendors?q=Zephyr%20Medical" },
  ]);
  for (const q of ["", "x", '"', "😀", "a".repeat(5000)])
    expect((await admin.page(`/palette?q=${encodeURIComponent(q)}`)).status).toBe(200);
  const choices = (await (await admin.page("/asset/choices?q=c-arm")).json()) as {
    label: string;
  }[];
  expect(choices[0]!.label).toMatch(/^AST-\d{5} C-arm$/);
});

test("exports are streamed, disarmed, filtered, logged and limited", async () => {
  const file = await admin.page(`/asset/export.csv?category=${m.categories[1]!.id}&sort=name`);
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="assets.csv"');
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer());
  expect(text.startsWith("\uFEFFCode,Name,")).toBe(true);
  expect(text.trim().split("\r\n")).toHaveLength(1 + 3);
  const reports = await admin.text(`/asset/detail/${id}/reports.csv`);
  expect(reports).toContain(",'=HYPERLINK(1),");
  expect((await admin.page(`/asset/detail/${newId()}/reports.csv`)).status).toBe(404);
  expect(await shard.count("activity_log", "action = 'export.asset'")).toBe(2);
  const more = [];
  for (let n = 0; n < 5; n++)
    more.push((await admin.page("/asset/export.csv?q=ventilator")).status);
  expect(more).toEqual([200, 200, 200, 429, 429]);
});
