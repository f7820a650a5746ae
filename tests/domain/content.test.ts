import { expect, test } from "vitest";
import { superAdmin } from "#tests/support/client.ts";
import { night } from "#tests/support/clock.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { fileOf, jpegOf, pngOf, webpOf } from "#tests/support/pictures.ts";
import { staffWith } from "#tests/support/staff.ts";
import { world } from "#tests/support/world.ts";

const DAY_MS = 86_400_000;
const w = await world();
const staff = await superAdmin(w);
const control = w.env.CONTROL_DB;

type Row = Record<string, unknown> & { id: string };
const added = async (path: string, body: object) => {
  const { status, data, errors } = await staff.call("POST", `/api/${path}`, body);
  expect([status, errors]).toEqual([201, undefined]);
  return data.id;
};
const read = async (path: string, id: string) =>
  (await staff.call<Row>("GET", `/api/${path}/${id}`)).data;
/** The records of these ids in the order of their list. */
const inOrder = async (path: string, ids: string[]) =>
  (await staff.call<Row[]>("GET", `/api/${path}?size=100`)).data
    .map(({ id }) => id)
    .filter((id) => ids.includes(id));
const move = (path: string, id: string, to: string) =>
  staff.call("POST", `/api/${path}/${id}/move`, { to });

const help = (question: string, more: object = {}) => ({
  ...{ question, answer: "See https://plumbline.test/docs.", audience: "public" },
  ...{ service_types: [0, 1, 2], ...more },
});
const slider = (title: string, more: object = {}) => ({
  ...{ title, alt: "A label on a pump", placement: "landing", ...more },
});
const said = (name: string, more: object = {}) => ({ name, quote: "It saves an hour.", ...more });

test("questions change places with their neighbours of the same audience", async () => {
  const first = await added("helps", help("First?"));
  const other = await added("helps", help("Of Admins?", { audience: "admin" }));
  const second = await added("helps", help("Second?"));
  const all = [first, other, second];
  expect(await inOrder("helps", all)).toEqual([first, other, second]);
  const { version } = await read("helps", first);
  expect((await move("helps", second, "up")).status).toBe(200);
  expect(await inOrder("helps", all)).toEqual([second, other, first]);
  // A form that is open meanwhile is not out of date.
  expect((await read("helps", first)).version).toBe(version);
  expect((await move("helps", first, "up")).status).toBe(200);
  expect(await inOrder("helps", all)).toEqual([first, other, second]);
  expect(await move("helps", second, "down")).toMatchObject({
    ...{ status: 409, message: "It is the last already" },
  });
  expect((await move("helps", first, "sideways")).status).toBe(422);
});

test("moves that come at once leave every record a place of its own", async () => {
  const ids: string[] = [];
  for (const name of ["A", "B", "C", "D"])
    ids.push(await added("testimonials", said(`Move ${name}`)));
  await Promise.all(
    ids.flatMap((id) => [move("testimonials", id, "up"), move("testimonials", id, "down")]),
  );
  const { results } = await control
    .prepare("select sort, count(*) as n from testimonials group by sort having n > 1")
    .all();
  expect(results).toEqual([]);
  expect((await inOrder("testimonials", ids)).toSorted()).toEqual(ids.toSorted());
});

test("a question is for at least one kind of company, and keeps which", async () => {
  const none = await staff.call("POST", "/api/helps", help("For whom?", { service_types: [] }));
  expect(none.errors).toEqual({ service_types: ["Choose at least one service type"] });
  const unknown = await staff.call("POST", "/api/helps", help("For whom?", { service_types: [3] }));
  expect(unknown.status).toBe(422);
  const id = await added("helps", help("For laboratories?", { service_types: [2, 1] }));
  expect((await read("helps", id)).service_types).toEqual([1, 2]);
});

test.each([
  ["https://plumbline.test/win-cal", true],
  ["http://plumbline.test", true],
  ["/products", true],
  ["//evil.test", false],
  ["/\\evil.test", false],
  ["javascript:alert(1)", false],
  ["ftp://plumbline.test", false],
  ["products", false],
])("a slider that leads to %s: %s", async (link, isTaken) => {
  const { status, errors } = await staff.call("POST", "/api/app-sliders", slider("Link", { link }));
  expect([status, Object.keys(errors ?? {})]).toEqual(isTaken ? [201, []] : [422, ["link"]]);
});

const setPicture = (path: string, id: string, file: File) => {
  const form = new FormData();
  form.set("picture", file);
  return staff.call("POST", `/api/${path}/${id}/picture`, form);
};
const MEGABYTE = 1024 * 1024;

test.each([
  ["a jpg of 16:9", fileOf(jpegOf(1600, 900), "a.jpg", "image/jpeg"), 201],
  ["a png nearly of 16:9", fileOf(pngOf(1600, 915), "a.png", "image/png"), 201],
  ["a webp of 16:9", fileOf(webpOf(1920, 1080), "a.webp", "image/webp"), 201],
  ["a png of 4:3", fileOf(pngOf(1600, 1200), "a.png", "image/png"), 422],
  ["a png that is 3 % too high", fileOf(pngOf(1600, 930), "a.png", "image/png"), 422],
  [
    "a text by the name of a picture",
    fileOf(new TextEncoder().encode("plain"), "a.png", "image/png"),
    422,
  ],
  ["a png by the name of a jpg", fileOf(pngOf(1600, 900), "a.jpg", "image/jpeg"), 422],
  [
    "a png of more than 2 MB",
    fileOf(pngOf(1600, 900, 2 * MEGABYTE + 1), "a.png", "image/png"),
    413,
  ],
] as const)("the picture of a slider: %s", async (_, file, status) => {
  const id = await added("app-sliders", slider("Pictured"));
  const before = (await w.env.MEDIA.list({ prefix: "p/" })).objects.length;
  expect((await setPicture("app-sliders", id, file)).status).toBe(status);
  const stored = (await w.env.MEDIA.list({ prefix: "p/" })).objects.length;
  expect(stored - before).toBe(status === 201 ? 1 : 0);
});

