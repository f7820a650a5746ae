import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { ask, clientOf } from "#tests/support/client.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { newPerson } from "#tests/support/person.ts";
import { type Company, insert, PASSWORD, type World, world } from "#tests/support/world.ts";

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
    headers: {
      "cf-connecting-ip": ip,
      origin: `http://${acme.host}`,
      ...(cookie ? { cookie } : {}),
    },
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
  for (let n = 0; n < 10; n++)
    expect((await api(`nobody${n}@acme.test`, "wrong", ip)).status).toBe(401);
  expect((await api("somebody@acme.test", "wrong", ip)).status).toBe(429);
  expect((await api("somebody@acme.test", "wrong", freshIp())).status).toBe(401);
});

test("an IPv6 network counts as one", async () => {
  for (let n = 0; n < 10; n++)
    expect((await api(`six${n}@acme.test`, "wrong", `2001:db8:77:1::${n + 1}`)).status).toBe(401);
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
  for (let n = 0; n < 10; n++)
    expect((await page(email, "wrong", freshIp(), device)).status).toBe(401);
  expect((await page(email, PASSWORD, freshIp(), device)).status).toBe(429);
});

test("known, unknown, invited and suspended accounts get the same answer, with the same work", async () => {
  const tried = [
    await person(),
    `nobody${newId()}@acme.test`,
    await person("suspended"),
    await person("invited"),
  ];
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

describe("many at once", () => {
  const counted = (answers: Response[]) => {
    const statuses = answers.map(({ status }) => status);
    return Object.fromEntries(
      [...new Set(statuses)]
        .sort()
        .map((status) => [status, statuses.filter((one) => one === status).length]),
    );
  };

  test("20 passwords for an account are 10 tries, from one network or from many", async () => {
    for (const ipOf of [freshIp, () => "198.19.0.1"]) {
      const email = await person();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => api(email, "wrong", ipOf())),
      );
      expect(counted(answers)).toEqual({ 401: 10, 429: 10 });
      expect((await api(email, PASSWORD, freshIp())).status).toBe(429);
    }
  });

  test("20 passwords on a known device are 10 tries", async () => {
    const email = await person();
    const signed = await page(email, PASSWORD, freshIp());
    const device = signed.headers
      .getSetCookie()
      .find((line) => line.startsWith("device="))!
      .split(";")[0]!;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api(email, "wrong", freshIp(), device)),
    );
    expect(counted(answers)).toEqual({ 401: 10, 429: 10 });
  });

  test("20 proofs of the current password in a session are 10 tries", async () => {
    const client = await clientOf(w, acme.host, await person());
    const prove = () =>
      client.page("/profile", {
        method: "POST",
        body: new URLSearchParams({
          intent: "email",
          newEmail: "somewhere@acme.test",
          currentPassword: "wrong-password-here",
        }),
      });
    expect(counted(await Promise.all(Array.from({ length: 20 }, prove)))).toEqual({
      422: 10,
      429: 10,
    });
  });

  test("20 requests for a link are 5 letters", async () => {
    const email = await person();
    const ask_ = () =>
      ask(w, acme.host, "/forgot-password", {
        method: "POST",
        body: new URLSearchParams({ email }),
        headers: { "cf-connecting-ip": freshIp(), origin: `http://${acme.host}` },
      });
    expect(counted(await Promise.all(Array.from({ length: 20 }, ask_)))).toEqual({
      200: 5,
      429: 15,
    });
    expect((await mailsTo(w, email, acme)).length).toBe(5);
  });
});

test("who fails on a network locks nobody else out of it, and tries each account three times, later once", async () => {
  const ip = freshIp();
  const [colleague, victim, last] = [await person(), await person(), await person()];
  for (let n = 0; n < 10; n++) await api(`guess${n}-${newId()}@acme.test`, "wrong", ip);
  expect((await page(colleague, PASSWORD, ip)).status).toBe(302);
  for (let n = 0; n < 3; n++) expect((await api(victim, "wrong", ip)).status).toBe(429);
  expect((await page(victim, PASSWORD, ip)).status).toBe(429);
  expect((await page(victim, PASSWORD, freshIp())).status).toBe(302);
  const db = w.env[acme.shard as "TENANT_DB_0"];
  const failed = Array.from({ length: 90 }, () => ({
    ...{
      company_id: acme.id,
      id: newId(),
      email_tried: `x${newId()}@acme.test`,
      at: Date.now(),
      result: "bad_password",
      ip,
    },
  }));
  await insert(db, "login_log", ...failed);
  expect((await page(colleague, PASSWORD, ip)).status).toBe(302);
  expect((await api(last, "wrong", ip)).status).toBe(429);
  expect((await page(last, PASSWORD, ip)).status).toBe(429);
});
