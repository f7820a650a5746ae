import { beforeAll, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { csvOf, importer } from "#tests/support/imports.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { type World, world } from "#tests/support/world.ts";
import { kinds } from "#worker/domain/imports/kinds.ts";

let w: World;
let admin: Client;
let shard: Rows;
let masters: Awaited<ReturnType<typeof mastersFor>>;
let imports: ReturnType<typeof importer>;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  shard = rowsOf(w, w.companies.acme);
  masters = await mastersFor(w, w.companies.acme, "Kinds");
  imports = importer(admin);
});
type Place = {
  id: string;
  name: string;
  level: string;
  path: string;
  path_ids: string;
  depth: number;
  code: string | null;
  version: number;
};
const placesLike = (like: string) =>
  shard.all<Place>(
    "select * from locations where company_id = ? and path like ? and deleted_at is null order by path",
    like,
  );
type Row = Record<string, unknown> & { id: string; deleted_at: number | null };
/** The newest row with a value in a column. */
const rowWith = async (table: string, column: string, value: string) =>
  (await shard.first<Row>(
    `select * from ${table} where company_id = ? and ${column} = ? order by created_at desc`,
    value,
  ))!;
/** What is wrong with each row of an import: its number or key, the field, and the first message. */
const refusals = async (id: string, of: "row_no" | "key" = "row_no") =>
  (await imports.rows(id, "?show=error")).data.flatMap((row) =>
    row.wrong.map(({ field, messages }) => [row[of], field, messages[0]]),
  );

test("places come in by their path, with those on the way; again changes nothing, a change is seen, undo takes all back", async () => {
  const file = [
    ["Path", "Level", "Code", "Latitude"],
    ["Chennai / Main / Block A / 2nd floor / Bed 1", "Room", "B1", ""],
    ["chennai/MAIN/Block B", "", "BB", "13.08"],
    ["Chennai/Main", "Site", "MAIN", ""],
    ["Madurai", "", "", ""],
  ];
  const { id, progress } = await imports.checked("locations", file);
  expect(progress.counts).toEqual({ create: 4 });
  expect((await imports.find(id)).made.map(({ name }) => name)).toEqual([
    "Chennai",
    "Chennai / Main / Block A",
    "Chennai / Main / Block A / 2nd floor",
  ]);
  expect((await imports.run(id)).counts).toMatchObject({ created: 4 });
  const places = await placesLike("Chennai%");
  expect(places.map(({ path, level, depth, code }) => [path, level, depth, code])).toEqual([
    ["Chennai", "city", 1, null],
    ["Chennai / Main", "site", 2, "MAIN"],
    ["Chennai / Main / Block A", "building", 3, null],
    ["Chennai / Main / Block A / 2nd floor", "floor", 4, null],
    ["Chennai / Main / Block A / 2nd floor / Bed 1", "room", 5, "B1"],
    ["Chennai / Main / Block B", "building", 3, "BB"],
  ]);
  for (const place of places) expect(place.path_ids.endsWith(`/${place.id}/`)).toBe(true);
  expect(places[4]!.path_ids.startsWith(places[3]!.path_ids)).toBe(true);
  const matches = await admin.call<Place[]>("GET", "/api/locations?q=2nd");
  expect(matches.data.map(({ path }) => path)).toContain("Chennai / Main / Block A / 2nd floor");

  expect((await imports.checked("locations", file)).progress.counts).toEqual({ same: 4 });
  const more = await imports.checked("locations", [
    ["Path", "Address", "Level"],
    ["CHENNAI / MAIN", "1 Hill Road", ""],
    ["Chennai / Main / Block C", "", "Building"],
    ["Chennai / Main / Block A", "", "Floor"],
    ["Chennai / Main / Block C / Bed 9 / Shelf", "", "Building"],
    ["Chennai / Main / Block D / Floor / Room / Shelf", "", ""],
    ["Chennai / Main / / Hall", "", ""],
  ]);
  expect(more.progress.counts).toMatchObject({ update: 1, create: 1, error: 4 });
  expect(await refusals(more.id)).toEqual([
    [4, "level", "Only for new places"],
    [5, "level", "A building cannot lie in a floor"],
    [6, "path", "Nothing lies in a room"],
    [7, "path", "A name on the path is empty"],
  ]);
  await imports.run(more.id);
  expect(await rowWith("locations", "path", "Chennai / Main")).toMatchObject({
    address: "1 Hill Road",
    name: "Main",
  });
  expect((await imports.undo(more.id)).counts).toMatchObject({ undone: 2 });
  expect(await rowWith("locations", "path", "Chennai / Main")).toMatchObject({ address: null });
  expect((await imports.undo(id)).state).toBe("undone");
  expect((await placesLike("Chennai%")).map(({ path }) => path)).toEqual([
    "Chennai",
    "Chennai / Main",
  ]);
  expect(await placesLike("Madurai%")).toEqual([]);
  const after = await imports.find(id);
  expect(after.made.map(({ name, kept }) => [name, kept])).toContainEqual([
    "Chennai",
    "It is used by places",
  ]);
});

