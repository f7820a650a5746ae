import { beforeEach, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, d1Of, signedIn } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { importer } from "#tests/support/imports.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { newPerson } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";

let admin: Client;

const w = await world();
const company = await addCompany(w.env, "takenout", 2, 0);
const viewer = await signedIn(w, company, "viewer");
const m = await mastersFor(w, company, "Export");
const shard = rowsOf(w, company);
const city = { id: newId(), level: "city", name: "Outport", path: "Outport", depth: 1 };
const pier = { name: "=Pier", path: "Outport / =Pier", code: "P1" };
const site = { id: newId(), level: "site", parent_id: city.id, depth: 2, ...pier };
await shard.add("locations", { ...city, path_ids: `/${city.id}/` });
await shard.add("locations", { ...site, path_ids: `/${city.id}/${site.id}/` });
const ward = { name: "@Export lab", kind: "diagnostic", location_id: site.id, cost_centre: "-CC" };
await (await signedIn(w, company, "admin")).call("POST", "/api/departments", ward);
const vendor = {
  phone: "+91 44 1",
  is_supplier: 1,
  is_service: 1,
  tax_ids: '[{"label":"GSTIN","value":"33ABCDE1234F1Z5"}]',
};
await shard.add("vendors", { ...vendor, name: "=HYPERLINK(1)", address: 'two\nlines, "quoted"' });
await shard.add("vendors", { ...vendor, name: "Export closed", archived_at: Date.now() });
/** A new Admin for each test, because nobody may take more than five exports in five minutes. */
beforeEach(async () => {
  const { email } = await newPerson(w, company, { type: "admin" });
  admin = await clientOf(w, company.host, email);
});
const linesOf = async (path: string) =>
  (await expectAnswer(admin.page(path), 200)).replace("\uFEFF", "").trim().split("\r\n");

test("vendors, Locations and places leave with their list's filters, in the columns their import takes, disarmed", async () => {
  const vendors = await linesOf("/vendors/export.csv");
  expect(vendors[0]).toMatch(/^Name,Code,Manufacturer,Supplies,Services,.*,Assets,Archived$/);
  expect(vendors.find((line) => line.includes("HYPERLINK"))).toContain(
    "'=HYPERLINK(1),,no,yes,yes,",
  );
  expect(vendors.join("\n")).toContain("GSTIN: 33ABCDE1234F1Z5,,'+91 44 1,");
  expect(vendors.join("\n")).not.toContain("Export closed");
  const [, closed] = await linesOf("/vendors/export.csv?state=archived&kind=service");
  expect(closed).toMatch(/^Export closed,.*,0,yes$/);
  const wards = await linesOf("/departments/export.csv?q=export%20lab");
  expect(wards).toHaveLength(2);
  expect(wards[1]).toBe("'@Export lab,,Diagnostic,Outport / =Pier,'-CC,,,,,0,");
  const places = await linesOf("/locations/export.csv?level=site");
  expect(places.at(-1)).toBe("Outport / =Pier,Site,P1,,,,,0,");
});

