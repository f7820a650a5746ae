import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import {
  ask,
  type Client,
  contactAt,
  d1Of,
  postForm,
  signedIn,
  upTo,
} from "#tests/support/client.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { passwordHash } from "#tests/support/password.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, PASSWORD, type World, world } from "#tests/support/world.ts";

const ACCOUNT = "/portal/account";
const NEW_PASSWORD = "four-wards-over-the-hill";
let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "portal-accounts", 2, 0);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
});

/** A consumer's contact who signs in with the common password. */
async function contact() {
  const name = `Riverside ${newId().slice(-6)}`;
  const consumer = await shard.add("consumers", { consumer_no: newId(), name });
  const email = `${newId()}@ward.test`;
  const named = { name: "Asha Rao", email };
  const id = await shard.add("consumer_contacts", { consumer_id: consumer, ...named });
  const account = await shard.add("contact_accounts", {
    ...{ contact_id: id, status: "active", password_hash: passwordHash(PASSWORD), ...named },
  });
  return { consumer, name, email, account };
}
const opened = (account: string) => contactAt(w, company, account);
const sessionOf = ({ cookie }: Client): string =>
  JSON.parse(Buffer.from(cookie.slice(4).split(".")[1]!, "base64url").toString()).sid;
const isOpen = async (client: Client) => (await client.page(ACCOUNT)).status === 200;
const signIn = (email: string, password: string) =>
  postForm(w, company.host, "/login", { email, password });

const passwords = (more: Record<string, string> = {}) => ({
  ...{ intent: "password", currentPassword: PASSWORD },
  ...{ password: NEW_PASSWORD, repeat: NEW_PASSWORD, ...more },
});
const sent = async (client: Client, fields: Record<string, string>) => {
  const answer = await client.form(ACCOUNT, fields);
  return { status: answer.status, text: await answer.text() };
};
const logged = (account: string) =>
  shard.all<Record<string, unknown>>(
    "select action, entity_kind, entity_label, actor_kind, actor_id, actor_name from activity_log where company_id = ?1 and entity_id = ?2 order by id",
    account,
  );

describe("a contact's page of their account", () => {
  test("shows who they are to the laboratory and where they are signed in, in one look", async () => {
    const { account, email, name } = await contact();
    const here = await opened(account);
    const text = await here.text(ACCOUNT);
    const profile = await shard.first<{ name: string }>(
      "select name from company_profiles where company_id = ?",
    );
    for (const one of ["Asha Rao", email, name, profile!.name, "This device"])
      expect(text).toContain(one);
    expect(text).toContain("Only the laboratory changes these");
    expect(d1Of(await here.page(`${ACCOUNT}.data`)).trips).toEqual(upTo(2));
    expect(await here.text("/portal")).toContain(`href="${ACCOUNT}"`);
  });

  test("is the contact's alone, and is over with the consumer", async () => {
    const { account, consumer } = await contact();
    const here = await opened(account);
    const colleague = await admin.page(ACCOUNT);
    expect([colleague.status, colleague.headers.get("location")]).toEqual([302, "/dashboard"]);
    const staff = await ask(w, "localhost", ACCOUNT);
    expect(staff.status).toBe(404);
    expect((await admin.call("POST", `/api/consumers/${consumer}/archive`)).status).toBe(200);
    const ended = await here.page(ACCOUNT);
    expect([ended.status, ended.headers.get("location")]).toEqual([
      302,
      "/login?to=%2Fportal%2Faccount",
    ]);
    const byScripts = await here.form(`${ACCOUNT}.data`, passwords());
    expect(byScripts.status).toBe(401);
    expect(await logged(account)).toEqual([]);
  });
});

