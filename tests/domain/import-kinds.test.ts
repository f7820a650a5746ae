import { beforeAll, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { csvOf, importer } from "#tests/support/imports.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { insert, type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let db: D1Database;
let made: Awaited<ReturnType<typeof mastersFor>>;
let it: ReturnType<typeof importer>;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  made = await mastersFor(w, w.companies.acme, "Kinds");
  db = made.db;
  it = importer(admin);
});
const company = () => w.companies.acme.id;
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
const living = async (like: string) =>
  (
    await db
      .prepare(
        "select * from locations where company_id = ? and path like ? and deleted_at is null order by path",
      )
      .bind(company(), like)
      .all<Place>()
  ).results;
const one = (table: string, column: string, value: string) =>
  db
    .prepare(
      `select * from ${table} where company_id = ? and ${column} = ? order by created_at desc`,
    )
    .bind(company(), value)
    .first<Record<string, unknown> & { id: string; version: number; deleted_at: number | null }>();

test("places come in by their path, with those on the way; again changes nothing, a change is seen, undo takes all back", async () => {
  const file = [
    ["Path", "Level", "Code", "Latitude"],
    ["Chennai / Main / Block A / 2nd floor / Bed 1", "Room", "B1", ""],
    ["chennai/MAIN/Block B", "", "BB", "13.08"],
    ["Chennai/Main", "Site", "MAIN", ""],
    ["Madurai", "", "", ""],
  ];
  const { id, progress } = await it.checked("locations", file);
  expect(progress.counts).toEqual({ create: 4 });
  const told = await it.find(id);
  expect(told.made.map(({ name }) => name)).toEqual([
    "Chennai",
    "Chennai / Main / Block A",
    "Chennai / Main / Block A / 2nd floor",
  ]);
  expect((await it.run(id)).counts).toMatchObject({ created: 4 });
  const places = await living("Chennai%");
  expect(places.map(({ path, level, depth, code }) => [path, level, depth, code])).toEqual([
    ["Chennai", "city", 1, null],
    ["Chennai / Main", "site", 2, "MAIN"],
    ["Chennai / Main / Block A", "building", 3, null],
    ["Chennai / Main / Block A / 2nd floor", "floor", 4, null],
    ["Chennai / Main / Block A / 2nd floor / Bed 1", "room", 5, "B1"],
    ["Chennai / Main / Block B", "building", 3, "BB"],
  ]);
  for (const { path_ids, id: own } of places) expect(path_ids.endsWith(`/${own}/`)).toBe(true);
  expect(places[4]!.path_ids.startsWith(places[3]!.path_ids)).toBe(true);
  const found = (await (await admin.api("/api/locations?q=2nd")).json()) as {
    data: { path: string }[];
  };
  expect(found.data.map(({ path }) => path)).toContain("Chennai / Main / Block A / 2nd floor");

  expect((await it.checked("locations", file)).progress.counts).toEqual({ same: 4 });
  const more = await it.checked("locations", [
    ["Path", "Address", "Level"],
    ["CHENNAI / MAIN", "1 Hill Road", ""],
    ["Chennai / Main / Block C", "", "Building"],
    ["Chennai / Main / Block A", "", "Floor"],
    ["Chennai / Main / Block C / Bed 9 / Shelf", "", "Building"],
    ["Chennai / Main / Block D / Floor / Room / Shelf", "", ""],
    ["Chennai / Main / / Hall", "", ""],
  ]);
  expect(more.progress.counts).toMatchObject({ update: 1, create: 1, error: 4 });
  const refused = (await it.rows(more.id, "?show=error")).data.map(({ row_no, wrong }) => [
    row_no,
    wrong[0]!.field,
    wrong[0]!.messages[0],
  ]);
  expect(refused).toEqual([
    [4, "level", "Only for new places"],
    [5, "level", "A building cannot lie in a floor"],
    [6, "path", "Nothing lies in a room"],
    [7, "path", "A name on the path is empty"],
  ]);
  await it.run(more.id);
  expect(await one("locations", "path", "Chennai / Main")).toMatchObject({
    address: "1 Hill Road",
    name: "Main",
  });
  expect((await it.undo(more.id)).counts).toMatchObject({ undone: 2 });
  expect(await one("locations", "path", "Chennai / Main")).toMatchObject({ address: null });
  expect((await it.undo(id)).state).toBe("undone");
  expect((await living("Chennai%")).map(({ path }) => path)).toEqual(["Chennai", "Chennai / Main"]);
  expect(await living("Madurai%")).toEqual([]);
  const after = await it.find(id);
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
  const { id, progress } = await it.checked("locations", file);
  expect(progress.counts).toEqual({ create: 480 });
  expect((await it.find(id)).made.map(({ name }) => name)).toEqual([
    "Salem",
    "Salem / Hill",
    "Salem / Hill / Tower",
  ]);
  expect((await it.run(id)).counts).toMatchObject({ created: 480 });
  expect((await it.rows(id, "?show=error")).data).toEqual([]);
  const places = await living("Salem%");
  expect(places).toHaveLength(483);
  expect(places.filter(({ level, code }) => level === "floor" && code)).toHaveLength(30);
  expect((await it.checked("locations", file)).progress.counts).toEqual({ same: 480 });
  const undone = await it.undo(id);
  expect(undone.counts.kept ?? 0).toBe(0);
  expect(await living("Salem%")).toEqual([]);
  expect((await it.find(id)).made.every((one) => one.undone)).toBe(true);
});

