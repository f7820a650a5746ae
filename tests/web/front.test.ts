import { beforeAll, expect, test } from "vitest";
import { ask, clientOf, signedIn, superAdmin } from "#tests/support/client.ts";
import { newPerson } from "#tests/support/person.ts";
import { PASSWORD, type World, world } from "#tests/support/world.ts";

let w: World;
beforeAll(async () => {
  w = await world();
});

test("the landing page may be kept for the public, and for nobody who shows a cookie", async () => {
  const open = await ask(w, "localhost", "/");
  expect([open.status, open.headers.get("cache-control"), open.headers.get("vary")]).toEqual([
    200,
    "public, max-age=300",
    "Cookie",
  ]);
  const html = await open.text();
  for (const text of [
    "What it keeps",
    "What it refuses",
    "A machine is its history.",
    'name="description"',
    'href="/login"',
  ])
    expect(html).toContain(text);
  const staff = await superAdmin(w);
  for (const cookie of [staff.cookie, "theme=dark", "sid=nothing"]) {
    const shown = await ask(w, "localhost", "/", { headers: { cookie } });
    expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect((await shown.text()).includes("To the dashboard")).toBe(cookie === staff.cookie);
  }
});

test("the landing page links only to pages that are there", async () => {
  const html = await (await ask(w, "localhost", "/")).text();
  const paths = new Set([...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, path]) => path!));
  expect(paths.size).toBeGreaterThan(1);
  for (const path of paths)
    expect([path, (await ask(w, "localhost", path)).status]).toEqual([path, 200]);
});

test("the root of a company's host is the way in", async () => {
  const nobody = await ask(w, "acme.localhost", "/");
  expect([
    nobody.status,
    nobody.headers.get("location"),
    nobody.headers.get("cache-control"),
  ]).toEqual([302, "/login", "private, no-store"]);
  const viewer = await signedIn(w, w.companies.acme, "viewer");
  expect((await viewer.page("/")).headers.get("location")).toBe("/dashboard");
});

test("the sign-in page of a host names its company and nothing else", async () => {
  const html = await (await ask(w, "acme.localhost", "/login")).text();
  expect(html).toContain("acme.localhost");
  expect(html).not.toContain("globex");
  expect((await ask(w, "nobody.localhost", "/login")).status).toBe(404);
});

test("the apex host's sign-in asks for the company's domain", async () => {
  const find = (domain: string) =>
    ask(w, "localhost", "/login", {
      method: "POST",
      body: new URLSearchParams({ domain }),
      headers: { origin: "http://localhost" },
    });
  for (const domain of ["acme", "ACME", "acme.localhost", " http://acme.localhost/login "]) {
    const found = await find(domain);
    expect([found.status, await found.text()]).toEqual([
      200,
      expect.stringContaining('href="http://acme.localhost/login"'),
    ]);
    expect(found.headers.get("set-cookie")).toMatch(
      /^company=acme\.localhost; Max-Age=31536000; Path=\/; HttpOnly/,
    );
  }
  for (const domain of [
    "nobody",
    "evil.test",
    "localhost",
    "a b",
    "../x",
    "<script>",
    "x".repeat(400),
  ]) {
    const unknown = await find(domain);
    expect([domain, unknown.status, await unknown.text()]).toEqual([
      domain,
      422,
      expect.stringContaining("know this domain"),
    ]);
  }
  expect(await (await find("")).text()).toContain("Domain is required");
});

test("after sign-in a person goes to the page they asked for, of this host only", async () => {
  const to = async (path: string) => {
    const answer = await ask(w, "acme.localhost", `/login?to=${encodeURIComponent(path)}`, {
      method: "POST",
      body: new URLSearchParams({ email: "viewer@acme.test", password: PASSWORD }),
      headers: { origin: "http://acme.localhost" },
    });
    return answer.headers.get("location");
  };
  expect(await to("/vendors?q=a")).toBe("/vendors?q=a");
  for (const away of ["//evil.test", "https://evil.test/", "/\\evil.test", "javascript:alert(1)"])
    expect(await to(away)).toBe("/dashboard");
});

test("a person changes their profile, sees their sessions and ends them", async () => {
  const { acme } = w.companies;
  const { email } = await newPerson(w, acme, { permissions: ["view-vendor"] });
  const here = await clientOf(w, acme.host, email);
  const there = await clientOf(w, acme.host, email);
  const send = (body: Record<string, string>) =>
    here.page("/profile", { method: "POST", body: new URLSearchParams(body) });
  expect(
    await (await send({ intent: "details", name: "Pat Person", phone: "080 1234" })).text(),
  ).toContain("Profile saved");
  const invalid = await send({ intent: "details", name: "", phone: "9" });
  expect([invalid.status, await invalid.text()]).toEqual([
    422,
    expect.stringContaining("Name is required"),
  ]);
  expect((await send({ intent: "details", name: "x", phone: "", type: "admin" })).status).toBe(422);
  expect((await send({ intent: "end-session", id: "nobody" })).status).toBe(404);
  const foreign = await signedIn(w, acme, "admin");
  const sid = JSON.parse(
    Buffer.from(foreign.cookie.slice(4).split(".")[1]!, "base64url").toString(),
  ).sid as string;
  expect((await send({ intent: "end-session", id: sid })).status).toBe(404);
  expect((await there.page("/vendors")).status).toBe(200);
  expect((await send({ intent: "end-others" })).status).toBe(200);
  expect([(await there.page("/vendors")).status, (await here.page("/vendors")).status]).toEqual([
    302, 200,
  ]);
});

test("a picture is stored, shown beside the name and removed", async () => {
  const { acme } = w.companies;
  const person = await clientOf(w, acme.host, (await newPerson(w, acme)).email);
  const picture = (bytes: Uint8Array<ArrayBuffer>, name = "me.png", type = "image/png") => {
    const form = new FormData();
    form.set("intent", "picture");
    form.set("picture", new File([bytes], name, { type }));
    return person.page("/profile", { method: "POST", body: form });
  };
  const png = new Uint8Array([
    0x89,
    0x50,
    0x4e,
    0x47,
    0x0d,
    0x0a,
    0x1a,
    0x0a,
    ...new Array(40).fill(1),
  ]);
  expect((await picture(new TextEncoder().encode("<svg onload=alert(1)>"))).status).toBe(422);
  expect((await picture(new Uint8Array(2 * 1024 * 1024 + 1))).status).toBe(413);
  expect(await (await picture(png)).text()).toContain("Picture saved");
  const href = /\/media\/[0-9a-f-]{36}/.exec(await (await person.page("/profile")).text())?.[0];
  const shown = await person.page(href!);
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
  const globex = await signedIn(w, w.companies.globex, "admin");
  expect((await globex.page(href!)).status).toBe(404);
  await person.page("/profile", {
    method: "POST",
    body: new URLSearchParams({ intent: "remove-picture" }),
  });
  expect((await person.page(href!)).status).toBe(404);
  const staff = await superAdmin(w);
  expect(
    (
      await staff.page("/profile", {
        method: "POST",
        body: new URLSearchParams({ intent: "remove-picture" }),
      })
    ).status,
  ).toBe(404);
  expect((await staff.page("/profile")).status).toBe(200);
});
