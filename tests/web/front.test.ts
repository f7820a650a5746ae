import { expect, test } from "vitest";
import { ask, clientOf, postForm, signedIn, superAdmin } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { newPerson } from "#tests/support/person.ts";
import { PNG } from "#tests/support/pictures.ts";
import { PASSWORD, world } from "#tests/support/world.ts";

const w = await world();

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
  const html = await expectAnswer(ask(w, "acme.localhost", "/login"), 200, "acme.localhost");
  expect(html).not.toContain("globex");
});

test("the apex host's sign-in asks for the company's domain", async () => {
  const find = (domain: string) => postForm(w, "localhost", "/login", { domain });
  for (const domain of ["acme", "ACME", "acme.localhost", " http://acme.localhost/login "]) {
    const found = await find(domain);
    await expectAnswer(found, 200, 'href="http://acme.localhost/login"');
    expect(found.headers.get("set-cookie")).toMatch(
      /^company=acme\.localhost; Max-Age=31536000; Path=\/; HttpOnly/,
    );
  }
  const unknown = ["nobody", "evil.test", "localhost", "a b", "../x", "<script>", "x".repeat(400)];
  for (const domain of unknown) await expectAnswer(find(domain), 422, "know this domain");
  await expectAnswer(find(""), 422, "Domain is required");
});

test("after sign-in a person goes to the page they asked for, of this host only", async () => {
  const to = async (path: string) => {
    const person = { email: "viewer@acme.test", password: PASSWORD };
    const address = `/login?to=${encodeURIComponent(path)}`;
    const answer = await postForm(w, "acme.localhost", address, person);
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
  const third = await clientOf(w, acme.host, email);
  const sidOf = ({ cookie }: { cookie: string }) =>
    JSON.parse(Buffer.from(cookie.slice(4).split(".")[1]!, "base64url").toString()).sid as string;
  const send = (fields: Record<string, string>) => here.form("/profile", fields);
  const details = { intent: "details", name: "Pat Person", phone: "080 1234" };
  await expectAnswer(send(details), 200, "Profile saved");
  await expectAnswer(send({ ...details, name: "" }), 422, "Name is required");
  await expectAnswer(send({ ...details, type: "admin" }), 422);
  const proof = { currentPassword: PASSWORD };
  await expectAnswer(send({ intent: "end-session", id: "nobody", ...proof }), 404);
  const foreign = await signedIn(w, acme, "admin");
  const sid = sidOf(foreign);
  expect((await send({ intent: "end-session", id: sid, ...proof })).status).toBe(404);
  for (const currentPassword of ["", "wrong-password-here"]) {
    expect((await send({ intent: "end-others", currentPassword })).status).toBe(422);
    const own = { intent: "end-session", id: sidOf(there), currentPassword };
    expect((await send(own)).status).toBe(422);
  }
  expect((await there.page("/vendors")).status).toBe(200);
  expect((await send({ intent: "end-session", id: sidOf(third), ...proof })).status).toBe(302);
  expect([(await third.page("/vendors")).status, (await there.page("/vendors")).status]).toEqual([
    302, 200,
  ]);
  expect((await send({ intent: "end-others", ...proof })).status).toBe(302);
  expect([(await there.page("/vendors")).status, (await here.page("/vendors")).status]).toEqual([
    302, 200,
  ]);
});

test("a picture is stored, shown beside the name and removed", async () => {
  const { acme } = w.companies;
  const person = await clientOf(w, acme.host, (await newPerson(w, acme)).email);
  const post = (picture: File) => person.form("/profile", { intent: "picture", picture });
  const named = (content: BlobPart) => new File([content], "me.png", { type: "image/png" });
  await expectAnswer(post(named("<svg onload=alert(1)>")), 422);
  await expectAnswer(post(named(new Uint8Array(2 * 1024 * 1024 + 1))), 413);
  await expectAnswer(post(named(PNG)), 200, "Picture saved");
  const href = /\/media\/[0-9a-f-]{36}/.exec(await person.text("/profile"))?.[0];
  const shown = await person.page(href!);
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
  const globex = await signedIn(w, w.companies.globex, "admin");
  expect((await globex.page(href!)).status).toBe(404);
  await person.form("/profile", { intent: "remove-picture" });
  await expectAnswer(person.page(href!), 404);
  const staff = await superAdmin(w);
  await expectAnswer(staff.form("/profile", { intent: "remove-picture" }), 404);
  await expectAnswer(staff.page("/profile"), 200);
});
