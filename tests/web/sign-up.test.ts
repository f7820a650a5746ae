import { afterAll, describe, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { ask, clientOf, postForm } from "#tests/support/client.ts";
import { night } from "#tests/support/clock.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { linkIn, mailsTo } from "#tests/support/mail.ts";
import { firstOf, freshWord } from "#tests/support/platform-rows.ts";
import { offer } from "#tests/support/platform-twins.ts";
import { companyToday, inserting, openWorld, PASSWORD } from "#tests/support/world.ts";
import { CHECK_MAIL } from "#worker/domain/platform/sign-up.ts";

/** A world of its own: what is offered to try decides what a visitor sees. */
const w = await openWorld();
afterAll(() => w.server.close());
await offer(w);
const APEX = "localhost";
const TRIAL_DAYS = 30;
const DAY_MS = 86_400_000;

let people = 0;
/** A visitor from a network of their own. */
const visitor = () => `10.77.${Math.floor(++people / 250)}.${people % 250}`;
const form = (more: Record<string, string> = {}) => {
  const word = freshWord();
  return {
    ...{ companyName: `Hospital ${word}`, word, country: "IN", timeZone: "", serviceType: "2" },
    ...{ name: "Asha Menon", email: `asha@${word}.test`, ...more },
  };
};
type Form = ReturnType<typeof form>;
const send = (fields: Form, ip = visitor()) =>
  postForm(w, APEX, "/signup", fields, { "cf-connecting-ip": ip });
const one = firstOf(w.env.CONTROL_DB);
const rowOf = ({ word }: Form) =>
  one<Record<string, string | number | null>>(
    "select * from signups where hostname = ? order by id desc limit 1",
    `${word}.localhost`,
  );
const linkOf = async ({ email }: Form) => linkIn((await mailsTo(w, email))[0]);
async function signedUp(more: Record<string, string> = {}) {
  const fields = form(more);
  await expectAnswer(send(fields), 200, CHECK_MAIL);
  return { fields, link: await linkOf(fields) };
}
const start = (link: string, password = PASSWORD, repeat = password) =>
  postForm(w, APEX, link, { intent: "start", password, repeat });
const said = async (word: string) =>
  (await (await ask(w, APEX, `/signup/host?word=${encodeURIComponent(word)}`)).json()) as {
    isFree: boolean;
    message: string;
  };

describe("a sign-up", () => {
  test("becomes a company on trial, whose first Admin signs in with the password chosen at the link", async () => {
    const { fields, link } = await signedUp();
    const host = `${fields.word}.localhost`;
    expect((await ask(w, host, "/login")).status).toBe(404);
    await expectAnswer(ask(w, APEX, link), 200, "Start your trial", host);
    await expectAnswer(start(link, "short"), 422, "at least 12 characters");
    await expectAnswer(start(link, PASSWORD, `${PASSWORD}!`), 422);
    await expectAnswer(start(link, "SonyEricsson"), 422, "This password is too common");
    await expectAnswer(start(link, `${fields.word}-2027-x`), 422, `Without ${fields.word}`);
    expect(await one("select 1 from companies where slug = ?", fields.word)).toBeNull();
    await expectAnswer(start(link), 200, "is ready", host);
    const company = await one<{ id: string; status: string; kind: string; currency: string }>(
      "select * from companies where slug = ?",
      fields.word,
    );
    expect(company).toMatchObject({
      ...{ name: fields.companyName, status: "trial", kind: "hospital", currency: "INR" },
      ...{ time_zone: "Asia/Kolkata", trial_ends_on: addDays(companyToday(), TRIAL_DAYS) },
    });
    expect(await one("select status from subscriptions where company_id = ?", company!.id)).toEqual(
      { status: "trialing" },
    );
    const admin = await clientOf(w, host, fields.email);
    const page = await admin.call<{ standing: object }>("GET", "/api/subscription");
    expect(page.data.standing).toMatchObject({ status: "trial" });
    expect((await admin.call("POST", "/api/departments", { name: "ICU" })).status).toBe(201);
    expect(await rowOf(fields)).toMatchObject({ company_id: company!.id });
    const told = await one<{ payload: string }>(
      "select payload from outbox where topic = 'company.created' and payload like ?",
      `%${company!.id}%`,
    );
    expect(told!.payload).not.toContain("argon2");
  });

  test("whose link is opened again, or by two at once, is one company, and leads to its door", async () => {
    const { fields, link } = await signedUp();
    const answers = await Promise.all(Array.from({ length: 3 }, () => start(link)));
    expect(
      answers.map(({ status }) => status).filter((status) => status === 200).length,
    ).toBeGreaterThan(0);
    const found = await one<{ n: number }>(
      "select count(*) as n from companies where slug = ?",
      fields.word,
    );
    expect(found!.n).toBe(1);
    await expectAnswer(ask(w, APEX, link), 200, "is ready", `http://${fields.word}.localhost`);
    await expectAnswer(start(link), 200, "is ready");
  });

  test("whose link is a day old says so, and is sent again", async () => {
    const { fields, link } = await signedUp();
    await w.env.CONTROL_DB.prepare(
      "update signups set expires_at = 1, updated_at = 1 where hostname = ?",
    )
      .bind(`${fields.word}.localhost`)
      .run();
    await expectAnswer(ask(w, APEX, link), 410, "older than 24 hours", "Send again");
    await expectAnswer(start(link), 409, "older than 24 hours");
    await expectAnswer(postForm(w, APEX, link, { intent: "again" }), 410, "The link was sent");
    const next = await linkOf(fields);
    expect(next).not.toBe(link);
    await expectAnswer(ask(w, APEX, link), 410);
    await expectAnswer(postForm(w, APEX, next, { intent: "again" }), 429);
    await expectAnswer(start(next), 200, "is ready");
  });

  test("sends its link five times at most, and keeps no secret but its hash", async () => {
    const { fields, link } = await signedUp();
    expect((await rowOf(fields))!.token_hash).not.toBe(link.split("/").at(-1));
    await w.env.CONTROL_DB.prepare(
      "update signups set version = 6, updated_at = 1 where hostname = ?",
    )
      .bind(`${fields.word}.localhost`)
      .run();
    await expectAnswer(postForm(w, APEX, link, { intent: "again" }), 429);
    expect(await mailsTo(w, fields.email)).toHaveLength(1);
  });

  test("whose host was taken meanwhile founds nothing, and says so", async () => {
    const { fields, link } = await signedUp();
    const id = newId();
    await inserting(w.env.CONTROL_DB, "domains", {
      ...{ id, hostname: `${fields.word}.localhost`, company_id: w.companies.acme.id },
      ...{ kind: "subdomain", status: "retired", is_primary: 0, created_at: 1, updated_at: 1 },
    }).run();
    try {
      await expectAnswer(start(link), 409, "already used");
      expect(await one("select 1 from companies where slug = ?", fields.word)).toBeNull();
      expect((await rowOf(fields))!.verified_at).toBeNull();
    } finally {
      await w.env.CONTROL_DB.prepare("delete from domains where id = ?").bind(id).run();
    }
  });

  test("tries a plan that everybody may have, though another stands before it", async () => {
    const stamps = { created_at: 1, updated_at: 1 };
    const db = w.env.CONTROL_DB;
    await db.batch([
      inserting(db, "plans", {
        ...{ id: "kept-back", code: "kept-back", name: "Kept back", service_type: 2 },
        ...{ is_public: 0, sort: -1, ...stamps },
      }),
      inserting(db, "plan_versions", {
        ...{ id: "kept-back-1", plan_id: "kept-back", version_no: 1, currency: "INR" },
        ...{ price_monthly_minor: 1, price_yearly_minor: 1, trial_days: 90, features: "[]" },
        ...{ valid_from: "2020-01-01", ...stamps },
      }),
    ]);
    const { fields, link } = await signedUp();
    await expectAnswer(start(link), 200, "is ready");
    const tried = await one(
      `select is_public from subscriptions join plan_versions on plan_versions.id = plan_version_id
         join plans on plans.id = plan_id where company_id = (select id from companies where slug = ?)`,
      fields.word,
    );
    await db.prepare("update plans set archived_at = 1 where id = 'kept-back'").run();
    expect(tried).toEqual({ is_public: 1 });
  });

  test("that nobody confirmed is gone two days later, one that waits is not", async () => {
    const { fields } = await signedUp();
    const waits = await signedUp();
    const old = newId(Date.now() - 3 * DAY_MS);
    await w.env.CONTROL_DB.prepare("update signups set id = ?, expires_at = ? where hostname = ?")
      .bind(old, Date.now() - 2 * DAY_MS, `${fields.word}.localhost`)
      .run();
    await night(w);
    expect(await rowOf(fields)).toBeNull();
    expect(await rowOf(waits.fields)).not.toBeNull();
  });

  test("with another's secret, or on a company's host, opens nothing", async () => {
    const [{ link }, other] = [await signedUp(), await signedUp()];
    const [, , id] = link.split("/");
    const foreign = `/verify-email/${id}/${other.link.split("/").at(-1)}`;
    await expectAnswer(ask(w, APEX, foreign), 410);
    await expectAnswer(ask(w, "acme.localhost", link), 410);
    await expectAnswer(start(foreign), 409);
    expect((await postForm(w, "acme.localhost", "/signup", form())).status).toBe(404);
  });
});

describe("its host", () => {
  test.each([
    ["www", "reserved"],
    ["assets", "reserved"],
    ["l0gin", "reserved"],
    ["supp-ort", "reserved"],
    ["xn--80ak6aa92e", "reserved"],
    ["a", "2 to 40 letters"],
    ["my company", "2 to 40 letters"],
    ["acme", "already used"],
    ["acrne", "easily taken for one"],
    ["ac-me", "easily taken for one"],
  ])("%s is refused: %s", async (word, why) => {
    const answer = await said(word);
    expect([answer.isFree, answer.message]).toEqual([false, expect.stringContaining(why)]);
    const fields = form({ word });
    const html = await expectAnswer(send(fields), 422, why);
    expect(html).toContain(`value="${fields.companyName}"`);
  });

  test("is free until somebody asks for it, and is theirs for a day", async () => {
    const fields = form();
    expect(await said(fields.word)).toEqual({
      isFree: true,
      message: `${fields.word}.localhost is free`,
    });
    await expectAnswer(send(fields), 200, CHECK_MAIL);
    expect(Number((await rowOf(fields))!.expires_at)).toBeLessThanOrEqual(Date.now() + DAY_MS);
    expect((await said(fields.word)).isFree).toBe(false);
    await expectAnswer(send(form({ word: fields.word })), 422, "already used");
    await w.env.CONTROL_DB.prepare("update signups set expires_at = 1 where hostname = ?")
      .bind(`${fields.word}.localhost`)
      .run();
    expect((await said(fields.word)).isFree).toBe(true);
  });

  test("asked for by ten at once is one's alone", async () => {
    const word = freshWord();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(form({ word }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)]);
  });
});

