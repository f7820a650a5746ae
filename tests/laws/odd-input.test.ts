import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formTarget } from "#tests/support/bodies.ts";
import { idFor } from "#tests/support/call-bodies.ts";
import type { Client } from "#tests/support/client.ts";
import { each } from "#tests/support/compare.ts";
import { lawWorld } from "#tests/support/laws.ts";
import {
  at,
  type Call,
  calls,
  companyPages,
  dataPath,
  isOfStaff,
  type Page,
  pages,
  surfaces,
} from "#tests/support/manifest.ts";

const { t, admin, staff } = await lawWorld();

/** Pages that break on purpose, or end the session. */
const own = new Set(["/error500", "/error404", "/session/sign-out"]);
const shown = pages.filter(
  ({ path, hasLoader, isScreen }) =>
    !own.has(path) && !path.includes("*") && (hasLoader || isScreen),
);
const asked = calls.filter(({ path }) => !path.includes("logout"));
const clientOf = (page: Page) => (page.isSignedIn && !companyPages.includes(page) ? staff : admin);
/** Sends requests and returns those whose answer says that something broke. */
const broken = async (asks: { name: string; ask: () => Promise<Response> }[]) => {
  const answers = await each(asks, async ({ name, ask }) => {
    const answer = await ask();
    const text = await answer.text();
    return answer.status >= 500 || /Something went wrong/.test(text)
      ? `${answer.status} ${name.slice(0, 160)}`
      : [];
  });
  return answers.flat();
};

/** Enough for the busiest machine. */
const LONG = { timeout: 300_000 };
const ids = [
  "_",
  "__proto__",
  "constructor",
  "%00",
  "%20",
  "%2e%2e%2fx",
  "%F0%9F%92%A5",
  "%E0%A4%A",
  "1e999",
  "-1",
  "null",
  ".data",
  "x".repeat(3000),
];

describe("an odd id", () => {
  test("breaks no page", LONG, async () => {
    const asks = shown
      .filter(({ params }) => params.length)
      .flatMap((page) =>
        ids.flatMap((id) =>
          surfaces(page.path.replace(/:\w+/g, () => id)).map((path) => ({ page, path })),
        ),
      );
    expect(
      await broken(
        asks.map(({ page, path }) => ({ name: path, ask: () => clientOf(page).page(path) })),
      ),
    ).toEqual([]);
  });

  test("breaks no call", LONG, async () => {
    const asks = asked
      .filter(({ params }) => params.length)
      .flatMap((call) => ids.map((id) => ({ call, path: call.path.replace(/:\w+/g, () => id) })));
    const send = ({ method }: Call, path: string, client: Client) =>
      client.api(path, {
        method,
        ...(method === "GET" || method === "DELETE" ? {} : { body: {} }),
      });
    expect(
      await broken(
        asks.map(({ call, path }) => ({
          name: `${call.method} ${path}`,
          ask: () => send(call, path, isOfStaff(call) ? staff : admin),
        })),
      ),
    ).toEqual([]);
  });
});

/** Every parameter that the API describes or that the code reads. */
const names = [
  ...new Set([
    ...calls.flatMap(({ query = {} }) => Object.keys(query)),
    ...["worker/domain", "worker/web", "worker/api", "app/routes"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => /\.tsx?$/.test(file))
        .flatMap((file) =>
          [
            ...readFileSync(`${folder}/${file}`, "utf8").matchAll(
              /\.(?:get|getAll|has)\("(\w+)"\)/g,
            ),
          ].map(([, name]) => name!),
        ),
    ),
  ]),
];
const values = [
  "9999-99-99",
  "9999-12-31",
  "0000-01-01",
  "-271821-04-20",
  "2026-02-30",
  "1e999",
  "-1",
  "99999999999999999999",
  "%00",
  "__proto__",
  "x".repeat(500),
];
/** Each value for all parameters at once, and some parameters alone, others for each target. */
const ALONE = 4;
const queries = (from: number) => [
  ...values.map((value) => names.map((name) => `${name}=${value}`).join("&")),
  ...Array.from(
    { length: ALONE },
    (_, at) => `${names[(from * ALONE + at) % names.length]}=${values[(from + at) % 6]}`,
  ),
  ...["from", "to", "since"].map((name) => `${name}=9999-99-99`),
];

