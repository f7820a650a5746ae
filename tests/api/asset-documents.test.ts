import { beforeAll, expect, test } from "vitest";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { type Bench, bench } from "#tests/support/report.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let b: Bench;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  b = await bench(w, w.companies.acme, []);
});

type Told = { message: string; data: { id: string }; errors?: Record<string, string[]> };
async function add(fields: Record<string, string>, name = "manual.pdf", client = admin) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  if (name) form.set("file", new File(["%PDF-1.4 test"], name, { type: "application/pdf" }));
  const answer = await client.api(`/api/assets/${b.asset}/documents`, {
    method: "POST",
    body: form,
  });
  return { status: answer.status, trips: d1Of(answer).trips, ...((await answer.json()) as Told) };
}
const list = async () =>
  (
    (await (await admin.api(`/api/assets/${b.asset}/documents`)).json()) as {
      data: Record<string, unknown>[];
    }
  ).data;

test("a file is added, listed, read, replaced and deleted", async () => {
  const added = await add({ kind: "manual", valid_until: "2027-01-01" });
  expect([added.status, added.trips, added.message]).toEqual([201, 3, "Document added"]);
  expect(await list()).toEqual([
    expect.objectContaining({
      id: added.data.id,
      kind: "manual",
      file_name: "manual.pdf",
      mime: "application/pdf",
      valid_until: "2027-01-01",
    }),
  ]);
  expect(await (await admin.api(`/api/media/${added.data.id}`)).text()).toBe("%PDF-1.4 test");
  const replaced = await add({ kind: "manual", replaces: added.data.id }, "manual-2.pdf");
  expect([replaced.status, replaced.message]).toEqual([201, "Document replaced"]);
  expect((await list()).map(({ file_name }) => file_name)).toEqual(["manual-2.pdf"]);
  const removed = await admin.api(`/api/documents/${replaced.data.id}`, { method: "DELETE" });
  expect([removed.status, d1Of(removed).trips]).toEqual([200, 3]);
  expect(await list()).toEqual([]);
  expect((await admin.api(`/api/documents/${replaced.data.id}`, { method: "DELETE" })).status).toBe(
    404,
  );
});

test("one of the images is chosen as the picture, and nothing else can be", async () => {
  const addImage = async (name: string) => {
    const form = new FormData();
    form.set("kind", "photo");
    form.set(
      "file",
      new File(
        [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, name.length])],
        name,
        { type: "image/png" },
      ),
    );
    const answer = await admin.api(`/api/assets/${b.asset}/documents`, {
      method: "POST",
      body: form,
    });
    return ((await answer.json()) as Told).data.id;
  };
  const show = async (id: string, client = admin) =>
    (await client.api(`/api/documents/${id}/picture`, { method: "POST" })).status;
  const picture = async () =>
    (
      (await (await admin.api(`/api/assets/${b.asset}`)).json()) as {
        data: { photo_media_id: string | null };
      }
    ).data.photo_media_id;
  const [front, back] = [await addImage("front.png"), await addImage("back-side.png")];
  expect(await picture()).toBe(front);
  expect(await show(back)).toBe(200);
  expect(await picture()).toBe(back);
  const manual = (await add({ kind: "manual" })).data.id;
  expect(await show(manual)).toBe(422);
  expect(await show(front, await signedIn(w, w.companies.acme, "viewer"))).toBe(403);
  expect(await show(front, await signedIn(w, w.companies.globex, "admin"))).toBe(404);
  expect(await picture()).toBe(back);
  for (const id of [front, back, manual])
    await admin.api(`/api/documents/${id}`, { method: "DELETE" });
});

test("what is wrong is refused by name, and another company's files are not there", async () => {
  expect((await add({ kind: "manual" }, "")).errors).toEqual({ file: ["Choose a file"] });
  expect((await add({ kind: "novel" })).errors).toEqual({ kind: [expect.any(String)] });
  expect((await add({ kind: "manual", company_id: "x" })).status).toBe(422);
  expect((await add({ kind: "manual", replaces: crypto.randomUUID() })).status).toBe(404);
  const { data } = await add({ kind: "manual" });
  const theirs = await signedIn(w, w.companies.globex, "admin");
  expect((await theirs.api(`/api/assets/${b.asset}/documents`)).status).toBe(404);
  expect((await add({ kind: "manual" }, "x.pdf", theirs)).status).toBe(404);
  expect((await theirs.api(`/api/documents/${data.id}`, { method: "DELETE" })).status).toBe(404);
  const viewer = await signedIn(w, w.companies.acme, "viewer");
  expect((await viewer.api(`/api/assets/${b.asset}/documents`)).status).toBe(200);
  expect((await add({ kind: "manual" }, "x.pdf", viewer)).status).toBe(403);
});
