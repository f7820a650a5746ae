import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { LONGEST, SHORTEST } from "#worker/auth/password-lengths.ts";
import { checkNewPassword, passwordProblem } from "#worker/auth/password-rules.ts";

const FILE = new URL("../../worker/auth/breached-passwords.bin", import.meta.url);
const asha = {
  ...{ name: "Asha Menon", email: "asha.menon@post.test" },
  ...{ company: "St. John's Hill Infirmary", host: "johnshill.example.com" },
};
const problemOf = (password: string, before?: string) =>
  passwordProblem(password, { ...asha, ...(before === undefined ? {} : { before }) });
const TOO_COMMON = "This password is too common";
const tooLittle = (words: string) =>
  `Without ${words}, which others can guess, too little of this password is left. Use at least 8 other characters.`;
const isTooLittle = expect.stringContaining("too little of this password is left");

/** The static files of the build, of which one may be missing. */
const assetsOf = (answer: () => Response) => ({
  ASSETS: { fetch: async () => answer() } as unknown as Fetcher,
});
const missing = assetsOf(() => new Response(null, { status: 404 }));
const whole = assetsOf(() => new Response(readFileSync(FILE)));

/** What is answered to a new password. */
const answerTo = (env: typeof whole, password: string, repeat = password) =>
  checkNewPassword(env, { password, repeat }, asha).then(
    () => null,
    async (thrown: Response) => [
      thrown.status,
      ((await thrown.json()) as { errors: object }).errors,
    ],
  );

test("length from 12 to 128 is the only rule of composition", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 0, maxLength: 140 }), (password) => {
      const problem = problemOf(password);
      if (password.length < SHORTEST) expect(problem).toBe("Use at least 12 characters");
      else if (password.length > LONGEST) expect(problem).toBe("Use at most 128 characters");
      else expect([null, TOO_COMMON, isTooLittle]).toContainEqual(problem);
    }),
  );
  for (const fine of [
    "correct horse battery",
    "aaaaaaaaaaab",
    "пароль без правил",
    "            x",
    "quiet-green-spirometer",
  ])
    expect(problemOf(fine), fine).toBeNull();
});

test("common ones, repetitions and the password of now are refused", () => {
  for (const common of [
    "password1234",
    "PASSWORD1234",
    "qwertyuiop123",
    "abababababab",
    "aaaaaaaaaaaa",
    "abcdabcdabcd",
  ])
    expect(problemOf(common), common).toBe(TOO_COMMON);
  expect(problemOf("Quiet-green-spirometer", "quiet-green-spirometer")).toContain(
    "the password of now",
  );
});

test("words of the field, the company, its host and the person do not count, wherever they stand", () => {
  for (const [password, words] of [
    ["my Hospital 26", "hospital"],
    ["1Plumbline2026!", "plumbline"],
    ["johnsHILL-2026", "johnshill"],
    ["Infirmary-2026", "infirmary"],
    ["asha1menon2hill3", "menon, asha, and hill"],
    ["asha.menon@post.test", "menon, asha, post, and test"],
  ] as const)
    expect(problemOf(password), password).toBe(tooLittle(words));
  expect(problemOf("my hospital has 9 lifts")).toBeNull();
  const staff = { ...asha, company: null, host: "plumbline.example.com" };
  expect(passwordProblem("infirmary-2026", staff)).toBeNull();
});

const words = ["plumbline", "hospital", "welcome", "infirmary", "johnshill", "menon"];
const digits = (maxLength: number) =>
  fc
    .array(fc.constantFrom(..."0123456789#!"), { minLength: 0, maxLength })
    .map((all) => all.join(""));

test("a word with fewer than eight others around it is refused in any case, and with eight it is not", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...words),
      digits(12),
      digits(12),
      fc.boolean(),
      (word, before, after, isLoud) => {
        const password = `${before}${isLoud ? word.toUpperCase() : word}${after}`;
        const around = before.length + after.length;
        fc.pre(password.length >= SHORTEST);
        expect(problemOf(password)).toEqual(around < 8 ? tooLittle(word) : null);
      },
    ),
  );
});

test("more words about a person never make a password better", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...words, "a", "9", "green", "tea"), { maxLength: 8 }),
      fc.constantFrom("green tea", "green", "teagreen", "", "a9a9"),
      (parts, company) => {
        const password = parts.join("");
        const [few, more] = [null, company].map((name) =>
          passwordProblem(password, { ...asha, company: name }),
        );
        if (few !== null) expect(more).not.toBeNull();
      },
    ),
  );
});

test("3,000 and more of breaches are refused, in capitals or not, once their list can be read", async () => {
  expect(readFileSync(FILE).length / 5).toBeGreaterThan(3_000);
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const known = ["123qweasdzxc", "SonyEricsson", "websolutions", "gfhjkmgfhjkm"];
  for (const password of known) {
    expect(problemOf(password), password).toBeNull();
    expect(await answerTo(missing, password)).toBeNull();
  }
  expect(told).toHaveBeenCalledTimes(known.length);
  told.mockRestore();
  expect(await answerTo(missing, "password1234")).toEqual([422, { password: [TOO_COMMON] }]);
  for (const password of known)
    expect(await answerTo(whole, password), password).toEqual([422, { password: [TOO_COMMON] }]);
  expect(await answerTo(whole, "quiet-green-spirometer")).toBeNull();
});

test("the list has its parts in order, each once", () => {
  const list = readFileSync(FILE);
  const parts = Array.from({ length: list.length / 5 }, (_, n) => list.subarray(n * 5, n * 5 + 5));
  expect(parts.every((part, n) => n === 0 || Buffer.compare(parts[n - 1]!, part) < 0)).toBe(true);
});

test("a new password is repeated, and both problems are told at their fields", async () => {
  expect(await answerTo(whole, "short", "other")).toEqual([
    422,
    { password: ["Use at least 12 characters"], repeat: ["The two passwords differ"] },
  ]);
});
