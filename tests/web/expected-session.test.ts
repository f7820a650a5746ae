import { beforeEach, expect, test } from "vitest";
import { type Client, clientOf, d1Of } from "#tests/support/client.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { newPerson } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const company = await addCompany(w.env, "expected", 2, 1);
const shard = rowsOf(w, company);
const { rows } = await manyAssets(w, company, 4);
let person: Client;
let id: string;

/** Somebody whose session this isolate has just read, through both doors. */
beforeEach(async () => {
  const made = await newPerson(w, company, {
    permissions: ["view-asset", "export-asset", "view-department"],
  });
  id = made.id;
  person = await clientOf(w, company.host, made.email);
  await person.page("/all-assets.data");
  await person.api("/api/assets");
});

const list = async () => {
  const [page, call] = [await person.page("/all-assets.data"), await person.api("/api/assets")];
  return { page, call };
};
const ofPerson = (sql: string) => shard.run(`${sql} where company_id = ? and user_id = ?2`, id);
const ofUser = (sql: string) => shard.run(`${sql} where company_id = ? and id = ?2`, id);

test("a session that is as it was is read with what the page reads", async () => {
  const { page, call } = await list();
  expect([page.status, call.status, d1Of(page).trips, d1Of(call).trips]).toEqual([200, 200, 1, 1]);
});

test.each<[changed: string, change: () => Promise<unknown>, page: number, call: number]>([
  ["a right is taken", () => ofPerson("delete from user_permissions"), 403, 403],
  ["the session is ended", () => ofPerson("update sessions set revoked_at = 1"), 202, 401],
  ["it has idled too long", () => ofPerson("update sessions set last_seen_at = 1"), 202, 401],
  ["it is too old", () => ofPerson("update sessions set expires_at = 1"), 202, 401],
  ["the person has left", () => ofUser("update users set status = 'left'"), 202, 401],
  [
    "all sessions of the person end",
    () => ofUser("update users set session_epoch = session_epoch + 1"),
    202,
    401,
  ],
  ["another password is due", () => ofUser("update users set must_change_password = 1"), 202, 403],
])("%s: the next answer is by what is so then", async (_changed, change, page, call) => {
  await change();
  const after = await list();
  expect([after.page.status, after.call.status]).toEqual([page, call]);
});

test("a right that is given is had at the next answer, though the session was refused until then", async () => {
  const asked = async () =>
    Promise.all(
      [person.page("/vendors.data"), person.api("/api/vendors")].map(
        async (one) => (await one).status,
      ),
    );
  expect(await asked()).toEqual([403, 403]);
  await shard.add("user_permissions", {
    user_id: id,
    permission: "view-vendor",
    web: "allow",
    app: "allow",
  });
  expect(await asked()).toEqual([200, 200]);
});

test("a limit to a Location holds at the next answer, which takes no more trips than ever", async () => {
  const [mine] = rows;
  await shard.add("user_scopes", { user_id: id, department_id: mine!.department_id });
  const { page, call } = await list();
  const { data } = (await call.json()) as { data: { department_id: string }[] };
  expect(new Set(data.map((one) => one.department_id))).toEqual(new Set([mine!.department_id]));
  expect(d1Of(page).trips).toBe(2);
});

test("what the frame of a page shows is never one answer late", async () => {
  await ofUser("update users set name = 'Renamed Meanwhile'");
  const shown = await person.text("/all-assets");
  expect(shown).toContain("Renamed Meanwhile");
});

test("what writes waits for the session: an export without the right leaves no entry", async () => {
  const entries = () =>
    shard.all<{ n: number }>(
      "select count(*) as n from activity_log where company_id = ? and action like '%export%'",
    );
  expect((await person.page("/asset/export.csv")).status).toBe(200);
  const [before] = await entries();
  await ofPerson("delete from user_permissions");
  expect((await person.page("/asset/export.csv")).status).toBe(403);
  expect((await entries())[0]).toEqual(before);
});

test("signing out by a call that only reads by its name ends the session once", async () => {
  const answer = await person.api("/api/logout");
  expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
    200,
    "Logout successful. Goodbye!",
  ]);
  expect((await person.api("/api/assets")).status).toBe(401);
  expect((await person.page("/all-assets.data")).status).toBe(200);
});

test("many at once, while the session changes, each answer by one of both", async () => {
  const asked = Array.from({ length: 12 }, () => person.page("/all-assets.data"));
  await ofPerson("delete from user_permissions");
  const answers = await Promise.all(asked);
  expect(answers.every(({ status }) => status === 200 || status === 403)).toBe(true);
  expect((await person.page("/all-assets.data")).status).toBe(403);
});
