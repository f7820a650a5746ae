import { createHmac, createPrivateKey, sign as signRaw } from "node:crypto";
import { exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { ask, type Client, clientOf, signedIn, superAdmin } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { type Company, PASSWORD, type World, world } from "#tests/support/world.ts";

type Keys = { active: string; keys: Record<string, JsonWebKey> };
let w: World;
let acme: Company;
let admin: Client;

beforeAll(async () => {
  w = await world();
  acme = w.companies.acme;
  admin = await signedIn(w, acme, "admin");
});

const part = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const decoded = (token: string) => {
  const [head = "", body = ""] = token.split(".");
  const json = (text: string) =>
    JSON.parse(Buffer.from(text, "base64url").toString()) as Record<string, unknown>;
  return { header: json(head), claims: json(body) };
};
const ourKey = () => (JSON.parse(w.keys) as Keys).keys.k1!;

/** Signs anything at all with our own key, also what jose would not make. */
function signedByUs(header: unknown, claims: unknown): string {
  const input = `${part(header)}.${part(claims)}`;
  const key = createPrivateKey({ key: ourKey() as never, format: "jwk" });
  return `${input}.${signRaw("sha256", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}

const apiStatus = async (token: string, host = acme.host) =>
  (await ask(w, host, "/api/vendors", { headers: { authorization: `Bearer ${token}` } })).status;
const pageTo = async (cookie: string, host = acme.host) => {
  const answer = await ask(w, host, "/vendors", { headers: { cookie: `sid=${cookie}` } });
  return [answer.status, answer.headers.get("location")?.split("?")[0] ?? null];
};
const verifyStatus = async (token: string, host = acme.host) =>
  (await ask(w, host, "/api/verify-token", { method: "POST", body: { token } })).status;

test("a forged token opens nothing", async () => {
  const { header, claims } = decoded(admin.token);
  expect(await apiStatus(signedByUs(header, claims))).toBe(200);

  const foreign = await generateKeyPair("ES256", { extractable: true });
  const foreignJwk = await exportJWK(foreign.publicKey);
  const by = (head: Record<string, unknown>) =>
    new SignJWT(claims)
      .setProtectedHeader({ ...header, ...head } as never)
      .sign(foreign.privateKey);
  const publicPem = Buffer.from(JSON.stringify(w.publicJwk));
  const hmacInput = `${part({ ...header, alg: "HS256" })}.${part(claims)}`;
  const [head, body, signature] = admin.token.split(".");
  const now = Math.floor(Date.now() / 1000);
  const { exp: _, ...endless } = claims;

  const forgeries: Record<string, string> = {
    none: `${part({ ...header, alg: "none" })}.${part(claims)}.`,
    "None with a signature": `${part({ ...header, alg: "None" })}.${part(claims)}.${signature}`,
    "HS256 with the public key": `${hmacInput}.${createHmac("sha256", publicPem).update(hmacInput).digest("base64url")}`,
    "another key": await by({}),
    "embedded jwk": await by({ jwk: foreignJwk }),
    "jku of the attacker": await by({ jku: "https://evil.test/jwks.json" }),
    "x5u of the attacker": await by({ x5u: "https://evil.test/cert" }),
    "kid with a path": signedByUs({ ...header, kid: "../../dev/null" }, claims),
    "kid of the prototype": signedByUs({ ...header, kid: "__proto__" }, claims),
    "no kid": signedByUs({ alg: "ES256", typ: "at+jwt" }, claims),
    "empty signature": `${head}.${body}.`,
    "no signature": `${head}.${body}`,
    "changed claims": `${head}.${part({ ...claims, sub: acme.users.viewer.id })}.${signature}`,
    "exp missing": signedByUs(header, endless),
    "exp as text": signedByUs(header, { ...claims, exp: String(now + 900) }),
    "exp in the past": signedByUs(header, { ...claims, exp: now - 1 }),
    "exp at the end of time": signedByUs(header, { ...claims, exp: 1e99 }),
    "exp in ten years": signedByUs(header, { ...claims, exp: now + 10 * 365 * 24 * 3600 }),
    "exp a minute later than ours": signedByUs(header, {
      ...claims,
      exp: Number(claims.iat) + 16 * 60,
    }),
    "exp and iat in ten years": signedByUs(header, {
      ...claims,
      iat: now + 315_360_000,
      exp: now + 315_360_600,
    }),
    "iat missing": signedByUs(header, { ...claims, iat: undefined }),
    "iat as text": signedByUs(header, { ...claims, iat: String(now) }),
    "wrong issuer": signedByUs(header, { ...claims, iss: "somebody" }),
    "wrong audience": signedByUs(header, { ...claims, aud: "plumbline-api-platform" }),
    "no type": signedByUs({ alg: "ES256", kid: "k1" }, claims),
    "JWT type": signedByUs({ ...header, typ: "JWT" }, claims),
    "critical extension": signedByUs({ ...header, crit: ["exp"], exp: 1 }, claims),
    "no session": signedByUs(header, { ...claims, sid: undefined }),
    "session of nobody": signedByUs(header, { ...claims, sid: newId() }),
    "session of another company's id": signedByUs(header, {
      ...claims,
      cid: w.companies.globex.id,
    }),
    "not a token": "a.b.c",
    long: `${admin.token}${"x".repeat(9000)}`,
  };
  for (const [name, token] of Object.entries(forgeries)) {
    expect([name, await apiStatus(token)]).toEqual([name, 401]);
    expect([name, await verifyStatus(token)]).toEqual([name, 401]);
    expect([name, await pageTo(token)]).toEqual([name, [302, "/login"]]);
  }
});

test("a cookie lives no longer than we sign it for", async () => {
  const { header, claims } = decoded(admin.cookie.slice("sid=".length));
  const longer = (by: number) => signedByUs(header, { ...claims, exp: Number(claims.exp) + by });
  expect((await pageTo(longer(0)))[0]).toBe(200);
  for (const by of [1, 3600, 315_360_000])
    expect(await pageTo(longer(by))).toEqual([302, "/login"]);
});

test("a cookie is no Bearer token and a token no cookie; neither door looks at the other's", async () => {
  const sid = admin.cookie.slice("sid=".length);
  expect(await apiStatus(sid)).toBe(401);
  expect(await pageTo(admin.token)).toEqual([302, "/login"]);
  expect(
    (await ask(w, acme.host, "/api/vendors", { headers: { cookie: admin.cookie } })).status,
  ).toBe(401);
  const page = await ask(w, acme.host, "/vendors", {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect([page.status, page.headers.get("location")?.split("?")[0]]).toEqual([302, "/login"]);
  const staff = await superAdmin(w);
  expect(await apiStatus(staff.token)).toBe(401);
  expect(await verifyStatus(staff.token)).toBe(401);
});

test("another company's token and cookie are refused, and the company sees it", async () => {
  const globex = w.companies.globex;
  const log = rowsOf(w, globex);
  const count = () => log.count("activity_log", "action = 'refused.session'");
  const before = await count();
  expect(await apiStatus(admin.token, globex.host)).toBe(401);
  const page = await ask(w, globex.host, "/vendors", { headers: { cookie: admin.cookie } });
  expect(page.status).toBe(401);
  expect(await page.text()).not.toContain("admin of acme");
  await expect.poll(count).toBe(before + 2);
  const other = await clientOf(w, acme.host, acme.users.viewer.email);
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => apiStatus((n % 2 ? other : admin).token, globex.host)),
  );
  await expect.poll(count).toBe(before + 3);
  const session = `%${String(decoded(admin.token).claims.sid)}%`;
  expect(await log.count("activity_log", "entity_id like ?", session)).toBe(0);
});

/** A person with a session and the permission to see vendors. */
async function member() {
  const { id, client } = await colleague(w, acme, "view-vendor");
  const surfaces = async () => [
    (await client.page("/vendors")).status,
    (await client.page("/vendors.data")).status,
    (await client.api("/api/vendors")).status,
  ];
  const run = (sql: string) => rowsOf(w, acme).run(sql, id);
  return { client, surfaces, run };
}

const out = [302, 202, 401];
test.each([
  ["revoked", "update sessions set revoked_at = 1 where company_id = ? and user_id = ?", out],
  ["suspended", "update users set status = 'suspended' where company_id = ? and id = ?", out],
  ["left", "update users set status = 'left' where company_id = ? and id = ?", out],
  [
    "signed out everywhere",
    "update users set session_epoch = session_epoch + 1 where company_id = ? and id = ?",
    out,
  ],
  ["too old", "update sessions set expires_at = 1 where company_id = ? and user_id = ?", out],
  [
    "idle",
    "update sessions set last_seen_at = last_seen_at - 1800001 where company_id = ? and user_id = ?",
    out,
  ],
  [
    "without the permission",
    "delete from user_permissions where company_id = ? and user_id = ?",
    [403, 403, 403],
  ],
])("who is %s is out at the very next request of every surface", async (_, sql, statuses) => {
  const { surfaces, run } = await member();
  expect(await surfaces()).toEqual([200, 200, 200]);
  await run(sql);
  expect(await surfaces()).toEqual(statuses);
});

test("signing out ends both credentials; so does a new password, but for the session that chose it", async () => {
  const { client, surfaces } = await member();
  await client.api("/api/logout");
  expect((await client.api("/api/vendors")).status).toBe(401);
  expect((await surfaces())[0]).toBe(200);
  expect((await client.page("/session/sign-out", { method: "POST" })).headers.get("location")).toBe(
    "/login",
  );
  expect((await surfaces())[0]).toBe(302);

  const other = await member();
  const password = "Otoscope-2027-blue";
  const fields = { intent: "password", currentPassword: PASSWORD, password, repeat: password };
  expect((await other.client.form("/profile", fields)).status).toBe(200);
  expect(await other.surfaces()).toEqual([200, 200, 401]);
});

test("a key that is no longer there signs nothing in; a second one may verify", async () => {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const { claims } = decoded(admin.token);
  const stranger = await new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: "k0" })
    .sign(privateKey);
  expect(await apiStatus(stranger)).toBe(401);
  const key = await importJWK(ourKey() as never, "ES256");
  const again = await new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: "k1" })
    .sign(key);
  expect(await apiStatus(again)).toBe(200);
});

test("a form sent after the session ended answers 401 with what was typed, and writes nothing", async () => {
  const { client, run } = await member();
  await run("update sessions set revoked_at = 1 where company_id = ? and user_id = ?");
  const details = { intent: "details", name: "Typed for an hour", phone: "" };
  const sent = await client.form("/profile.data", details);
  const text = await sent.text();
  expect(sent.status).toBe(401);
  expect(text).toContain("Typed for an hour");
  expect(text).toContain("/login?to=%2Fprofile");
  const gone = await client.form("/profile", { intent: "details", name: "x" });
  expect([gone.status, gone.headers.get("location")]).toEqual([302, "/login?to=%2Fprofile"]);
});
