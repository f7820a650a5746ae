import { UnsecuredJWT } from "jose";
import { afterAll, describe, expect, test } from "vitest";
import { ask, clientAt, postForm, signedIn } from "#tests/support/client.ts";
import {
  CLIENT,
  identityProvider,
  jar,
  throughProvider,
} from "#tests/support/identity-provider.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { passwordHash } from "#tests/support/password.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { begin, comeBack, prove, setUp, signInBy } from "#tests/support/signing-in.ts";
import { addCompany, PASSWORD, world } from "#tests/support/world.ts";

const w = await world();
const company = await addCompany(w.env, "oidcrules", 2, 0);
const { host } = company;
const provider = await identityProvider([host]);
afterAll(() => provider.close());
const admin = await signedIn(w, company, "admin");
const db = w.env.TENANT_DB_0;
const SETTINGS = "/settings/sign-in";
for (const kind of ["admin", "engineer", "viewer"] as const)
  provider.knows(kind, { email: company.users[kind].email, email_verified: true, name: kind });

const rows = async <R>(sql: string, ...values: unknown[]) =>
  (
    await db
      .prepare(sql)
      .bind(...values)
      .all<R>()
  ).results;
const signIn = (subject: string) => signInBy(w, host, provider, subject);
const send = (fields: Record<string, string>) => admin.form(SETTINGS, fields);
const team = async (name: string) => (await admin.call("POST", "/api/teams", { name })).data.id;
const membersOf = (teamId: string) =>
  rows<{ email: string }>(
    "select email from team_members m join users u on u.company_id = m.company_id and u.id = m.user_id where m.company_id = ? and m.team_id = ? order by email",
    company.id,
    teamId,
  );
/** An Admin tries the provider as somebody who is there. */
async function tries(subject: string, cookie = admin.cookie) {
  provider.isPresent(subject);
  const cookies = jar({ sid: cookie.replace("sid=", "") });
  const { address } = await begin(w, host, "/login/oidc?try=1", cookies);
  return comeBack(w, await throughProvider(address), cookies);
}

await setUp(admin, provider);
await prove(w, company, admin, "oidcrules.test");

describe("teams by groups", () => {
  test("are joined and left at each sign-in, and no others are touched", async () => {
    const [wards, theatres, own] = [await team("Wards"), await team("Theatres"), await team("Own")];
    for (const [groupName, teamId] of [
      ["g-wards", wards],
      ["g-theatres", theatres],
    ] as const)
      expect(
        (await send({ intent: "add-group", groupName, teamId, password: PASSWORD })).status,
      ).toBe(200);
    await db
      .prepare(
        "insert into team_members (company_id, id, created_at, updated_at, team_id, user_id) values (?, ?, 1, 1, ?, ?)",
      )
      .bind(company.id, "own-member", own, company.users.viewer.id)
      .run();
    const viewer = { email: company.users.viewer.email, email_verified: true };
    provider.knows("viewer", { ...viewer, groups: ["g-wards", "unknown"] });
    expect(await signIn("viewer")).toMatchObject({ isIn: true });
    expect(await membersOf(wards)).toEqual([{ email: viewer.email }]);
    provider.knows("viewer", { ...viewer, groups: ["g-theatres"] });
    await signIn("viewer");
    expect(await membersOf(wards)).toEqual([]);
    expect(await membersOf(theatres)).toEqual([{ email: viewer.email }]);
    provider.knows("viewer", viewer);
    await signIn("viewer");
    expect(await membersOf(theatres)).toEqual([]);
    expect(await membersOf(own)).toEqual([{ email: viewer.email }]);
    const log = await rows<{ changes: string }>(
      "select changes from activity_log where company_id = ? and action = 'update.team' and entity_id = ? and actor_id = ? order by id",
      ...[company.id, wards, company.users.viewer.id],
    );
    expect(log.map(({ changes }) => JSON.parse(changes))).toEqual([
      [{ field: "members", from: null, to: "viewer of oidcrules" }],
      [{ field: "members", from: "viewer of oidcrules", to: null }],
    ]);
  });
});

