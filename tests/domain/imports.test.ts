import { beforeAll, expect, test } from "vitest";
import { signedIn } from "#tests/support/client.ts";
import { csvOf, importer } from "#tests/support/imports.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let shard: Rows;
let imports: ReturnType<typeof importer>;
beforeAll(async () => {
  w = await world();
  shard = rowsOf(w, w.companies.acme);
  imports = importer(await signedIn(w, w.companies.acme, "admin"));
  await mastersFor(w, w.companies.acme, "Import");
});
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
const row = (code: string) => [
  code,
  "Monitor",
  "Philips",
  "MX450",
  `S-${code}`,
  "import CATEGORY",
  "Import ward",
  "15/03/2024",
  "1,85,000.50",
];

test("a small file goes in, twice changes nothing, a change is seen, and undo takes it back", async () => {
  const file = [head, row("IMP-1"), row("IMP-2"), row("IMP-3")];
  const first = await imports.checked("assets", file);
  expect(first.progress).toMatchObject({ state: "checked", counts: { create: 3 } });
  expect((await imports.run(first.id)).counts).toMatchObject({ created: 3 });
  const asset = await shard.first<Record<string, unknown>>(
    "select * from assets where company_id = ? and asset_code = 'IMP-2'",
  );
  expect(asset).toMatchObject({
    name: "Monitor",
    purchase_on: "2024-03-15",
    purchase_cost_minor: 18500050,
    criticality: "high",
    version: 1,
  });
  expect((await imports.checked("assets", file)).progress.counts).toEqual({ same: 3 });
  const changed = await imports.checked("assets", [
    head,
    row("IMP-1"),
    ["imp-2", "Patient monitor", "", "", "", "", "", "", ""],
    row("IMP-4"),
  ]);
  expect(changed.progress.counts).toEqual({ same: 1, update: 1, create: 1 });
  await imports.run(changed.id);
  expect((await imports.undo(changed.id)).counts).toMatchObject({ undone: 2 });
  const back = await shard.all(
    "select name, version, deleted_at from assets where company_id = ? and asset_code in ('IMP-2', 'IMP-4') order by asset_code",
  );
  expect(back).toEqual([
    { name: "Monitor", version: 3, deleted_at: null },
    { name: "Monitor", version: 2, deleted_at: expect.any(Number) },
  ]);
});

test("a new asset is not condemned when it is brought in", async () => {
  const file = [
    [...head, "Lifecycle"],
    [...row("CON-1"), "Condemned"],
  ];
  const { id } = await imports.checked("assets", file);
  expect((await imports.rows(id)).data[0]!.wrong).toMatchObject([
    {
      field: "lifecycle",
      messages: ["A new asset is Received, In service or Standby. Condemn it afterwards."],
    },
  ]);
});

test("a column with values is proposed before an empty one of a nearer name", async () => {
  const proposal = async (...rows: string[][]) => {
    const { data } = await imports.upload("assets", csvOf(rows));
    return (await imports.find(data.id)).mapping;
  };
  const names = ["Asset code", "Name", "Make", "Manufacturer", "Serial no", "Brand"];
  const device = (make: string, manufacturer: string) => ["C-1", "Pump", make, manufacturer, ""];
  const others = { assetCode: 0, name: 1, serialNo: 4 };
  expect(await proposal(names, device("", "Acme"))).toEqual({ ...others, make: 3 });
  expect(await proposal(names, device("Acme", "Acme Ltd"))).toEqual({ ...others, make: 2 });
  // A sheet numbers its rows.
  expect(
    await proposal(
      ["S.No", "Asset tag", "Serial Number", "Warranty upto"],
      ["1", "C-1", "A1", "2030-01-01"],
    ),
  ).toEqual({ assetCode: 1, serialNo: 2, warrantyEndOn: 3 });
  // Only the last row says which column is in use.
  const empty = Array.from({ length: 300 }, () => device("", ""));
  expect(await proposal(names, ...empty, device("", "Acme"))).toEqual({ ...others, make: 3 });
});

