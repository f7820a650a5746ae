import { request } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { ask, type Client, signedIn, superAdmin } from "#tests/support/client.ts";
import { each } from "#tests/support/compare.ts";
import { at, type Call, calls, named } from "#tests/support/manifest.ts";
import { bench } from "#tests/support/report.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  staff = await superAdmin(w);
});

/** A refusal has this shape and no other. */
async function refused(response: Response, status: number, message?: string) {
  const body = (await response.json()) as Record<string, unknown>;
  const { success, message: words, errors, data: _, ...more } = body;
  expect([
    response.status,
    success,
    more,
    response.headers.get("content-type")?.split(";")[0],
  ]).toEqual([status, false, {}, "application/json"]);
  expect(words).toEqual(message ?? expect.stringMatching(/\S/));
  for (const list of Object.values((errors ?? {}) as Record<string, unknown>))
    expect(list).toEqual(expect.arrayContaining([expect.any(String)]));
  return body as { errors?: Record<string, string[]> };
}

const clientFor = ({ host }: Call) => (host === "platform" ? staff : admin);
const isSignOut = ({ path }: Call) => path.endsWith("/logout");
const bodies = calls.filter(({ method, form }) => method !== "GET" && !form);

describe("every call", () => {
  test("without a token answers 401 in the shape, unless it is open", async () => {
    await each(
      calls.filter(({ isOpen }) => !isOpen),
      async (call) => {
        const host = clientFor(call).host;
        const response = await ask(w, host, at(call.path, newId()), { method: call.method });
        await refused(response, call.path.endsWith("/logout") ? response.status : 401);
      },
    );
  });

  test.each(named(calls.filter((call) => !isSignOut(call))))(
    "%s: good or bad, the answer has the shape",
    async (_, call) => {
      const response = await clientFor(call).api(at(call.path, newId()), {
        method: call.method,
        ...(call.method === "GET" ? {} : { body: {} }),
      });
      expect(response.status).toBeLessThan(500);
      if (call.path === "/api/openapi.json") return;
      if (response.status >= 400) await refused(response, response.status);
      else
        expect(await response.json()).toMatchObject({ success: true, message: expect.any(String) });
    },
  );

  test.each(named(bodies))("%s: a body that is no JSON object is 422", async (_, call) => {
    for (const body of ["{", "[]", "null", "1", '"x"', "\u0000", "{} {}"]) {
      const response = await clientFor(call).api(at(call.path, newId()), {
        method: call.method,
        body,
        headers: { "content-type": "application/json" },
      });
      expect((await refused(response, 422)).errors).toEqual({
        form: ["The request body must be a JSON object"],
      });
    }
  });
});

test("an unknown call is 404 in the shape, whoever asks, by whatever method", async () => {
  for (const path of [
    "/api",
    "/api/",
    "/api/nothing",
    "/api/vendors/1/2/3",
    "/api/../api/x",
    "/api/%E0%A4%A",
    "/api/VENDORS",
    "/api/__proto__",
  ])
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
      const response = await admin.api(path, { method });
      expect([path, method, response.status]).toEqual([path, method, 404]);
      await refused(response, 404, "This call was not found");
    }
  await refused(await ask(w, "nobody.localhost", "/api/vendors"), 404);
  await refused(await ask(w, "nobody.localhost", "/api/login", { method: "POST", body: {} }), 404);
});

test("a known path says which methods it takes", async () => {
  for (const method of ["PATCH", "PUT", "DELETE"]) {
    const response = await admin.api("/api/vendors", { method });
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
    await refused(response, 405, "This call does not take this method");
  }
  const options = await ask(w, admin.host, `/api/vendors/${newId()}`, { method: "OPTIONS" });
  expect([options.status, options.headers.get("allow"), await options.text()]).toEqual([
    204,
    "DELETE, GET, HEAD, OPTIONS, PUT",
    "",
  ]);
  expect(options.headers.get("access-control-allow-origin")).toBeNull();
  const get = await admin.api("/api/login");
  expect([get.status, get.headers.get("allow")]).toEqual([405, "OPTIONS, POST"]);
});

test("HEAD is GET without a body", async () => {
  for (const [path, status] of [
    ["/api/vendors", 200],
    ["/api/openapi.json", 200],
    ["/api/nothing", 404],
  ] as const) {
    const response = await admin.api(path, { method: "HEAD" });
    expect([path, response.status, await response.text()]).toEqual([path, status, ""]);
  }
  expect((await ask(w, admin.host, "/api/vendors", { method: "HEAD" })).status).toBe(401);
});

/** Sends as many bytes as it is let, in chunks, without saying how many. */
function pour(
  path: string,
  megabytes: number,
  type: string,
  lead = "",
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${admin.token}`,
      "content-type": type,
      host: admin.host,
      "transfer-encoding": "chunked",
    };
    const sending = request(
      { host: "127.0.0.1", port: w.port, path, method: "POST", headers },
      (answer) => {
        let body = "";
        answer.on("data", (chunk) => {
          body += chunk;
        });
        answer.on("end", () => resolve({ status: answer.statusCode!, body }));
      },
    );
    sending.on("error", reject);
    if (lead) sending.write(lead);
    for (let sent = 0; sent < megabytes; sent++) sending.write(Buffer.alloc(1024 * 1024, 97));
    sending.end();
  });
}

describe("a body that is too large", () => {
  const postVendor = (name: string) =>
    admin.api("/api/vendors", { method: "POST", body: { name } });

  test("is 413 before it is read, when its length is said", async () => {
    const before = performance.now();
    await refused(await postVendor("x".repeat(3 * 1024 * 1024)), 413, "The request is too large");
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  test("is 413 as soon as it is too long, when its length is not said", async () => {
    const { status, body } = await pour("/api/vendors", 6, "application/json");
    expect([status, JSON.parse(body)]).toEqual([
      413,
      { success: false, message: "The request is too large" },
    ]);
  });

  test("counts bytes, not letters", async () => {
    await refused(await postVendor("ठ".repeat(800_000)), 413);
  });

  test("of a form is 413 too, with or without its length", async () => {
    const { asset } = await bench(w, w.companies.acme, []);
    const path = `/api/service-report/create/${asset}`;
    const form = new FormData();
    form.set("media", new File([new Uint8Array(28 * 1024 * 1024)], "a.png", { type: "image/png" }));
    await refused(
      await admin.api(path, { method: "POST", body: form }),
      413,
      "Files can have at most 25 MB",
    );
    const lead =
      '--b\r\nContent-Disposition: form-data; name="media"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
    const { status, body } = await pour(path, 29, "multipart/form-data; boundary=b", lead);
    expect([status, JSON.parse(body).message]).toEqual([413, "Files can have at most 25 MB"]);
  });
});

test("a form that is no form is 422", async () => {
  const { asset } = await bench(w, w.companies.acme, []);
  for (const [type, body] of [
    ["application/json", "{}"],
    ["multipart/form-data", "x"],
    ["multipart/form-data; boundary=b", "--c\r\n"],
    ["text/plain", "a=b"],
  ] as const) {
    const headers = { "content-type": type };
    const path = `/api/service-report/create/${asset}`;
    const response = await admin.api(path, { method: "POST", body, headers });
    expect((await refused(response, 422)).errors).toEqual({
      form: ["The request body must be a form"],
    });
  }
});