describe("accounts that are made", () => {
  test("are of Users with what their team may, within the plan, and only where that is on", async () => {
    provider.knows("new", {
      email: "new@oidcrules.test",
      email_verified: true,
      name: "Newly Come",
    });
    expect(await signIn("new")).toMatchObject({ isIn: false });
    const first = await team("Newcomers");
    const on = { makesPeople: "1", newServiceType: "1", newTeamId: first, clientSecret: "" };
    await setUp(admin, provider, on);
    const limits = (most: number | null) =>
      db
        .prepare("update company_profiles set limits = ?, user_count = 3 where company_id = ?")
        .bind(JSON.stringify(most === null ? {} : { max_users: most }), company.id)
        .run();
    await limits(3);
    expect(await signIn("new")).toMatchObject({
      isIn: false,
      says: "Your company's plan has no room for another person. Ask an Admin.",
    });
    await limits(4);
    expect(await signIn("new")).toMatchObject({ isIn: true });
    const [person] = await rows<{ id: string }>(
      "select id, name, type, status, service_type, password_hash from users where company_id = ? and email = ?",
      ...[company.id, "new@oidcrules.test"],
    );
    expect(person).toMatchObject({
      ...{ name: "Newly Come", type: "user", status: "active" },
      ...{ service_type: 1, password_hash: null },
    });
    expect(await membersOf(first)).toEqual([{ email: "new@oidcrules.test" }]);
    expect(await rows("select 1 from user_permissions where user_id = ?", person!.id)).toEqual([]);
    const actions = await rows<{ action: string }>(
      "select action from activity_log where company_id = ? and entity_id = ? order by id",
      ...[company.id, person!.id],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      "join_by_provider.user",
      "link_identity.user",
    ]);
    const [{ n }] = (await rows<{ n: number }>(
      "select user_count as n from company_profiles where company_id = ?",
      company.id,
    )) as [{ n: number }];
    expect(n).toBe(4);
    provider.knows("third", { email: "third@else.test", email_verified: true });
    await limits(null);
    expect(await signIn("third")).toMatchObject({ isIn: false });
    await setUp(admin, provider, { clientSecret: "" });
  });
});

