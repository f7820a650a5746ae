import { expect, test } from "vitest";
import { cookie, cookieOf, sessionCookieName, welcomeCookie } from "#worker/auth/cookies.ts";

const env = { PUBLIC_SCHEME: "https" } as Env;

test("on https a cookie is of this host alone, for the server alone, and never sent in the clear", () => {
  const name = sessionCookieName(env);
  expect(cookie(env, name, "a.b")).toBe("__Host-sid=a.b; Path=/; HttpOnly; Secure; SameSite=Lax");
  expect(cookie(env, name, "", 0)).toBe(
    "__Host-sid=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
  expect(welcomeCookie(env)).not.toContain("HttpOnly");
});

test("a value comes back as it was set, and of a name that comes twice the first counts", () => {
  const text = '{"message":"Ärzte; 5 % = \\"x\\""}';
  const line = cookie(env, "flash", text).split(";")[0]!;
  const request = new Request("https://acme.example/", {
    headers: { Cookie: `a=1; ${line}; flash=other; a=2` },
  });
  expect([cookieOf(request, "flash"), cookieOf(request, "a")]).toEqual([text, "1"]);
  expect(cookieOf(request, "none")).toBeUndefined();
  expect(cookieOf(new Request("https://acme.example/"), "a")).toBeUndefined();
});
