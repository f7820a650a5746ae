import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { softPasskey } from "#tests/support/authenticator.ts";
import { ask, type Client, clientAt, type Kind } from "#tests/support/client.ts";
import {
  codeAt,
  codeNow,
  nextCode,
  sendForm,
  setUpApp,
  shownSeed,
} from "#tests/support/factors.ts";
import { linkIn, mailsTo } from "#tests/support/mail.ts";
import { type CompanyName, openWorld, PASSWORD, type World } from "#tests/support/world.ts";

let w: World;
beforeAll(async () => {
  w = await openWorld();
});
afterAll(() => w.server.close());

const FACTORS = "/profile/second-factor";
const MINUTE = 60_000;

/** Somebody of a company, signed in anew. */
const person = (name: CompanyName, kind: Kind) => {
  const company = w.companies[name];
  const { id, email } = company.users[kind];
  const db = w.env[company.shard as "TENANT_DB_0"];
  return {
    ...{ company, id, email, db, host: company.host },
    enter: () => clientAt(w, company, id),
    login: (code?: string) =>
      ask(w, company.host, "/api/login", {
        method: "POST",
        body: { email, password: PASSWORD, ...(code === undefined ? {} : { code }) },
      }),
    page: (path: string, form: Record<string, string>, cookie = "") =>
      ask(w, company.host, path, {
        method: "POST",
        headers: { origin: `http://${company.host}`, cookie },
        body: new URLSearchParams(form),
      }),
    next: (seed: string) => nextCode(db, "users", id, seed),
    set: (values: string) => db.prepare(`update users set ${values} where id = ?`).bind(id).run(),
  };
};
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0]!)
    .filter((pair) => !pair.endsWith("="));
const problemOf = async (answer: Response) =>
  [answer.status, ((await answer.json()) as { errors?: unknown }).errors] as const;

