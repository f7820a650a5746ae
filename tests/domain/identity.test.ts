import { generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { ask, signedIn } from "#tests/support/client.ts";
import {
  CLIENT,
  identityProvider,
  jar,
  throughProvider,
} from "#tests/support/identity-provider.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { newPerson } from "#tests/support/person.ts";
import { begin, comeBack, prove, setUp, signInBy } from "#tests/support/signing-in.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const company = await addCompany(w.env, "oidc", 2, 0);
const other = await addCompany(w.env, "oidc-other", 2, 1);
const { host } = company;
const provider = await identityProvider([host, other.host]);
afterAll(() => provider.close());
const admin = await signedIn(w, company, "admin");
const db = w.env.TENANT_DB_0;
const NOBODY =
  "Hospital account knows you, but no account here is yours. Ask an Admin to invite you.";
const ELSEWHERE = /another browser, or more than ten minutes ago/;
const UNUSABLE = /The sign-in did not work/;

await setUp(admin, provider);
await prove(w, company, admin, "oidc.test");
for (const kind of ["admin", "engineer", "viewer"] as const)
  provider.knows(kind, { email: company.users[kind].email, email_verified: true, name: kind });
beforeEach(() => provider.forges(null));

const now = () => Math.floor(Date.now() / 1000);
const foreign = await generateKeyPair("RS256");
const rows = async <R>(sql: string, ...values: unknown[]) =>
  (
    await db
      .prepare(sql)
      .bind(...values)
      .all<R>()
  ).results;
const linksOf = (userId: string) =>
  rows<{ subject: string }>(
    "select subject from identity_links where company_id = ? and user_id = ?",
    company.id,
    userId,
  );
const signIn = (subject: string, path?: string) => signInBy(w, host, provider, subject, path);

describe("a person whom the provider knows", () => {
  test("comes in by a verified address of a proved domain, and by the subject from then on", async () => {
    const first = await signIn("engineer", "/login/oidc?to=%2Fall-assets");
    expect(first).toMatchObject({ to: "/all-assets", isIn: true, says: null });
    expect(await linksOf(company.users.engineer.id)).toEqual([{ subject: "engineer" }]);
    provider.knows("engineer", { email: "somebody@else.test", email_verified: false });
    expect(await signIn("engineer")).toMatchObject({ to: "/dashboard", isIn: true });
    const page = await ask(w, host, "/profile", { headers: { cookie: first.cookies.line() } });
    expect(page.status).toBe(200);
    const [session] = await rows<{ method: string }>(
      "select method from sessions where company_id = ? and user_id = ? order by id desc limit 1",
      company.id,
      company.users.engineer.id,
    );
    expect(session).toEqual({ method: "oidc" });
  });

  test("goes nowhere but to a page here", async () => {
    for (const to of ["https://evil.test/", "//evil.test", "/\\evil.test", "/login/oidc"])
      expect(await signIn("engineer", `/login/oidc?to=${encodeURIComponent(to)}`)).toMatchObject({
        to: "/dashboard",
        isIn: true,
      });
  });

  test.each([
    [
      "an address that is not verified",
      { email: company.users.admin.email, email_verified: false },
    ],
    ["an address without a word of it", { email: company.users.admin.email }],
    ["no address", {}],
    ["a verified address of another domain", { email: "who@else.test", email_verified: true }],
    ["an address that nobody has", { email: "nobody@oidc.test", email_verified: true }],
  ])("is not let in by %s, and is told no more", async (what, account) => {
    provider.knows(what, account);
    expect(await signIn(what)).toMatchObject({ to: "/login", isIn: false, says: NOBODY });
    expect(await linksOf(company.users.admin.id)).toEqual([]);
  });

  test("is not let in by a verified address of a domain that nobody has proved, though somebody here has it", async () => {
    const person = await newPerson(w, company);
    const email = `${person.id}@else.test`;
    await db.prepare("update users set email = ? where id = ?").bind(email, person.id).run();
    provider.knows("elsewhere", { email, email_verified: true });
    expect(await signIn("elsewhere")).toMatchObject({ to: "/login", isIn: false, says: NOBODY });
    expect(await linksOf(person.id)).toEqual([]);
  });

  test("is another one than the person whose address they were given", async () => {
    await signIn("viewer");
    provider.knows("heir", { email: company.users.viewer.email, email_verified: true });
    expect(await signIn("heir")).toMatchObject({ isIn: false, says: NOBODY });
    expect(await linksOf(company.users.viewer.id)).toEqual([{ subject: "viewer" }]);
  });

  test("does not come in once suspended", async () => {
    const id = company.users.viewer.id;
    await db.prepare("update users set status = 'suspended' where id = ?").bind(id).run();
    expect(await signIn("viewer")).toMatchObject({ isIn: false, says: NOBODY });
    await db.prepare("update users set status = 'active' where id = ?").bind(id).run();
    expect(await signIn("viewer")).toMatchObject({ isIn: true });
  });

  test("takes an invitation to a domain of another's, if the address is verified", async () => {
    const invited = await admin.call("POST", "/api/users", {
      ...{ name: "Guest", email: "guest@else.test", type: "user", service_type: 2 },
    });
    expect(invited.status).toBe(201);
    provider.knows("guest", { email: "guest@else.test", email_verified: false });
    expect(await signIn("guest")).toMatchObject({ isIn: false, says: NOBODY });
    provider.knows("guest", { email: "guest@else.test", email_verified: true });
    expect(await signIn("guest")).toMatchObject({ isIn: true });
    const { id } = invited.data;
    const [person] = await rows("select status, password_hash as hash from users where id = ?", id);
    expect(person).toEqual({ status: "active", hash: null });
    const open = await rows(
      "select 1 from user_tokens where user_id = ? and used_at is null and expires_at > ?",
      id,
      Date.now(),
    );
    expect(open).toEqual([]);
  });
});

describe("an answer of the provider", () => {
  test("is worth nothing in another browser, at another company, or a second time", async () => {
    provider.isPresent("engineer");
    const { address, cookies } = await begin(w, host);
    const back = await throughProvider(address);
    expect(await comeBack(w, back, jar())).toMatchObject({
      isIn: false,
      says: expect.stringMatching(ELSEWHERE),
    });
    const another = await begin(w, host);
    provider.asked();
    expect(await comeBack(w, back, another.cookies)).toMatchObject({
      isIn: false,
      says: expect.stringMatching(UNUSABLE),
    });
    // Its code is not even tried.
    expect(provider.asked()).not.toContain("/token");
    const there = back.replace(host, other.host);
    expect(await comeBack(w, there, jar({ oidc: cookies.get("oidc")! }))).toMatchObject({
      isIn: false,
      says: expect.stringMatching(ELSEWHERE),
    });
    const held = jar({ oidc: cookies.get("oidc")! });
    expect(await comeBack(w, back, cookies)).toMatchObject({ isIn: true });
    expect(await comeBack(w, back, held)).toMatchObject({ isIn: false });
  });

  test("is taken once, even where the provider gives another code for the same state", async () => {
    provider.isPresent("engineer");
    const { address, cookies } = await begin(w, host);
    const held = jar({ oidc: cookies.get("oidc")! });
    expect(await comeBack(w, await throughProvider(address), cookies)).toMatchObject({
      isIn: true,
    });
    expect(await comeBack(w, await throughProvider(address), held)).toMatchObject({
      isIn: false,
      says: "This way in was used already. Sign in again.",
    });
  });

  test("must come from the provider that was asked", async () => {
    provider.isPresent("engineer");
    const { address, cookies } = await begin(w, host);
    const back = new URL(await throughProvider(address));
    back.searchParams.set("iss", "https://evil.test");
    expect(await comeBack(w, back.href, cookies)).toMatchObject({
      isIn: false,
      says: expect.stringMatching(UNUSABLE),
    });
  });

  test.each<[string, Parameters<typeof provider.forges>[0]]>([
    ["of another audience", (claims, sign) => sign({ ...claims, aud: "another-client" })],
    ["of another issuer", (claims, sign) => sign({ ...claims, iss: "https://evil.test" })],
    ["with another nonce", (claims, sign) => sign({ ...claims, nonce: "another" })],
    ["without a nonce", ({ nonce: _, ...claims }, sign) => sign(claims)],
    [
      "of somebody who signed in there more than 12 hours ago",
      (claims, sign) => sign({ ...claims, auth_time: now() - 12 * 3600 - 70 }),
    ],
    [
      "of somebody who signs in there in an hour",
      (claims, sign) => sign({ ...claims, auth_time: now() + 3600 }),
    ],
    ["that has expired", (claims, sign) => sign({ ...claims, exp: now() - 61 })],
    [
      "of several audiences without a party",
      (claims, sign) => sign({ ...claims, aud: [CLIENT.id, "x"] }),
    ],
    ["that is not signed", (claims) => new UnsecuredJWT(claims).encode()],
    [
      "signed by the client's secret",
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: "HS256" })
          .sign(new TextEncoder().encode(CLIENT.secret)),
    ],
    [
      "signed by another key of the same name",
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: "RS256", kid: "first" })
          .sign(foreign.privateKey),
    ],
  ])("with a token %s opens nothing", async (_, how) => {
    provider.forges(how);
    expect(await signIn("engineer")).toMatchObject({
      to: "/login",
      isIn: false,
      says: expect.stringMatching(UNUSABLE),
    });
  });

  test("may be a minute late by another clock", async () => {
    provider.forges((claims, sign) => sign({ ...claims, exp: now() - 30 }));
    expect(await signIn("engineer")).toMatchObject({ isIn: true });
  });
});

