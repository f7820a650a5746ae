import fc from "fast-check";
import { expect, test } from "vitest";
import { safePath } from "#app/shared/safe-path.ts";

const home = "/dashboard";

test("our own paths are kept with search and hash", () => {
  for (const path of [
    "/",
    "/all-assets?q=a&page=2",
    "/asset/detail/1?tab=service-report#top",
    "/a/../b",
  ])
    expect(safePath(path)).toBe(path === "/a/../b" ? "/b" : path);
});

test("anything that could leave our origin goes to the dashboard", () => {
  for (const to of [
    null,
    undefined,
    "",
    "all-assets",
    "//evil.test",
    "/\\evil.test",
    "/\t/evil.test",
    "\\/evil.test",
    "https://evil.test",
    "javascript:alert(1)",
    "/./\\evil.test",
    "/a/..//evil.test",
    " /dashboard",
    "/login?to=/login",
    "/api/logout",
    "/session/sign-out",
    `/${"a".repeat(3000)}`,
  ])
    expect(safePath(to), String(to)).toBe(home);
});

test("whatever is given, a browser stays on our origin", () => {
  const parts = fc.constantFrom(
    "/",
    "\\",
    "//",
    "evil.test",
    "https:",
    "@",
    "..",
    ".",
    "%2f",
    "\t",
    "\n",
    ":",
    "?",
    "#",
    "a",
    " ",
    "\u0000",
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(parts, { maxLength: 8 }).map((list) => list.join("")),
  );
  fc.assert(
    fc.property(texts, (to) => {
      const path = safePath(to);
      expect(new URL(path, "https://acme.test").origin).toBe("https://acme.test");
      expect(path.startsWith("/")).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
