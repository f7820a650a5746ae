import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { ask } from "#tests/support/client.ts";
import { newPerson } from "#tests/support/person.ts";
import { type Company, PASSWORD, type World, world } from "#tests/support/world.ts";

const WRONG = "E-mail or password is wrong";
let w: World;
let acme: Company;
let network = 0;

beforeAll(async () => {
  w = await world();
  acme = w.companies.acme;
});

const freshIp = () => `198.18.${Math.floor(++network / 250)}.${(network % 250) + 1}`;
const api = (email: string, password: string, ip: string, cookie = "") =>
  ask(w, acme.host, "/api/login", {
    method: "POST",
    body: { email, password },
    headers: { "cf-connecting-ip": ip, ...(cookie ? { cookie } : {}) },
  });
const page = (email: string, password: string, ip: string, cookie = "") =>
  ask(w, acme.host, "/login", {
    method: "POST",
    body: new URLSearchParams({ email, password }),
    headers: { "cf-connecting-ip": ip, origin: `http://${acme.host}`, ...(cookie ? { cookie } : {}) },
  });

const person = async (status = "active") => (await newPerson(w, acme, { status })).email;

test("the 11th failure for an account is 429, from wherever it comes, and the right password waits too", async () => {
  const email = await person();
  for (let n = 0; n < 10; n++) expect((await api(email, "wrong", freshIp())).status).toBe(401);
  const eleventh = await api(email, "wrong", freshIp());
  expect([eleventh.status, eleventh.headers.get("retry-after"), await eleventh.json()]).toEqual([
    429,
    "300",
    { success: false, message: "Too many attempts. Try again in 5 minutes." },
  ]);
  const right = await page(email, PASSWORD, freshIp());
  expect([right.status, right.headers.get("retry-after")]).toEqual([429, "300"]);
  const html = await right.text();
  expect(html).toContain("Try again in 5 minutes");
  expect(html).toContain(`value="${email}"`);
  expect(html).not.toContain(PASSWORD);
});

test("the 11th failure from an address is 429, whoever is tried", async () => {
  const ip = freshIp();
  for (let n = 0; n < 10; n++) expect((await api(`nobody${n}@acme.test`, "wrong", ip)).status).toBe(401);
  expect((await api("somebody@acme.test", "wrong", ip)).status).toBe(429);
  expect((await api("somebody@acme.test", "wrong", freshIp())).status).toBe(401);
});

test("an IPv6 network counts as one", async () => {
  for (let n = 0; n < 10; n++) expect((await api(`six${n}@acme.test`, "wrong", `2001:db8:77:1::${n + 1}`)).status).toBe(401);
  expect((await api("six@acme.test", "wrong", "2001:db8:77:1:ffff::9")).status).toBe(429);
  expect((await api("six@acme.test", "wrong", "2001:db8:77:2::9")).status).toBe(401);
});

test("guessing elsewhere does not lock the owner out of a known device, and a device guesses no more than others", async () => {
  const email = await person();
  const first = await page(email, PASSWORD, freshIp());
  const device = first.headers
    .getSetCookie()
    .map((line) => line.split(";")[0]!)
    .find((pair) => pair.startsWith("device="))!;
  for (let n = 0; n < 11; n++) await api(email, "wrong", freshIp());
  expect((await page(email, PASSWORD, freshIp())).status).toBe(429);
  expect((await page(email, PASSWORD, freshIp(), device)).status).toBe(302);
  const stranger = await person();
  for (let n = 0; n < 10; n++) await api(stranger, "wrong", freshIp());
  expect((await page(stranger, PASSWORD, freshIp(), device)).status).toBe(429);
  for (let n = 0; n < 10; n++) expect((await page(email, "wrong", freshIp(), device)).status).toBe(401);
  expect((await page(email, PASSWORD, freshIp(), device)).status).toBe(429);
});

test("known, unknown, invited and suspended accounts get the same answer, with the same work", async () => {
  const tried = [await person(), `nobody${newId()}@acme.test`, await person("suspended"), await person("invited")];
  const seen: unknown[][] = [];
  for (const email of tried) {
    const answer = await api(email, email === tried[2] ? PASSWORD : "wrong", freshIp());
    const trips = /trips=(\d+)/.exec(answer.headers.get("server-timing") ?? "")?.[1];
    seen.push([answer.status, trips, await answer.json()]);
  }
  expect(seen).toEqual(tried.map(() => [401, seen[0]![1], { success: false, message: WRONG }]));
});

test("an address is the same in any case, and attempts are in the log", async () => {
  const email = await person();
  for (let n = 0; n < 10; n++) await api(n % 2 ? email.toUpperCase() : email, "wrong", freshIp());
  expect((await api(` ${email} `, "wrong", freshIp())).status).toBe(429);
  const { results } = await w.env[acme.shard as "TENANT_DB_0"]
    .prepare("select result from login_log where company_id = ? and email_tried = ?")
    .bind(acme.id, email)
    .all<{ result: string }>();
  expect(results.map((row) => row.result)).toEqual(Array(10).fill("bad_password"));
});
