import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, signedIn } from "#tests/support/client.ts";
import { openWorld, PASSWORD, type World } from "#tests/support/world.ts";

let w: World;
beforeAll(async () => {
  w = await openWorld();
});
afterAll(() => w.server.close());

const HOST = "acme.localhost";
const codeAt = (seed: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(seed.replace(/ /g, "")) }).generate({ timestamp: at });
const login = (email: string, code?: string) =>
  ask(w, HOST, "/api/login", {
    method: "POST",
    body: { email, password: PASSWORD, ...(code === undefined ? {} : { code }) },
  });

test("an authenticator app is set up, and its codes are asked for, each once", async () => {
  const { engineer } = w.companies.acme.users;
  const client = await signedIn(w, w.companies.acme, "engineer");
  const page = await client.page("/profile/second-factor.data");
  const text = await page.text();
  const seed = /"seed","([A-Z2-7 ]+)"/.exec(text)?.[1] ?? "";
  expect(seed.replace(/ /g, "")).toHaveLength(32);
  const sent = await ask(w, HOST, "/profile/second-factor.data", {
    method: "POST",
    headers: { cookie: client.cookie, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({
      ...{ intent: "app", code: codeAt(seed), currentPassword: PASSWORD },
    }),
  });
  const answer = await sent.text();
  expect([sent.status, answer]).toEqual([
    200,
    expect.stringContaining("Your authenticator app is set up"),
  ]);
  const codes = [...answer.matchAll(/"([0-9a-z]{4}(?:-[0-9a-z]{4}){5})"/g)].map(
    ([, code]) => code!,
  );
  expect(new Set(codes).size).toBe(10);

  const without = await login(engineer.email);
  expect([without.status, ((await without.json()) as { errors: unknown }).errors]).toEqual([
    401,
    { code: [expect.any(String)] },
  ]);
  expect((await login(engineer.email, codeAt(seed))).status).toBe(401);
  const next = codeAt(seed, Date.now() + 30_000);
  expect((await login(engineer.email, next)).status).toBe(200);
  expect((await login(engineer.email, next)).status).toBe(401);
  expect((await login(engineer.email, codes[0])).status).toBe(200);
  expect((await login(engineer.email, codes[0])).status).toBe(401);
});