describe("an authenticator app", () => {
  test("is asked for after the password, each code once, and recovery codes once", async () => {
    const who = person("acme", "engineer");
    const client = await who.enter();
    const elsewhere = await who.enter();
    const { seed, code, codes } = await setUpApp(w, client);
    expect(new Set(codes).size).toBe(10);
    expect((await elsewhere.api("/api/assets")).status).toBe(401);
    expect((await client.api("/api/notifications")).status).toBe(401);
    expect((await client.page("/profile")).status).toBe(200);
    const [letter] = await mailsTo(w, who.email, who.company);
    expect(letter!.text).toContain("An authenticator app was set up");

    expect(await problemOf(await who.login())).toEqual([401, { code: [expect.any(String)] }]);
    expect((await who.login(code)).status).toBe(401);
    const next = await who.next(seed);
    // Those of the half minutes beside it are nobody's.
    for (const aside of [-30_000, 30_000])
      expect((await who.login(codeAt(seed, Date.now() + aside))).status).toBe(401);
    expect((await who.login(next)).status).toBe(200);
    expect((await who.login(next)).status).toBe(401);
    expect((await who.login(codes[0])).status).toBe(200);
    expect((await who.login(codes[0]!.toUpperCase().replaceAll("-", " "))).status).toBe(401);
    expect((await who.login(codes[1]!.toUpperCase().replaceAll("-", " "))).status).toBe(200);
    expect((await mailsTo(w, who.email, who.company))[0]!.text).toContain("recovery code");
  });

  test("does not open by guessing: the eleventh code within an hour is refused, a recovery code is not", async () => {
    const who = person("acme", "viewer");
    const { seed, codes } = await setUpApp(w, await who.enter());
    const wrong = ["000000", "111111"].find((code) => code !== codeAt(seed))!;
    const tries = [];
    for (let n = 0; n < 11; n++) tries.push((await who.login(wrong)).status);
    expect(tries).toEqual([...Array(10).fill(401), 429]);
    expect((await who.login(await who.next(seed))).status).toBe(429);
    expect((await who.login(codes[0])).status).toBe(200);
  });

  test("is another one each time it is shown, and stays while its code is refused", async () => {
    const who = person("acme", "viewer");
    await who.set("totp_secret = null, second_factor_since = null");
    const [client, elsewhere] = [await who.enter(), await who.enter()];
    const [one, other] = [await shownSeed(client), await shownSeed(client)];
    expect(one.seed).not.toBe(other.seed);
    const keep = (from: Client, setUp: string, code: string) =>
      who.page(FACTORS, { intent: "app", code, setUp, currentPassword: PASSWORD }, from.cookie);
    const wrong = ["000000", "111111"].find((code) => code !== codeAt(one.seed))!;
    const refused = await keep(client, one.setUp, wrong);
    expect(refused.status).toBe(422);
    const page = (await refused.text()).replace(/<[^>]+>/g, "");
    expect(page).toContain("sets its clock by itself");
    expect(page).toContain(one.seed);
    // Neither another session of the person nor another person can keep it.
    const colleague = await person("acme", "engineer").enter();
    for (const from of [elsewhere, colleague]) {
      const answer = await keep(from, one.setUp, await codeNow(one.seed));
      expect([answer.status, await answer.text()]).toEqual([
        409,
        expect.stringContaining("The key you scanned has run out"),
      ]);
    }
    expect((await keep(client, one.setUp, await codeNow(one.seed))).status).toBe(200);
    await who.set("totp_secret = null, second_factor_since = null");
  });

  test("is kept sealed: a seed that is moved to another row opens nothing", async () => {
    const [one, other] = [person("globex", "engineer"), person("globex", "viewer")];
    const { seed } = await setUpApp(w, await one.enter());
    const row = await one.db
      .prepare("select totp_secret from users where id = ?")
      .bind(one.id)
      .first<{ totp_secret: string }>();
    expect(row!.totp_secret).toMatch(/^v1\./);
    expect(row!.totp_secret).not.toContain(seed.replace(/ /g, ""));
    await other.set(`totp_secret = '${row!.totp_secret}', second_factor_since = 1`);
    expect((await other.login(await codeNow(seed))).status).toBe(401);
    await other.set("totp_secret = null, second_factor_since = null");
  });

  test("at the page: a second step, a browser that is remembered, and all of it asked again", async () => {
    const who = person("initech", "engineer");
    const { seed, codes } = await setUpApp(w, await who.enter());
    const first = await who.page("/login?to=%2Fprofile", { email: who.email, password: PASSWORD });
    expect([first.status, first.headers.get("location")]).toEqual([
      302,
      "/login/second-step?to=%2Fprofile",
    ]);
    expect(cookiesOf(first).some((pair) => pair.startsWith("sid="))).toBe(false);
    const step = cookiesOf(first).join("; ");
    const stepped = (code: string, more = {}) =>
      who.page("/login/second-step?to=%2Fprofile", { proofCode: code, ...more }, step);
    expect((await stepped("000000")).status).toBe(401);
    const second = await stepped(await who.next(seed), { remember: "1" });
    expect([second.status, second.headers.get("location")]).toEqual([302, "/profile"]);
    const device = cookiesOf(second)
      .filter((pair) => pair.startsWith("device="))
      .join("; ");
    const again = await who.page("/login", { email: who.email, password: PASSWORD }, device);
    expect(again.headers.get("location")).toBe("/dashboard");
    const others = person("initech", "viewer");
    const { codes: theirs } = await setUpApp(w, await others.enter());
    const borrowed = await others.page(
      "/login",
      { email: others.email, password: PASSWORD },
      device,
    );
    expect(borrowed.headers.get("location")).toBe("/login/second-step");
    expect((await who.page("/login/second-step", { proofCode: theirs[0]! }, step)).status).toBe(
      401,
    );

    await sendForm(w, await who.enter(), FACTORS, { intent: "forget-devices" });
    const asked = await who.page("/login", { email: who.email, password: PASSWORD }, device);
    expect(asked.headers.get("location")).toBe("/login/second-step");
    expect((await stepped(codes[0]!)).status).toBe(302);
  });

  test("a step is worth nothing without the password it came from, and ends with it", async () => {
    const who = person("initech", "admin");
    const { codes } = await setUpApp(w, await who.enter());
    const without = await who.page("/login/second-step", { proofCode: codes[0]! });
    expect([without.status, without.headers.get("location")]).toEqual([302, "/login"]);
    const first = await who.page("/login", { email: who.email, password: PASSWORD });
    await who.set("session_epoch = session_epoch + 1");
    const late = await who.page(
      "/login/second-step",
      { proofCode: codes[0]! },
      cookiesOf(first).join("; "),
    );
    expect(late.status).toBe(401);
  });
});

