import { beforeAll, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
const made = () =>
  admin.call("POST", "/api/departments", { name: `Ward ${crypto.randomUUID().slice(0, 8)}` });
const read = (id: string, headers = {}) => admin.api(`/api/departments/${id}`, { headers });
const tagOf = async (id: string) => {
  const answer = await read(id);
  await answer.arrayBuffer();
  return answer.headers.get("etag")!;
};
const rename = (id: string, tag: string, body = {}) =>
  admin.call(
    "PUT",
    `/api/departments/${id}`,
    { name: `Ward ${id.slice(-8)}`, ...body },
    {
      "if-match": tag,
    },
  );

beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  await mastersFor(w, w.companies.acme, "Conditional");
});

test("a record that is as it was is answered with 304, and a list as well", async () => {
  const { data } = await made();
  const tag = await tagOf(data.id);
  expect(tag).toMatch(/^"1-[0-9a-f]{24}"$/);
  const again = await read(data.id, { "if-none-match": tag });
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);
  // A list of this record alone: others change theirs meanwhile.
  const { name } = ((await (await read(data.id)).json()) as { data: { name: string } }).data;
  const path = `/api/departments?q=${encodeURIComponent(name)}`;
  const list = await admin.api(path);
  await list.arrayBuffer();
  const weak = list.headers.get("etag")!;
  expect(weak).toMatch(/^W\/"/);
  expect((await admin.api(path, { headers: { "if-none-match": weak } })).status).toBe(304);
  await rename(data.id, tag);
  expect((await read(data.id, { "if-none-match": tag })).status).toBe(200);
  expect((await admin.api(path, { headers: { "if-none-match": weak } })).status).toBe(200);
});

test("a change or a deletion of another version is refused with both versions, and writes nothing", async () => {
  const { data } = await made();
  const first = await tagOf(data.id);
  expect((await rename(data.id, first)).status).toBe(200);
  const both = { version: 2, expected_version: 1 };
  expect(await rename(data.id, first, { name: "Lost" })).toMatchObject({ status: 412, data: both });
  expect(await rename(data.id, '"1"')).toMatchObject({ status: 412, data: both });
  expect(await rename(data.id, 'W/"x"')).toMatchObject({ status: 412 });
  const removed = (tag: string) =>
    admin.call("DELETE", `/api/departments/${data.id}`, undefined, { "if-match": tag });
  expect(await removed(first)).toMatchObject({ status: 412, data: both });
  expect((await read(data.id)).status).toBe(200);
  expect((await removed(await tagOf(data.id))).status).toBe(200);
  expect((await removed("*")).status).toBe(404);
});

test("of two changes of one version at once, one is made", async () => {
  const { data } = await made();
  const tag = await tagOf(data.id);
  const answers = await Promise.all(
    ["One", "Two", "Three"].map((name) => rename(data.id, tag, { name: `${name} ${data.id}` })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
});

test("a refusal comes as problem details where they are asked for", async () => {
  const headers = { accept: "application/problem+json" };
  const answer = await admin.api("/api/departments", { method: "POST", body: {}, headers });
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  const problem = (await answer.json()) as Record<string, unknown>;
  expect(problem).toMatchObject({
    ...{ type: "about:blank", title: "Unprocessable Content", status: 422 },
    ...{ detail: expect.any(String), errors: { name: [expect.any(String)] } },
  });
  expect(problem.instance).toBe(`urn:uuid:${answer.headers.get("x-request-id")}`);
  const unknown = await admin.api("/api/nothing", { headers });
  expect(await unknown.json()).toMatchObject({ status: 404, title: "Not Found" });
  const usual = await admin.api("/api/nothing");
  expect(await usual.json()).toEqual({ success: false, message: expect.any(String) });
});
