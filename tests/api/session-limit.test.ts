import { beforeAll, describe, expect, test } from "vitest";
import { ask, type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { bench, reportForm } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";
import { mostOfSession } from "#worker/auth/uses.ts";

let w: World;
let company: Company;
let rows: Rows;
let engineer: Client;
let most: number;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "hornbeam", 2, 0);
  rows = rowsOf(w, company);
  engineer = await signedIn(w, company, "engineer");
  most = mostOfSession({ APP_ENV: "test", SESSION_REQUESTS: "1000000" } as unknown as Env);
});

const minute = () => Math.floor(Date.now() / 60_000);
const SESSION = "company_id = ?1 and id = ?2";
/** The session that the token names. */
const sid = () => (JSON.parse(atob(engineer.token.split(".")[1]!)) as { sid: string }).sid;
const setUsed = (used: number, at = minute()) =>
  rows.run(
    `update sessions set api_used = cast(?3 as integer), api_minute = cast(?4 as integer) where ${SESSION}`,
    sid(),
    used,
    at,
  );
const usedNow = () => rows.value(`select api_used from sessions where ${SESSION}`, sid());
/** Works within one minute of the clock: where it turned meanwhile, once more. */
async function withinMinute(work: () => Promise<void>) {
  for (;;) {
    const before = minute();
    const failed = await work().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (minute() !== before) continue;
    if (failed) throw failed.error;
    return;
  }
}
const list = () => engineer.api("/api/vendors");

test("production takes 600 requests of a session in a minute, whatever tests ask for", () => {
  const asked = { SESSION_REQUESTS: "7" };
  expect(mostOfSession({ ...asked, APP_ENV: "production" } as unknown as Env)).toBe(600);
  expect(mostOfSession({ APP_ENV: "test" } as unknown as Env)).toBe(600);
  expect(mostOfSession({ ...asked, APP_ENV: "test" } as unknown as Env)).toBe(7);
});

describe("the token of a person", () => {
  test("is told what is left of the minute, and the request beyond when it goes on", () =>
    withinMinute(async () => {
      await setUsed(most - 2);
      const first = await list();
      expect(first.status).toBe(200);
      expect(first.headers.get("ratelimit-policy")).toBe(`"session";q=${most};w=60`);
      expect(first.headers.get("ratelimit")).toMatch(/^"session";r=1;t=([1-9]|[1-5]\d|60)$/);
      await expect.poll(usedNow).toBe(most - 1);
      expect((await list()).status).toBe(200);
      await expect.poll(usedNow).toBe(most);
      for (const method of ["GET", "POST"]) {
        const beyond = await ask(w, company.host, "/api/vendors", {
          method,
          headers: {
            authorization: `Bearer ${engineer.token}`,
            accept: "application/problem+json",
          },
        });
        expect(beyond.status, method).toBe(429);
        expect(Number(beyond.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(beyond.headers.get("ratelimit")).toMatch(/^"session";r=0;t=/);
        expect(await beyond.json()).toMatchObject({ status: 429, detail: "Too many requests" });
      }
      expect(await usedNow()).toBe(most);
      expect((await engineer.page("/vendors")).status).toBe(200);
      await setUsed(most, minute() - 1);
      expect((await list()).status).toBe(200);
      await expect.poll(usedNow).toBe(1);
    }));

  test("is counted once for each request, however many come at once", () =>
    withinMinute(async () => {
      await setUsed(0);
      const answers = await Promise.all(Array.from({ length: 20 }, list));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      await expect.poll(usedNow).toBe(20);
    }));

  test("costs its request neither a trip nor a row, and pages count nothing", () =>
    withinMinute(async () => {
      await setUsed(0);
      await (await list()).arrayBuffer();
      await expect.poll(usedNow).toBe(1);
      expect(d1Of(await list())).toMatchObject({ trips: 1, written: 0 });
      await expect.poll(usedNow).toBe(2);
      const { asset } = await bench(w, company, []);
      const body = reportForm({ service_ticket: "PM-260302111500" });
      const path = `/api/service-report/create/${asset}`;
      expect((await engineer.api(path, { method: "POST", body })).status).toBe(201);
      await expect.poll(usedNow).toBe(3);
      const page = await engineer.page("/vendors");
      expect([page.status, page.headers.get("ratelimit")]).toEqual([200, null]);
      expect(await usedNow()).toBe(3);
    }));
});