describe("how long ago somebody was asked at the provider", () => {
  const provedAt = async () => {
    const [session] = await rows<{ proved_at: number | null }>(
      "select proved_at from sessions where company_id = ? and user_id = ? order by id desc limit 1",
      ...[company.id, company.users.viewer.id],
    );
    return session!.proved_at;
  };
  const asked = async (cookies?: ReturnType<typeof jar>) => {
    const { searchParams } = new URL((await begin(w, host, "/login/oidc", cookies)).address);
    return [searchParams.get("max_age"), searchParams.get("prompt")];
  };

  test("is 12 hours at most at a sign-in, and is when the session was proved", async () => {
    expect(await asked()).toEqual(["43200", null]);
    const at = now() - 3 * 3600;
    provider.forges((claims, sign) => sign({ ...claims, auth_time: at }));
    expect(await signIn("viewer")).toMatchObject({ isIn: true });
    expect(await provedAt()).toBe(at * 1000);
    provider.forges((claims, sign) => sign({ ...claims, auth_time: now() + 30 }));
    await signIn("viewer");
    expect(await provedAt()).toBeLessThanOrEqual(Date.now());
    // Some never say it: their people come in, and have proved nothing.
    provider.forges(({ auth_time: _, ...claims }, sign) => sign(claims));
    expect(await signIn("viewer")).toMatchObject({ isIn: true });
    expect(await provedAt()).toBe(null);
  });

  test("is this minute for whoever is signed in, and wants to prove anew who they are", async () => {
    const first = await signIn("viewer");
    const before = first.cookies.get("sid");
    const cookies = jar({ sid: before! });
    expect(await asked(cookies)).toEqual(["0", "login"]);
    const again = async (seconds: number) => {
      provider.forges((claims, sign) => sign({ ...claims, auth_time: now() - seconds }));
      return signInBy(w, host, provider, "viewer", "/login/oidc", cookies);
    };
    expect((await again(70)).says).toMatch(UNUSABLE);
    provider.forges(({ auth_time: _, ...claims }, sign) => sign(claims));
    expect((await signInBy(w, host, provider, "viewer", "/login/oidc", cookies)).says).toMatch(
      UNUSABLE,
    );
    expect(cookies.get("sid")).toBe(before);
    await again(30);
    expect(cookies.get("sid")).not.toBe(before);
    expect(await provedAt()).toBeGreaterThan(Date.now() - 60_000);
    const old = await ask(w, host, "/profile", { headers: { cookie: `sid=${before}` } });
    expect(old.status).toBe(302);
  });
});

