import { beforeAll, describe, expect, test } from "vitest";
import { thumbnailNames } from "#app/shared/thumbnails.ts";
import { type Client, formOf, postForm, signedIn } from "#tests/support/client.ts";
import { grant, peopleOf } from "#tests/support/people.ts";
import { extendedOf, fileOf, jpegOf, pngOf, webpOf } from "#tests/support/pictures.ts";
import { freshTicket, reportForm } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { fill, type Twin } from "#tests/support/twins.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";

const KILOBYTE = 1024;
let w: World;
let twin: Twin;
let shard: Rows;
let admin: Client;
beforeAll(async () => {
  w = await world();
  twin = await fill(w, await addCompany(w.env, "aspen", 2, 0));
  shard = rowsOf(w, twin.company);
  admin = await signedIn(w, twin.company, "admin");
  await shard.set("assets", idOf("assets"), { qr_token: "aspen-token" });
});
const idOf = (table: string) => String(twin.rows[table]!.id);

const photo = jpegOf(4000, 3000, 150 * KILOBYTE);
const small = webpOf(96, 72, 3000);
const medium = jpegOf(480, 360, 20_000);
type Parts = Record<string, File | string>;
/** A picture of a form's field with its sizes, as a browser sends them. */
const partsOf = (field: string): Parts => ({
  [field]: fileOf(photo, "photo.jpg", "image/jpeg"),
  [`${field}_small`]: fileOf(small, "small", "image/webp"),
  [`${field}_medium`]: fileOf(medium, "medium", "image/jpeg"),
});
/** The fields of a new report. */
const report = () =>
  Object.fromEntries(reportForm({ service_ticket: freshTicket() }).entries()) as Parts;

type Fields = Record<string, string>;
const byForm = (path: () => string, fields: Fields) => (parts: Parts) =>
  admin.form(path(), { ...fields, ...parts });
const call = (path: string, fields: Parts) =>
  admin.api(path, { method: "POST", body: formOf(fields) });
const asset = () => idOf("assets");

/** Everything that takes a picture: its field, and how it is sent. */
const places: Record<string, [field: string, send: (parts: Parts) => Promise<Response>]> = {
  "a person's picture": ["picture", byForm(() => "/profile", { intent: "picture" })],
  "the company's logo": ["logo", byForm(() => "/settings", { intent: "logo" })],
  "the company's logo, by the API": ["logo", (parts) => call("/api/settings/logo", parts)],
  "an item's picture": [
    "picture",
    byForm(() => `/stocks/ledger/${idOf("stock_items")}`, { intent: "picture" }),
  ],
  "a device's document": [
    "file",
    byForm(() => `/asset/detail/${asset()}`, { intent: "add-document", kind: "photo" }),
  ],
  "a device's document, by the API": [
    "file",
    (parts) => call(`/api/assets/${asset()}/documents`, { kind: "document", ...parts }),
  ],
  "a vendor's document": [
    "file",
    byForm(() => `/vendor/detail/${idOf("vendors")}`, { intent: "upload", kind: "document" }),
  ],
  "a report's file": [
    "media",
    (parts) => admin.form(`/asset/service-report/${asset()}`, { ...report(), ...parts }),
  ],
  "a report's file, by the API": [
    "media",
    (parts) => call(`/api/service-report/create/${asset()}`, { ...report(), ...parts }),
  ],
  "a photo of a reported problem": [
    "photo",
    async (parts) => {
      await shard.run("update breakdowns set status = 'closed' where company_id = ?");
      const problem = { problem: "Screen stays dark", equipmentDown: "no", name: "Nurse Rao" };
      const fields = { intent: "report", ...problem, ...parts };
      const from = { "cf-connecting-ip": "198.18.9.9" };
      return postForm(w, twin.company.host, "/q/aspen-token", fields, from);
    },
  ],
};