test("categories, sub-categories and stores leave with their defaults and counts", async () => {
  const fields = JSON.stringify([{ key: "tube", label: "Tube", type: "text" }]);
  const defaults = {
    default_criticality: "life_support",
    default_pm_months: 6,
    default_dep_method: "slm",
  };
  const outgoing = { name: "Outgoing", code: "OUT", field_schema: fields, icon: "drop" };
  const category_id = await shard.add("categories", { ...outgoing, ...defaults });
  await shard.add("sub_categories", { name: "Finer", category_id, default_cal_months: 12 });
  const [head, ...rows] = await linesOf("/categories/export.csv");
  expect(head).toMatch(
    /^Name,Code,Description,Also called,Criticality of new assets,PM every \(months\),.*,Assets,Archived$/,
  );
  expect(rows).toContain("Outgoing,OUT,,,Life support,6,,Straight line,,0,");
  expect(await linesOf(`/sub-categories/export.csv?category=${category_id}`)).toEqual([
    expect.any(String),
    "Outgoing,Finer,,,12,,,0,",
  ]);
  await shard.add("stores", { name: "Outpost", code: "OP", is_default: 0 });
  const [columns, ...stores] = await linesOf("/stores/export.csv");
  expect(columns).toBe("Name,Code,Location,Keeper,Default,Value,Items,Archived");
  expect(stores).toContain("Outpost,OP,,,no,0.00,0,");

  const it = importer(admin);
  const { id, progress } = await it.checked("categories", [
    ["Name", "Code", "PM every (months)", "Criticality"],
    ["outgoing", "OUT", "3", "High"],
    ["Incoming", "IN", "12", "low"],
    ["Wrong", "W", "500", "very"],
  ]);
  expect(progress.counts).toMatchObject({ update: 1, create: 1, error: 1 });
  await it.run(id);
  const kept = await shard.get("categories", category_id);
  expect(kept).toMatchObject({
    name: "outgoing",
    default_pm_months: 3,
    default_criticality: "high",
    icon: "drop",
    default_dep_method: "slm",
  });
  expect(JSON.parse(String(kept!.field_schema))).toMatchObject([
    { key: "tube", label: "Tube", type: "text" },
  ]);
});

test("what was taken out is brought in again and changes nothing", async () => {
  const it = importer(admin);
  for (const [kind, path] of [
    ["vendors", "/vendors/export.csv"],
    ["departments", "/departments/export.csv"],
    ["locations", "/locations/export.csv"],
    ["categories", "/categories/export.csv"],
  ] as const) {
    const file = await admin.text(path);
    const { data } = await it.upload(kind, file);
    await it.map(data.id);
    const { counts } = await it.check(data.id);
    expect(Object.keys(counts), kind).toEqual(["same"]);
  }
});