describe("an act that asks again who acts", () => {
  const ask = (client: Client, more: Record<string, string> = {}) =>
    sendForm(w, client, "/profile", {
      ...{ intent: "email", newEmail: `new${Date.now()}@example.com`, currentPassword: PASSWORD },
      ...more,
    });

  test("wants the second factor as well, once in five minutes", async () => {
    const who = person("globex", "admin");
    const client = await who.enter();
    const { seed, codes } = await setUpApp(w, client);
    const longAgo = () =>
      who.db
        .prepare("update sessions set proved_at = proved_at - ? where user_id = ?")
        .bind(6 * MINUTE, who.id)
        .run();
    await longAgo();
    expect(await problemText(await ask(client))).toContain(
      "Enter a code of your authenticator app",
    );
    expect(await problemText(await ask(client, { proofCode: "000000" }))).toContain(
      "sets its clock by itself",
    );
    const code = await who.next(seed);
    expect((await ask(client, { proofCode: code, currentPassword: "wrong" })).status).toBe(422);
    expect((await ask(client, { proofCode: code })).status).toBe(200);
    expect((await ask(client)).status).toBe(200);
    await longAgo();
    expect((await ask(client)).status).toBe(422);
    expect((await ask(client, { proofCode: code })).status).toBe(422);
    expect((await ask(client, { proofCode: codes[0]! })).status).toBe(200);
  });
});

const problemText = async (answer: Response) => {
  expect(answer.status).toBe(422);
  return answer.text();
};

describe("a passkey", () => {
  const origin = (host: string) => `http://${host}`;
  async function added(client: Client) {
    const passkey = softPasskey(origin(client.host));
    const wanted = (await (await client.page("/profile/new-passkey")).json()) as never;
    const { challenge } = wanted as { challenge: string };
    const form = {
      ...{ intent: "passkey", name: "Soft key", currentPassword: PASSWORD, challenge },
      credential: passkey.made(wanted),
    };
    return { passkey, form, sent: await sendForm(w, client, FACTORS, form) };
  }
  const asked = async (host: string) =>
    (await (await ask(w, host, "/login/passkey")).json()) as {
      options: { challenge: string };
      challenge: string;
    };

  test("lets in alone, once an answer, and only what it was asked here", async () => {
    const who = person("acme", "admin");
    const client = await who.enter();
    const { passkey, sent, form } = await added(client);
    expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining("is added")]);
    expect((await sendForm(w, client, FACTORS, form)).status).not.toBe(200);

    const enter = async (twists = {}, host = who.host) => {
      const request = await asked(host);
      const fields = {
        proofCredential: passkey.shown(request, twists),
        proofChallenge: request.challenge,
      };
      return { fields, answer: await who.page("/login", fields) };
    };
    const good = await enter();
    expect([good.answer.status, good.answer.headers.get("location")]).toEqual([302, "/dashboard"]);
    expect((await who.page("/login", good.fields)).status).toBe(401);
    for (const twists of [
      { origin: "http://evil.localhost" },
      { rpId: "globex.localhost" },
      { type: "webauthn.create" },
      { isVerified: false },
      { counter: 1 },
    ])
      expect([twists, (await enter(twists)).answer.status]).toEqual([twists, 401]);
    expect((await enter({}, "globex.localhost")).answer.status).toBe(401);
    expect((await enter()).answer.status).toBe(302);
    const elsewhere = await asked("globex.localhost");
    const foreign = await ask(w, "globex.localhost", "/login", {
      method: "POST",
      headers: { origin: origin("globex.localhost") },
      body: new URLSearchParams({
        proofCredential: passkey.shown(elsewhere, {
          origin: origin("globex.localhost"),
          rpId: "globex.localhost",
        }),
        proofChallenge: elsewhere.challenge,
      }),
    });
    expect(foreign.status).toBe(401);
    await who.set("status = 'suspended'");
    expect((await enter()).answer.status).toBe(401);
    await who.set("status = 'active'");
  });

  test("that does not count its answers is not taken twice either", async () => {
    const who = person("globex", "viewer");
    await who.set("totp_secret = null, second_factor_since = null");
    const client = await who.enter();
    const passkey = softPasskey(origin(who.host));
    const wanted = (await (await client.page("/profile/new-passkey")).json()) as never;
    const sent = await sendForm(w, client, FACTORS, {
      ...{ intent: "passkey", name: "Synced", currentPassword: PASSWORD },
      challenge: (wanted as { challenge: string }).challenge,
      credential: passkey.made(wanted, { counter: 0 }),
    });
    expect(sent.status).toBe(200);
    const request = await asked(who.host);
    const fields = {
      proofCredential: passkey.shown(request, { counter: 0 }),
      proofChallenge: request.challenge,
    };
    expect((await who.page("/login", fields)).status).toBe(302);
    expect((await who.page("/login", fields)).status).toBe(401);
    await who.db.prepare("delete from passkeys where user_id = ?").bind(who.id).run();
    await who.set("second_factor_since = null");
  });

  test("stands for the password and a code where an act asks for them", async () => {
    const who = person("acme", "admin");
    const client = await who.enter();
    const [row] = (
      await who.db
        .prepare("select credential_id from passkeys where user_id = ?")
        .bind(who.id)
        .all<{ credential_id: string }>()
    ).results;
    expect(row).toBeDefined();
    const proof = (await (await client.page("/profile/proof")).json()) as {
      asksCode: boolean;
      passkey: { options: { challenge: string; allowCredentials: { id: string }[] } };
    };
    expect(proof.asksCode).toBe(true);
    expect(proof.passkey.options.allowCredentials).toEqual([
      expect.objectContaining({ id: row!.credential_id }),
    ]);
  });
});

