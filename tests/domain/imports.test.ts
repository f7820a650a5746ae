import { beforeAll, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { csvOf, importer } from "#tests/support/imports.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let db: D1Database;
let made: Awaited<ReturnType<typeof mastersFor>>;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  made = await mastersFor(w, w.companies.acme, "Import");
  db = made.db;
});
const company = () => w.companies.acme.id;
const head = [
  "Asset code",
  "Name",
  "Make",
  "Model",
  "Serial no",
  "Category",
  "Location",
  "Purchase date",
  "Purchase cost",
];
const row = (code: string, ...more: string[]) => [
  code,
  "Monitor",
  "Philips",
  "MX450",
  `S-${code}`,
  "import CATEGORY",
  "Import ward",
  "15/03/2024",
  "1,85,000.50",
  ...more,
];

test("a small file goes in, twice changes nothing, a change is seen, and undo takes it back", async () => {
  const it = importer(admin);
  const file = [head, row("IMP-1"), row("IMP-2"), row("IMP-3")];
  const first = await it.checked("assets", file);
  expect(first.progress).toMatchObject({ state: "checked", counts: { create: 3 } });
  const done = await it.run(first.id);
  expect(done.counts).toMatchObject({ created: 3 });
  const asset = await db
    .prepare("select * from assets where company_id = ? and asset_code = 'IMP-2'")
    .bind(company())
    .first<Record<string, unknown>>();
  expect(asset).toMatchObject({
    name: "Monitor",
    purchase_on: "2024-03-15",
    purchase_cost_minor: 18500050,
    criticality: "high",
    version: 1,
  });
  const again = await it.checked("assets", file);
  expect(again.progress.counts).toEqual({ same: 3 });
  const changed = await it.checked("assets", [
    head,
    row("IMP-1"),
    ["imp-2", "Patient monitor", "", "", "", "", "", "", ""],
    row("IMP-4"),
  ]);
  expect(changed.progress.counts).toEqual({ same: 1, update: 1, create: 1 });
  await it.run(changed.id);
  const undone = await it.undo(changed.id);
  expect(undone.counts).toMatchObject({ undone: 2 });
  const back = await db
    .prepare(
      "select name, version, deleted_at from assets where company_id = ? and asset_code in ('IMP-2', 'IMP-4') order by asset_code",
    )
    .bind(company())
    .all();
  expect(back.results).toEqual([
    { name: "Monitor", version: 3, deleted_at: null },
    { name: "Monitor", version: 2, deleted_at: expect.any(Number) },
  ]);
});

test("stock comes in with its opening quantity, a new store is made where that is ticked, and undo brings it to zero", async () => {
  const it = importer(admin);
  const file = [
    ["Store", "Name", "Part no", "Opening quantity", "Rate"],
    ["Import store", "Sensor", "P-1", "12", "1,250.00"],
    ["Import store", "Cable", "", "", "80"],
  ];
  const refused = await it.checked("stocks", file);
  expect(refused.progress.counts).toMatchObject({ error: 2 });
  const { id, progress } = await it.checked("stocks", file, { missing: ["store"] });
  expect(progress.counts).toEqual({ create: 2 });
  await it.run(id);
  const item = () =>
    db
      .prepare(
        "select id, quantity, rate_minor, deleted_at from stock_items where company_id = ? and part_no = 'P-1'",
      )
      .bind(company())
      .first<{ id: string; quantity: number; rate_minor: number; deleted_at: number | null }>();
  const sensor = (await item())!;
  expect(sensor).toMatchObject({ quantity: 12, rate_minor: 125000 });
  const ledger = await db
    .prepare(
      "select kind, qty, import_job_id from stock_movements where company_id = ? and stock_item_id = ?",
    )
    .bind(company(), sensor.id)
    .all();
  expect(ledger.results).toEqual([{ kind: "opening", qty: 12, import_job_id: id }]);
  expect((await it.checked("stocks", file)).progress.counts).toEqual({ same: 2 });
  expect((await it.undo(id)).counts).toMatchObject({ undone: 2 });
  expect(await item()).toMatchObject({ quantity: 0, deleted_at: expect.any(Number) });
});

