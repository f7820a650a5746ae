import { beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, signedIn } from "#tests/support/client.ts";
import { importer } from "#tests/support/imports.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let admin: Client;
let viewer: Client;
let db: D1Database;
let m: Awaited<ReturnType<typeof mastersFor>>;
const at = Date.now();
const own = () => ({ company_id: company.id, id: newId(), created_at: at, updated_at: at });

beforeAll(async () => {
  w = await world();
  company = w.companies.acme;
  viewer = await signedIn(w, company, "viewer");
  m = await mastersFor(w, company, "Export");
  db = m.db;
  const city = { ...own(), level: "city", name: "Outport", path: "Outport", depth: 1 };
  const site = {
    ...own(),
    level: "site",
    name: "=Pier",
    path: "Outport / =Pier",
    parent_id: city.id,
    depth: 2,
    code: "P1",
  };
  await insert(db, "locations", { ...city, path_ids: `/${city.id}/` });
  await insert(db, "locations", { ...site, path_ids: `/${city.id}/${site.id}/` });
  const ward = {
    name: "@Export lab",
    kind: "diagnostic",
    location_id: site.id,
    cost_centre: "-CC",
  };
  const added = await (await signedIn(w, company, "admin")).api("/api/departments", {
    method: "POST",
    body: ward,
  });
  expect(added.status).toBe(201);
  const vendor = {
    ...own(),
    phone: "+91 44 1",
    is_supplier: 1,
    is_service: 1,
    tax_ids: '[{"label":"GSTIN","value":"33ABCDE1234F1Z5"}]',
  };
  await insert(db, "vendors", {
    ...vendor,
    name: "=HYPERLINK(1)",
    address: 'two\nlines, "quoted"',
  });
  await insert(db, "vendors", { ...vendor, id: newId(), name: "Export closed", archived_at: at });
});
/** Nobody takes more than five in five minutes: each test has an Admin of its own. */
beforeEach(async () => {
  const first = await db
    .prepare("select * from users where company_id = ? and email = ?")
    .bind(company.id, company.users.admin.email)
    .first();
  const email = `export-${newId()}@example.test`;
  await insert(db, "users", { ...first, ...own(), email, employee_code: null });
  admin = await clientOf(w, company.host, email);
});
const rowsOf = async (path: string, client = admin) => {
  const file = await client.page(path);
  expect([path, file.status]).toEqual([path, 200]);
  return (await file.text()).replace("\uFEFF", "").trim().split("\r\n");
};

test("vendors, Locations and places leave with their list's filters, in the columns their import takes, disarmed", async () => {
  const vendors = await rowsOf("/vendors/export.csv");
  expect(vendors[0]).toMatch(/^Name,Code,Manufacturer,Supplies,Services,.*,Assets,Archived$/);
  expect(vendors.find((line) => line.includes("HYPERLINK"))).toContain(
    "'=HYPERLINK(1),,no,yes,yes,",
  );
  expect(vendors.join("\n")).toContain("GSTIN: 33ABCDE1234F1Z5,,'+91 44 1,");
  expect(vendors.join("\n")).not.toContain("Export closed");
  const [, closed] = await rowsOf("/vendors/export.csv?state=archived&kind=service");
  expect(closed).toMatch(/^Export closed,.*,0,yes$/);
  const wards = await rowsOf("/departments/export.csv?q=export%20lab");
  expect(wards).toHaveLength(2);
  expect(wards[1]).toBe("'@Export lab,,Diagnostic,Outport / =Pier,'-CC,,,,,0,");
  const places = await rowsOf("/locations/export.csv?level=site");
  expect(places.at(-1)).toBe("Outport / =Pier,Site,P1,,,,,0,");
});

test("categories, sub-categories and stores leave with their defaults and counts", async () => {
  const at = (table: string, more: Record<string, unknown>) =>
    insert(db, table, { ...own(), ...more });
  const category = own();
  const fields = JSON.stringify([{ key: "tube", label: "Tube", type: "text" }]);
  const defaults = {
    default_criticality: "life_support",
    default_pm_months: 6,
    default_dep_method: "slm",
  };
  await insert(db, "categories", {
    ...category,
    name: "Outgoing",
    code: "OUT",
    field_schema: fields,
    icon: "drop",
    ...defaults,
  });
  await at("sub_categories", { name: "Finer", category_id: category.id, default_cal_months: 12 });
  const [head, ...rows] = await rowsOf("/categories/export.csv");
  expect(head).toMatch(
    /^Name,Code,Description,Criticality of new assets,PM every \(months\),.*,Assets,Archived$/,
  );
  expect(rows).toContain("Outgoing,OUT,,Life support,6,,Straight line,,0,");
  expect(await rowsOf(`/sub-categories/export.csv?category=${category.id}`)).toEqual([
    expect.any(String),
    "Outgoing,Finer,,,12,,,0,",
  ]);
  await at("stores", { name: "Outpost", code: "OP", is_default: 0 });
  const [columns, ...stores] = await rowsOf("/stores/export.csv");
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
  const kept = await db
    .prepare("select * from categories where company_id = ? and id = ?")
    .bind(company.id, category.id)
    .first();
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
    const file = await (await admin.page(path)).text();
    const { data } = await it.upload(kind, file);
    await it.map(data.id);
    const { counts } = await it.check(data.id);
    expect([kind, Object.keys(counts)]).toEqual([kind, ["same"]]);
  }
});

