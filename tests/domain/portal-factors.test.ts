import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { softPasskey } from "#tests/support/authenticator.ts";
import {
  ask,
  type Client,
  clientAt,
  contactAt,
  postForm,
  signedIn,
} from "#tests/support/client.ts";
import { nextCode, sendForm, setUpApp } from "#tests/support/factors.ts";
import { linkIn, mailsTo } from "#tests/support/mail.ts";
import { passwordHash } from "#tests/support/password.ts";
import { newPerson } from "#tests/support/person.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, openWorld, PASSWORD, type World } from "#tests/support/world.ts";

const FACTORS = "/portal/second-factor";
const EDITS_CONSUMERS = ["view-consumer", "edit-consumer"];
const DAY = 86_400_000;

let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
beforeAll(async () => {
  w = await openWorld();
  company = await addCompany(w.env, "portal-factors", 1, 0);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
});
afterAll(() => w.server.close());

/** A consumer's contact with an account, who signs in with the common password. */
async function contact() {
  const consumer = await shard.add("consumers", {
    consumer_no: newId(),
    name: `Riverside ${newId()}`,
  });
  const named = { name: "Asha Rao", email: `${newId()}@ward.test` };
  const id = await shard.add("consumer_contacts", { consumer_id: consumer, ...named });
  const account = await shard.add("contact_accounts", {
    ...{ contact_id: id, status: "active", password_hash: passwordHash(PASSWORD), ...named },
  });
  return {
    ...{ ...named, consumer, id, account },
    enter: () => contactAt(w, company, account),
    login: () => postForm(w, company.host, "/login", { email: named.email, password: PASSWORD }),
    mails: () => mailsTo(w, named.email, company),
    at: (path: string, form: Record<string, string>, cookie = "") =>
      ask(w, company.host, path, {
        method: "POST",
        headers: { origin: `http://${company.host}`, cookie },
        body: new URLSearchParams(form),
      }),
  };
}
type Contact = Awaited<ReturnType<typeof contact>>;

const db = () => w.env[company.shard as "TENANT_DB_0"];
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0]!)
    .filter((pair) => !pair.endsWith("="))
    .join("; ");
const landing = (answer: Response) => [answer.status, answer.headers.get("location")];
const halfWay = async (who: Contact) => {
  const first = await who.login();
  expect(landing(first)).toEqual([302, "/login/second-step"]);
  return cookiesOf(first);
};
const asks = async (who: Contact) =>
  who.at("/login/second-step", { intent: "lost" }, await halfWay(who));

describe("a contact's authenticator app", () => {
  test("is asked for after the password; each code and each recovery code counts once", async () => {
    const who = await contact();
    const [here, elsewhere] = [await who.enter(), await who.enter()];
    expect(landing(await who.login())).toEqual([302, "/portal"]);
    const { seed, codes } = await setUpApp(w, here, FACTORS);
    expect(new Set(codes).size).toBe(10);
    expect((await elsewhere.page("/portal")).status).toBe(302);
    expect((await who.mails())[0]!.text).toContain("An authenticator app was set up");

    const step = await halfWay(who);
    const code = await nextCode(db(), "contact_accounts", who.account, seed);
    const shown = await who.at("/login/second-step", { proofCode: code }, step);
    expect(landing(shown)).toEqual([302, "/portal"]);
    const inside = await ask(w, company.host, "/portal", {
      headers: { cookie: cookiesOf(shown) },
    });
    expect(inside.status).toBe(200);
    const again = { proofCode: code };
    expect((await who.at("/login/second-step", again, await halfWay(who))).status).toBe(401);
    const recovery = { proofCode: codes[0]! };
    expect((await who.at("/login/second-step", recovery, await halfWay(who))).status).toBe(302);
    expect((await who.at("/login/second-step", recovery, await halfWay(who))).status).toBe(401);
    expect((await who.mails())[0]!.text).toContain("recovery code");
  });

  test("moves the session that has shown it, and is asked again before the password changes", async () => {
    const who = await contact();
    const here = await who.enter();
    const before = here.cookie;
    const { codes } = await setUpApp(w, here, FACTORS);
    const old = await ask(w, company.host, "/portal", { headers: { cookie: before } });
    expect(old.status).toBe(302);
    expect((await here.page("/portal")).status).toBe(200);

    await db()
      .prepare("update contact_sessions set proved_at = 1 where user_id = ?")
      .bind(who.account)
      .run();
    const proof = (await (await here.page("/portal/proof")).json()) as { asksCode: boolean };
    expect(proof.asksCode).toBe(true);
    const fields = {
      ...{ intent: "password", currentPassword: PASSWORD },
      ...{ password: "four-wards-over-the-hill", repeat: "four-wards-over-the-hill" },
    };
    const refused = await sendForm(w, here, "/portal/account", fields);
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining("Enter a code"),
    ]);
    const taken = await sendForm(w, here, "/portal/account", { ...fields, proofCode: codes[1]! });
    expect(taken.status).toBe(200);
  });

  test("is logged as the account's, and nobody else of the portal sees it", async () => {
    const [who, other] = [await contact(), await contact()];
    await setUpApp(w, await who.enter(), FACTORS);
    const entries = await shard.all<{ action: string; entity_kind: string }>(
      "select action, entity_kind from activity_log where company_id = ?1 and entity_id = ?2",
      who.account,
    );
    expect(entries).toContainEqual({
      action: "keep.authenticator",
      entity_kind: "contact_account",
    });
    const page = await (await other.enter()).text(FACTORS);
    expect(page).not.toContain("An authenticator app is set up");
    expect(page).not.toContain("Recovery codes");
  });
});