test("a part that gets another name by its part number keeps its machine types, also when that is undone", async () => {
  const it = importer(admin);
  const fileOf = (name: string) => [
    ["Store", "Name", "Part no"],
    ["Renaming store", name, "P-2"],
  ];
  await it.run((await it.checked("stocks", fileOf("Lamp"), { missing: ["store"] })).id);
  const item = () =>
    db
      .prepare(
        `select id, name, (select json_group_array(machine_type_id) from stock_item_machine_types as fit
           where fit.company_id = stock_items.company_id and fit.stock_item_id = stock_items.id) as types
         from stock_items where company_id = ? and part_no = 'P-2'`,
      )
      .bind(company())
      .first<{ id: string; name: string; types: string }>();
  await db
    .prepare(
      "insert into stock_item_machine_types (company_id, id, stock_item_id, machine_type_id, machine_type_name) values (?, 'fits', ?, 'ct', 'CT')",
    )
    .bind(company(), (await item())!.id)
    .run();
  const { id, progress } = await it.checked("stocks", fileOf("Halogen lamp"));
  expect(progress.counts).toEqual({ update: 1 });
  await it.run(id);
  expect(await item()).toMatchObject({ name: "Halogen lamp", types: '["ct"]' });
  await it.undo(id);
  expect(await item()).toMatchObject({ name: "Lamp", types: '["ct"]' });
});