test("a file of many places over several batches, the rooms before their floors, goes in and out whole", async () => {
  const rows: string[][] = [];
  for (let floor = 0; floor < 30; floor++)
    for (let room = 0; room < 15; room++)
      rows.push([`Salem / Hill / Tower / Floor ${floor} / Room ${room}`, "", `S${floor}-${room}`]);
  for (let floor = 0; floor < 30; floor++)
    rows.push([`Salem / Hill / Tower / Floor ${floor}`, "Floor", `SF${floor}`]);
  const file = [["Place", "Level", "Code"], ...rows];
  const { id, progress } = await imports.checked("locations", file);
  expect(progress.counts).toEqual({ create: 480 });
  expect((await imports.find(id)).made.map(({ name }) => name)).toEqual([
    "Salem",
    "Salem / Hill",
    "Salem / Hill / Tower",
  ]);
  expect((await imports.run(id)).counts).toMatchObject({ created: 480 });
  expect((await imports.rows(id, "?show=error")).data).toEqual([]);
  const places = await placesLike("Salem%");
  expect(places).toHaveLength(483);
  expect(places.filter(({ level, code }) => level === "floor" && code)).toHaveLength(30);
  expect((await imports.checked("locations", file)).progress.counts).toEqual({ same: 480 });
  expect((await imports.undo(id)).counts.kept ?? 0).toBe(0);
  expect(await placesLike("Salem%")).toEqual([]);
  expect((await imports.find(id)).made.every((one) => one.undone)).toBe(true);
});

test("a place that is in use stays with all above it when its import is undone, and is named", async () => {
  const file = [["Place"], ["Erode / East / Block"], ["Erode / West"]];
  const id = await imports.bringIn("locations", file);
  await shard.add("assets", {
    asset_code: "ERODE-1",
    name: "Pump",
    category_id: masters.categoryId,
    department_id: masters.departmentId,
    location_id: (await rowWith("locations", "path", "Erode / East / Block")).id,
    qr_token: crypto.randomUUID(),
  });
  const { counts } = await imports.undo(id);
  expect(counts).toMatchObject({ undone: 1, kept: 1 });
  const shown = await imports.rows(id);
  expect([shown.show, shown.data.length]).toEqual(["create", 2]);
  expect((await imports.rows(id, "?show=kept")).data.map(({ kept }) => kept)).toEqual([
    "It is used by assets",
  ]);
  expect((await placesLike("Erode%")).map(({ path }) => path)).toEqual([
    "Erode",
    "Erode / East",
    "Erode / East / Block",
  ]);
});