describe("who has to have a second factor", () => {
  test("opens nothing else first, on pages and in the API", async () => {
    const who = person("globex", "viewer");
    const { db, company } = who;
    const setting = (value: string) =>
      db
        .prepare(
          "insert into company_settings (company_id, id, created_at, updated_at, version, value_json) values (?1, 'second_factor_of', 1, 1, 1, ?2) on conflict do update set value_json = ?2",
        )
        .bind(company.id, JSON.stringify(value))
        .run();
    await setting("admins");
    const client = await who.enter();
    expect((await client.page("/dashboard")).status).toBe(200);
    await setting("everybody");
    const page = await client.page("/dashboard");
    expect([page.status, page.headers.get("location")]).toEqual([302, FACTORS]);
    expect((await client.api("/api/assets")).status).toBe(403);
    expect((await client.page(FACTORS)).status).toBe(200);
    const { seed } = await setUpApp(w, client);
    expect((await client.page("/dashboard")).status).toBe(200);
    const removed = await sendForm(w, client, FACTORS, {
      ...{ intent: "remove-app", currentPassword: PASSWORD },
      proofCode: await who.next(seed),
    });
    expect(removed.status).toBe(409);
    await setting("nobody");
  });

  test("are all staff, but those of development", async () => {
    const control = w.env.CONTROL_DB;
    await control
      .prepare(
        "insert into staff (id, created_at, updated_at, version, name, email, role_id, status, password_hash) select 'staff-strict', 1, 1, 1, 'Strict', 'strict@example.org', role_id, 'active', password_hash from staff where id = 'staff-super'",
      )
      .run();
    const client = await clientAt(w, null, "staff-strict");
    const page = await client.page("/companies");
    expect([page.status, page.headers.get("location")]).toEqual([302, FACTORS]);
    expect((await client.api("/api/companies")).status).toBe(403);
    await setUpApp(w, client);
    expect((await client.page("/companies")).status).toBe(200);
    expect((await client.api("/api/super-admin/users")).status).toBe(401);
  });
});