describe("limits", () => {
  test("a network asks for five an hour", async () => {
    const ip = visitor();
    for (let n = 0; n < 5; n++) await expectAnswer(send(form(), ip), 200, CHECK_MAIL);
    const fields = form();
    const html = await expectAnswer(send(fields, ip), 429, "from your network");
    expect(html).toContain(`value="${fields.companyName}"`);
  });

  test("all networks together ask for two hundred an hour", async () => {
    const { fields } = await signedUp();
    const like = (await rowOf(fields))!;
    const db = w.env.CONTROL_DB;
    const many = Array.from({ length: 200 }, () => {
      const hostname = `${freshWord()}.localhost`;
      const { skeleton: _, ...row } = like;
      return { ...row, id: newId(), hostname, email: `asha@${hostname}`, ip_hash: "elsewhere" };
    });
    await db.batch(many.map((row) => inserting(db, "signups", row)));
    try {
      await expectAnswer(send(form()), 429);
    } finally {
      await db.prepare("delete from signups where ip_hash = 'elsewhere'").run();
    }
    await expectAnswer(send(form()), 200, CHECK_MAIL);
  });

  test("an address for which three hosts wait gets the same answer, and no fourth", async () => {
    const email = `${freshWord()}@many.test`;
    for (let n = 0; n < 3; n++) await expectAnswer(send(form({ email })), 200, CHECK_MAIL);
    const fourth = form({ email });
    await expectAnswer(send(fourth), 200, CHECK_MAIL);
    expect(await rowOf(fourth)).toBeNull();
    expect(await mailsTo(w, email)).toHaveLength(3);
  });

  test("the same words sent twice are one", async () => {
    const fields = form();
    const ip = visitor();
    await expectAnswer(send(fields, ip), 200, CHECK_MAIL);
    await expectAnswer(send(fields, ip), 200, CHECK_MAIL);
    expect(await mailsTo(w, fields.email)).toHaveLength(1);
  });

  test.each([
    [{ email: "nobody" }, "Not an e-mail address"],
    [{ country: "JP" }, "begin by request"],
    [{ serviceType: "3" }, "What for"],
    [{ website: "http://spam.test" }, "Hospital"],
    [{ companyName: "" }, "Company is required"],
  ])("%o is refused at its field", async (wrong, says) => {
    const fields = form(wrong);
    await expectAnswer(send(fields), 422, says);
    expect(await rowOf(fields)).toBeNull();
  });
});