test.each([
  {
    kind: "vendors",
    head: ["Name", "Code", "Phone", "Supplies", "City", "Tax ids"],
    first: ["Kinds One", "KV1", "+91 44 1", "yes", "Chennai", "GSTIN: 33ABCDE1234F1Z5"],
    second: ["Kinds Two", "KV2", "+91 44 2", "no", "", ""],
    good: ["Kinds Two", "KV2", "+91 44 2", "yes", "", ""],
    wrong: "isSupplier",
    changed: ["KINDS ONE", "", "", "", "Madurai", ""],
    field: { city: "Madurai" },
    before: { city: "Chennai" },
  },
  {
    kind: "departments",
    head: ["Department", "Code", "Kind", "Cost centre", "PM base month", "Head email"],
    first: ["Kinds ICU", "KD1", "Clinical", "CC-1", "April", "icu@acme.example"],
    second: ["Kinds Lab", "KD1", "Diagnostic", "", "", ""],
    good: ["Kinds Lab", "KD2", "Diagnostic", "", "", ""],
    wrong: "code",
    changed: ["kinds icu", "", "", "CC-9", "", ""],
    field: { cost_centre: "CC-9" },
    before: { cost_centre: "CC-1" },
  },
])(
  "$kind come in, are corrected by cell, changed and taken back",
  async ({ kind, head, first, second, good, wrong, changed, field, before }) => {
    const { id, progress } = await imports.checked(kind, [head, first, second]);
    expect(progress.counts).toMatchObject({ create: 1, error: 1 });
    const [bad] = (await imports.rows(id, "?show=error")).data;
    expect(bad!.wrong[0]).toMatchObject({ field: wrong });
    const cells = Object.fromEntries(good.map((text, at) => [String(at), text]));
    expect((await imports.post(`/${id}/cells`, { cells: { [bad!.row_no]: cells } })).message).toBe(
      "The rows are right now",
    );
    expect((await imports.run(id)).counts).toMatchObject({ created: 2 });
    expect((await imports.checked(kind, [head, first, good])).progress.counts).toEqual({ same: 2 });
    const again = await imports.checked(kind, [head, changed]);
    expect(again.progress.counts).toEqual({ update: 1 });
    await imports.run(again.id);
    expect(await rowWith(kind, "name", first[0]!)).toMatchObject(field);
    await imports.undo(again.id);
    expect(await rowWith(kind, "name", first[0]!)).toMatchObject(before);
    const { counts } = await imports.undo(id);
    // The first was touched since, by the second import and its undoing.
    expect(counts).toMatchObject({ undone: 1, kept: 1 });
    expect((await imports.rows(id, "?show=kept")).data[0]!.kept).toBe("It was changed since");
    expect((await rowWith(kind, "name", good[0]!)).deleted_at).not.toBeNull();
  },
);

test.each([
  [
    "vendors",
    ["Name", "Phone", "Supplies"],
    (n: number) => [`Lost vendor ${n}`, "4321", "yes"],
    "name like 'Lost vendor %'",
  ],
  ["departments", ["Name"], (n: number) => [`Lost ward ${n}`], "name like 'Lost ward %'"],
  ["locations", ["Place"], (n: number) => [`Lost city / Site ${n}`], "path like 'Lost city / %'"],
] as const)(
  "%s: a step whose answer was lost answers alike and changes nothing",
  async (kind, head, row, where) => {
    const count = () => shard.count(kind, `deleted_at is null and ${where}`);
    const rows = Array.from({ length: 230 }, (_, n) => row(n));
    const { data } = await imports.upload(kind, csvOf([head, ...rows]));
    await imports.map(data.id);
    const twice = async (verb: string) => {
      const key = { "idempotency-key": crypto.randomUUID() };
      const send = async () => {
        const path = `/api/imports/${data.id}/${verb}`;
        const { status, data: progress } = await admin.call("POST", path, {}, key);
        return { status, progress };
      };
      const first = await send();
      expect(first.status).toBe(200);
      const written = await count();
      expect(await send()).toEqual(first);
      expect(await count()).toBe(written);
      return first.progress;
    };
    expect(await twice("check")).toMatchObject({ state: "checked", counts: { create: 230 } });
    expect(await twice("run")).toMatchObject({ state: "running", counts: { created: 199 } });
    expect(await count()).toBe(199);
    expect(await twice("run")).toMatchObject({ state: "done", counts: { created: 230 } });
    expect(await count()).toBe(230);
    expect(await twice("undo")).toMatchObject({ state: "undoing" });
    await imports.undo(data.id);
    expect(await count()).toBe(0);
  },
);

