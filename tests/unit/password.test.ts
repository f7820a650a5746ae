import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "#worker/auth/password.ts";

test("a password is verified exactly as it was typed", () => {
  const typed = "  Café ﬁve ½ moons ";
  const hash = hashPassword(typed);
  expect(verifyPassword(hash, typed)).toBe(true);
  for (const other of [
    typed.normalize("NFD"),
    typed.normalize("NFKC"),
    typed.trim(),
    typed.toLowerCase(),
    typed.slice(0, -1),
  ])
    expect(verifyPassword(hash, other), other).toBe(false);
});