describe("an odd question", () => {
  const idOn = ({ path }: Page) => String(t.own.rows[formTarget[path] ?? "assets"]?.id ?? "x");

  test("is asked by every name", () => {
    expect(names).toEqual(
      expect.arrayContaining([
        "from",
        "to",
        "since",
        "after",
        "before",
        "size",
        "q",
        "sort",
        "state",
        "tab",
      ]),
    );
  });

  test("breaks no page", LONG, async () => {
    const asks = shown.flatMap((page, from) => {
      const path = at(page.path, idOn(page));
      return queries(from).map((query, which) => ({
        page,
        path: `${which % 4 && !query.includes("__proto__") ? dataPath(path) : path}?${query}`,
      }));
    });
    expect(
      await broken(
        asks.map(({ page, path }) => ({ name: path, ask: () => clientOf(page).page(path) })),
      ),
    ).toEqual([]);
  });

  test("breaks no call", LONG, async () => {
    const read = asked.filter(({ method }) => method === "GET");
    const asks = read.flatMap((call, from) => {
      const path = at(call.path, idFor(call, t.own.rows));
      return queries(from).map((query) => ({ call, path: `${path}?${query}` }));
    });
    expect(
      await broken(
        asks.map(({ call, path }) => ({
          name: path,
          ask: () => (isOfStaff(call) ? staff : admin).api(path),
        })),
      ),
    ).toEqual([]);
  });

  test("that is far too long is refused", async () => {
    for (const path of ["/vendors?q=", "/vendors.data?q=", "/api/vendors?q="]) {
      const send = path.startsWith("/api") ? admin.api : admin.page;
      expect((await send(path + "x".repeat(20_000))).status, path).toBe(414);
    }
  });
});

describe("a page that takes nothing", () => {
  const silent = pages.filter(
    ({ path, hasAction }) => !hasAction && !path.includes("*") && !own.has(path),
  );
  test("says so in our words, on every surface and by every method", LONG, async () => {
    const asks = silent.flatMap((page) =>
      surfaces(at(page.path, "x")).flatMap((path) =>
        ["POST", "PUT", "DELETE"].map((method) => ({ page, path, method })),
      ),
    );
    const wrong = await each(asks, async ({ page, path, method }) => {
      const client = clientOf(page);
      const answer = await client.page(path, {
        method,
        body: new URLSearchParams({ a: "1" }),
        headers: { cookie: `${client.cookie}; theme=dark` },
      });
      const text = await answer.text();
      const isOurs = !/routes\/|for route|did not provide/i.test(
        text.replace(/<script[\s\S]*?<\/script>|<link[^>]*>/g, ""),
      );
      const isWhole =
        path.endsWith(".data") ||
        answer.status !== 405 ||
        // A page without React reads no cookie.
        (/data-theme="dark"|data-plain/.test(text) && text.includes("This page takes nothing"));
      const isTold = answer.status !== 405 || answer.headers.get("allow") === "GET, HEAD";
      return isOurs && answer.status < 500 && answer.status !== 200 && isTold && isWhole
        ? []
        : `${method} ${path} ${answer.status} ${answer.headers.get("allow")} ${text.slice(0, 200)}`;
    });
    expect(wrong.flat()).toEqual([]);
    const page = await admin.page("/activity-logs", {
      method: "POST",
      body: new URLSearchParams({ a: "1" }),
    });
    expect([page.status, await page.text()]).toEqual([
      405,
      expect.stringContaining("This page takes nothing"),
    ]);
    const token = await admin.page("/session/token");
    expect([token.status, token.headers.get("allow")]).toEqual([405, "POST"]);
  });
});
