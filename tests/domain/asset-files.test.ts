import { beforeAll, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { csvOf, importer } from "#tests/support/imports.ts";
import { livingRows } from "#tests/support/living-rows.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let shard: Rows;
let admin: Client;
let imports: ReturnType<typeof importer>;
beforeAll(async () => {
  w = await world();
  shard = rowsOf(w, w.companies.acme);
  admin = await signedIn(w, w.companies.acme, "admin");
  imports = importer(admin);
  await mastersFor(w, w.companies.acme, "Files");
  await imports.bringIn("assets", [
    ["Asset code", "Name", "Category", "Location"],
    ...["MRI-0007", "INF-12", "INF-1"].map((code) => [
      ...[code, "Device", "Files category", "Files ward"],
    ]),
  ]);
});

const PDF = "%PDF-1.7 certificate";
const head = ["File", "Asset code", "What it is", "Size"];
const listed = async (...paths: string[]) => {
  const rows = paths.map((path) => [path, "", "", String(PDF.length)]);
  const { data } = await imports.upload("asset-files", csvOf([head, ...rows]), "certificates.zip");
  return data.id;
};
const send = async (id: string, row: number, content: string | null = PDF, name = "any.pdf") => {
  const form = new FormData();
  form.set("row", String(row));
  if (content !== null) form.set("file", new File([content], name, { type: "application/pdf" }));
  const answer = await admin.api(`/api/imports/${id}/files`, { method: "POST", body: form });
  const told = (await answer.json()) as {
    message: string;
    data: { state: string; counts: Record<string, number> };
  };
  return { status: answer.status, ...told };
};
const filesOf = (code: string) =>
  shard.all<{ file_name: string; kind: string; deleted_at: number | null }>(
    `select m.file_name, m.kind, m.deleted_at from media as m join assets as a on a.company_id = m.company_id and a.id = m.asset_id
     where m.company_id = ? and a.asset_code = ? order by m.id`,
    code,
  );
const wrongOf = async (id: string) =>
  (await imports.rows(id, "?show=error")).data.map(({ row_no, wrong }) => [
    row_no,
    wrong.map(({ field, messages }) => [field, messages[0]]),
  ]);

test("files go to the assets their names tell, as what they tell, once, and undoing takes them back", async () => {
  const before = await livingRows(shard);
  const id = await listed("MRI-0007 calibration certificate 2025.pdf", "INF-12/INF-12_manual.pdf");
  expect((await imports.find(id)).state).toBe("checking");
  expect((await imports.check(id)).counts).toEqual({ create: 2 });
  const first = await send(id, 2);
  expect([first.status, first.data.state, first.data.counts]).toEqual([
    ...[200, "running", { create: 2, created: 1 }],
  ]);
  expect((await send(id, 2)).data.counts).toMatchObject({ created: 1 });
  expect((await send(id, 3)).data.state).toBe("done");
  expect(await filesOf("MRI-0007")).toEqual([
    {
      ...{ file_name: "MRI-0007 calibration certificate 2025.pdf", kind: "document" },
      deleted_at: null,
    },
  ]);
  expect(await filesOf("INF-12")).toMatchObject([
    { file_name: "INF-12_manual.pdf", kind: "manual" },
  ]);
  const again = await listed("INF-12_manual.pdf");
  expect((await imports.check(again)).counts).toEqual({ same: 1 });
  expect((await imports.undo(id)).counts).toMatchObject({ undone: 2 });
  expect(await filesOf("INF-12")).toMatchObject([{ deleted_at: expect.any(Number) }]);
  const after = await livingRows(shard);
  // What a file takes of the plan's storage is free once it is purged.
  for (const rows of [before, after]) rows.company_profiles = [];
  expect(after).toEqual(before);
});

test("files that name no asset or several, of another kind, or too large are told, and corrected on the page", async () => {
  const rows = [
    ["certificate 2025.pdf", "", "", "10"],
    ["INF-12 and MRI-0007.pdf", "", "", "10"],
    ["INF-12.exe", "", "", "10"],
    ["INF-12 large.pdf", "", "", "99999999"],
    ["INF-12 empty.pdf", "", "", "0"],
    ["INF-1 manual.pdf", "", "", "20"],
    ["INF-1 manual.pdf", "", "", "20"],
  ];
  const { data } = await imports.upload("asset-files", csvOf([head, ...rows]), "all.zip");
  expect((await imports.check(data.id)).counts).toMatchObject({ create: 1, error: 6 });
  expect(await wrongOf(data.id)).toEqual([
    [2, [["assetId", "No asset code is in its name"]]],
    [3, [["assetId", "There is no asset code “INF-12 or MRI-0007”"]]],
    [4, [["fileName", expect.stringMatching(/^This file is not accepted\. Allowed: jpg/)]]],
    [5, [["fileName", "Files can have at most 25 MB"]]],
    [6, [["fileName", "The file is empty"]]],
    [8, [["fileName", "The same as in row 7"]]],
  ]);
  await imports.post(`/${data.id}/cells`, { cells: { "3": { "1": "MRI-0007" } } });
  expect((await imports.find(data.id)).counts).toMatchObject({ create: 2, error: 5 });
});

test("a file whose content is not what its name says, that is missing or another one is an error of its row, and the others go on", async () => {
  const id = await listed("INF-1 a.pdf", "INF-1 b.pdf", "INF-1 c.pdf", "INF-1 d.pdf");
  await imports.check(id);
  const nonsense = await send(id, 2, "x".repeat(PDF.length));
  expect([nonsense.status, nonsense.message]).toEqual([
    200,
    expect.stringMatching(/^This file is not accepted/),
  ]);
  expect((await send(id, 3, null)).message).toBe(
    "The archive did not give this file, or it is damaged",
  );
  expect((await send(id, 4, `${PDF} and more`)).data.counts).toMatchObject({ failed: 3 });
  const last = await send(id, 5);
  expect([last.data.state, last.data.counts]).toMatchObject(["done", { created: 1, failed: 3 }]);
  expect((await send(id, 2)).status).toBe(409);
});

test("rows are not written without their files, and only files of a checked import are taken", async () => {
  const id = await listed("INF-1 e.pdf");
  expect((await send(id, 2)).status).toBe(409);
  await imports.check(id);
  expect((await imports.post(`/${id}/run`)).status).toBe(409);
  expect((await send(id, 99)).status).toBe(404);
  const other = await imports.checked("departments", [
    ["Name", "Code"],
    ["Ward of files", "WF"],
  ]);
  expect((await send(other.id, 2)).status).toBe(409);
});

test("more files than an archive may have are refused before any is looked at", async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => [`INF-1 ${n}.pdf`, "", "", "10"]);
  const { status, errors } = await imports.upload("asset-files", csvOf([head, ...rows]));
  expect([status, errors]).toEqual([
    422,
    { file: ["The archive has more than 5000 files. Split it, and bring in each part."] },
  ]);
});
