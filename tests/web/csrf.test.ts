import { expect, test } from "vitest";
import { ask, postForm, signedIn } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { PASSWORD, world } from "#tests/support/world.ts";

const host = "acme.localhost";
const own = `http://${host}`;

const w = await world();
const engineer = await signedIn(w, w.companies.acme, "engineer");

const refused: Record<string, Record<string, string>> = {
  "neither sign": {},
  "another site": { origin: "https://evil.test", "sec-fetch-site": "cross-site" },
  "another site without the fetch sign": { origin: "https://evil.test" },
  "a neighbour's host": { origin: "http://globex.localhost", "sec-fetch-site": "same-site" },
  "the apex host": { origin: "http://localhost", "sec-fetch-site": "same-site" },
  "a host that begins like ours": { origin: "http://acme.localhost.evil.test" },
  "another port": { origin: `${own}:8080` },
  "no origin to tell": { origin: "null" },
  "only a cross-site sign": { "sec-fetch-site": "cross-site" },
  "only a same-site sign": { "sec-fetch-site": "same-site" },
  "typed into the address bar": { "sec-fetch-site": "none" },
  "an origin that is none": { origin: "://" },
};
const passed: Record<string, Record<string, string>> = {
  "our own origin": { origin: own },
  "our own origin, both signs": { origin: own, "sec-fetch-site": "same-origin" },
  "only the same-origin sign": { "sec-fetch-site": "same-origin" },
};
const details = () =>
  new URLSearchParams({ intent: "details", name: "engineer of acme", phone: "" });
const doors: [string, string, () => URLSearchParams | undefined][] = [
  ["a page", "/profile", details],
  ["its .data twin", "/profile.data", details],
  ["a resource route", "/session/token", () => undefined],
];

const send = (
  path: string,
  body: URLSearchParams | undefined,
  headers: Record<string, string>,
  method = "POST",
) =>
  ask(w, host, path, {
    method,
    ...(body ? { body } : {}),
    headers: { cookie: engineer.cookie, ...headers },
  });

test("a request with a cookie that does not come from our own page changes nothing", async () => {
  for (const [door, path, body] of doors)
    for (const [name, headers] of Object.entries(refused)) {
      const text = await expectAnswer(send(path, body(), headers), 403);
      expect(JSON.parse(text), `${door} ${name}`).toEqual({
        success: false,
        message: "This request did not come from this site",
      });
    }
});

test("our own page's requests pass", async () => {
  for (const [door, path, body] of doors)
    for (const [name, headers] of Object.entries(passed))
      expect((await send(path, body(), headers)).status, `${door} ${name}`).toBe(200);
});

test("other unsafe methods are no way round", async () => {
  for (const method of ["PUT", "PATCH", "DELETE"])
    await expectAnswer(send("/profile", details(), { origin: "https://evil.test" }, method), 403);
});

test("nobody is signed in from another site", async () => {
  const fields = { email: "engineer@acme.test", password: PASSWORD };
  const answer = await postForm(w, host, "/login", fields, { origin: "https://evil.test" });
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null]);
});

test("a page says what it takes", async () => {
  const allowed = async (path: string) =>
    (await ask(w, host, path, { method: "OPTIONS" })).headers.get("allow");
  expect(await allowed("/login")).toBe("GET, HEAD, OPTIONS, POST");
  expect(await allowed("/activity-logs")).toBe("GET, HEAD, OPTIONS");
  expect(await allowed("/asset/bulk")).toContain("POST");
});