test("what an import made for its rows goes with it; what is in use by then stays and is named", async () => {
  const head = ["Asset code", "Name", "Category", "Sub-category", "Location", "Vendor"];
  const { id, progress } = await imports.checked(
    "assets",
    [
      head,
      ["MADE-1", "Pump", "Made pumps", "Made syringe", "Made ward", "Made & Co"],
      ["MADE-2", "Pump", "Made pumps", "", "Made hall", ""],
    ],
    { missing: ["category", "subCategory", "department", "vendor"] },
  );
  expect(progress.counts).toEqual({ create: 2 });
  await imports.run(id);
  const vendor = await rowWith("vendors", "name", "Made & Co");
  const hall = await rowWith("departments", "name", "Made hall");
  await shard.set("departments", hall.id, { version: 2, code: "MH" });
  const other = ["MADE-9", "Pump", "Kinds category", "", "Kinds ward", "Made & Co"];
  await imports.bringIn("assets", [head, other]);
  expect(await imports.undo(id)).toMatchObject({ state: "undone", counts: { undone: 2 } });
  for (const [table, name] of [
    ["categories", "Made pumps"],
    ["sub_categories", "Made syringe"],
    ["departments", "Made ward"],
  ] as const)
    expect([name, (await rowWith(table, "name", name)).deleted_at]).toEqual([
      name,
      expect.any(Number),
    ]);
  expect((await rowWith("vendors", "id", vendor.id)).deleted_at).toBeNull();
  const staying = (await imports.find(id)).made.filter(({ kept }) => kept);
  expect(staying.map(({ name, kept }) => [name, kept])).toEqual([
    ["Made & Co", "It is used by assets"],
    ["Made hall", "It was changed since"],
  ]);
  const category = await rowWith("categories", "name", "Made pumps");
  expect(await shard.counter(`sub_categories.category:${category.id}`)).toBe(0);
  expect(await admin.text(`/imports/${id}`)).toContain("It is used by assets");
});

test("accessories come in under their asset, by serial number or else by name, and are taken back", async () => {
  const head = ["Asset code", "Name", "Kind", "Serial no", "Quantity", "Condition", "Cost"];
  await imports.bringIn("assets", [
    ["Asset code", "Name", "Category", "Location"],
    ["ACC-1", "Monitor", "Kinds category", "Kinds ward"],
  ]);
  const file = [
    head,
    ["acc-1", "SpO2 sensor", "sensor", "", "2", "Good", "1,200"],
    ["ACC-1", "Battery", "Battery", "B-1", "1", "New", ""],
    ["ACC-1", "Battery", "Battery", "B-2", "", "needs replacement", ""],
  ];
  const { id, progress } = await imports.checked("accessories", [
    ...file,
    ["ACC-1", "Battery", "Battery", "b-2", "", "", ""],
    ["ACC-9", "Cable", "Cable", "", "", "", ""],
    ["ACC-1", "Lead", "Wire", "L-1", "", "", ""],
  ]);
  expect(progress.counts).toMatchObject({ create: 3, error: 3 });
  expect(await refusals(id)).toEqual([
    [5, "assetId", "The same as in row 4"],
    [6, "assetId", "There is no asset code “ACC-9”"],
    [7, "kind", expect.stringContaining("Kind must be one of Probe, Cable")],
  ]);
  await imports.run(id);
  const asset = await rowWith("assets", "asset_code", "ACC-1");
  const accessories = () =>
    shard.all(
      "select name, serial_no, qty, condition from asset_accessories where company_id = ? and asset_id = ? order by id",
      asset.id,
    );
  expect(await accessories()).toEqual([
    { name: "SpO2 sensor", serial_no: null, qty: 2, condition: "good" },
    { name: "Battery", serial_no: "B-1", qty: 1, condition: "new" },
    { name: "Battery", serial_no: "B-2", qty: 1, condition: "needs_replacement" },
  ]);
  expect((await imports.checked("accessories", file)).progress.counts).toEqual({ same: 3 });
  const again = await imports.checked("accessories", [
    ["Asset code", "Name", "Kind", "Quantity"],
    ["ACC-1", "spo2 SENSOR", "Sensor", "5"],
    ["ACC-1", "Battery", "Battery", ""],
  ]);
  expect(again.progress.counts).toMatchObject({ update: 1, error: 1 });
  await imports.undo(id);
  expect(await accessories()).toEqual([]);
});

