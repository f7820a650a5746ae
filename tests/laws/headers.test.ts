import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { publicPages } from "#app/shared/public-pages.ts";
import { thumbnailNames } from "#app/shared/thumbnails.ts";
import { newId } from "#drizzle/columns.ts";
import { ask, signedIn } from "#tests/support/client.ts";
import { each } from "#tests/support/compare.ts";
import {
  at,
  calls,
  companyPages,
  isOfStaff,
  NOBODY,
  openCalls,
  pages,
  surfaces,
} from "#tests/support/manifest.ts";
import { grant, type Person, peopleOf } from "#tests/support/people.ts";
import { twins } from "#tests/support/twins.ts";
import { insert, world } from "#tests/support/world.ts";
import { thumbnailKeyOf } from "#worker/files/thumbnails.ts";
import { withSecurityHeaders } from "#worker/headers.ts";

const w = await world();
const t = await twins(w);
const host = t.own.company.host;
const admin = await signedIn(w, t.own.company, "admin");

const always: Record<string, RegExp> = {
  "x-content-type-options": /^nosniff$/,
  "cross-origin-opener-policy": /^same-origin$/,
  "cross-origin-resource-policy": /^same-origin$/,
  "x-frame-options": /^DENY$/,
  "x-request-id": /^[0-9a-f-]{36}$/,
};
/** What has no personal data, and caches may keep. */
const keptByAll = new Set<string>([
  ...publicPages.map(({ path }) => path),
  ...["/company-closed", "/sitemap.xml", "/robots.txt", "/api/openapi.json"],
]);
/** The one cookie that scripts may read: it only says that a welcome is shown. */
const readable = /^welcome=1; Max-Age=120; Path=\/; SameSite=Lax$/;
const nonces = new Set<string>();
/** What machines read of a page: no browser runs it. */
const AS_DATA = '<script type="application/ld+json">';

/** Public pages of a company that only their label, code or link leads to. */
const isFoundByHand = (path: string) => /^\/(q|verify|call|calendar)\//.test(path);
/** Only pages of a company may use the camera, and not the public page of a label. */
const scans = (path: string, asked: string, isPage: boolean) =>
  isPage && asked !== "localhost" && !isFoundByHand(path);

