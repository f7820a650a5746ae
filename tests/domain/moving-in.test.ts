import { beforeAll, expect, test } from "vitest";
import { signedIn } from "#tests/support/client.ts";
import { csvOf, importer } from "#tests/support/imports.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { type World, world } from "#tests/support/world.ts";
import { presets } from "#worker/domain/imports/presets/index.ts";
import { sampleRows } from "#worker/domain/imports/presets/sample.ts";

let w: World;
let shard: Rows;
let imports: ReturnType<typeof importer>;
beforeAll(async () => {
  w = await world();
  shard = rowsOf(w, w.companies.acme);
  imports = importer(await signedIn(w, w.companies.acme, "admin"));
  await mastersFor(w, w.companies.acme, "Moving");
});
const opened = async (kind: string, rows: readonly (readonly string[])[]) => {
  const { data } = await imports.upload(kind, csvOf(rows));
  return imports.find(data.id);
};
type Device = {
  id: string;
  name: string;
  lifecycle: string;
  purchase_on: string | null;
  purchase_cost_minor: number | null;
  remarks: string | null;
};
const device = (code: string) =>
  shard.first<Device>(
    `select a.id, a.name, a.lifecycle, a.purchase_on, a.purchase_cost_minor, d.remarks from assets as a
     join asset_details as d on d.company_id = a.company_id and d.id = a.id where a.company_id = ? and a.asset_code = ? and a.deleted_at is null`,
    code,
  );

test("what Snipe-IT knows of an asset is in its fields, and what has no field is a line of its remarks", async () => {
  const job = await opened("assets", sampleRows(presets["snipe-it-assets"]!));
  expect(job.options.missing).toEqual(["category", "department", "vendor"]);
  await imports.map(job.id, { missing: job.options.missing });
  await imports.check(job.id);
  await imports.run(job.id);
  expect(await device("MRI-0007")).toMatchObject({
    ...{ name: "Ventilator 1", lifecycle: "in_service", purchase_on: "2021-03-15" },
    purchase_cost_minor: 145_000_000,
    remarks: [
      "Moved from the old ICU",
      "Model No.: 8417400",
      "Status: In use (deployed)",
      "Warranty: 36",
      "Checked Out: ICU 1",
      "Company: City Hospital",
      "Next Audit Date: 2026-12-01",
    ].join("\n"),
  });
  // A name that Snipe-IT leaves empty is that of the model, and a place is the one it belongs to.
  expect(await device("INF-12")).toMatchObject({ name: "Infusomat Space", lifecycle: "standby" });
  const store = await shard.value<string>(
    `select d.name from assets as a join departments as d on d.company_id = a.company_id and d.id = a.department_id
     where a.company_id = ? and a.asset_code = 'INF-12'`,
  );
  expect(store).toBe("Biomedical store");
});

test("maintenances of Snipe-IT are service reports of the past, with their cost, and go with the undoing", async () => {
  const mri = (await device("MRI-0007"))!;
  const totals = () =>
    shard.first(
      "select last_service_on, last_pm_on, service_cost_minor, cost_years, next_pm_on from assets where company_id = ? and id = ?",
      mri.id,
    );
  const before = await totals();
  const job = await opened("past-services", sampleRows(presets["snipe-it-maintenances"]!));
  await imports.map(job.id);
  await imports.check(job.id);
  await imports.run(job.id);
  const reports = await shard.all(
    `select service_on, service_type, problem_description, action_taken, done_by, total_cost_minor, remark from service_reports
     where company_id = ? and asset_id = ? order by service_on`,
    mri.id,
  );
  expect(reports).toEqual([
    {
      ...{ service_on: "2023-03-12", service_type: "pm", problem_description: "Yearly service" },
      ...{ action_taken: "Filters changed", done_by: "Medline Supplies" },
      total_cost_minor: 1_250_000,
      remark:
        "Asset Maintenance Type: Maintenance\nStart Date: 2023-03-10\nAsset Maintenance Time (in days): 2",
    },
    {
      ...{ service_on: "2024-07-01", service_type: "other", problem_description: "Display dark" },
      ...{ action_taken: null, done_by: "Not recorded", total_cost_minor: 0 },
      remark:
        "Asset Maintenance Type: Repair\nStart Date: 2024-07-01\nAsset Maintenance Time (in days): 1",
    },
  ]);
  expect(await totals()).toEqual({
    ...{ last_service_on: "2024-07-01", last_pm_on: "2023-03-12", service_cost_minor: 1_250_000 },
    ...{ cost_years: '{"2023":[1250000,0,0],"2024":[0,0,0]}', next_pm_on: null },
  });
  await imports.undo(job.id);
  expect(await totals()).toEqual(before);
});