test("a slider and its picture are added by one form, or neither is", async () => {
  const form = (more: Record<string, string>, file?: File) => {
    const sent = new FormData();
    const fields = { title: "One form", alt: "A pump", placement: "app", ...more };
    for (const [name, value] of Object.entries(fields)) sent.set(name, value);
    if (file) sent.set("picture", file);
    return staff.page("/app-slider/create", { method: "POST", body: sent });
  };
  const count = (sql: string) =>
    control.prepare(`select count(*) as n from ${sql}`).first<number>("n");
  const counts = async () => [
    await count("sliders where title = 'One form'"),
    await count("platform_media where owner_kind = 'slider'"),
    (await w.env.MEDIA.list({ prefix: "p/" })).objects.length,
  ];
  const [, rows, objects] = (await counts()) as number[];
  await expectAnswer(form({}), 422, "Choose a picture");
  const good = () => fileOf(pngOf(1600, 900), "wide.png", "image/png");
  await expectAnswer(form({ alt: "" }, good()), 422, "What the picture shows is required");
  expect(await counts()).toEqual([0, rows, objects]);
  expect((await form({}, good())).status).toBe(302);
  expect(await counts()).toEqual([1, rows! + 1, objects! + 1]);
});

test("a picture is shown to whoever keeps such records, as a picture alone", async () => {
  const id = await added("testimonials", said("Pictured person"));
  const { data } = await setPicture(
    "testimonials",
    id,
    fileOf(pngOf(300, 400), "me.png", "image/png"),
  );
  const shown = await staff.page(`/platform-media/${data.id}`);
  expect(shown.status).toBe(200);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    "content-type": "image/png",
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-cache",
  });
  const etag = shown.headers.get("etag")!;
  const again = await staff.page(`/platform-media/${data.id}`, {
    headers: { "if-none-match": etag },
  });
  expect(again.status).toBe(304);
  const ofSliders = await staffWith(w, "slides-only", ["manage-slider"]);
  expect((await ofSliders.page(`/platform-media/${data.id}`)).status).toBe(404);
  expect((await ofSliders.api(`/api/testimonials/${id}/picture`)).status).toBe(403);
  const ofThem = await staffWith(w, "voices-only", ["manage-testimonial"]);
  expect((await ofThem.page(`/platform-media/${data.id}`)).status).toBe(200);
  expect((await staff.call("DELETE", `/api/testimonials/${id}/picture`)).status).toBe(200);
  expect((await staff.page(`/platform-media/${data.id}`)).status).toBe(404);
  expect((await read("testimonials", id)).media_id).toBeNull();
});

test("the form of a testimonial takes its picture away, and another one its place", async () => {
  const id = await added("testimonials", said("Changing picture"));
  await setPicture("testimonials", id, fileOf(pngOf(30, 40), "a.png", "image/png"));
  const save = async (more: Record<string, string | File>) => {
    const sent = new FormData();
    const fields = {
      name: "Changing picture",
      quote: "Good.",
      hasConsent: "1",
      isActive: "1",
      ...more,
    };
    for (const [name, value] of Object.entries(fields)) sent.set(name, value);
    expect(
      (await staff.page(`/testimonial/update/${id}`, { method: "POST", body: sent })).status,
    ).toBe(302);
    return (await read("testimonials", id)).media_id;
  };
  const first = (await read("testimonials", id)).media_id;
  expect(await save({})).toBe(first);
  const second = await save({ picture: fileOf(jpegOf(30, 40), "b.jpg", "image/jpeg") });
  expect([first, null]).not.toContain(second);
  expect((await staff.page(`/platform-media/${first}`)).status).toBe(404);
  expect(await save({ withoutPicture: "1" })).toBeNull();
});

test("a testimonial without consent says that it is not shown", async () => {
  await added("testimonials", said("Silent person", { rating: 4 }));
  await expectAnswer(staff.page("/testimonials?q=silent"), 200, "No consent", "4 of 5");
  for (const rating of ["0", "6", "4.5"])
    expect(
      (await staff.call("POST", "/api/testimonials", said("Rated", { rating }))).errors,
    ).toHaveProperty("rating");
});

test("pictures of what was deleted go after 30 days, and those no row names after one", async () => {
  const id = await added("app-sliders", slider("Leaving"));
  const kept = await added("app-sliders", slider("Staying"));
  const wide = () => fileOf(pngOf(1600, 900), "wide.png", "image/png");
  const gone = (await setPicture("app-sliders", id, wide())).data.id;
  const stays = (await setPicture("app-sliders", kept, wide())).data.id;
  await w.env.MEDIA.put("p/01900000-0000-7000-8000-000000000000", "x");
  expect((await staff.call("DELETE", `/api/app-sliders/${id}`)).status).toBe(200);
  expect((await staff.page(`/platform-media/${gone}`)).status).toBe(404);
  const keys = async () => (await w.env.MEDIA.list({ prefix: "p/" })).objects.map(({ key }) => key);
  await night(w, Date.now() + 2 * DAY_MS);
  expect(await keys()).toEqual(expect.arrayContaining([`p/${gone}`, `p/${stays}`]));
  expect(await keys()).not.toContain("p/01900000-0000-7000-8000-000000000000");
  await night(w, Date.now() + 32 * DAY_MS);
  expect(await keys()).toContain(`p/${stays}`);
  expect(await keys()).not.toContain(`p/${gone}`);
});