/** What is wrong with the headers of an answer. */
async function faults(
  path: string,
  answer: Response,
  asked: string,
  kept = "private, no-store",
): Promise<string[]> {
  const { headers } = answer;
  const found = Object.entries(always).flatMap(([name, value]) =>
    value.test(headers.get(name) ?? "") ? [] : [`${name}: ${headers.get(name)}`],
  );
  const referrer = /^\/(call|calendar)\//.test(path) ? "no-referrer" : "same-origin";
  if (headers.get("referrer-policy") !== referrer)
    found.push(`referrer-policy: ${headers.get("referrer-policy")}`);
  const cache = headers.get("cache-control");
  if (cache !== kept && !(keptByAll.has(path) && answer.status === 200))
    found.push(`cache-control: ${cache}`);
  for (const cookie of headers.getSetCookie())
    if (!/; Path=\/; HttpOnly; SameSite=Lax/.test(cookie) && !readable.test(cookie))
      found.push(`set-cookie: ${cookie}`);
  for (const name of ["server", "x-powered-by"]) if (headers.has(name)) found.push(name);
  const policy = headers.get("content-security-policy") ?? "";
  const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
  const camera = `camera=(${scans(path, asked, isPage) ? "self" : ""}), microphone=(), geolocation=(), payment=()`;
  if (headers.get("permissions-policy") !== camera)
    found.push(`permissions-policy: ${headers.get("permissions-policy")}`);
  if (headers.get("x-robots-tag") !== (isFoundByHand(path) ? "noindex, nofollow" : null))
    found.push(`x-robots-tag: ${headers.get("x-robots-tag")}`);
  const text = await answer.text();
  if (isPage) {
    // A page without React is the same for everybody: it has no nonce, and no script but files of ours.
    const isPlain = text ? text.includes("data-plain") : policy.includes("script-src 'self';");
    const nonce =
      /script-src 'self' 'nonce-([A-Za-z0-9+/=]{22,})' 'strict-dynamic';/.exec(policy)?.[1] ?? "";
    if (isPlain ? nonce || !policy.includes("script-src 'self';") : !nonce || nonces.has(nonce))
      found.push(`nonce: ${nonce}`);
    nonces.add(nonce);
    for (const part of [
      "default-src 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "connect-src 'self'",
    ])
      if (!policy.includes(part)) found.push(`policy without ${part}`);
    if (/unsafe-inline'?[^;]*;? *script|script-src[^;]*unsafe/.test(policy))
      found.push("policy allows inline scripts");
    for (const [tag] of text.matchAll(/<script\b[^>]*>/g))
      if (!tag.includes(isPlain ? ' src="/assets/' : `nonce="${nonce}"`) && tag !== AS_DATA)
        found.push(tag);
    for (const [tag] of text.matchAll(/<[^>]+\son[a-z]+="[^>]*>/g)) found.push(tag.slice(0, 100));
  } else if (!policy.includes("default-src 'none'")) found.push(`policy: ${policy}`);
  // Names of files hold hashes, which hold anything.
  const said = text.replace(/\/assets\/[\w.~-]+/g, "");
  if (/D1_|SQLITE|no such (table|column)|\bat [\w.]+ \(.*:\d+:\d+\)/.test(said))
    found.push("tells of the inside");
  return found.map((fault) => `${answer.status} ${path}: ${fault}`);
}

type Case = { path: string; status: number[]; answer: () => Promise<Response>; asked?: string };
async function holds(cases: Case[]) {
  const seen = await each(cases, async ({ path, status, answer, asked = host }) => {
    const got = await answer();
    return [
      ...(status.includes(got.status) ? [] : [`${got.status} ${path}, not ${status}`]),
      ...(await faults(path, got, asked)),
    ];
  });
  expect(seen.flat()).toEqual([]);
}

describe("headers", () => {
  test("of every page that opens", async () => {
    const open = pages.filter(({ params, path }) => !params.length && !path.includes("*"));
    await holds(
      open.flatMap(({ path }) =>
        surfaces(path).flatMap((surface) => [
          // 429: an export was taken too often.
          {
            path: surface,
            status: [200, 202, 302, 403, 404, 405, 429, 500],
            answer: () => admin.page(surface),
          },
          {
            path: surface,
            status: [200, 202, 302, 404, 405, 500],
            answer: () => ask(w, host, surface),
          },
          {
            path: surface,
            status: [200, 202, 302, 404, 405, 500],
            answer: () => ask(w, "localhost", surface),
            asked: "localhost",
          },
        ]),
      ),
    );
  });

  test("of what is not found, by an unknown path and by an unknown id", async () => {
    const paths = [
      "/no-such-page",
      "/vendors/no/such/page",
      ...companyPages.filter(({ params }) => params.length).map(({ path }) => at(path, NOBODY)),
      ...pages
        .filter(({ params, isSignedIn }) => params.length && !isSignedIn)
        .map(({ path }) => at(path, NOBODY)),
    ];
    await holds(
      paths.flatMap((path) =>
        surfaces(path).map((surface) => ({
          path: surface,
          status: [404, 410, 302, 202, 200],
          answer: () => admin.page(surface),
        })),
      ),
    );
    const lost = await admin.page("/no-such-page");
    expect([lost.status, (await lost.text()).includes("This page is not here")]).toEqual([
      404,
      true,
    ]);
    await holds([
      {
        path: "/no-such-page",
        status: [404],
        answer: () =>
          ask(w, host, "/no-such-page", { method: "POST", body: new URLSearchParams({ a: "b" }) }),
      },
    ]);
  });

  test("of what is denied, and of a stranger's cookie", async () => {
    const people = await peopleOf(w, t.far);
    const user = people.users[2] as Person;
    await grant(t.far, user, []);
    const neighbour = await signedIn(w, t.near.company, "admin");
    const guarded = companyPages.filter(({ path }) => /vendors|stores|service-report/.test(path));
    await holds(
      guarded.flatMap(({ path }) =>
        surfaces(at(path, NOBODY)).flatMap((surface) => [
          { path: surface, status: [403, 404, 202, 302], answer: () => user.client.page(surface) },
          {
            path: surface,
            status: [401],
            answer: () => ask(w, host, surface, { headers: { cookie: neighbour.cookie } }),
          },
        ]),
      ),
    );
  });

  test("of what a link fetches ahead: kept for a moment by that browser, while its cookies are the same", async () => {
    const ahead = { headers: { "sec-purpose": "prefetch" } };
    const open = companyPages.filter(({ params, path }) => !params.length && !path.includes("*"));
    const wrong = await each(
      open.flatMap(({ path }) => surfaces(path)),
      async (path) => {
        const answer = await admin.page(path, ahead);
        const isKept = path.endsWith(".data") && answer.status === 200;
        if (isKept && answer.headers.get("vary") !== "Cookie")
          return [`${path}: vary ${answer.headers.get("vary")}`];
        return faults(path, answer, host, isKept ? "private, max-age=5" : undefined);
      },
    );
    expect(wrong.flat()).toEqual([]);
    const flash = {
      ...ahead,
      headers: { ...ahead.headers, cookie: `${admin.cookie}; flash=%7B%7D` },
    };
    for (const answer of [
      await admin.page("/vendors.data", flash),
      await admin.page("/vendors.data", {
        ...ahead,
        method: "POST",
        body: new URLSearchParams({ intent: "none" }),
      }),
      await ask(w, host, "/vendors.data", ahead),
      await admin.api("/api/vendors", ahead),
    ])
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });

  test("whatever somebody sends in changes a cookie, by which what was fetched ahead is asked for again", async () => {
    const sent = { method: "POST", body: new URLSearchParams({ intent: "none" }) };
    const changed = async (answer: Promise<Response>) =>
      (await answer).headers.getSetCookie().filter((line) => line.startsWith("changed="));
    const lines = [
      ...(await changed(admin.page("/vendors.data", sent))),
      ...(await changed(admin.api("/api/vendors", { method: "POST", body: {} }))),
    ];
    expect([lines.length, new Set(lines).size]).toEqual([2, 2]);
    expect(await changed(admin.page("/vendors"))).toEqual([]);
  });

  test("of a file: kept by that browser and asked for again each time, its bytes read only when they are another's", async () => {
    const { rows, db, company } = t.own;
    const id = newId();
    const bytes = new TextEncoder().encode("\x89PNG\r\n\x1a\n of a twin");
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const object_key = `c/${company.id}/${id}`;
    await insert(db, "media", { ...rows.media, id, bytes: bytes.length, sha256, object_key });
    await w.env.MEDIA.put(object_key, bytes);
    const etag = `"${sha256}"`;
    const readers = [
      ["/media", admin.page],
      ["/api/media", admin.api],
    ] as const;
    const asked = async (
      headers: Record<string, string>,
      status: number,
      body: string | null,
      of = `${id}`,
    ) => {
      for (const [path, read] of readers) {
        const answer = await read(`${path}/${of}`, { headers });
        const again = await read(`${path}/${of}`, { headers });
        const kept = status < 400 ? "private, no-cache" : undefined;
        expect(
          [answer.status, await faults(path, again, host, kept)],
          `${path} ${headers}`,
        ).toEqual([status, []]);
        if (status < 400) expect(answer.headers.get("etag"), path).toEqual(etag);
        if (body !== null) expect(await answer.text(), `${path} ${headers}`).toEqual(body);
      }
    };
    const whole = new TextDecoder().decode(bytes);
    const part = { range: "bytes=10-13" };
    await asked({}, 200, whole);
    await asked(part, 206, whole.slice(9, 13));
    await asked({ ...part, "if-range": etag }, 206, whole.slice(9, 13));
    for (const other of ['"another"', `W/${etag}`, "Thu, 01 Jan 2026 00:00:00 GMT"])
      await asked({ ...part, "if-range": other }, 200, whole);
    for (const [range, sent] of [
      ["bytes=0-", whole],
      ["bytes=-4", whole.slice(-4)],
      ["bytes=15-900", whole.slice(14)],
    ] as const)
      await asked({ range }, 206, sent);
    for (const range of ["bytes=0-1,4-5", "bytes=-0", "bytes=-", "bytes=a-b", "lines=1-2"])
      await asked({ range }, 200, whole);
    for (const range of ["bytes=900-", `bytes=${bytes.length}-`, "bytes=5-2"])
      await asked({ range }, 416, "");
    await asked({ "if-none-match": '"another"' }, 200, whole);
    await w.env.MEDIA.delete(object_key);
    for (const tag of [etag, `W/${etag}`, `"another", ${etag}`, "*"])
      await asked({ "if-none-match": tag, ...part }, 304, "");
    await asked({}, 404, null);
    // Somebody without the right learns nothing from an ETag they have kept.
    const neighbour = await signedIn(w, t.near.company, "admin");
    const blind = (await peopleOf(w, t.own)).users[2] as Person;
    await grant(t.own, blind, []);
    for (const client of [neighbour, blind.client])
      for (const headers of [{}, { "if-none-match": etag }] as Record<string, string>[])
        expect([
          (await client.page(`/media/${id}`, { headers })).status,
          (await client.api(`/api/media/${id}`, { headers })).status,
        ]).toEqual([404, 404]);
  });

  test("of a size of an image without thumbnails: the image itself while it is small, else a drawing", async () => {
    const { rows, db, company } = t.own;
    for (const [size, bytes, isDrawn] of [
      ["small", 100 * 1024, false],
      ["small", 100 * 1024 + 1, true],
      ["medium", 2 * 1024 * 1024, false],
      ["medium", 2 * 1024 * 1024 + 1, true],
    ] as const) {
      const id = newId();
      const object_key = `c/${company.id}/${id}`;
      await insert(db, "media", { ...rows.media, id, bytes, object_key, thumbnail_bytes: null });
      await w.env.MEDIA.put(object_key, new Uint8Array(bytes));
      const answer = await admin.page(`/media/${id}?size=${size}`);
      const kept = answer.headers.get("etag")!;
      expect([
        (await answer.clone().arrayBuffer()).byteLength < 1_000,
        answer.headers.get("content-type"),
      ]).toEqual([isDrawn, isDrawn ? "image/svg+xml" : "image/png"]);
      expect(await faults("/media", answer, host, "private, no-cache")).toEqual([]);
      expect(
        (await admin.page(`/media/${id}?size=${size}`, { headers: { "if-none-match": kept } }))
          .status,
      ).toBe(304);
      const original = await admin.page(`/media/${id}`, {
        headers: { "if-none-match": isDrawn ? kept : "" },
      });
      expect([original.status, (await original.arrayBuffer()).byteLength]).toEqual([200, bytes]);
    }
  });

  test("of a thumbnail: kept as its file is, of its own type and length, and known by its size", async () => {
    const { id, object_key: key, sha256 } = t.own.rows.media!;
    for (const size of thumbnailNames)
      for (const [path, read] of [
        ["/media", admin.page],
        ["/api/media", admin.api],
      ] as const) {
        const object = (await w.env.MEDIA.head(thumbnailKeyOf(String(key), size)))!;
        const answer = await read(`${path}/${id}?size=${size}`);
        expect(
          ["etag", "content-type", "content-length"].map((name) => answer.headers.get(name)),
        ).toEqual([`"${sha256}-${size}"`, object.httpMetadata!.contentType, String(object.size)]);
        expect(await faults(path, answer, host, "private, no-cache")).toEqual([]);
      }
  });

  test("of forms that are refused, and of requests from elsewhere", async () => {
    const forms = companyPages.filter(
      ({ hasAction, path }) =>
        hasAction && path !== "/session/sign-out" && path !== "/session/token",
    );
    const body = () => new URLSearchParams({ intent: "create" });
    await holds(
      forms.flatMap(({ path }) =>
        surfaces(at(path, NOBODY)).flatMap((surface) => [
          {
            path: surface,
            status: [401, 404, 409, 413, 422],
            answer: () => admin.page(surface, { method: "POST", body: body() }),
          },
          {
            path: surface,
            status: [403],
            answer: () =>
              admin.page(surface, {
                method: "POST",
                body: body(),
                headers: { origin: "https://evil.test" },
              }),
          },
        ]),
      ),
    );
  });

  test("of every call of the API, granted and refused", async () => {
    const ours = calls.filter((call) => !isOfStaff(call));
    await holds(
      ours.flatMap(({ method, path }) => {
        const asked = at(path, NOBODY);
        const body = method === "GET" ? {} : { body: {} };
        return [
          ...(openCalls.has(path)
            ? []
            : [
                {
                  path: asked,
                  // 409: a company that has devices of its own takes no samples.
                  status: [200, 201, 404, 409, 422],
                  answer: () => admin.api(asked, { method, ...body }),
                },
              ]),
          {
            path: asked,
            status: path === "/api/openapi.json" ? [200] : [401, 404, 422],
            answer: () => ask(w, host, asked, { method, ...body }),
          },
        ];
      }),
    );
    await holds([
      { path: "/api/no-such-call", status: [404], answer: () => admin.api("/api/no-such-call") },
      { path: "/api", status: [404], answer: () => admin.api("/api") },
      {
        path: "/api/vendors",
        status: [422],
        answer: () => admin.api("/api/vendors", { method: "POST", body: "{" }),
      },
    ]);
  });

  test("of odd methods and odd addresses, none of which opens anything or breaks", async () => {
    const odd = [
      "/VENDORS",
      "/Vendors/",
      "//vendors",
      "/vendors//",
      "/%76endors",
      "/vendors%2f",
      "/..%2fvendors",
      "/%E0%A4%A",
      "/vendors;x",
      "/%00",
      "/vendors.data.data",
      "/_root.data",
      "/vendors?index",
      "/vendors.data?_routes=routes%2Fvendors%2Fvendors",
    ];
    await holds(
      odd.map((path) => ({ path, status: [302, 202, 400, 404], answer: () => ask(w, host, path) })),
    );
    await holds(
      odd.map((path) => ({ path, status: [200, 202, 400, 404], answer: () => admin.page(path) })),
    );
    for (const method of ["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"])
      await holds(
        ["/vendors", "/login", "/api/vendors", "/no-such-page"].map((path) => ({
          path: `${method} ${path}`,
          status: [200, 204, 302, 401, 404, 405, 422],
          answer: () => ask(w, host, path, { method }),
        })),
      );
  });

  test("say to come back by https only, where the platform is on https", () => {
    const answer = (https: boolean) =>
      withSecurityHeaders(new Response(), {
        nonce: undefined,
        requestId: "x",
        https,
        isCompany: true,
        pathname: "/",
      }).headers.get("strict-transport-security");
    expect([answer(true), answer(false)]).toEqual(["max-age=31536000; includeSubDomains", null]);
  });
});

describe("files of the build", () => {
  test("are kept for good when their name has their hash, and are what they say", async () => {
    const assets = readdirSync("build/client/assets").map((name) => `/assets/${name}`);
    expect(assets.length).toBeGreaterThan(10);
    for (const path of assets) expect(path).toMatch(/[-/][A-Za-z0-9_-]{8}\.\w+$/);
    for (const path of [assets[0]!, assets.find((name) => name.endsWith(".css"))!]) {
      const answer = await ask(w, host, path);
      await answer.arrayBuffer();
      expect([
        answer.status,
        answer.headers.get("cache-control"),
        answer.headers.get("x-content-type-options"),
      ]).toEqual([200, "public, max-age=31536000, immutable", "nosniff"]);
    }
    const names = readdirSync("build/client", { recursive: true, encoding: "utf8" });
    expect(names.filter((name) => name.endsWith(".map"))).toEqual([]);
  });
});

describe("a host that is nobody's", () => {
  const hosts = [
    "nobody.localhost",
    "xacme.localhost",
    "acme.localhost.evil.test",
    "127.0.0.1",
    "alder.localhost.localhost",
  ];
  test.each(hosts)("%s is a plain 404 on every path, whatever is shown to it", async (nobody) => {
    const paths = [
      ...pages.map(({ path }) => at(path.replace("*", "lost"), NOBODY)),
      ...calls.map(({ path }) => at(path, NOBODY)),
    ];
    const asked = [
      ...new Set(paths.flatMap((path) => (path.startsWith("/api/") ? [path] : surfaces(path)))),
    ];
    const plain = await (await ask(w, nobody, "/")).text();
    const plainJson = JSON.stringify({
      success: false,
      message: "There is nothing at this address",
    });
    const answers = await each(asked, async (path) => {
      const headers = { cookie: admin.cookie, authorization: `Bearer ${admin.token}` };
      const answer = await ask(w, nobody, path, { headers });
      return [
        path,
        answer.status,
        (await answer.text()) === (path.startsWith("/api/") ? plainJson : plain),
        answer.headers.getSetCookie(),
      ];
    });
    expect(
      answers.filter(
        ([, status, same, cookies]) => status !== 404 || !same || (cookies as string[]).length,
      ),
    ).toEqual([]);
    const posted = await ask(w, nobody, "/login", {
      method: "POST",
      body: new URLSearchParams({ email: "a@b.co", password: "x" }),
    });
    expect([posted.status, posted.headers.getSetCookie()]).toEqual([404, []]);
    expect(plain).not.toMatch(/plumbline|acme|alder/i);
  });

  test("its own name counts without regard to case or a closing dot", async () => {
    for (const name of [host.toUpperCase(), `${host}.`])
      expect((await ask(w, name, "/login")).status, name).toBe(200);
  });
});