describe("a contact's password", () => {
  test("is changed by who knows the old one: other sessions end, a letter goes out, the log says so", async () => {
    const { account, email } = await contact();
    const [here, there] = [await opened(account), await opened(account)];
    expect(await sent(here, passwords())).toEqual({
      status: 200,
      text: expect.stringContaining("Password changed. Other sessions were ended."),
    });
    expect([await isOpen(here), await isOpen(there)]).toEqual([true, false]);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    const signed = await signIn(email, NEW_PASSWORD);
    expect([signed.status, signed.headers.get("location")]).toEqual([302, "/portal"]);
    const [letter] = await mailsTo(w, email, company);
    expect(letter!.subject).toBe("Your password was changed");
    expect(await logged(account)).toEqual([
      {
        ...{ action: "change.password", entity_kind: "contact_account", entity_label: "Asha Rao" },
        ...{ actor_kind: "public", actor_id: account, actor_name: "Asha Rao" },
      },
    ]);
    expect(await admin.text("/activity-logs")).toContain("Changed the password");
  });

  test.each([
    ["a wrong old one", { currentPassword: "wrong-password-here" }, "current password is wrong"],
    ["no old one", { currentPassword: "" }, "Current password is required"],
    ["a short one", { password: "short", repeat: "short" }, "Use at least 12 characters"],
    ["a common one", { password: "hospital1234", repeat: "hospital1234" }, "too common"],
    ["the old one again", { password: PASSWORD, repeat: PASSWORD }, "the password of now"],
    ["one of breaches", { password: "SonyEricsson", repeat: "SonyEricsson" }, "too common"],
    ["its company's name", { password: "7portal-2026", repeat: "7portal-2026" }, "Without portal"],
    ["two that differ", { repeat: "another-ward-again" }, "The two passwords differ"],
    ["a field it has not", { email: "mine@ward.test" }, "email"],
  ])("stays with %s", async (_, fields, problem) => {
    const { account, email } = await contact();
    const [here, there] = [await opened(account), await opened(account)];
    expect(await sent(here, passwords(fields))).toEqual({
      status: 422,
      text: expect.stringContaining(problem),
    });
    expect(await isOpen(there)).toBe(true);
    expect((await signIn(email, PASSWORD)).status).toBe(302);
    expect(await logged(account)).toEqual([]);
  });

  test("can be guessed ten times in a session, however many come at once, and no more", async () => {
    const { account } = await contact();
    const here = await opened(account);
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () =>
        here.form(ACCOUNT, passwords({ currentPassword: "wrong-password-here" })),
      ),
    );
    const statuses = guesses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(422), ...Array(10).fill(429)]);
    expect(await sent(here, passwords())).toEqual({
      status: 429,
      text: expect.stringContaining("Too many attempts. Try again in 5 minutes."),
    });
  });

  test("is changed once by two that come at the same time, and by a form that is sent again", async () => {
    const { account } = await contact();
    const here = await opened(account);
    const again = passwords({ idempotency_key: newId() });
    const both = await Promise.all([here.form(ACCOUNT, again), here.form(ACCOUNT, again)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await logged(account)).toHaveLength(1);
  });

  test("is the contact's own while the laboratory is suspended", async () => {
    const { account } = await contact();
    const here = await opened(account);
    await shard.setProfile({ status: "suspended" });
    try {
      expect((await sent(here, passwords())).status).toBe(200);
    } finally {
      await shard.setProfile({ status: "active" });
    }
  });
});

describe("a contact's sessions", () => {
  const proof = { currentPassword: PASSWORD };

  test("end one by one, or all but this one, and the log says so", async () => {
    const { account } = await contact();
    const [here, one, two] = [await opened(account), await opened(account), await opened(account)];
    const ended = await sent(here, { intent: "end-session", id: sessionOf(one), ...proof });
    expect(ended.status).toBe(302);
    expect([await isOpen(here), await isOpen(one), await isOpen(two)]).toEqual([true, false, true]);
    for (const intent of ["end-session", "end-others"]) {
      const fields: Record<string, string> =
        intent === "end-session" ? { intent, id: sessionOf(two) } : { intent };
      expect(await sent(here, fields)).toEqual({
        status: 422,
        text: expect.stringContaining("Current password is required"),
      });
    }
    expect(await isOpen(two)).toBe(true);
    const all = await sent(here, { intent: "end-others", ...proof });
    expect(all.status).toBe(302);
    expect([await isOpen(here), await isOpen(two)]).toEqual([true, false]);
    expect((await logged(account)).map(({ action, entity_kind }) => [action, entity_kind])).toEqual(
      [
        ["end.session", "contact_account"],
        ["end.sessions", "contact_account"],
      ],
    );
  });

  test("end in four round trips, and a password is changed in five, as a colleague's", async () => {
    const { account } = await contact();
    const [here, there] = [await opened(account), await opened(account)];
    for (const [fields, most] of [
      [{ intent: "end-session", id: sessionOf(there), ...proof }, 4],
      [{ intent: "end-others", ...proof }, 4],
      [passwords(), 5],
    ] as const) {
      const answer = await here.form(`${ACCOUNT}.data`, fields);
      expect([answer.status, d1Of(answer).trips]).toEqual([200, upTo(most)]);
    }
  });

  test("of another contact or of a colleague are not there", async () => {
    const { account } = await contact();
    const here = await opened(account);
    const stranger = await opened((await contact()).account);
    const unknown = await sent(here, { intent: "end-session", id: newId(), ...proof });
    expect(unknown.status).toBe(404);
    for (const id of [sessionOf(stranger), sessionOf(admin)]) {
      const { status, text } = await sent(here, { intent: "end-session", id, ...proof });
      expect([status, text.replaceAll(id, "")]).toEqual([404, expect.not.stringContaining("Asha")]);
    }
    expect(await isOpen(stranger)).toBe(true);
    expect((await admin.page("/consumers")).status).toBe(200);
    expect(await here.text(ACCOUNT)).not.toContain(sessionOf(stranger));
    expect(await logged(account)).toEqual([]);
  });
});