describe("a contact's passkey", () => {
  const asked = async () =>
    (await (await ask(w, company.host, "/login/passkey")).json()) as { challenge: string };
  async function added(here: Client) {
    const passkey = softPasskey(`http://${company.host}`);
    const wanted = (await (await here.page("/portal/new-passkey")).json()) as never;
    const sent = await sendForm(w, here, FACTORS, {
      ...{ intent: "passkey", name: "Bench phone", currentPassword: PASSWORD },
      challenge: (wanted as { challenge: string }).challenge,
      credential: passkey.made(wanted),
    });
    expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining("is added")]);
    return passkey;
  }

  test("lets in to the portal alone, once an answer, and not with the account gone", async () => {
    const who = await contact();
    const passkey = await added(await who.enter());
    const fields = async () => {
      const request = (await asked()) as never;
      return {
        proofCredential: passkey.shown(request),
        proofChallenge: (request as { challenge: string }).challenge,
      };
    };
    const form = await fields();
    const first = await who.at("/login?to=%2Fdashboard", form);
    expect(landing(first)).toEqual([302, "/portal"]);
    const cookie = cookiesOf(first);
    expect(landing(await ask(w, company.host, "/dashboard", { headers: { cookie } }))).toEqual([
      302,
      "/portal",
    ]);
    expect((await who.at("/login", form)).status).toBe(401);

    const taken = await admin.form(`/consumer/detail/${who.consumer}?tab=contacts`, {
      ...{ intent: "end-portal", contact: who.id },
    });
    expect(taken.status).toBe(302);
    expect((await who.at("/login", await fields())).status).toBe(401);
    const left = await shard.first<{ n: number }>(
      "select count(*) as n from contact_passkeys where company_id = ?1 and user_id = ?2",
      who.account,
    );
    expect(left!.n).toBe(0);
  });
});

describe("a company that asks everybody", () => {
  const asking = (whom: string) =>
    db()
      .prepare(
        "insert into company_settings (company_id, id, created_at, updated_at, version, value_json) values (?1, 'second_factor_of', 1, 1, 1, ?2) on conflict do update set value_json = ?2",
      )
      .bind(company.id, JSON.stringify(whom))
      .run();
  test("lets a contact without a second factor to their account and nowhere else, and keep the last", async () => {
    const who = await contact();
    await asking("everybody");
    const here = await who.enter();
    for (const path of [
      "/portal",
      "/portal/machines",
      "/portal/requests",
      "/portal/certificates.zip",
    ])
      expect([path, ...landing(await here.page(path))]).toEqual([path, 302, FACTORS]);
    expect((await here.page("/portal/account")).status).toBe(200);
    expect(await here.text(FACTORS)).toContain("A second factor is asked of you here");
    await setUpApp(w, here, FACTORS);
    expect((await here.page("/portal")).status).toBe(200);
    const removed = await sendForm(w, here, FACTORS, {
      ...{ intent: "remove-app", currentPassword: PASSWORD },
    });
    expect(removed.status).toBe(409);
    await asking("nobody");
    const free = await sendForm(w, here, FACTORS, {
      ...{ intent: "remove-app", currentPassword: PASSWORD },
    });
    expect(free.status).toBe(200);
  });
});

describe("a contact's lost device", () => {
  const allow = (by: Client, who: Contact, consumer = who.consumer, password = PASSWORD) =>
    sendForm(w, by, `/consumer/detail/${consumer}`, {
      ...{ intent: "new-factors", contact: who.id, password },
    });
  const aged = (who: Contact) =>
    db()
      .prepare(
        "update contact_tokens set created_at = created_at - ?1, from_at = from_at - ?1 where user_id = ?2",
      )
      .bind(DAY, who.account)
      .run();

  test("is replaced by leave of one of the laboratory's Admins, a letter and a day", async () => {
    const who = await contact();
    await setUpApp(w, await who.enter(), FACTORS);
    expect((await allow(admin, who)).status).toBe(409);
    const told = await asks(who);
    expect([told.status, await told.text()]).toEqual([
      200,
      expect.stringContaining("The laboratory was told"),
    ]);
    const [letter] = await mailsTo(w, company.users.admin.email, company);
    expect(letter!.text).toContain(`/consumer/detail/${who.consumer}?tab=contacts`);
    const page = await admin.text(`/consumer/detail/${who.consumer}?tab=contacts`);
    expect(page).toContain("Device lost");

    const { id: editor } = await newPerson(w, company, { permissions: EDITS_CONSUMERS });
    expect((await allow(await clientAt(w, company, editor), who)).status).toBe(403);
    const other = await contact();
    expect((await allow(admin, who, other.consumer)).status).toBe(404);
    expect((await allow(admin, who, who.consumer, "wrong")).status).toBe(422);
    expect((await allow(admin, who)).status).toBe(200);

    const link = linkIn((await who.mails())[0]);
    const use = () => who.at(link, { intent: "new-factors" });
    expect((await use()).status).toBe(409);
    await aged(who);
    expect((await use()).status).toBe(302);
    expect((await use()).status).toBe(409);
    expect(landing(await who.login())).toEqual([302, "/portal"]);
  });

  test("is not what somebody with the password says it is, when its owner refuses", async () => {
    const who = await contact();
    await setUpApp(w, await who.enter(), FACTORS);
    await asks(who);
    const refusal = linkIn((await who.mails())[0]);
    expect((await allow(admin, who)).status).toBe(200);
    const link = linkIn((await who.mails())[0]);
    await aged(who);
    expect((await who.at(refusal, { intent: "not-me" })).status).toBe(302);
    expect((await who.at(link, { intent: "new-factors" })).status).toBe(409);
    expect((await who.login()).status).toBe(401);
  });
});
