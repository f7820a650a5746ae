import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askOutside } from "#worker/outbound/ask.ts";
import { insert, type World, world } from "../support/world.ts";

const closing: (() => void)[] = [];
/** A server on this machine, which the tests' configuration lets be asked. */
async function receiver(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
afterAll(() => {
  for (const close of closing) close();
});

type Sent = { url: string; headers: Record<string, string> };
/** A wire that answers by the host and the path of the address, and keeps what was sent over it. */
function wired(answers: Record<string, () => Response>) {
  const sent: Sent[] = [];
  const wire = (async (address: URL, init: RequestInit) => {
    sent.push({ url: address.href, headers: Object.fromEntries(new Headers(init.headers)) });
    return answers[`${address.host}${address.pathname}`]!();
  }) as typeof fetch;
  return { sent, wire };
}
const leadingTo = (location: string, status = 302) =>
  new Response(null, { status, headers: { Location: location } });

describe("an address outside", () => {
  let w: World;
  let env: Env;
  const get = { method: "GET", withinMs: 2_000, mostBytes: 1_000, over: "refuse" } as const;
  const post = { ...get, method: "POST", body: "{}", over: "cut" } as const;
  const PUBLIC = ["93.184.215.14"];

  beforeAll(async () => {
    w = await world();
    env = {
      ...{ APP_ENV: "test", APEX_HOSTS: "plumbline.example.com", DNS_RESOLVER: w.names.url },
      ...{ OUTBOUND_TEST_HOSTS: "127.0.0.1", CONTROL_DB: w.env.CONTROL_DB },
    } as unknown as Env;
  });

  test.each([
    ["a private address", ["10.0.0.5"]],
    ["a private address among public ones", [...PUBLIC, "192.168.1.1"]],
    ["the service of a cloud that tells secrets", ["169.254.169.254"]],
    ["the same over IPv6", ["fd00:ec2::254"]],
    ["this machine, mapped into IPv6", ["::ffff:127.0.0.1"]],
    ["a public address of IPv4 and a local one of IPv6", [...PUBLIC, "fe80::1"]],
    ["no address", []],
  ])("that leads to %s is not asked", async (_, addresses) => {
    w.names.places("forged.example.com", () => addresses);
    const { sent, wire } = wired({});
    await expect(askOutside(env, "https://forged.example.com/", get, wire)).rejects.toMatchObject({
      isRefused: true,
    });
    expect(sent).toEqual([]);
  });

  test("is looked up before each request, so that a host that moves inside is not followed", async () => {
    let asked = 0;
    // Each look asks for both kinds.
    w.names.places("turning.example.com", () => (++asked <= 2 ? PUBLIC : ["127.0.0.1"]));
    const { sent, wire } = wired({ "turning.example.com/": () => new Response("yes") });
    const first = await askOutside(env, "https://turning.example.com/", post, wire);
    expect(first.status).toBe(200);
    await expect(askOutside(env, "https://turning.example.com/", post, wire)).rejects.toThrow(
      "not on the public internet",
    );
    expect(sent).toHaveLength(1);
  });

  test("is looked up again where it leads to itself", async () => {
    let asked = 0;
    w.names.places("circling.example.com", () => (++asked <= 2 ? PUBLIC : ["10.0.0.1"]));
    const { sent, wire } = wired({ "circling.example.com/": () => leadingTo("/again") });
    await expect(askOutside(env, "https://circling.example.com/", get, wire)).rejects.toThrow(
      "not on the public internet",
    );
    expect(sent).toHaveLength(1);
  });

  test.each([
    "https://inside.example.com/",
    "http://169.254.169.254/latest/meta-data",
    "https://[::1]/",
    "http://elsewhere.example.com/",
    "//localhost/",
  ])("that leads to %s is not followed", async (location) => {
    w.names.places("inside.example.com", () => ["10.1.2.3"]);
    const base = await receiver((_, response) =>
      response.writeHead(302, { Location: location }).end(),
    );
    await expect(askOutside(env, `${base}/`, get)).rejects.toMatchObject({ isRefused: true });
  });

  test("is followed three times at most, and not at all with a body", async () => {
    const asked: string[] = [];
    const base = await receiver((request, response) => {
      asked.push(request.url ?? "");
      const n = Number(request.url?.slice(1));
      if (n === 0) response.end("done");
      else response.writeHead(307, { Location: `/${n - 1}` }).end();
    });
    expect((await askOutside(env, `${base}/3`, get)).status).toBe(200);
    await expect(askOutside(env, `${base}/4`, get)).rejects.toThrow("more than 3 times");
    asked.length = 0;
    expect((await askOutside(env, `${base}/2`, post)).status).toBe(307);
    expect(asked).toEqual(["/2"]);
  });

  test("gets no credentials of another origin, and never a cookie", async () => {
    for (const host of ["one.example.com", "two.example.com"]) w.names.places(host, () => PUBLIC);
    const { sent, wire } = wired({
      "one.example.com/": () => leadingTo("/next"),
      "one.example.com/next": () => leadingTo("https://two.example.com/"),
      "two.example.com/": () => leadingTo("https://one.example.com/end"),
      "one.example.com/end": () => new Response("end"),
    });
    const headers = {
      Authorization: "Bearer x",
      Cookie: "sid=1",
      "X-Key": "y",
      Accept: "text/plain",
    };
    await askOutside(env, "https://one.example.com/", { ...get, headers }, wire);
    const own = { authorization: "Bearer x", "x-key": "y", accept: "text/plain" };
    const bare = { accept: "text/plain" };
    expect(sent.map((one) => one.headers)).toEqual([own, own, bare, bare]);
  });

  test("is none of ours: the platform's, one below it, or a company's", async () => {
    const hostname = "assets.north-hospital.org";
    await insert(w.env.CONTROL_DB, "domains", {
      ...{ id: "outside-host", hostname, company_id: w.companies.acme.id, kind: "custom" },
      ...{ status: "active", is_primary: 0, created_at: 1, updated_at: 1 },
    });
    for (const host of ["plumbline.example.com", "acme.plumbline.example.com", hostname]) {
      w.names.places(host, () => PUBLIC);
      await expect(askOutside(env, `https://${host}/`, get)).rejects.toThrow("this service itself");
    }
  });

  test("is read to a bound: cut there, or refused", async () => {
    const base = await receiver((_, response) => response.end("x".repeat(5_000)));
    const cut = await askOutside(env, base, { ...get, over: "cut" });
    expect(cut).toMatchObject({ isCut: true, status: 200 });
    expect(new TextDecoder().decode(cut.bytes)).toBe("x".repeat(1_000));
    await expect(askOutside(env, base, get)).rejects.toThrow("too large");
    const whole = await askOutside(env, base, { ...get, mostBytes: 5_000 });
    expect(whole).toMatchObject({ isCut: false });
  });

  test("has its time, also for the end of its answer", async () => {
    const silent = await receiver(() => undefined);
    const slow = await receiver((_, response) => response.write("a"));
    for (const base of [silent, slow])
      await expect(askOutside(env, base, { ...get, withinMs: 300 })).rejects.toThrow(
        "no answer within 0.3 seconds",
      );
  });

  test("is not asked when the DNS does not answer, and may be asked again", async () => {
    w.names.says("lame.example.com", (response) => {
      response.statusCode = 500;
      response.end();
    });
    await expect(askOutside(env, "https://lame.example.com/", get)).rejects.toMatchObject({
      isRefused: false,
    });
  });

  test("where nobody listens fails as a connection", async () => {
    const base = await receiver((request) => request.socket.destroy());
    await expect(askOutside(env, base, get)).rejects.toThrow("The connection failed");
  });
});