describe("a provider that people have to use", () => {
  const login = (email: string, password = PASSWORD) =>
    postForm(w, host, "/login", { email, password });
  const { engineer } = company.users;
  const ALONE = "People with this address sign in by Hospital account";

  test("is switched on by an Admin who was recognised there, with one for emergencies", async () => {
    const enforce = () =>
      send({ intent: "enforce", emergencyUserId: company.users.admin.id, password: PASSWORD });
    const early = await enforce();
    expect(early.status).toBe(409);
    expect(await early.text()).toContain("An Admin has tried the provider, and was recognised.");
    expect(await tries("engineer")).toMatchObject({ to: SETTINGS });
    expect((await enforce()).status).toBe(409);
    expect(await tries("admin")).toMatchObject({
      to: SETTINGS,
      says: "You are recognised as admin of oidcrules.",
    });
    expect(await admin.text(SETTINGS)).toContain("email_verified");
    const none = await send({
      intent: "enforce",
      emergencyUserId: engineer.id,
      password: PASSWORD,
    });
    expect(none.status).toBe(422);
    expect((await enforce()).status).toBe(200);
  });

  test("refuses passwords in the same words, right, wrong, or of nobody", async () => {
    const answers = [
      await login(engineer.email),
      await login(engineer.email, "wrong"),
      await login("nobody@oidcrules.test", "wrong"),
      await login(company.users.admin.email, "wrong"),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(await answer.text()).toContain(ALONE);
    }
    const call = await ask(w, host, "/api/login", {
      ...{ method: "POST", body: { email: engineer.email, password: PASSWORD } },
    });
    expect(call.status).toBe(401);
    expect(await signIn("engineer")).toMatchObject({ isIn: true });
  });

  test("sends links for new passwords to nobody but the Admin for emergencies", async () => {
    const before = (await mailsTo(w, engineer.email, company)).length;
    for (const email of [engineer.email, "nobody@oidcrules.test", company.users.admin.email]) {
      const answer = await postForm(w, host, "/forgot-password", { email });
      expect(await answer.text()).toContain(ALONE);
    }
    expect(await mailsTo(w, engineer.email, company)).toHaveLength(before);
    const [link] = await mailsTo(w, company.users.admin.email, company);
    expect(link!.subject).toBe("Choose a new password");
  });

  test("lets a consumer's contact with such an address in, and tells nobody that there is one", async () => {
    const shard = rowsOf(w, company);
    const consumer = await shard.add("consumers", { consumer_no: "C-1", name: "Riverside" });
    const named = { name: "Asha Rao", email: "contact@oidcrules.test" };
    const contact = await shard.add("consumer_contacts", { consumer_id: consumer, ...named });
    await shard.add("contact_accounts", {
      ...{ contact_id: contact, status: "active", password_hash: passwordHash(PASSWORD), ...named },
    });
    const wrong = await login(named.email, "wrong");
    expect([wrong.status, (await wrong.text()).includes(ALONE)]).toEqual([401, true]);
    const link = await postForm(w, host, "/forgot-password", { email: named.email });
    expect(await link.text()).toContain(ALONE);
    expect((await mailsTo(w, named.email, company))[0]!.subject).toBe("Choose a new password");
    const right = await login(named.email);
    expect([right.status, right.headers.get("location")]).toEqual([302, "/portal"]);
    expect(await rows("select 1 from activity_log where action = 'use_emergency.user'")).toEqual(
      [],
    );
  });

  test("lets that Admin in by password, and writes to every Admin of it", async () => {
    expect((await login(company.users.admin.email)).status).toBe(302);
    const [told] = await mailsTo(w, company.users.admin.email, company);
    expect(told!.subject).toBe("admin of oidcrules signed in without Hospital account");
    const log = await rows(
      "select 1 from activity_log where company_id = ? and action = 'use_emergency.user'",
      company.id,
    );
    expect(log).toHaveLength(1);
  });

  test("stays as it was tried, and its Admin stays one", async () => {
    const second = await admin.call("POST", "/api/users", {
      ...{ name: "Second", email: "second@else.test", type: "admin", service_type: 2 },
    });
    await db.prepare("update users set status = 'active' where id = ?").bind(second.data.id).run();
    const other = await clientAt(w, company, second.data.id);
    const suspended = await other.form(`/user/detail/${company.users.admin.id}`, {
      intent: "suspend",
    });
    expect(suspended.status).toBe(409);
    expect(await suspended.text()).toContain("This Admin is named for emergencies");
    const changed = await send({
      ...{ intent: "save", name: "X", issuer: provider.issuer, clientId: "another-client" },
      ...{ clientSecret: "x", scopes: "openid", emailClaim: "email", nameClaim: "name" },
    });
    expect(changed.status).toBe(409);
    expect((await send({ intent: "remove", password: PASSWORD })).status).toBe(409);
    expect((await login("second@else.test", "wrong")).status).toBe(401);
  });

  test("is switched off again", async () => {
    expect((await send({ intent: "release", password: PASSWORD })).status).toBe(200);
    expect((await login(engineer.email)).status).toBe(302);
  });
});

test("a try is an Admin's own, and shows what was wrong", async () => {
  const engineer = await signedIn(w, company, "engineer");
  const cookies = jar({ sid: engineer.cookie.replace("sid=", "") });
  expect((await begin(w, host, "/login/oidc?try=1", cookies)).answer.status).toBe(404);
  expect((await engineer.page(SETTINGS)).status).toBe(403);
  provider.knows("loose", { email: company.users.admin.email, email_verified: false });
  expect((await tries("loose")).says).toMatch(/^You are recognised|does not say that the e-mail/);
  provider.isPresent("admin");
  const begun = jar({ sid: admin.cookie.replace("sid=", "") });
  const { address } = await begin(w, host, "/login/oidc?try=1", begun);
  const stolen = jar({ oidc: begun.get("oidc")!, sid: engineer.cookie.replace("sid=", "") });
  expect((await comeBack(w, await throughProvider(address), stolen)).status).toBe(403);
});

