import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { ask, clientOf, d1Of, postForm } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { linkIn, mailsTo } from "#tests/support/mail.ts";
import { passwordHash } from "#tests/support/password.ts";
import { newPerson } from "#tests/support/person.ts";
import { shardOf } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { insert, PASSWORD, world } from "#tests/support/world.ts";

const NEW = "Spirometer-2027-green";
let ip = 1;

const w = await world();
const acme = w.companies.acme;

const shard = rowsOf(w, acme);
const post = (
  path: string,
  fields: Record<string, string>,
  host = acme.host,
  headers: Record<string, string> = {},
) => postForm(w, host, path, fields, headers);

const person = (status = "active") => newPerson(w, acme, { status });

const resetPath = async (email: string) => {
  await post("/forgot-password", { email }, acme.host, { "cf-connecting-ip": `192.0.2.${ip++}` });
  return linkIn((await mailsTo(w, email, acme))[0]);
};

async function invite(userId: string, expiresAt = Date.now() + 3_600_000) {
  const secret = crypto.randomUUID();
  const hash = Buffer.from(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret)),
  ).toString("hex");
  const id = newId();
  await insert(shardOf(w, acme), "user_tokens", {
    ...{ company_id: acme.id, id, user_id: userId, purpose: "invite", token_hash: hash },
    ...{ expires_at: expiresAt, created_at: Date.now() },
  });
  return `/verify-email/${id}/${secret}`;
}

test("a forgotten password is replaced by a link, and every session ends", async () => {
  const { email } = await person();
  const client = await clientOf(w, acme.host, email);
  const path = await resetPath(email);
  expect(path).toMatch(/^\/reset-password\/[\w-]{43}$/);
  await expectAnswer(ask(w, acme.host, path), 200, "Repeat the new password");

  const changed = await post(path, { password: NEW, repeat: NEW });
  expect([changed.status, changed.headers.get("location")]).toEqual([302, "/login"]);
  expect(changed.headers.get("set-cookie")).toContain("flash=");
  expect((await client.page("/dashboard")).headers.get("location")).toContain("/login");
  expect((await client.api("/api/vendors")).status).toBe(401);
  await expect(clientOf(w, acme.host, email)).rejects.toThrow("401");
  await clientOf(w, acme.host, email, "/login", "/api/login", NEW);
  expect((await mailsTo(w, email, acme))[0]?.subject).toBe("Your password was changed");
});