test("an export is offered to who may take it, is logged, limited, and Excel on demand", async () => {
  for (const path of [
    "/vendors",
    "/departments",
    "/locations",
    "/categories",
    "/sub-categories",
    "/stores",
  ]) {
    expect(await viewer.text(`${path}?whole=1`)).not.toContain(`${path}/export.csv`);
    expect(await admin.text(`${path}?whole=1`)).toContain(`${path}/export.csv`);
  }
  const excel = await admin.page("/locations/export.csv?as=xlsx");
  expect(excel.headers.get("content-disposition")).toBe(
    'attachment; filename="floor-city-site.xlsx"',
  );
  expect([...new Uint8Array(await excel.arrayBuffer()).slice(0, 2)]).toEqual([0x50, 0x4b]);
  const statuses = [];
  for (let n = 0; n < 6; n++)
    statuses.push((await admin.page("/vendors/export.csv?q=nothing")).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  const logged = await shard.all(
    "select action, count(*) as n from activity_log where company_id = ? and action in ('export.vendor', 'export.location') group by action order by action",
  );
  expect(logged).toEqual([
    { action: "export.location", n: 3 },
    { action: "export.vendor", n: 7 },
  ]);
});

test("the chosen columns of a list leave alone, else all with the categories' own fields", async () => {
  const fields = JSON.stringify([
    {
      key: "tube",
      label: "Tube type",
      type: "option",
      options: ["Glass", "Metal"],
      required: true,
    },
    { key: "since", label: "Tube since", type: "date" },
    { key: "dual", label: "Dual head", type: "bool" },
  ]);
  await shard.set("categories", m.categoryId, { field_schema: fields });
  const it = importer(admin);
  const own = ["Tube type", "Tube since", "Dual head"];
  const head = ["Asset code", "Name", "Category", "Location", ...own];
  const good = ["OWN-1", "X-ray", "Export category", "Export ward", "glass", "15/03/2024", "Y"];
  const { id, progress } = await it.checked("assets", [
    head,
    good,
    ["OWN-2", "X-ray", "Export category", "Export ward", "Wood", "31/02/2024", "perhaps"],
    ["OWN-3", "Pump", "Export other category", "Export ward", "Glass", "", ""],
    ["OWN-4", "Pump", "Export other category", "Export ward", "", "", ""],
    ["OWN-5", "X-ray", "Export category", "Export ward", "", "", ""],
  ]);
  expect(progress.counts).toMatchObject({ create: 2, error: 3 });
  const { data } = await it.rows(id, "?show=error");
  expect(
    data.map(({ key, wrong }) => [
      key,
      wrong.map(({ label, messages }) => `${label}: ${messages}`),
    ]),
  ).toEqual([
    [
      "OWN-2",
      [
        "Tube type: Tube type is not one of its options",
        "Tube since: Tube since must be a date",
        "Dual head: Dual head must be yes or no",
      ],
    ],
    ["OWN-3", ["Tube type: This category has no such field"]],
    ["OWN-5", ["Tube type: Tube type is required"]],
  ]);
  expect((await it.rows(id, "?show=error&field=own_dualhead")).data).toHaveLength(1);
  await it.run(id);
  const spec = async () =>
    JSON.parse(
      (await shard.value<string>(
        "select d.spec_json from assets a join asset_details d on d.company_id = a.company_id and d.id = a.id where a.company_id = ? and a.asset_code = 'OWN-1'",
      ))!,
    );
  expect(await spec()).toEqual({ tube: "Glass", since: "2024-03-15", dual: true });
  expect((await it.checked("assets", [head, good])).progress.counts).toEqual({ same: 1 });
  const change = [
    ["Asset code", "Tube type"],
    ["OWN-1", "Metal"],
  ];
  const changed = await it.checked("assets", change, { mode: "update" });
  expect(changed.progress.counts).toEqual({ update: 1 });
  await it.run(changed.id);
  expect(await spec()).toEqual({ tube: "Metal", since: "2024-03-15", dual: true });
  await it.undo(changed.id);
  expect(await spec()).toMatchObject({ tube: "Glass" });

  const lines = await linesOf(`/asset/export.csv?category=${m.categoryId}`);
  expect(lines[0]).toMatch(/^Code,Name,Make,.*,Tube type,Tube since,Dual head$/);
  expect(lines[1]).toMatch(/^OWN-1,X-ray,.*,Glass,2024-03-15,yes$/);
  const whole = await it.upload("assets", lines.join("\r\n"));
  await it.map(whole.data.id);
  expect((await it.check(whole.data.id)).counts).toEqual({ same: 1 });
  expect((await linesOf(`/asset/export.csv?category=${m.otherCategoryId}`))[0]).not.toContain(
    "Tube",
  );
  expect(
    await linesOf(`/asset/export.csv?category=${m.categoryId}&cols=code.vendor.location`),
  ).toEqual(["Code,Location,Place,Vendor", "OWN-1,Export ward,,"]);
  const items = await linesOf("/stocks/export.csv?cols=quantity.name&q=nothing");
  expect(items).toEqual(["Item,Quantity,Unit"]);
  const page = await admin.text("/all-assets?q=own&whole=1");
  for (const words of ["Chosen columns, CSV", "All columns, Excel"]) expect(page).toContain(words);
});

test("an export begins to answer before its last rows are read, and holds a page of them at a time", async () => {
  const large = await addCompany(w.env, "outflow", 2, 1);
  await manyAssets(w, large, 4_000);
  const owner = await signedIn(w, large, "admin");
  const file = await owner.page("/asset/export.csv");
  const { trips, read } = d1Of(file);
  expect(trips).toBeLessThanOrEqual(5);
  expect(read).toBeLessThan(2 * 500 * 8);
  const reader = file.body!.getReader();
  let [rows, longest] = [0, 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    rows += value.filter((byte: number) => byte === 10).length;
    longest = Math.max(longest, value.length);
  }
  expect(rows).toBe(1 + 4_000);
  expect(longest).toBeLessThan(500 * 400);
});