test("two tabs that write at once write once, and a stranger's import is not there", async () => {
  const it = importer(admin);
  const rows = Array.from({ length: 250 }, (_, n) => row(`TWO-${n}`));
  const { id } = await it.checked("assets", [head, ...rows]);
  const answers = await Promise.all(Array.from({ length: 6 }, () => it.post(`/${id}/run`)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  await it.run(id);
  const made = await db
    .prepare("select count(*) as n from assets where company_id = ? and asset_code like 'TWO-%'")
    .bind(company())
    .first<{ n: number }>();
  expect(made!.n).toBe(250);
  const stranger = importer(await signedIn(w, w.companies.initech, "admin"));
  for (const word of ["check", "run", "undo"])
    expect((await stranger.post(`/${id}/${word}`)).status).toBe(404);
});

test("two tabs that write what no name of its own keeps single write it once", async () => {
  const it = importer(admin);
  await it.run((await it.checked("assets", [head, row("TABS-1")])).id);
  const { id } = await it.checked("accessories", [
    ["Asset code", "Name", "Kind"],
    ...Array.from({ length: 250 }, (_, n) => ["TABS-1", `Cable ${n}`, "Cable"]),
  ]);
  const answers = await Promise.all(Array.from({ length: 6 }, () => it.post(`/${id}/run`)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect((await it.run(id)).counts).toMatchObject({ created: 250 });
  const { results } = await db
    .prepare(
      "select count(*) as n from asset_accessories where company_id = ? and name like 'Cable %' group by name having n > 1",
    )
    .bind(company())
    .all();
  expect(results).toEqual([]);
});

/** What can be wrong with a row: the field it is told at, and how to break a good row. */
const faults: Record<
  string,
  { field: string; says: RegExp; breaks: (cells: Record<string, string>) => void }
> = {
  "a category nobody has": {
    field: "categoryId",
    says: /no category “Ghosts”/,
    breaks: (c) => (c.Category = "Ghosts"),
  },
  "a Location nobody has": {
    field: "departmentId",
    says: /no location “Nowhere”/,
    breaks: (c) => (c.Location = "Nowhere"),
  },
  "no name": { field: "name", says: /Name is required/, breaks: (c) => (c.Name = "") },
  "no code": {
    field: "assetCode",
    says: /Asset code is required/,
    breaks: (c) => (c["Asset code"] = ""),
  },
  "no date": {
    field: "purchaseOn",
    says: /must be a date/,
    breaks: (c) => (c["Purchase date"] = "31/02/2024"),
  },
  "a date to come": {
    field: "purchaseOn",
    says: /cannot be in the future/,
    breaks: (c) => (c["Purchase date"] = "2199-01-01"),
  },
  "no amount": {
    field: "purchaseCostMinor",
    says: /must be an amount/,
    breaks: (c) => (c["Purchase cost"] = "a lot"),
  },
  "a word nobody knows": {
    field: "criticality",
    says: /must be one of/,
    breaks: (c) => (c.Criticality = "urgent!"),
  },
  "no yes and no no": {
    field: "pmRequired",
    says: /must be yes or no/,
    breaks: (c) => (c["PM required"] = "perhaps"),
  },
  "too long": { field: "make", says: /at most 100/, breaks: (c) => (c.Make = "x".repeat(101)) },
  "no whole number": {
    field: "usefulLifeMonths",
    says: /whole number/,
    breaks: (c) => (c["Useful life (months)"] = "1.5"),
  },
  "an end before the start": {
    field: "warrantyEndOn",
    says: /ends before/,
    breaks: (c) => (c["Warranty end"] = "2001-01-01"),
  },
};
const ROWS = 15_000;
const BAD = 200;

/** A register as a hospital has it, with some cells broken; every 75th row is one. */
function register() {
  const names = [
    "Asset code",
    "Name",
    "Make",
    "Model",
    "Serial no",
    "Category",
    "Location",
    "Criticality",
    "Purchase date",
    "Purchase cost",
  ];
  const header = [
    ...names,
    "Warranty start",
    "Warranty end",
    "PM required",
    "Useful life (months)",
    "Vendor code of theirs",
    "Remarks",
  ];
  const kinds = Object.keys(faults);
  const broken = new Map<number, string>();
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const cells: Record<string, string> = {
      "Asset code": `BIG-${String(n).padStart(5, "0")}`,
      Name: ["Ventilator", "Infusion pump", "ECG recorder"][n % 3]!,
      Make: "Acme, Inc.",
      Model: `M${n % 40}`,
      "Serial no": `SN-${n}`,
      Category: n % 2 ? "Import category" : "Import other category",
      Location: "Import ward",
      Criticality: ["High", "low", "Life support"][n % 3]!,
      "Purchase date": `${(n % 28) + 1}-Mar-2023`,
      "Purchase cost": `${n}.50`,
      "Warranty start": "2023-04-01",
      "Warranty end": "45748",
      "PM required": n % 2 ? "yes" : "No",
      "Useful life (months)": "84",
      "Vendor code of theirs": "x",
      Remarks: n % 100 ? "" : 'two\r\nlines; and "quotes"',
    };
    if (n % 75 === 10) {
      const kind = kinds[broken.size % kinds.length]!;
      broken.set(n + 2, kind);
      faults[kind]!.breaks(cells);
    }
    return header.map((name) => cells[name]!);
  });
  return { file: csvOf([header, ...rows]), broken };
}

test("15,000 rows with 200 bad cells of 12 kinds: all are named, the others go in, again changes nothing, undo restores", async () => {
  const { globex } = w.companies;
  const masters = await mastersFor(w, globex, "Import");
  const it = importer(await signedIn(w, globex, "admin"));
  const count = async (more = "") =>
    (await masters.db
      .prepare(
        `select count(*) as n from assets where company_id = ? and asset_code like 'BIG-%' and deleted_at is null ${more}`,
      )
      .bind(globex.id)
      .first<{ n: number }>())!.n;
  const { file, broken } = register();
  expect(broken.size).toBe(BAD);
  const { data, message } = await it.upload("assets", `\uFEFF${file}`);
  expect(message).toBe(`${ROWS} rows read`);
  expect((await it.find(data.id)).mapping).not.toHaveProperty("vendorId");
  await it.map(data.id);
  const { counts } = await it.check(data.id);
  expect(counts).toMatchObject({ create: ROWS - BAD, error: BAD });

  const named = new Map<number, { field: string; messages: string[] }[]>();
  for (let query = "?show=error&size=100"; ; ) {
    const { data: rows, next } = await it.rows(data.id, query);
    for (const { row_no, wrong } of rows) named.set(row_no, wrong);
    if (!next) break;
    query = `?show=error&size=100&after=${next}`;
  }
  expect([...named.keys()].sort((a, b) => a - b)).toEqual([...broken.keys()]);
  for (const [rowNo, kind] of broken) {
    const { field, says } = faults[kind]!;
    expect([kind, named.get(rowNo)]).toEqual([
      kind,
      [expect.objectContaining({ field, messages: [expect.stringMatching(says)] })],
    ]);
  }

  const done = await it.run(data.id);
  expect(done.counts).toMatchObject({ created: ROWS - BAD });
  expect(await count()).toBe(ROWS - BAD);

  const again = await it.upload("assets", file);
  await it.map(again.data.id);
  expect((await it.check(again.data.id)).counts).toMatchObject({ same: ROWS - BAD, error: BAD });
  await it.run(again.data.id);
  expect(await count("and version > 1")).toBe(0);

  const undone = await it.undo(data.id);
  expect(undone.counts).toMatchObject({ undone: ROWS - BAD });
  expect(await count()).toBe(0);
  const counters = await masters.db
    .prepare(
      "select id, value from counters where company_id = ? and id like 'assets.%' and value <> 0 and id in (?, ?)",
    )
    .bind(
      globex.id,
      `assets.category:${masters.categoryId}`,
      `assets.department:${masters.departmentId}`,
    )
    .all();
  expect(counters.results).toEqual([]);
}, 180_000);