type Stored = { id: string; object_key: string; bytes: number; thumbnail_bytes: number | null };
const files = () =>
  shard.all<Stored>(
    "select id, object_key, bytes, thumbnail_bytes from media where company_id = ? order by id",
  );
const used = () => shard.profile("storage_bytes");
const objects = async () =>
  (await w.env.MEDIA.list({ prefix: `c/${twin.company.id}/` })).objects.map(({ key }) => key);
const added = async (send: () => Promise<Response>) => {
  const before = new Set((await files()).map(({ id }) => id));
  const answer = await send();
  expect([answer.status, answer.status < 400 ? "" : await answer.text()]).toEqual([
    expect.toSatisfy((status: number) => status < 400),
    "",
  ]);
  return (await files()).filter(({ id }) => !before.has(id));
};
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

describe.each(Object.entries(places))("%s", (_, [field, send]) => {
  test("is stored with its sizes, counted with them, and served at each size", async () => {
    const before = await used();
    const [stored, ...others] = await added(() => send(partsOf(field)));
    expect(others).toEqual([]);
    const { id, object_key: key, bytes, thumbnail_bytes } = stored!;
    const sizes = small.length + medium.length;
    expect([bytes, thumbnail_bytes]).toEqual([photo.length, sizes]);
    expect((await used()) - before).toBe(photo.length + sizes);
    expect((await objects()).filter((each) => each.startsWith(key))).toEqual([
      key,
      `${key}-medium`,
      `${key}-small`,
    ]);
    for (const [size, content, type] of [
      ["?size=small", small, "image/webp"],
      ["?size=medium", medium, "image/jpeg"],
      ["", photo, "image/jpeg"],
      ["?size=huge", photo, "image/jpeg"],
    ] as const)
      for (const read of [
        (headers = {}) => admin.page(`/media/${id}${size}`, { headers }),
        (headers = {}) => admin.api(`/api/media/${id}${size}`, { headers }),
      ]) {
        const answer = await read();
        const etag = answer.headers.get("etag")!;
        expect([
          size,
          answer.status,
          answer.headers.get("content-type"),
          answer.headers.get("cache-control"),
          Buffer.compare(await bytesOf(answer), content),
        ]).toEqual([size, 200, type, "private, no-cache", 0]);
        const again = await read({ "if-none-match": etag });
        expect([again.status, await again.text()]).toEqual([304, ""]);
      }
    const tags = await Promise.all(
      ["?size=small", "?size=medium", ""].map(async (size) =>
        (await admin.page(`/media/${id}${size}`)).headers.get("etag"),
      ),
    );
    expect(new Set(tags).size).toBe(3);
  });

  test("is stored alone where no sizes come", async () => {
    const { [field]: file } = partsOf(field);
    const before = await used();
    const [stored] = await added(() => send({ [field]: file! }));
    expect(stored!.thumbnail_bytes).toBeNull();
    expect((await used()) - before).toBe(photo.length);
    expect((await objects()).filter((key) => key.startsWith(stored!.object_key))).toHaveLength(1);
  });

  test("is refused with what is not one of its sizes, and nothing is stored", async () => {
    const before = [await files(), await objects(), await used()];
    const answer = await send({
      ...partsOf(field),
      [`${field}_small`]: fileOf(new TextEncoder().encode("%PDF-1.7"), "small", "image/webp"),
    });
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining("at most 96 pixels a side and 20 KB"),
    ]);
    expect([await files(), await objects(), await used()]).toEqual(before);
  });
});

