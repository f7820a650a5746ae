import { beforeAll, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { fileOf, pngOf } from "#tests/support/pictures.ts";
import { bench } from "#tests/support/report.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let asset: string;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  ({ asset } = await bench(w, w.companies.acme, []));
});

const pdf = (name = "manual.pdf") => new File(["%PDF-1.4 test"], name, { type: "application/pdf" });
function add(fields: Record<string, string>, file: File | null = pdf()) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  if (file) form.set("file", file);
  return admin.call("POST", `/api/assets/${asset}/documents`, form);
}
const list = async () =>
  (await admin.call<{ file_name: string }[]>("GET", `/api/assets/${asset}/documents`)).data;
const remove = async (id: string) => (await admin.call("DELETE", `/api/documents/${id}`)).status;

test("a file is added, listed, read, replaced and deleted", async () => {
  const { status, message, data } = await add({ kind: "manual", valid_until: "2027-01-01" });
  expect([status, message]).toEqual([201, "Document added"]);
  expect(await list()).toMatchObject([
    {
      id: data.id,
      kind: "manual",
      file_name: "manual.pdf",
      mime: "application/pdf",
      valid_until: "2027-01-01",
    },
  ]);
  expect(await (await admin.api(`/api/media/${data.id}`)).text()).toBe("%PDF-1.4 test");
  const replaced = await add({ kind: "manual", replaces: data.id }, pdf("manual-2.pdf"));
  expect([replaced.status, replaced.message]).toEqual([201, "Document replaced"]);
  expect((await list()).map(({ file_name }) => file_name)).toEqual(["manual-2.pdf"]);
  expect(await remove(replaced.data.id)).toBe(200);
  expect(await list()).toEqual([]);
  expect(await remove(replaced.data.id)).toBe(404);
});

test("one of the images is chosen as the picture, and nothing else can be", async () => {
  const addImage = async (name: string) =>
    (await add({ kind: "photo" }, fileOf(pngOf(2, 2), name, "image/png"))).data.id;
  const show = async (id: string) =>
    (await admin.call("POST", `/api/documents/${id}/picture`)).status;
  const picture = async () => (await admin.call("GET", `/api/assets/${asset}`)).data.photo_media_id;
  const [front, back] = [await addImage("front.png"), await addImage("back-side.png")];
  expect(await picture()).toBe(front);
  expect(await show(back)).toBe(200);
  expect(await picture()).toBe(back);
  const manual = (await add({ kind: "manual" })).data.id;
  expect(await show(manual)).toBe(422);
  expect(await picture()).toBe(back);
  for (const id of [front, back, manual]) await remove(id);
});

test("what is wrong is refused by name", async () => {
  expect((await add({ kind: "manual" }, null)).errors).toEqual({ file: ["Choose a file"] });
  expect((await add({ kind: "novel" })).errors).toEqual({ kind: [expect.any(String)] });
  expect((await add({ kind: "manual", company_id: "x" })).status).toBe(422);
  expect((await add({ kind: "manual", replaces: crypto.randomUUID() })).status).toBe(404);
});
