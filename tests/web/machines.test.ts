import jsQR from "jsqr";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { importer } from "#tests/support/imports.ts";
import { colleague } from "#tests/support/person.ts";
import { type Rectangle, readPdf } from "#tests/support/read-pdf.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let shard: Rows;
let admin: Client;

type Machine = {
  id: string;
  machine_no: string;
  status: string;
  serial_no: string;
  qr_token: string;
  interval_value: number | null;
  next_due_on: string | null;
};
const machines = () =>
  shard.all<Machine>("select * from machines where company_id = ? order by machine_no");
const numbered = async (number: string) =>
  (await machines()).find(({ machine_no }) => machine_no.toUpperCase() === number)!;

const head = [
  "Machine no",
  "Name",
  "Owner",
  "Consumer",
  "Machine model",
  "Serial no",
  "Last calibration",
];
const rowOf = (number: string, serial: string, last = "2026-02-28") => [
  ...[number, "Defibrillator", "Consumer", "Northgate Clinic", "Zoll R", serial, last],
];

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "machine-files", 2, 0);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
  await shard.add("consumers", { id: newId(), consumer_no: "C-1", name: "Northgate Clinic" });
  await shard.add("machine_models", {
    ...{ id: newId(), name: "Zoll R", manufacturer: "Zoll", model: "R" },
    ...{ interval_value: 12, interval_unit: "month", interval_source: "manufacturer" },
  });
  await importer(admin).bringIn("machines", [
    head,
    rowOf("M-1", "1"),
    rowOf("M-2", "2"),
    rowOf("M-3", "3", ""),
  ]);
});

test("machines come in from a file with what their model says, and a second file changes them", async () => {
  const [first, , third] = await machines();
  expect(first).toMatchObject({ interval_value: 12, next_due_on: "2027-02-28", status: "active" });
  expect(third!.next_due_on).toBeNull();
  const again = await importer(admin).checked("machines", [
    head,
    rowOf("m-2", "22"),
    rowOf("M-4", ""),
    ["M-5", "Pump", "Consumer", "Nobody", "Zoll R", "5", ""],
  ]);
  expect(again.progress.counts).toMatchObject({ update: 1, error: 2 });
  const { data } = await importer(admin).rows(again.id, "?show=error");
  const wrong = data.map(({ wrong: cells }) => cells.map(({ label }) => label));
  expect(wrong).toEqual([["Customer's tag"], ["Consumer"]]);
  await importer(admin).run(again.id);
  expect((await numbered("M-2")).serial_no).toBe("22");
  expect(await machines()).toHaveLength(3);
});

test("a file of machines holds what the list shows, by its filters, and comes in again unchanged", async () => {
  const { client } = await colleague(
    ...[w, company, "view-machine", "export-machine", "create-machine", "edit-machine"],
    "view-consumer",
  );
  const fileOf = async (query: string) =>
    (await expectAnswer(client.page(`/machines/export.csv${query}`), 200)).replace("\uFEFF", "");
  const all = await fileOf("");
  expect(all.split("\r\n")[0]).toMatch(/^Machine no,Name,Owner,.*,Status,Due,Archived$/);
  const narrowed = await fileOf("?q=M-1");
  expect(narrowed.trim().split("\r\n")).toHaveLength(2);
  const { data } = await importer(client).upload("machines", all);
  expect((await importer(client).map(data.id)).status).toBe(200);
  const { counts } = await importer(client).check(data.id);
  expect(counts).toMatchObject({ same: 3 });
  const { client: viewer } = await colleague(w, company, "view-machine");
  await expectAnswer(viewer.page("/machines/export.csv"), 403);
});

/** Reads the QR code of a label of 38 × 25 mm. */
function codeOn({ boxes }: { boxes: Rectangle[] }): string | undefined {
  const dots = 20;
  const [width, height] = [38 * dots, 25 * dots];
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const box of boxes)
    for (let y = Math.round(box.y * dots); y < Math.round((box.y + box.height) * dots); y++)
      for (let x = Math.round(box.x * dots); x < Math.round((box.x + box.width) * dots); x++)
        pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return jsQR(pixels, width, height)?.data;
}

test("the code of a label is the address that leads to its machine, for who may view machines", async () => {
  const { id, machine_no, qr_token } = await numbered("M-1");
  const pdf = await admin.page(
    `/machines/labels.pdf?ids=${id}&preset=roll-38x25&show=code&show=name`,
  );
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const [label] = await readPdf(await pdf.arrayBuffer());
  expect(label!.texts.map(({ text }) => text)).toContain(machine_no);
  const address = codeOn(label!)!;
  expect(new URL(address).pathname).toBe(`/m/${qr_token}`);
  const scanned = await admin.page(`/m/${qr_token}`);
  expect([scanned.status, scanned.headers.get("location")]).toEqual([302, `/machine/${id}`]);
  await expectAnswer(admin.page("/m/nothing"), 404);
  const stranger = await signedIn(w, w.companies.acme, "admin");
  expect((await stranger.page(`/m/${qr_token}`)).status).toBe(404);
  const { client } = await colleague(w, company, "view-consumer");
  await expectAnswer(client.page(`/m/${qr_token}`), 403);
  const all = await admin.page("/machines/labels.pdf?all=1&preset=roll-38x25&show=code");
  expect(await readPdf(await all.arrayBuffer())).toHaveLength(3);
});