test("stock comes in with its opening quantity, a new store is made where that is ticked, and undo brings it to zero", async () => {
  const file = [
    ["Store", "Name", "Part no", "Opening quantity", "Rate"],
    ["Import store", "Sensor", "P-1", "12", "1,250.00"],
    ["Import store", "Cable", "", "", "80"],
  ];
  const refused = await imports.checked("stocks", file);
  expect(refused.progress.counts).toMatchObject({ error: 2 });
  const { id, progress } = await imports.checked("stocks", file, { missing: ["store"] });
  expect(progress.counts).toEqual({ create: 2 });
  await imports.run(id);
  const item = () =>
    shard.first<{ id: string; quantity: number; rate_minor: number; deleted_at: number | null }>(
      "select id, quantity, rate_minor, deleted_at from stock_items where company_id = ? and part_no = 'P-1'",
    );
  const sensor = (await item())!;
  expect(sensor).toMatchObject({ quantity: 12, rate_minor: 125000 });
  const ledger = await shard.all(
    "select kind, qty, import_job_id from stock_movements where company_id = ? and stock_item_id = ?",
    sensor.id,
  );
  expect(ledger).toEqual([{ kind: "opening", qty: 12, import_job_id: id }]);
  expect((await imports.checked("stocks", file)).progress.counts).toEqual({ same: 2 });
  expect((await imports.undo(id)).counts).toMatchObject({ undone: 2 });
  expect(await item()).toMatchObject({ quantity: 0, deleted_at: expect.any(Number) });
});

test("a part that gets another name by its part number keeps its machine types, also when that is undone", async () => {
  const fileOf = (name: string) => [
    ["Store", "Name", "Part no"],
    ["Renaming store", name, "P-2"],
  ];
  await imports.run((await imports.checked("stocks", fileOf("Lamp"), { missing: ["store"] })).id);
  const item = async () =>
    (await shard.first<{ id: string; name: string; types: string }>(
      `select id, name, (select json_group_array(machine_type_id) from stock_item_machine_types as fit
         where fit.company_id = stock_items.company_id and fit.stock_item_id = stock_items.id) as types
       from stock_items where company_id = ? and part_no = 'P-2'`,
    ))!;
  const type = { machine_type_id: "ct", machine_type_name: "CT" };
  await shard.addUnstamped("stock_item_machine_types", {
    stock_item_id: (await item()).id,
    ...type,
  });
  const { id, progress } = await imports.checked("stocks", fileOf("Halogen lamp"));
  expect(progress.counts).toEqual({ update: 1 });
  await imports.run(id);
  expect(await item()).toMatchObject({ name: "Halogen lamp", types: '["ct"]' });
  await imports.undo(id);
  expect(await item()).toMatchObject({ name: "Lamp", types: '["ct"]' });
});

const SIX_TABS = 6;
/** Writes an import in many tabs at once, and to its end. */
async function writeInTabs(id: string) {
  const tabs = Array.from({ length: SIX_TABS }, () => imports.post(`/${id}/run`));
  const statuses = (await Promise.all(tabs)).map(({ status }) => status);
  expect(statuses).toEqual(Array(SIX_TABS).fill(200));
  return (await imports.run(id)).counts;
}

test("tabs that write at once write once", async () => {
  const rows = Array.from({ length: 250 }, (_, n) => row(`TWO-${n}`));
  await writeInTabs((await imports.checked("assets", [head, ...rows])).id);
  expect(await shard.count("assets", "asset_code like 'TWO-%'")).toBe(250);
});

test("tabs that write what no name of its own keeps single write it once", async () => {
  await imports.bringIn("assets", [head, row("TABS-1")]);
  const { id } = await imports.checked("accessories", [
    ["Asset code", "Name", "Kind"],
    ...Array.from({ length: 250 }, (_, n) => ["TABS-1", `Cable ${n}`, "Cable"]),
  ]);
  expect(await writeInTabs(id)).toMatchObject({ created: 250 });
  const twice = await shard.all(
    "select count(*) as n from asset_accessories where company_id = ? and name like 'Cable %' group by name having n > 1",
  );
  expect(twice).toEqual([]);
});