test("the template of assets has the categories' own fields as columns, and says what they take", async () => {
  const fields = JSON.stringify([
    { key: "leads", label: "ECG leads", type: "number", required: true },
    { key: "make", label: "Make", type: "text" },
  ]);
  await shard.set("categories", masters.categoryId, { field_schema: fields });
  const [head = ""] = (await admin.text("/import-template?kind=assets&as=csv")).split("\r\n");
  expect(head.split(",")).toEqual(
    expect.arrayContaining(["Remarks", "ECG leads", "Make (own field)"]),
  );
  const { id, progress } = await imports.checked("assets", [
    ["Asset code", "Name", "Category", "Location", "Make", "ECG leads", "Make (own field)"],
    ["OWN-T-1", "Monitor", "Kinds category", "Kinds ward", "Philips", "12", "Kept apart"],
  ]);
  expect(progress.counts).toEqual({ create: 1 });
  await imports.run(id);
  const asset = await rowWith("assets", "asset_code", "OWN-T-1");
  const { spec_json } = await shard.get<{ spec_json: string }>("asset_details", asset.id);
  expect([asset.make, JSON.parse(spec_json)]).toEqual([
    "Philips",
    { leads: 12, make: "Kept apart" },
  ]);
  await shard.set("categories", masters.categoryId, { field_schema: "[]" });
});

test("an asset's place and masters are found by their names in whatever case", async () => {
  await imports.bringIn("locations", [
    ["Place", "Code"],
    ["Madurai / Main hospital / 2nd Floor", "MDU-2"],
  ]);
  await imports.bringIn("vendors", [
    ["Name", "Phone", "Supplies"],
    ["Kinds Medline", "4321", "yes"],
  ]);
  const { id, progress } = await imports.checked("assets", [
    ["Asset code", "Name", "Category", "Location", "Place", "Vendor"],
    [
      "CASE-1",
      "Pump",
      "KINDS CATEGORY",
      "kinds WARD",
      "MADURAI / main Hospital / 2ND floor",
      "KINDS medline",
    ],
    ["CASE-2", "Pump", "Kinds category", "Kinds ward", "madurai/main hospital/2nd floor", ""],
    ["CASE-3", "Pump", "Kinds category", "Kinds ward", "mdu-2", ""],
    ["CASE-4", "Pump", "Kinds category", "Kinds ward", "Madurai / Main hospital / 3rd floor", ""],
  ]);
  expect(progress.counts).toMatchObject({ create: 3, error: 1 });
  expect(await refusals(id, "key")).toEqual([
    ["CASE-4", expect.any(String), "There is no place “Madurai / Main hospital / 3rd floor”"],
  ]);
  await imports.run(id);
  const floor = await rowWith("locations", "code", "MDU-2");
  for (const code of ["CASE-1", "CASE-2", "CASE-3"])
    expect(await rowWith("assets", "asset_code", code)).toMatchObject({ location_id: floor.id });
});

test.each(Object.keys(kinds))("the template of %s reads back as it is", async (kind) => {
  const file = await admin.text(`/import-template?kind=${kind}&as=csv`);
  expect((await imports.upload(kind, file)).errors).toEqual({
    file: ["There are no rows under the names of the columns"],
  });
});

test("who brought a file in is told once it is written, with a link to its page", async () => {
  const id = await imports.bringIn("departments", [
    ["Name", "Code"],
    ["Told ward", "TW"],
    ["Told hall", "TW"],
  ]);
  await imports.run(id);
  const body = "Locations: 1 added, 0 changed, 1 with errors";
  const notices = await shard.all(
    "select title, body, link, severity, user_id from notifications where company_id = ? and entity_id = ?",
    id,
  );
  expect(notices).toEqual([
    {
      title: "Import finished: file.csv",
      body,
      link: `/imports/${id}`,
      severity: "warning",
      user_id: w.companies.acme.users.admin.id,
    },
  ]);
  const unread = await admin.call<{ body: string }[]>("GET", "/api/notifications?size=100");
  expect(unread.data.map((notice) => notice.body)).toContain(body);
});