describe("a lost device", () => {
  const DAY = 86_400_000;
  const aged = (db: D1Database, id: string) =>
    db
      .prepare(
        "update user_tokens set created_at = created_at - ?1, from_at = from_at - ?1 where user_id = ?2",
      )
      .bind(DAY, id)
      .run();

  async function halfWay(who: ReturnType<typeof person>) {
    const first = await who.page("/login", { email: who.email, password: PASSWORD });
    return cookiesOf(first).join("; ");
  }
  const asks = async (who: ReturnType<typeof person>) =>
    who.page("/login/second-step", { intent: "lost" }, await halfWay(who));
  const letters = async (who: ReturnType<typeof person>) => mailsTo(w, who.email, who.company);

  test("is replaced by an Admin's leave, a letter and a day", async () => {
    const who = person("initech", "viewer");
    const admin = await clientAt(w, who.company, who.company.users.admin.id);
    const allow = (more: Record<string, string> = {}) =>
      sendForm(w, admin, `/user/detail/${who.id}`, {
        ...{ intent: "new-factors", password: PASSWORD, ...more },
      });
    expect((await allow()).status).toBe(409);
    expect((await asks(who)).status).toBe(200);
    const told = await mailsTo(w, who.company.users.admin.email, who.company);
    expect(told[0]!.text).toContain("asks to sign in without it");
    const refusal = linkIn((await letters(who))[0]);

    const engineer = await clientAt(w, who.company, who.company.users.engineer.id);
    const byColleague = await sendForm(w, engineer, `/user/detail/${who.id}`, {
      ...{ intent: "new-factors", password: PASSWORD },
    });
    expect(byColleague.status).toBe(403);
    expect((await allow({ password: "wrong" })).status).toBe(422);
    // The Admin has a second factor of their own.
    expect((await allow()).status).toBe(422);
    const { results } = await who.db
      .prepare("select id from users where id = ?")
      .bind(who.company.users.admin.id)
      .all();
    expect(results).toHaveLength(1);
    await who.db
      .prepare("update users set second_factor_since = null where id = ?")
      .bind(who.company.users.admin.id)
      .run();
    expect((await allow()).status).toBe(200);

    const link = linkIn((await letters(who))[0]);
    expect(link).not.toBe(refusal);
    const use = () => who.page(link, { intent: "new-factors" });
    expect((await use()).status).toBe(409);
    await aged(who.db, who.id);
    expect((await use()).status).toBe(302);
    expect((await use()).status).toBe(409);
    expect((await who.login()).status).toBe(200);
    const left = await who.db
      .prepare(
        "select (select count(*) from passkeys where user_id = ?1) + (select count(*) from recovery_codes where user_id = ?1) as n",
      )
      .bind(who.id)
      .first<{ n: number }>();
    expect(left!.n).toBe(0);
  });

  test("is not what somebody with the password says it is, when its owner refuses", async () => {
    const who = person("globex", "engineer");
    await asks(who);
    const refusal = linkIn((await letters(who))[0]);
    const admin = await clientAt(w, who.company, who.company.users.admin.id);
    await who.db
      .prepare("update users set second_factor_since = null where id = ?")
      .bind(who.company.users.admin.id)
      .run();
    const allowed = await sendForm(w, admin, `/user/detail/${who.id}`, {
      ...{ intent: "new-factors", password: PASSWORD },
    });
    expect(allowed.status).toBe(200);
    const link = linkIn((await letters(who))[0]);
    await aged(who.db, who.id);
    expect((await who.page(refusal, { intent: "not-me" })).status).toBe(302);
    expect((await who.page(link, { intent: "new-factors" })).status).toBe(409);
    expect((await who.login()).status).toBe(401);
    expect((await letters(who))[0]!.subject).toBe("Choose a new password");
  });

  test("is over once its owner shows a second factor", async () => {
    const who = person("acme", "viewer");
    const { codes } = await setUpAgain(who);
    await asks(who);
    const step = await halfWay(who);
    const shown = await who.page("/login/second-step", { proofCode: codes[0]! }, step);
    expect(shown.status).toBe(302);
    const open = await who.db
      .prepare(
        "select count(*) as n from user_tokens where user_id = ? and purpose = 'lost_device' and used_at is null",
      )
      .bind(who.id)
      .first<{ n: number }>();
    expect(open!.n).toBe(0);
  });

  async function setUpAgain(who: ReturnType<typeof person>) {
    await who.set("totp_secret = null, second_factor_since = null");
    return setUpApp(w, await who.enter());
  }
});