test("only a hash of a link is stored", async () => {
  const { email, id } = await person();
  const secret = (await resetPath(email)).split("/")[2]!;
  const tokens = await shard.all<{ token_hash: string }>(
    "select token_hash from user_tokens where company_id = ? and user_id = ?",
    id,
  );
  expect(tokens.length).toBeGreaterThan(0);
  for (const { token_hash } of tokens) {
    expect(token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(token_hash).not.toBe(secret);
  }
});

test("a link works once, also when it is used twice at the same moment", async () => {
  const { email } = await person();
  const path = await resetPath(email);
  const answers = await Promise.all(
    [1, 2, 3].map((n) => post(path, { password: `${NEW}${n}`, repeat: `${NEW}${n}` })),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([302, 409, 409]);
  await expectAnswer(post(path, { password: NEW, repeat: NEW }), 409, "This link was already used");
  expect((await ask(w, acme.host, path)).status).toBe(410);
});

test("a link ends after its time, with a newer one, and on another host", async () => {
  const { email, id } = await person();
  const first = await resetPath(email);
  const second = await resetPath(email);
  expect((await post(first, { password: NEW, repeat: NEW })).status).toBe(409);
  expect((await post(second, { password: NEW, repeat: NEW }, w.companies.globex.host)).status).toBe(
    409,
  );
  expect((await ask(w, w.companies.globex.host, second)).status).toBe(410);
  await shard.run("update user_tokens set expires_at = 1 where company_id = ? and user_id = ?", id);
  await expectAnswer(post(second, { password: NEW, repeat: NEW }), 409, "This link has expired");
});

test("a reset refuses what is no good password, and the link still works", async () => {
  const { email } = await person();
  const path = await resetPath(email);
  for (const [password, repeat, says] of [
    ["short", "short", "Use at least 12 characters"],
    ["password1234", "password1234", "This password is too common"],
    ["SonyEricsson", "SonyEricsson", "This password is too common"],
    [email, email, "too little of this password is left"],
    ["acme1acme2026", "acme1acme2026", "Without acme, which others can guess"],
    [NEW, `${NEW}x`, "The two passwords differ"],
  ] as const) {
    const html = await expectAnswer(post(path, { password, repeat }), 422, says);
    if (password === NEW) expect(html).not.toContain(NEW);
  }
  expect((await post(path, { password: NEW, repeat: NEW })).status).toBe(302);
});

test("known, unknown and suspended addresses get the same answer", async () => {
  const known = await person();
  const suspended = await person("suspended");
  const answers = [];
  for (const email of [known.email, suspended.email, `nobody${newId()}@acme.test`]) {
    const answer = await post("/forgot-password", { email }, acme.host, {
      "cf-connecting-ip": "198.51.100.77",
    });
    await expectAnswer(answer, 200, "If the address is known, a link is on its way");
    answers.push(d1Of(answer).trips);
  }
  expect(new Set(answers).size).toBe(1);
  expect(await mailsTo(w, known.email, acme)).toHaveLength(1);
  expect(await mailsTo(w, suspended.email, acme)).toHaveLength(0);
});

test("links are limited by address and built from the configuration", async () => {
  const { email } = await person();
  const from = (n: number) =>
    post("/forgot-password", { email }, acme.host, { "cf-connecting-ip": `203.0.113.${n}` });
  for (let n = 0; n < 5; n++) expect((await from(n)).status).toBe(200);
  const sixth = await from(6);
  expect([sixth.status, sixth.headers.get("retry-after")]).toEqual([429, "900"]);
  const other = await person();
  await post("/forgot-password", { email: other.email }, acme.host, {
    "x-forwarded-host": "evil.test",
    forwarded: "host=evil.test",
    "cf-connecting-ip": "203.0.113.99",
  });
  expect((await mailsTo(w, other.email, acme))[0]?.text).toContain(
    `http://${acme.host}/reset-password/`,
  );
});

test("an invited person chooses name and password and can sign in", async () => {
  const { id, email } = await person("invited");
  const path = await invite(id);
  expect(await (await ask(w, acme.host, path)).text()).toContain("Your name");
  const answers = await Promise.all(
    [0, 1].map(() => post(path, { name: "Asha Menon", password: NEW, repeat: NEW })),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([302, 409]);
  await clientOf(w, acme.host, email, "/login", "/api/login", NEW);
  expect(await shard.get("users", id)).toMatchObject({
    name: "Asha Menon",
    status: "active",
    email_verified_at: expect.any(Number),
  });
});

test("an invitation that ran out can be sent again; its secret is needed for that", async () => {
  const { id, email } = await person("invited");
  const path = await invite(id, Date.now() - 1);
  await expectAnswer(ask(w, acme.host, path), 410, "Send again");
  expect((await post(path.replace(/.$/, "-"), { intent: "again" })).status).toBe(409);
  expect(await (await post(path, { intent: "again" })).text()).toContain(
    "A new link is on its way",
  );
  const fresh = linkIn((await mailsTo(w, email, acme))[0]);
  expect((await post(fresh, { name: "Asha", password: NEW, repeat: NEW })).status).toBe(302);
  expect(await (await ask(w, acme.host, fresh)).text()).not.toContain("Send again");
});

test("a new address counts once it is confirmed there", async () => {
  const { email } = await person();
  const client = await clientOf(w, acme.host, email);
  const newEmail = `new-${email}`;
  const change = (currentPassword: string) =>
    client.form("/profile", { intent: "email", newEmail, currentPassword });
  expect((await change("wrong-password-here")).status).toBe(422);
  expect((await change(PASSWORD)).status).toBe(200);
  expect((await mailsTo(w, email, acme))[0]?.subject).toBe("A new e-mail address was asked for");
  await clientOf(w, acme.host, email);
  const path = linkIn((await mailsTo(w, newEmail, acme))[0]);
  expect((await ask(w, acme.host, path)).status).toBe(200);
  await clientOf(w, acme.host, email);
  expect((await post(path, {})).status).toBe(302);
  await expect(clientOf(w, acme.host, email)).rejects.toThrow("401");
  await clientOf(w, acme.host, newEmail);
  expect((await mailsTo(w, email, acme))[0]?.subject).toBe("Your e-mail address was changed");
});

test("staff reset their password on the apex host", async () => {
  const at = Date.now();
  const email = `staff${at}@plumbline.test`;
  await insert(w.env.CONTROL_DB, "staff", {
    id: newId(),
    name: "Second Staff",
    email,
    role_id: "role-super",
    password_hash: passwordHash(PASSWORD),
    status: "active",
    created_at: at,
    updated_at: at,
  });
  await post("/forgot-password", { email }, "localhost");
  const path = linkIn((await mailsTo(w, email))[0]);
  const breached = { password: "SonyEricsson", repeat: "SonyEricsson" };
  await expectAnswer(post(path, breached, "localhost"), 422, "This password is too common");
  const done = await post(path, { password: NEW, repeat: NEW }, "localhost");
  expect([done.status, done.headers.get("location")]).toEqual([302, "/developer/login"]);
  await clientOf(w, "localhost", email, "/developer/login", "/api/super-admin/login", NEW);
});

test("the outbox of a host is shown in development and test only to look at", async () => {
  const { email } = await person();
  const path = await resetPath(email);
  expect(await (await ask(w, w.companies.globex.host, "/dev/outbox")).text()).not.toContain(path);
  const outbox = await expectAnswer(ask(w, acme.host, "/dev/outbox"), 200, path);
  // Others write to people of this company meanwhile.
  const own = outbox.split('href="/dev/outbox/').find((letter) => letter.includes(path))!;
  const [id] = own.split('"');
  const letter = await ask(w, acme.host, `/dev/outbox/${id}`);
  expect(letter.headers.get("content-security-policy")).toContain("sandbox");
  await expectAnswer(letter, 200, `${path}">Open</a>`, '<p class="from">acme</p>');
  expect((await ask(w, w.companies.globex.host, `/dev/outbox/${id}`)).status).toBe(404);
});