test("a service of the past that is changed here stays when its import is undone, and a file that says otherwise is refused", async () => {
  const head = ["Asset", "Service date", "Done by", "Problem", "Service cost"];
  const row = ["INF-12", "2024-02-03", "Ravi", "Alarm", "100"];
  const first = await imports.checked("past-services", [head, row]);
  await imports.run(first.id);
  const other = await imports.checked("past-services", [head, [...row.slice(0, 4), "120"]]);
  expect((await imports.rows(other.id)).data[0]!.wrong[0]!.messages).toEqual([
    "There is a report of this day that says otherwise. Change it there.",
  ]);
  await shard.run(
    "update service_reports set version = version + 1 where company_id = ? and problem_description = 'Alarm'",
  );
  expect((await imports.undo(first.id)).counts).toMatchObject({ kept: 1 });
});

test("a list of one's own is read by its headings, and the file of a program can be read so too", async () => {
  const job = await opened("assets", sampleRows(presets["atlas-assets"]!));
  expect(job).toMatchObject({ preset: "atlas-assets", looks_like: "atlas-assets" });
  const off = await imports.post(`/${job.id}/preset`, { preset: null });
  expect(off.status).toBe(200);
  const own = await imports.find(job.id);
  expect(own).toMatchObject({ preset: null, looks_like: "atlas-assets", notes: [] });
  expect(own.mapping).not.toHaveProperty("room");
  await imports.post(`/${job.id}/preset`, { preset: "atlas-assets" });
  expect((await imports.find(job.id)).mapping).toEqual(job.mapping);
  const wrong = await imports.post(`/${job.id}/preset`, { preset: "snipe-it-suppliers" });
  expect([wrong.status, wrong.errors]).toEqual([422, { preset: ["There is no such program"] }]);
});

test("a file of another kind is known as what it is, and read as a list", async () => {
  const job = await opened("assets", sampleRows(presets["snipe-it-suppliers"]!));
  expect(job).toMatchObject({ preset: null, looks_like: "snipe-it-suppliers" });
});

const dated = (...days: string[]) => [
  ["Asset code", "Name", "Category", "Location", "Purchase date"],
  ...days.map((day, at) => [`DAY-${at}`, "Pump", "Moving category", "Moving ward", day]),
];
const mapped = async (rows: string[][], day_first: boolean | null) => {
  const { id } = await opened("assets", rows);
  return { id, ...(await imports.map(id, { day_first })) };
};

test("a date that nobody can read is asked for once; one that tells decides its column, whatever was said", async () => {
  const open = await mapped(dated("03/04/2024", "05/06/2024"), null);
  expect([open.status, open.errors]).toEqual([
    422,
    { day_first: ["Choose what 03/04/2024 means"] },
  ]);
  expect((await imports.map(open.id, { day_first: false })).status).toBe(200);
  await imports.check(open.id);
  await imports.run(open.id);
  expect(await device("DAY-0")).toMatchObject({ purchase_on: "2024-03-04" });
  await imports.undo(open.id);
  const told = await mapped(dated("03/04/2024", "25/06/2024"), false);
  await imports.check(told.id);
  await imports.run(told.id);
  expect(await device("DAY-0")).toMatchObject({ purchase_on: "2024-04-03" });
  await imports.undo(told.id);
});

test("a column that writes days both ways is refused with both rows, and can be left out", async () => {
  const rows = dated("25/06/2024", "03/04/2024", "06/25/2024");
  const both = await mapped(rows, true);
  expect([both.status, both.errors]).toEqual([
    422,
    {
      "columns.4": [
        "Row 2 has 25/06/2024, where the day comes first, and row 4 has 06/25/2024, where the month does. Write them alike and bring the file in again, or leave the column out.",
      ],
    },
  ]);
  const columns = { "0": "assetCode", "1": "name", "2": "categoryId", "3": "departmentId" };
  const without = { mode: "both", columns: { ...columns, "4": "to_notes" }, missing: [] };
  expect((await imports.post(`/${both.id}/mapping`, without)).status).toBe(200);
});

test("a corrected date is not guessed where the column told nothing", async () => {
  const { id } = await mapped(dated("soon", "2024-01-02"), null);
  expect((await imports.check(id)).counts).toMatchObject({ error: 1 });
  await imports.post(`/${id}/cells`, { cells: { "2": { "4": "03/04/2024" } } });
  expect((await imports.rows(id)).data[0]!.wrong[0]!.messages).toEqual([
    "Purchase date may be two days. Write the month as a word, or the year first.",
  ]);
  await imports.post(`/${id}/cells`, { cells: { "2": { "4": "3 April 2024" } } });
  expect((await imports.find(id)).counts).toMatchObject({ error: 0, create: 2 });
});