test("an export needs its right, is logged, limited, and Excel on demand", async () => {
  for (const path of [
    "/vendors",
    "/departments",
    "/locations",
    "/categories",
    "/sub-categories",
    "/stores",
  ]) {
    expect([path, (await viewer.page(`${path}/export.csv`)).status]).toEqual([path, 403]);
    expect(await (await viewer.page(path)).text()).not.toContain(`${path}/export.csv`);
    expect(await (await admin.page(path)).text()).toContain(`${path}/export.csv`);
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
  const { results } = await db
    .prepare(
      "select action, count(*) as n from activity_log where company_id = ? and action in ('export.vendor', 'export.location') group by action order by action",
    )
    .bind(company.id)
    .all();
  expect(results).toEqual([
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
  await db
    .prepare("update categories set field_schema = ? where company_id = ? and id = ?")
    .bind(fields, company.id, m.categoryId)
    .run();
  const it = importer(admin);
  const head = [
    "Asset code",
    "Name",
    "Category",
    "Location",
    "Tube type",
    "Tube since",
    "Dual head",
  ];
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
    (await db
      .prepare(
        "select d.spec_json from assets a join asset_details d on d.company_id = a.company_id and d.id = a.id where a.company_id = ? and a.asset_code = 'OWN-1'",
      )
      .bind(company.id)
      .first<{ spec_json: string }>())!.spec_json;
  expect(JSON.parse(await spec())).toEqual({ tube: "Glass", since: "2024-03-15", dual: true });
  expect((await it.checked("assets", [head, good])).progress.counts).toEqual({ same: 1 });
  const changed = await it.checked(
    "assets",
    [
      ["Asset code", "Tube type"],
      ["OWN-1", "Metal"],
    ],
    { mode: "update" },
  );
  expect(changed.progress.counts).toEqual({ update: 1 });
  await it.run(changed.id);
  expect(JSON.parse(await spec())).toEqual({ tube: "Metal", since: "2024-03-15", dual: true });
  await it.undo(changed.id);
  expect(JSON.parse(await spec())).toMatchObject({ tube: "Glass" });

  const all = await rowsOf(`/asset/export.csv?category=${m.categoryId}`);
  expect(all[0]).toMatch(/^Code,Name,Make,.*,Tube type,Tube since,Dual head$/);
  expect(all[1]).toMatch(/^OWN-1,X-ray,.*,Glass,2024-03-15,yes$/);
  const whole = await it.upload("assets", all.join("\r\n"));
  await it.map(whole.data.id);
  expect((await it.check(whole.data.id)).counts).toEqual({ same: 1 });
  expect((await rowsOf(`/asset/export.csv?category=${m.otherCategoryId}`))[0]).not.toContain(
    "Tube",
  );
  expect(
    await rowsOf(`/asset/export.csv?category=${m.categoryId}&cols=code.vendor.location`),
  ).toEqual(["Code,Location,Vendor", "OWN-1,Export ward,"]);
  const items = await rowsOf("/stocks/export.csv?cols=quantity.name&q=nothing");
  expect(items).toEqual(["Item,Quantity,Unit"]);
  const page = await (await admin.page("/all-assets?q=own")).text();
  for (const words of ["Chosen columns, CSV", "All columns, Excel"]) expect(page).toContain(words);
});

test("an export begins to answer before its last rows are read, and holds a page of them at a time", async () => {
  const large = await addCompany(w.env, "outflow", 2, 1);
  await manyAssets(w, large, 4_000);
  const owner = await clientOf(w, large.host, large.users.admin.email);
  const file = await owner.page("/asset/export.csv");
  const [, trips, read] = /trips=(\d+) read=(\d+)/
    .exec(file.headers.get("server-timing")!)!
    .map(Number) as [number, number, number];
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