test("signing out here leads out of the provider, with its own token", async () => {
  await setUp(admin, provider, { signsOut: "1", clientSecret: "" });
  const { cookies } = await signIn("engineer");
  const out = cookies.take(
    await postForm(w, host, "/session/sign-out", {}, { cookie: cookies.line() }),
  );
  expect(out.headers.get("location")).toBe("/login/oidc/out");
  const page = await ask(w, host, "/login/oidc/out", { headers: { cookie: cookies.line() } });
  const text = (await page.text()).replaceAll("&amp;", "&");
  const [, goTo] = /content="0;url=([^"]+)"/.exec(text)!;
  const address = new URL(goTo!);
  expect(address.origin).toBe(provider.issuer);
  expect(address.searchParams.get("post_logout_redirect_uri")).toBe(`http://${host}/login`);
  const asked = await fetch(address);
  expect(await asked.text()).toContain("/session/end/confirm");
  expect((await ask(w, host, "/login/oidc/out")).headers.get("location")).toBe("/login");
});

describe("what the provider tells by itself", () => {
  const event = { "http://schemas.openid.net/event/backchannel-logout": {} };
  const TYPE = "logout+jwt";
  const now = () => Math.floor(Date.now() / 1000);
  const claims = () => ({
    ...{
      iss: provider.issuer,
      aud: CLIENT.id,
      iat: now(),
      exp: now() + 60,
      jti: crypto.randomUUID(),
    },
    ...{ sub: "engineer", events: event },
  });
  const tell = async (token: string) =>
    (
      await ask(w, host, "/login/oidc/backchannel", {
        ...{ method: "POST", body: new URLSearchParams({ logout_token: token }) },
      })
    ).status;
  const page = async (cookie: string) =>
    (await ask(w, host, "/profile", { headers: { cookie } })).status;

  test("ends the sessions of whom it has signed out, and no others", async () => {
    const [mine, theirs] = [await signIn("engineer"), await signIn("viewer")];
    expect(await page(mine.cookies.line())).toBe(200);
    expect(await tell(await provider.signs(claims(), TYPE))).toBe(200);
    expect(await page(mine.cookies.line())).toBe(302);
    expect(await page(theirs.cookies.line())).toBe(200);
  });

  test("must be a logout token of its own, and a fresh one", async () => {
    const { cookies } = await signIn("engineer");
    for (const wrong of [
      { aud: "another-client" },
      { iss: "https://evil.test" },
      { events: {} },
      { nonce: "x" },
      { iat: now() - 200 },
      { sub: undefined },
    ])
      expect(await tell(await provider.signs({ ...claims(), ...wrong }, TYPE))).toBe(400);
    for (const type of [undefined, "JWT", "at+jwt"])
      expect(await tell(await provider.signs(claims(), type))).toBe(400);
    expect(await tell(new UnsecuredJWT(claims()).encode())).toBe(400);
    expect(await tell("")).toBe(400);
    expect(await page(cookies.line())).toBe(200);
  });
});

test("another issuer knows nobody by their subject at the one before", async () => {
  const links = () =>
    rows<{ subject: string }>(
      "select subject from identity_links where company_id = ? and user_id = ?",
      ...[company.id, company.users.engineer.id],
    );
  expect(await links()).toEqual([{ subject: "engineer" }]);
  await setUp(admin, { ...provider, issuer: "https://login.hospital.com" });
  expect(await links()).toEqual([]);
  await setUp(admin, provider);
  provider.knows("another", { email: company.users.engineer.email, email_verified: true });
  expect(await signIn("another")).toMatchObject({ isIn: true });
  expect(await links()).toEqual([{ subject: "another" }]);
  expect(await signIn("engineer")).toMatchObject({ isIn: false });
  await rows("delete from identity_links where company_id = ?", company.id);
});

test("the secret leaves neither by the page nor by the log, and a forgotten link ends sessions", async () => {
  const page = await admin.text(SETTINGS);
  const [stored] = await rows<{ client_secret: string }>(
    "select client_secret from identity_providers where company_id = ?",
    company.id,
  );
  expect(stored!.client_secret).toMatch(/^v1\./);
  expect(page).not.toContain(stored!.client_secret);
  const { cookies } = await signIn("viewer");
  const email = company.users.viewer.email;
  expect((await send({ intent: "unlink", email, password: PASSWORD })).status).toBe(200);
  const after = await ask(w, host, "/profile", { headers: { cookie: cookies.line() } });
  expect(after.status).toBe(302);
  expect(await signIn("viewer")).toMatchObject({ isIn: true });
});