/** What can be wrong with a row: the column and the cell that breaks it, the field it is told at, and how. */
type Fault = [column: string, cell: string, field: string, says: RegExp];
const faults: Record<string, Fault> = {
  "a category nobody has": ["Category", "Ghosts", "categoryId", /no category “Ghosts”/],
  "a Location nobody has": ["Location", "Nowhere", "departmentId", /no location “Nowhere”/],
  "no name": ["Name", "", "name", /Name is required/],
  "no code": ["Asset code", "", "assetCode", /Asset code is required/],
  "no date": ["Purchase date", "31/02/2024", "purchaseOn", /must be a date/],
  "a date to come": ["Purchase date", "2199-01-01", "purchaseOn", /cannot be in the future/],
  "no amount": ["Purchase cost", "a lot", "purchaseCostMinor", /must be an amount/],
  "a word nobody knows": ["Criticality", "urgent!", "criticality", /must be one of/],
  "no yes and no no": ["PM required", "perhaps", "pmRequired", /must be yes or no/],
  "too long": ["Make", "x".repeat(101), "make", /at most 100/],
  "no whole number": ["Useful life (months)", "1.5", "usefulLifeMonths", /whole number/],
  "an end before the start": ["Warranty end", "2001-01-01", "warrantyEndOn", /ends before/],
};
const ROWS = 15_000;
const BAD = 200;

/** A register as a hospital has it, with some cells broken; every 75th row is one. */
function register() {
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
      const [column, cell] = faults[kind]!;
      cells[column] = cell;
    }
    return cells;
  });
  const file = csvOf([Object.keys(rows[0]!), ...rows.map((cells) => Object.values(cells))]);
  return { file, broken };
}

test("15,000 rows with 200 bad cells of 12 kinds: all are named, the others go in, again changes nothing, undo restores", async () => {
  const { globex } = w.companies;
  const masters = await mastersFor(w, globex, "Import");
  const ofGlobex = rowsOf(w, globex);
  const imports = importer(await signedIn(w, globex, "admin"));
  const count = (more = "") =>
    ofGlobex.count("assets", `asset_code like 'BIG-%' and deleted_at is null ${more}`);
  const { file, broken } = register();
  expect(broken.size).toBe(BAD);
  const { data, message } = await imports.upload("assets", `\uFEFF${file}`);
  expect(message).toBe(`${ROWS} rows read`);
  expect((await imports.find(data.id)).mapping).not.toHaveProperty("vendorId");
  await imports.map(data.id);
  const { counts } = await imports.check(data.id);
  expect(counts).toMatchObject({ create: ROWS - BAD, error: BAD });

  const named = new Map<number, { field: string; messages: string[] }[]>();
  for (let query = "?show=error&size=100"; ; ) {
    const { data: rows, next } = await imports.rows(data.id, query);
    for (const { row_no, wrong } of rows) named.set(row_no, wrong);
    if (!next) break;
    query = `?show=error&size=100&after=${next}`;
  }
  expect([...named.keys()].sort((a, b) => a - b)).toEqual([...broken.keys()]);
  for (const [rowNo, kind] of broken) {
    const [, , field, says] = faults[kind]!;
    expect([kind, named.get(rowNo)]).toEqual([
      kind,
      [expect.objectContaining({ field, messages: [expect.stringMatching(says)] })],
    ]);
  }

  expect((await imports.run(data.id)).counts).toMatchObject({ created: ROWS - BAD });
  expect(await count()).toBe(ROWS - BAD);

  const again = await imports.upload("assets", file);
  await imports.map(again.data.id);
  expect((await imports.check(again.data.id)).counts).toMatchObject({
    same: ROWS - BAD,
    error: BAD,
  });
  await imports.run(again.data.id);
  expect(await count("and version > 1")).toBe(0);

  expect((await imports.undo(data.id)).counts).toMatchObject({ undone: ROWS - BAD });
  expect(await count()).toBe(0);
  for (const of of [`category:${masters.categoryId}`, `department:${masters.departmentId}`])
    expect(await ofGlobex.counter(`assets.${of}`)).toBe(0);
}, 180_000);
