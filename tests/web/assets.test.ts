import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, d1Of } from "#tests/support/client.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let admin: Client;
let viewer: Client;
let m: Awaited<ReturnType<typeof manyAssets>>;
let id: string;
const enter = (kind: "admin" | "viewer") => clientOf(w, company.host, company.users[kind].email);
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "assetpages", 2, 2);
  m = await manyAssets(w, company, 60);
  [admin, viewer] = [await enter("admin"), await enter("viewer")];
  id = m.rows[0]!.id;
  const at = Date.now();
  await insert(m.db, "service_reports", {
    company_id: company.id,
    id: newId(),
    created_at: at,
    updated_at: at,
    asset_id: id,
    service_ticket: "PM-260802114210",
    service_on: "2026-08-02",
    done_by: "=HYPERLINK(1)",
    checks_yes: 8,
    checks_no: 2,
    service_cost_minor: 150000,
    total_cost_minor: 150000,
  });
});

test("list and detail take two trips, whatever the tab", async () => {
  for (const path of ["/all-assets", "/all-assets?q=pump", "/all-assets?failed=1"].flatMap(
    (path) => [path, path.replace("/all-assets", "/all-assets.data")],
  )) {
    const page = await admin.page(path);
    expect([path, page.status, d1Of(page).trips]).toEqual([path, 200, 2]);
  }
  for (const tab of ["", "?tab=overview", "?tab=service-report", "?tab=history", "?tab=nothing"]) {
    const page = await admin.page(`/asset/detail/${id}${tab}`);
    expect([tab, page.status, d1Of(page).trips]).toEqual([tab, 200, 2]);
  }
});

test("a list never looks sorted when it is not, and is when few match", async () => {
  const shown = async (query: string) => {
    const html = (await (await admin.page(`/all-assets?${query}`)).text()).replaceAll(
      "<!-- -->",
      "",
    );
    const head = html.slice(html.indexOf("<thead"), html.indexOf("</thead>"));
    const codes = [...html.matchAll(/<span class="code">(AST-\d+)<\/span><\/td>/g)].map(
      ([, code]) => code!,
    );
    return { html, head, codes };
  };
  const { html, head, codes } = await shown("q=AST-00");
  expect([
    html.includes("1-25 of 40+"),
    html.includes("Count and sort all"),
    head.includes("aria-sort"),
  ]).toEqual([true, true, false]);
  expect(codes).toEqual([...codes].sort());
  for (const query of [
    "pm=missing",
    "pm=missing&condition=working",
    "pm=missing&sort=name",
    "pm=missing&condition=working&sort=pm&dir=desc",
    "q=AST-00&sort=code&dir=desc",
  ]) {
    const { html, head } = await shown(query);
    expect([
      query,
      head.includes("aria-sort"),
      html.includes(query.includes("condition") ? "of 52" : "of 60"),
      html.includes("Count and sort all"),
    ]).toEqual([query, true, true, false]);
  }
  const few = await shown(`q=AST-0000&sort=name&dir=desc`);
  expect(few.html.includes("too many to sort")).toBe(false);
  expect(few.head).toContain('aria-sort="descending"');
  expect((await shown("sort=name")).head).toContain('aria-sort="ascending"');
});

test("a search on two pages is sorted as a whole, and can be sorted again", async () => {
  const small = await addCompany(w.env, "fortyassets", 2, 2);
  await manyAssets(w, small, 40);
  const one = await clientOf(w, small.host, small.users.admin.email);
  const html = (
    await (await one.page("/all-assets?q=AST-000&lifecycle=received&sort=code&dir=desc")).text()
  ).replaceAll("<!-- -->", "");
  expect(html.includes("1-25 of 40")).toBe(true);
  expect(html.includes('aria-sort="descending"')).toBe(true);
  expect(/<a[^>]+href="[^"]*sort=name/.test(html)).toBe(true);
  expect(html.includes("Too many to sort")).toBe(false);
});

test("an unknown tab is the overview", async () => {
  const text = await (await admin.page(`/asset/detail/${id}?tab=nothing`)).text();
  expect(text).toContain("Identity and place");
});

test("failed checks are seen in the list, on the asset and at its report", async () => {
  expect(await (await admin.page("/all-assets")).text()).toContain(
    "Answered No in the latest checklist",
  );
  const tab = await (await admin.page(`/asset/detail/${id}?tab=service-report`)).text();
  expect(tab.replaceAll("<!-- -->", "")).toMatch(/2 failed checks/);
  expect(tab.replaceAll("<!-- -->", "")).toMatch(/2 No of 10/);
});

test("a viewer sees no way to change anything, and none is there", async () => {
  const text = await (await viewer.page(`/asset/detail/${id}`)).text();
  for (const way of ["/asset/update/", "/asset/service-report/", "Delete"])
    expect(text).not.toContain(`${way}${way.endsWith("/") ? id : ""}`);
  expect((await viewer.page("/asset/create")).status).toBe(403);
  expect((await viewer.page(`/asset/update/${id}`)).status).toBe(403);
  expect((await viewer.page("/asset/export.csv")).status).toBe(403);
});

test("the form works without scripts, and keeps what was typed", async () => {
  const values = {
    name: "Plain form",
    categoryId: m.categories[0]!.id,
    departmentId: m.departments[0]!.id,
    pmRequired: "1",
    intent: "save",
  };
  const post = (path: string, more: object) =>
    admin.page(path, { method: "POST", body: new URLSearchParams({ ...values, ...more }) });
  const refused = await post("/asset/create", {
    purchaseOn: "2999-01-01",
    remarks: "typed before",
  });
  expect(refused.status).toBe(422);
  const text = await refused.text();
  expect(text).toContain("Purchase date cannot be in the future");
  expect(text).toContain("typed before");
  const saved = await post("/asset/create", {});
  expect([saved.status, saved.headers.get("location")]).toEqual([
    302,
    expect.stringMatching(/^\/asset\/detail\//),
  ]);
  const made = saved.headers.get("location")!.split("/").at(-1)!;
  expect(
    (await post(`/asset/update/${made}`, { assetCode: "PLAIN-1", version: "1", departmentId: "" }))
      .status,
  ).toBe(302);
  const stale = await post(`/asset/update/${made}`, {
    assetCode: "PLAIN-1",
    version: "1",
    departmentId: "",
  });
  expect([stale.status, (await stale.text()).includes("Saved meanwhile by someone else")]).toEqual([
    409,
    true,
  ]);
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
  const at = Date.now();
  const vendor = {
    company_id: company.id,
    id: newId(),
    created_at: at,
    updated_at: at,
    name: "Zephyr Medical",
    phone: "1",
    is_supplier: 1,
  };
  await insert(m.db, "vendors", vendor);
  await insert(m.db, "search_index", {
    company: `c${company.id.replaceAll("-", "")}`,
    kind: "vendor",
    words: vendor.name,
    record_id: vendor.id,
  });
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
  const reports = await (await admin.page(`/asset/detail/${id}/reports.csv`)).text();
  expect(reports).toContain(",'=HYPERLINK(1),");
  expect((await admin.page(`/asset/detail/${newId()}/reports.csv`)).status).toBe(404);
  const logged = await m.db
    .prepare(
      "select count(*) as n from activity_log where company_id = ? and action = 'export.asset'",
    )
    .bind(company.id)
    .first<{ n: number }>();
  expect(logged!.n).toBe(2);
  const more = [];
  for (let n = 0; n < 5; n++)
    more.push((await admin.page("/asset/export.csv?q=ventilator")).status);
  expect(more).toEqual([200, 200, 200, 429, 429]);
});