test("contracts come in with their assets; again changes nothing, a change is seen, undo takes all back", async () => {
  const partner = await shard.add("vendors", { name: "Imported Care", phone: "1", is_service: 1 });
  const device = (code: string, more: object = {}) =>
    shard.add("assets", {
      ...{ asset_code: code, name: "Pump", qr_token: code, lifecycle: "in_service" },
      ...{ category_id: masters.categoryId, department_id: masters.departmentId, ...more },
    });
  const [one, two] = [await device('DEAL "1"'), await device("DEAL-2")];
  await device("DEAL-3", { lifecycle: "condemned" });
  const head = ["Contract no", "Kind", "Vendor", "Start", "End", "Value", "Uptime", "Asset codes"];
  const [start, end] = ["2020-04-01", "2099-03-31"];
  const file = [
    head,
    [
      "IMP-1",
      "CMC",
      "imported care",
      start,
      end,
      "1,25,000.50",
      "98.5 %",
      'deal "1"; DEAL-2\nDEAL-2',
    ],
    ["IMP-2", "amc", "Imported Care", "01/04/2020", "31/03/2099", "", "", ""],
  ];
  const { id, progress } = await imports.checked("contracts", file);
  expect(progress.counts).toEqual({ create: 2 });
  expect((await imports.run(id)).counts).toMatchObject({ created: 2 });
  const first = await rowWith("contracts", "number", "IMP-1");
  expect(first).toMatchObject({
    ...{ kind: "cmc", vendor_id: partner, start_on: start, end_on: end, value_minor: 125_000_50 },
    ...{ uptime_bp: 9850, has_labour: 1, has_spares: 1 },
  });
  const covered = async (asset: string) => (await shard.get("assets", asset)).cover_kind;
  expect([await covered(one), await covered(two)]).toEqual(["cmc", "cmc"]);
  const counters = () =>
    Promise.all([
      shard.counter(`contracts.assets:${first.id}`),
      shard.count("contract_assets", `contract_id = '${first.id}'`),
    ]);
  expect(await counters()).toEqual([2, 2]);
  const again = await imports.checked("contracts", file);
  expect(again.progress.counts).toEqual({ same: 2 });

  const wrong = await imports.checked("contracts", [
    head,
    ["IMP-3", "CMC", "Imported Care", end, start, "", "", "DEAL-2"],
    ["IMP-4", "CMC", "Imported Care", start, end, "", "101", "DEAL-3, NONE"],
    ["IMP-1", "CMC", "", "", "", "", "", ""],
    ["imp-1", "CMC", "", "", "", "", "", ""],
  ]);
  expect(await refusals(wrong.id)).toEqual([
    [2, "endOn", "End cannot be before the start"],
    [3, "uptimeBp", "Uptime must be from 0 to 100 %"],
    [3, "assetCodes", "DEAL-3: It is condemned"],
    [5, "number", "The same as in row 4"],
  ]);

  // An update takes nothing from what its empty cells leave out.
  const rows = [
    ["Number", "Kind", "Value", "Asset codes"],
    ["IMP-2", "", "500", "DEAL-2"],
  ];
  const more = await imports.checked("contracts", rows, { mode: "update" });
  expect(more.progress.counts).toEqual({ update: 1 });
  await imports.run(more.id);
  const second = await rowWith("contracts", "number", "IMP-2");
  expect(second).toMatchObject({ value_minor: 500_00, kind: "amc" });
  expect(await shard.counter(`contracts.assets:${second.id}`)).toBe(1);
  expect((await imports.undo(more.id)).counts).toMatchObject({ undone: 1 });
  expect((await rowWith("contracts", "number", "IMP-2")).value_minor).toBeNull();
  expect(await shard.count("contract_assets", `contract_id = '${second.id}'`)).toBe(0);
  expect(await shard.counter(`contracts.assets:${second.id}`)).toBe(0);

  await admin.call("POST", `/api/contracts/${second.id}/assets`, { asset_ids: [two] });
  await shard.run(
    "update contract_assets set version = 2 where company_id = ? and contract_id = ?",
    second.id,
  );
  const total = await shard.counter("contracts.total");
  expect((await imports.undo(id)).counts).toMatchObject({ undone: 1, kept: 1 });
  expect(await shard.count("contracts", "number = 'IMP-1'")).toBe(0);
  expect(await shard.counter("contracts.total")).toBe(total - 1);
  expect([await covered(one), await covered(two)]).toEqual([null, "amc"]);
  expect((await admin.call<unknown[]>("GET", "/api/contracts?q=IMP-1")).data).toEqual([]);
});