test("a place that is in use stays with all above it when its import is undone, and is named", async () => {
  const { id } = await it.checked("locations", [
    ["Place"],
    ["Erode / East / Block"],
    ["Erode / West"],
  ]);
  await it.run(id);
  const block = (await one("locations", "path", "Erode / East / Block"))!;
  const at = Date.now();
  await insert(db, "assets", {
    ...{
      company_id: company(),
      id: crypto.randomUUID(),
      created_at: at,
      updated_at: at,
      asset_code: "ERODE-1",
      name: "Pump",
    },
    ...{
      category_id: made.categoryId,
      department_id: made.departmentId,
      location_id: block.id,
      qr_token: crypto.randomUUID(),
    },
  });
  const { counts } = await it.undo(id);
  expect(counts).toMatchObject({ undone: 1, kept: 1 });
  const shown = await it.rows(id);
  expect([shown.show, shown.data.length]).toEqual(["create", 2]);
  expect((await it.rows(id, "?show=kept")).data.map(({ kept }) => kept)).toEqual([
    "It is used by assets",
  ]);
  expect((await living("Erode%")).map(({ path }) => path)).toEqual([
    "Erode",
    "Erode / East",
    "Erode / East / Block",
  ]);
});

test.each([
  {
    kind: "vendors",
    table: "vendors",
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
    table: "departments",
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
  async ({ kind, table, head, first, second, good, wrong, changed, field, before }) => {
    const { id, progress } = await it.checked(kind, [head, first, second]);
    expect(progress.counts).toMatchObject({ create: 1, error: 1 });
    const [bad] = (await it.rows(id, "?show=error")).data;
    expect(bad!.wrong[0]).toMatchObject({ field: wrong });
    const cells = Object.fromEntries(good.map((text, at) => [String(at), text]));
    expect((await it.post(`/${id}/cells`, { cells: { [bad!.row_no]: cells } })).message).toBe(
      "The rows are right now",
    );
    expect((await it.run(id)).counts).toMatchObject({ created: 2 });
    expect((await it.checked(kind, [head, first, good])).progress.counts).toEqual({ same: 2 });
    const again = await it.checked(kind, [head, changed]);
    expect(again.progress.counts).toEqual({ update: 1 });
    await it.run(again.id);
    expect(await one(table, "name", first[0]!)).toMatchObject(field);
    await it.undo(again.id);
    expect(await one(table, "name", first[0]!)).toMatchObject(before);
    const other = (await one(table, "name", good[0]!))!;
    const { counts } = await it.undo(id);
    // The first was touched since, by the second import and its undoing.
    expect(counts).toMatchObject({ undone: 1, kept: 1 });
    expect((await it.rows(id, "?show=kept")).data[0]!.kept).toBe("It was changed since");
    expect(
      (await one(table, "name", good[0]!))!.deleted_at ??
        (await one(table, "id", other.id))!.deleted_at,
    ).not.toBeNull();
  },
);

test.each([
  [
    "vendors",
    "vendors",
    ["Name", "Phone", "Supplies"],
    (n: number) => [`Lost vendor ${n}`, "1", "yes"],
    "name like 'Lost vendor %'",
  ],
  [
    "departments",
    "departments",
    ["Name"],
    (n: number) => [`Lost ward ${n}`],
    "name like 'Lost ward %'",
  ],
  [
    "locations",
    "locations",
    ["Place"],
    (n: number) => [`Lost city / Site ${n}`],
    "path like 'Lost city / %'",
  ],
] as const)(
  "%s: a step whose answer was lost answers alike and changes nothing",
  async (kind, table, head, row, where) => {
    const count = async () =>
      (await db
        .prepare(
          `select count(*) as n from ${table} where company_id = ? and deleted_at is null and ${where}`,
        )
        .bind(company())
        .first<{ n: number }>())!.n;
    const { data } = await it.upload(
      kind,
      csvOf([head, ...Array.from({ length: 230 }, (_, n) => row(n))]),
    );
    await it.map(data.id);
    const key = () => ({ "idempotency-key": crypto.randomUUID() });
    const twice = async (word: string) => {
      const headers = key();
      const send = async () => {
        const answer = await admin.api(`/api/imports/${data.id}/${word}`, {
          method: "POST",
          body: {},
          headers,
        });
        return {
          status: answer.status,
          body: (await answer.json()) as { data: { state: string; counts: object } },
        };
      };
      const first = await send();
      expect(first.status).toBe(200);
      const seen = await count();
      expect(await send()).toEqual(first);
      expect(await count()).toBe(seen);
      return first.body.data;
    };
    expect(await twice("check")).toMatchObject({ state: "checked", counts: { create: 230 } });
    expect(await twice("run")).toMatchObject({ state: "running", counts: { created: 199 } });
    expect(await count()).toBe(199);
    expect(await twice("run")).toMatchObject({ state: "done", counts: { created: 230 } });
    expect(await count()).toBe(230);
    expect(await twice("undo")).toMatchObject({ state: "undoing" });
    await it.undo(data.id);
    expect(await count()).toBe(0);
  },
);

test("what an import made for its rows goes with it; what is in use by then stays and is named", async () => {
  const head = ["Asset code", "Name", "Category", "Sub-category", "Location", "Vendor"];
  const { id, progress } = await it.checked(
    "assets",
    [
      head,
      ["MADE-1", "Pump", "Made pumps", "Made syringe", "Made ward", "Made & Co"],
      ["MADE-2", "Pump", "Made pumps", "", "Made hall", ""],
    ],
    { missing: ["category", "subCategory", "department", "vendor"] },
  );
  expect(progress.counts).toEqual({ create: 2 });
  await it.run(id);
  const vendor = (await one("vendors", "name", "Made & Co"))!;
  const hall = (await one("departments", "name", "Made hall"))!;
  await db
    .prepare("update departments set version = 2, code = 'MH' where company_id = ? and id = ?")
    .bind(company(), hall.id)
    .run();
  const { id: other } = await it.checked("assets", [
    head,
    ["MADE-9", "Pump", "Kinds category", "", "Kinds ward", "Made & Co"],
  ]);
  await it.run(other);
  expect(await it.undo(id)).toMatchObject({ state: "undone", counts: { undone: 2 } });
  for (const [table, name] of [
    ["categories", "Made pumps"],
    ["sub_categories", "Made syringe"],
    ["departments", "Made ward"],
  ] as const)
    expect([name, (await one(table, "name", name))!.deleted_at]).toEqual([
      name,
      expect.any(Number),
    ]);
  expect((await one("vendors", "id", vendor.id))!.deleted_at).toBeNull();
  const kept = (await it.find(id)).made.filter((made) => made.kept);
  expect(kept.map((made) => [made.name, made.kept])).toEqual([
    ["Made & Co", "It is used by assets"],
    ["Made hall", "It was changed since"],
  ]);
  const counter = await db
    .prepare("select value from counters where company_id = ? and id = ?")
    .bind(
      company(),
      `sub_categories.category:${(await one("categories", "name", "Made pumps"))!.id}`,
    )
    .first<{ value: number }>();
  expect(counter?.value ?? 0).toBe(0);
  const page = await (await admin.page(`/imports/${id}`)).text();
  expect(page).toContain("It is used by assets");
});

test("accessories come in under their asset, by serial number or else by name, and are taken back", async () => {
  const head = ["Asset code", "Name", "Kind", "Serial no", "Quantity", "Condition", "Cost"];
  const own = [
    ["Asset code", "Name", "Category", "Location"],
    ["ACC-1", "Monitor", "Kinds category", "Kinds ward"],
  ];
  await it.run((await it.checked("assets", own)).id);
  const file = [
    head,
    ["acc-1", "SpO2 sensor", "sensor", "", "2", "Good", "1,200"],
    ["ACC-1", "Battery", "Battery", "B-1", "1", "New", ""],
    ["ACC-1", "Battery", "Battery", "B-2", "", "needs replacement", ""],
  ];
  const { id, progress } = await it.checked("accessories", [
    ...file,
    ["ACC-1", "Battery", "Battery", "b-2", "", "", ""],
    ["ACC-9", "Cable", "Cable", "", "", "", ""],
    ["ACC-1", "Lead", "Wire", "L-1", "3", "", ""],
  ]);
  expect(progress.counts).toMatchObject({ create: 3, error: 3 });
  expect(
    (await it.rows(id, "?show=error")).data.map(({ wrong }) =>
      wrong.map(({ field, messages }) => [field, messages[0]]),
    ),
  ).toEqual([
    [["assetId", "The same as in row 4"]],
    [["assetId", "There is no asset code “ACC-9”"]],
    [["kind", expect.stringContaining("Kind must be one of Probe, Cable")]],
  ]);
  await it.run(id);
  const asset = (await one("assets", "asset_code", "ACC-1")) as unknown as { id: string };
  const there = async () =>
    (
      await db
        .prepare(
          "select name, serial_no, qty, condition from asset_accessories where company_id = ? and asset_id = ? order by id",
        )
        .bind(company(), asset.id)
        .all()
    ).results;
  expect(await there()).toEqual([
    { name: "SpO2 sensor", serial_no: null, qty: 2, condition: "good" },
    { name: "Battery", serial_no: "B-1", qty: 1, condition: "new" },
    { name: "Battery", serial_no: "B-2", qty: 1, condition: "needs_replacement" },
  ]);
  expect((await it.checked("accessories", file)).progress.counts).toEqual({ same: 3 });
  const again = await it.checked("accessories", [
    ["Asset code", "Name", "Kind", "Quantity"],
    ["ACC-1", "spo2 SENSOR", "Sensor", "5"],
    ["ACC-1", "Battery", "Battery", ""],
  ]);
  expect(again.progress.counts).toMatchObject({ update: 1, error: 1 });
  await it.undo(id);
  expect(await there()).toEqual([]);
});

test("the template of assets has the categories' own fields as columns, and says what they take", async () => {
  const fields = JSON.stringify([
    { key: "leads", label: "ECG leads", type: "number", required: true },
    { key: "make", label: "Make", type: "text" },
  ]);
  await db
    .prepare("update categories set field_schema = ? where company_id = ? and id = ?")
    .bind(fields, company(), made.categoryId)
    .run();
  const [head = ""] = (
    await (await admin.page("/import-template?kind=assets&as=csv")).text()
  ).split("\r\n");
  expect(head.split(",")).toEqual(
    expect.arrayContaining(["Remarks", "ECG leads", "Make (own field)"]),
  );
  const { id, progress } = await it.checked("assets", [
    ["Asset code", "Name", "Category", "Location", "Make", "ECG leads", "Make (own field)"],
    ["OWN-T-1", "Monitor", "Kinds category", "Kinds ward", "Philips", "12", "Kept apart"],
  ]);
  expect(progress.counts).toEqual({ create: 1 });
  await it.run(id);
  const asset = (await one("assets", "asset_code", "OWN-T-1")) as unknown as {
    id: string;
    make: string;
  };
  const details = (await one("asset_details", "id", asset.id)) as unknown as { spec_json: string };
  expect([asset.make, JSON.parse(details.spec_json)]).toEqual([
    "Philips",
    { leads: 12, make: "Kept apart" },
  ]);
  await db
    .prepare("update categories set field_schema = '[]' where company_id = ? and id = ?")
    .bind(company(), made.categoryId)
    .run();
});

test("an asset's place and masters are found by their names in whatever case", async () => {
  const places = await it.checked("locations", [
    ["Place", "Code"],
    ["Madurai / Main hospital / 2nd Floor", "MDU-2"],
  ]);
  await it.run(places.id);
  const vendor = await it.checked("vendors", [
    ["Name", "Phone", "Supplies"],
    ["Kinds Medline", "1", "yes"],
  ]);
  await it.run(vendor.id);
  const { id, progress } = await it.checked("assets", [
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
  expect(
    (await it.rows(id, "?show=error")).data.map(({ key, wrong }) => [key, wrong[0]?.messages]),
  ).toEqual([["CASE-4", ["There is no place “Madurai / Main hospital / 3rd floor”"]]]);
  await it.run(id);
  const floor = (await one("locations", "code", "MDU-2")) as unknown as { id: string };
  for (const code of ["CASE-1", "CASE-2", "CASE-3"])
    expect(await one("assets", "asset_code", code)).toMatchObject({ location_id: floor.id });
});

test("templates of every kind read back as they are", async () => {
  for (const kind of ["assets", "vendors", "stocks", "departments", "locations", "accessories"]) {
    const file = await (await admin.page(`/import-template?kind=${kind}&as=csv`)).text();
    const refused = await it.upload(kind, file);
    expect([kind, refused.status, refused.errors?.file]).toEqual([
      kind,
      422,
      ["There are no rows under the names of the columns"],
    ]);
  }
});

test("who brought a file in is told once it is written, with a link to its page", async () => {
  const unread = async () =>
    (
      (await (await admin.api("/api/notifications?size=100")).json()) as {
        data: { title: string; body: string; severity: string }[];
      }
    ).data;
  const { id } = await it.checked("departments", [
    ["Name", "Code"],
    ["Told ward", "TW"],
    ["Told hall", "TW"],
  ]);
  await it.run(id);
  await it.run(id);
  const { results } = await db
    .prepare(
      "select title, body, link, severity, user_id from notifications where company_id = ? and entity_id = ?",
    )
    .bind(company(), id)
    .all();
  expect(results).toEqual([
    {
      ...{
        title: "Import finished: file.csv",
        body: "Locations: 1 added, 0 changed, 1 with errors",
        link: `/imports/${id}`,
      },
      ...{ severity: "warning", user_id: w.companies.acme.users.admin.id },
    },
  ]);
  expect((await unread()).map(({ body }) => body)).toContain(
    "Locations: 1 added, 0 changed, 1 with errors",
  );
});
