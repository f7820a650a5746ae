import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { ask, clientOf, postForm } from "#tests/support/client.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { newPerson } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
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
    headers: { "cf-connecting-ip": ip, cookie },
  });
const page = (email: string, password: string, ip: string, cookie = "") =>
  postForm(w, acme.host, "/login", { email, password }, { "cf-connecting-ip": ip, cookie });

const person = async (status = "active") => (await newPerson(w, acme, { status })).email;
/** Signs a person in from somewhere new; answers the cookie of the device. */
const knownDevice = async (email: string) =>
  (await page(email, PASSWORD, freshIp())).headers
    .getSetCookie()
    .map((line) => line.split(";")[0]!)
    .find((pair) => pair.startsWith("device="))!;
/** Fails at an account, each time from somewhere else. */
const fail = async (email: string, times: number) => {
  for (let n = 0; n < times; n++) expect((await api(email, "wrong", freshIp())).status).toBe(401);
};

test("the 11th failure for an account is 429, from wherever it comes, and the right password waits too", async () => {
  const email = await person();
  await fail(email, 10);
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
  const device = await knownDevice(email);
  await fail(email, 10);
  expect((await page(email, PASSWORD, freshIp())).status).toBe(429);
  expect((await page(email, PASSWORD, freshIp(), device)).status).toBe(302);
  const stranger = await person();
  await fail(stranger, 10);
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
  const answers: unknown[][] = [];
  for (const email of tried) {
    const answer = await api(email, email === tried[2] ? PASSWORD : "wrong", freshIp());
    const trips = /trips=(\d+)/.exec(answer.headers.get("server-timing") ?? "")?.[1];
    answers.push([answer.status, trips, await answer.json()]);
  }
  expect(answers).toEqual(
    tried.map(() => [401, answers[0]![1], { success: false, message: WRONG }]),
  );
});

test("an address is the same in any case, and attempts are in the log", async () => {
  const email = await person();
  for (let n = 0; n < 10; n++) await api(n % 2 ? email.toUpperCase() : email, "wrong", freshIp());
  expect((await api(` ${email} `, "wrong", freshIp())).status).toBe(429);
  const log = await rowsOf(w, acme).all<{ result: string }>(
    "select result from login_log where company_id = ? and email_tried = ?",
    email,
  );
  expect(log.map(({ result }) => result)).toEqual(Array(10).fill("bad_password"));
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
    const device = await knownDevice(email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api(email, "wrong", freshIp(), device)),
    );
    expect(counted(answers)).toEqual({ 401: 10, 429: 10 });
  });

  test("20 proofs of the current password in a session are 10 tries", async () => {
    const client = await clientOf(w, acme.host, await person());
    const prove = () =>
      client.form("/profile", {
        intent: "email",
        newEmail: "somewhere@acme.test",
        currentPassword: "wrong-password-here",
      });
    expect(counted(await Promise.all(Array.from({ length: 20 }, prove)))).toEqual({
      422: 10,
      429: 10,
    });
  });

  test("20 requests for a link are 5 letters", async () => {
    const email = await person();
    const forget = () =>
      postForm(w, acme.host, "/forgot-password", { email }, { "cf-connecting-ip": freshIp() });
    expect(counted(await Promise.all(Array.from({ length: 20 }, forget)))).toEqual({
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
  const failed = Array.from({ length: 90 }, () => ({
    company_id: acme.id,
    id: newId(),
    email_tried: `x${newId()}@acme.test`,
    at: Date.now(),
    result: "bad_password",
    ip,
  }));
  await insert(w.env.TENANT_DB_0, "login_log", ...failed);
  expect((await page(colleague, PASSWORD, ip)).status).toBe(302);
  expect((await api(last, "wrong", ip)).status).toBe(429);
  expect((await page(last, PASSWORD, ip)).status).toBe(429);
});