test("whom another site sends to the provider is shown the sign-in page", async () => {
  const sent = async (site: string) => {
    const answer = await ask(w, host, "/login/oidc?to=%2Fall-assets", {
      headers: { "sec-fetch-site": site },
    });
    return answer.headers.get("location");
  };
  for (const site of ["cross-site", "same-site"])
    expect(await sent(site)).toBe("/login?to=%2Fall-assets");
  for (const site of ["same-origin", "none"])
    expect(await sent(site)).toContain(`${provider.issuer}/auth?`);
});

test("a person gets a letter when their account is linked, and none at the next sign-in", async () => {
  const { id } = await newPerson(w, company);
  await db
    .prepare("update users set email = 'linked@oidc.test' where company_id = ? and id = ?")
    .bind(company.id, id)
    .run();
  provider.knows("linked", { email: "linked@oidc.test", email_verified: true, name: "Linked" });
  for (let n = 0; n < 2; n++) expect(await signIn("linked")).toMatchObject({ isIn: true });
  const letters = await mailsTo(w, "linked@oidc.test", company);
  expect(letters.map(({ subject }) => subject)).toEqual(["You sign in with Hospital account now"]);
});

test("an answer is held against keys that were changed, which are asked for once", async () => {
  await provider.rotates("second");
  provider.asked();
  expect(await signIn("engineer")).toMatchObject({ isIn: true });
  expect(provider.asked().filter((path) => path === "/jwks")).toHaveLength(1);
  await provider.rotates("third");
  for (let n = 0; n < 3; n++) expect(await signIn("engineer")).toMatchObject({ isIn: false });
  expect(provider.asked().filter((path) => path === "/jwks")).toHaveLength(0);
});

test("a company without a provider has no way to one", async () => {
  expect((await ask(w, other.host, "/login/oidc")).status).toBe(404);
  expect((await ask(w, "localhost", "/login/oidc")).status).toBe(404);
  expect((await admin.text("/login")).includes("Sign in with Hospital account")).toBe(true);
});
