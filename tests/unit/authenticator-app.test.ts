import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { openShownSeed, seedToSetUp, stepOfCode } from "#worker/auth/factors/totp.ts";
import { withNewSecret } from "../../scripts/support/keys.ts";

const env = { SECRET_KEYS: JSON.stringify(withNewSecret()) } as Env;
const owner = { cid: "acme", userId: "ada" };
const HOUR = 3_600_000;

test("a code lives in its own half minute, from its first millisecond to its last", () => {
  const seed = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  const start = 1_111_111_110_000;
  const token = new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: start });
  const step = start / 30_000;
  expect([0, 29_999].map((after) => stepOfCode(seed, token, start + after))).toEqual([step, step]);
  expect([-1, 30_000, -30_000].map((after) => stepOfCode(seed, token, start + after))).toEqual([
    null,
    null,
    null,
  ]);
});

test("a seed is 20 random bytes, another one each time, and opens where it was shown", async () => {
  const shown = await Promise.all([1, 2, 3].map(() => seedToSetUp(env, owner, "here")));
  expect(new Set(shown.map(({ seed }) => seed)).size).toBe(3);
  for (const { seed, sealed } of shown) {
    expect(Secret.fromBase32(seed).bytes).toHaveLength(20);
    expect(await openShownSeed(env, owner, "here", sealed)).toBe(seed);
  }
});

test("a seed of another person, company, session or hour is refused", async () => {
  const now = Date.now();
  const { seed, sealed } = await seedToSetUp(env, owner, "here", now);
  const others = [
    openShownSeed(env, { ...owner, userId: "bob" }, "here", sealed, now),
    openShownSeed(env, { ...owner, cid: "globex" }, "here", sealed, now),
    openShownSeed(env, owner, "there", sealed, now),
    openShownSeed(env, owner, "here", sealed, now + HOUR),
    openShownSeed(env, owner, "here", `${sealed}x`, now),
    openShownSeed(env, owner, "here", "", now),
  ];
  expect(await Promise.all(others)).toEqual(others.map(() => null));
  expect(await openShownSeed(env, owner, "here", sealed, now + HOUR - 1)).toBe(seed);
});