describe("what comes as a size", () => {
  const pdf = new TextEncoder().encode("%PDF-1.7 a manual");
  const addDocument = places["a device's document, by the API"]![1];
  const file_small = (content: Uint8Array) => ({ file_small: fileOf(content, "s", "image/webp") });
  const file_medium = (content: Uint8Array) => ({
    file_medium: fileOf(content, "m", "image/jpeg"),
  });
  const bad: Record<string, Parts> = {
    "of 25 MB": file_small(webpOf(96, 96, 25 * KILOBYTE ** 2)),
    "of a byte too many": file_small(webpOf(96, 96, 20 * KILOBYTE + 1)),
    "of a byte too many, the larger one": file_medium(webpOf(480, 480, 120 * KILOBYTE + 1)),
    "of a pixel too many": file_small(webpOf(97, 10, 900)),
    "of a pixel too many upwards": file_medium(jpegOf(10, 481, 900)),
    "that is a PDF": file_medium(pdf),
    "that is a PNG": file_small(pngOf(96, 96, 900)),
    "that is cut off": file_small(small.subarray(0, 20)),
    "that is a text": { file_small: "a text" },
    "that is nothing": { file_medium: "" },
  };
  test.each(Object.entries(bad))("%s is refused by its name", async (_, size) => {
    const answer = await addDocument({ ...partsOf("file"), ...size });
    const { errors } = (await answer.json()) as { errors?: Record<string, string[]> };
    expect([answer.status, Object.keys(errors ?? {})]).toEqual([422, Object.keys(size)]);
  });

  test("of what is no picture is refused by its name", async () => {
    const file = fileOf(pdf, "manual.pdf", "application/pdf");
    const answer = await addDocument({ ...partsOf("file"), file });
    const { errors } = (await answer.json()) as { errors?: Record<string, string[]> };
    expect([answer.status, Object.keys(errors ?? {})]).toEqual([422, ["file_small"]]);
  });

  test("at its limits is taken", async () => {
    const [stored] = await added(() =>
      addDocument({
        ...partsOf("file"),
        file_small: fileOf(extendedOf(96, 96, 20 * KILOBYTE), "s", ""),
        file_medium: fileOf(webpOf(1, 480, 120 * KILOBYTE), "m", ""),
      }),
    );
    expect(stored!.thumbnail_bytes).toBe(140 * KILOBYTE);
  });

  test.each([
    ["file", "a device's document, by the API"],
    ["media", "a report's file, by the API"],
  ])("without its %s is refused", async (field, place) => {
    const { [field]: _, ...sizes } = partsOf(field);
    expect((await places[place]![1](sizes)).status).toBe(422);
  });
});

test("a plan has room for a picture only with its sizes", async () => {
  const allow = (limits: object) =>
    shard.setProfile({
      limits: JSON.stringify(limits),
      storage_bytes: KILOBYTE ** 2 - photo.length - small.length - medium.length + 1,
    });
  const send = places["the company's logo, by the API"]![1];
  await allow({ max_storage_mb: 1 });
  expect((await send(partsOf("logo"))).status).toBe(409);
  expect((await send({ logo: partsOf("logo").logo! })).status).toBe(200);
  await allow({});
});

test("a size is shown to nobody the picture is not shown to", async () => {
  const [stored] = await added(() => places["a report's file, by the API"]![1](partsOf("media")));
  const weaker = (await peopleOf(w, twin)).users[2];
  await grant(twin, weaker, ["view-asset"]);
  const neighbour = await signedIn(w, w.companies.acme, "admin");
  const statuses = (client: Client, headers = {}) =>
    Promise.all(
      ["", ...thumbnailNames.map((size) => `?size=${size}`)].flatMap((size) => [
        client.page(`/media/${stored!.id}${size}`, { headers }).then(({ status }) => status),
        client.api(`/api/media/${stored!.id}${size}`, { headers }).then(({ status }) => status),
      ]),
    );
  expect(new Set(await statuses(weaker.client))).toEqual(new Set([200]));
  await grant(twin, weaker, ["view-stock"]);
  for (const client of [weaker.client, neighbour])
    for (const headers of [{}, { "if-none-match": "*" }])
      expect(new Set(await statuses(client, headers))).toEqual(new Set([404]));
  await shard.set("media", stored!.id, { deleted_at: 1 });
  expect(new Set(await statuses(admin))).toEqual(new Set([404]));
});
