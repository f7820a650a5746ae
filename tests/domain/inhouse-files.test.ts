import { beforeAll, expect, test } from "vitest";
import { type Laboratory, laboratoryOf } from "#tests/support/certifying.ts";
import { signedIn } from "#tests/support/client.ts";
import {
  deviceToCalibrate,
  type Measurer,
  measuredInhouse,
  measurer,
  moveInhouse,
  readInhouse,
} from "#tests/support/inhouse.ts";
import { colleague } from "#tests/support/person.ts";
import { PNG } from "#tests/support/pictures.ts";
import { addCompany, world } from "#tests/support/world.ts";

let lab: Laboratory;
let technician: Measurer;
let other: Measurer;
const w = await world();

beforeAll(async () => {
  lab = await laboratoryOf(w, await addCompany(w.env, "inhouse-files", 0, 1), 1);
  technician = await measurer(lab);
  other = await measurer(lab);
});

const send = async (who: Measurer, id: string, fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const answer = await who.client.page(`/inhouse-calibration/update/${id}.data`, {
    method: "POST",
    body: form,
  });
  return { status: answer.status, text: await answer.text() };
};
const photo = (name = "on site.png", bytes: BlobPart = PNG) =>
  new File([bytes], name, { type: "image/png" });
const add = (who: Measurer, id: string, file: File) => send(who, id, { intent: "add-file", file });
const remove = (who: Measurer, id: string, document: string) =>
  send(who, id, { intent: "remove-file", document });
type Kept = { id: string; file_name: string; bytes: number; uploaded_by_name: string };
const filesOf = async (id: string) => (await readInhouse(technician, id)).files as Kept[];

test("a draft takes photos and papers, told with who added them, and lets go of them", async () => {
  const id = await measuredInhouse(lab, technician, await deviceToCalibrate(lab));
  const { version } = await readInhouse(technician, id);
  expect((await add(technician, id, photo())).status).toBe(200);
  expect((await add(other, id, photo("second.png"))).status).toBe(200);
  const [first, second] = await filesOf(id);
  expect(first).toMatchObject({ file_name: "on site.png", bytes: PNG.length });
  expect(first!.uploaded_by_name).toBe("Pat Person");
  // What is typed meanwhile is saved as if nothing had happened.
  expect((await readInhouse(technician, id)).version).toBe(version);
  const shown = await technician.client.page(`/media/${first!.id}`);
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(shown.headers.get("content-security-policy")).toContain("sandbox");
  expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
  expect((await remove(technician, id, second!.id)).status).toBe(200);
  expect((await filesOf(id)).map(({ file_name }) => file_name)).toEqual(["on site.png"]);
  expect((await technician.client.page(`/media/${second!.id}`)).status).toBe(404);
  expect((await remove(technician, id, second!.id)).status).toBe(404);
});

test("what is verified or closed keeps its files as they are, and shows them", async () => {
  const id = await measuredInhouse(lab, technician, await deviceToCalibrate(lab));
  await add(technician, id, photo());
  const [kept] = await filesOf(id);
  await moveInhouse(other, id, "verify");
  expect((await add(technician, id, photo("late.png"))).status).toBe(409);
  expect((await remove(technician, id, kept!.id)).status).toBe(409);
  await moveInhouse(other, id, "close");
  const late = await add(technician, id, photo("late.png"));
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("draft")]);
  expect((await filesOf(id)).map(({ file_name }) => file_name)).toEqual(["on site.png"]);
  const page = await (await other.client.page(`/inhouse-calibration/${id}`)).text();
  expect(page).toContain(`/media/${kept!.id}`);
});

test("only photos and PDFs are taken, twenty at most, and by who may write", async () => {
  const id = await measuredInhouse(lab, technician, await deviceToCalibrate(lab));
  expect((await add(technician, id, photo("fake.png", "no picture"))).status).toBe(422);
  expect((await add(technician, id, photo("script.html"))).status).toBe(422);
  expect((await send(technician, id, { intent: "add-file" })).status).toBe(422);
  const reader = await colleague(w, lab.company, "view-inhouse-calibration");
  expect((await add({ ...technician, ...reader }, id, photo())).status).toBe(403);
  for (let n = 0; n < 20; n++) await add(technician, id, photo(`photo ${n}.png`));
  const more = await add(technician, id, photo("one more.png"));
  expect([more.status, (await filesOf(id)).length]).toEqual([409, 20]);
});

test("nobody sees a file whose calibration they may not see", async () => {
  const asset = await deviceToCalibrate(lab);
  const id = await measuredInhouse(lab, technician, asset);
  await add(technician, id, photo());
  const [{ id: file }] = (await filesOf(id)) as [Kept];
  const status = async ({ client }: Pick<Measurer, "client">) =>
    (await client.page(`/media/${file}`)).status;
  expect(await status(await colleague(w, lab.company, "view-inhouse-calibration"))).toBe(200);
  expect(await status(await colleague(w, lab.company, "view-asset"))).toBe(404);
  const limited = await colleague(w, lab.company, "view-inhouse-calibration");
  const elsewhere = await lab.shard.add("departments", { name: "Elsewhere", code: "ELSE" });
  await lab.shard.add("user_scopes", { user_id: limited.id, department_id: elsewhere });
  expect(await status(limited)).toBe(404);
  const stranger = await addCompany(w.env, "inhouse-files-strangers", 0, 1);
  expect(await status({ client: await signedIn(w, stranger, "admin") })).toBe(404);
});
