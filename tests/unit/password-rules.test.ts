import fc from "fast-check";
import { expect, test } from "vitest";
import {
  checkNewPassword,
  LONGEST,
  passwordProblem,
  SHORTEST,
} from "#worker/auth/password-rules.ts";

test("length from 12 to 128 is the only rule of composition", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 0, maxLength: 140 }), (password) => {
      const problem = passwordProblem(password);
      if (password.length < SHORTEST) expect(problem).toBe("Use at least 12 characters");
      else if (password.length > LONGEST) expect(problem).toBe("Use at most 128 characters");
      else expect([null, "This password is too common"]).toContain(problem);
    }),
  );
  for (const fine of [
    "correct horse battery",
    "aaaaaaaaaaab",
    "пароль без правил",
    "            x",
    "quiet-green-spirometer",
  ])
    expect(passwordProblem(fine), fine).toBeNull();
});

test("common ones, repetitions and the person's own words are refused", () => {
  for (const common of [
    "password1234",
    "PASSWORD1234",
    "qwertyuiop123",
    "abababababab",
    "aaaaaaaaaaaa",
    "abcdabcdabcd",
  ])
    expect(passwordProblem(common), common).toBe("This password is too common");
  expect(passwordProblem("Asha.Menon@acme.test", ["asha.menon@acme.test"])).toBe(
    "This password is too common",
  );
});

test("a new password is repeated, and both problems are told at their fields", async () => {
  const refusal = await new Promise<Response>((resolve) => {
    try {
      checkNewPassword("short", "other");
    } catch (thrown) {
      resolve(thrown as Response);
    }
  });
  expect([refusal.status, await refusal.json()]).toMatchObject([
    422,
    { errors: { password: ["Use at least 12 characters"], repeat: ["The two passwords differ"] } },
  ]);
  expect(() => checkNewPassword("quiet-green-spirometer", "quiet-green-spirometer")).not.toThrow();
});
