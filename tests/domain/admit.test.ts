import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { ask, clientOf, postForm } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { firstOf, freshWord } from "#tests/support/platform-rows.ts";
import { world } from "#tests/support/world.ts";
import {
  companyControl,
  companyShard,
  firstStaff,
  invitationOf,
} from "../../scripts/support/admission.ts";

const w = await world();
const APEX = "localhost";
const NEW = "Spirometer-2027-green";
const HOURS = 3_600_000;

/** Carries a file of statements out, one a line. */
const carryOut = (db: D1Database, text: string) =>
  db.batch(
    text
      .split(";\n")
      .filter(Boolean)
      .map((line) => db.prepare(line)),
  );
const newcomer = () => {
  const id = newId();
  return { id, name: "Ada Example", email: `ada-${id.slice(-8)}@plumbline.test` };
};
const choose = (host: string, link: string, name = "Ada Example") =>
  postForm(w, host, new URL(link).pathname, { name, password: NEW, repeat: NEW });

test("the first member of staff is invited, has no password, and comes in by the link once", async () => {
  const person = newcomer();
  const { link, token } = await invitationOf(person, APEX);
  const text = firstStaff(person, token);
  expect(text).not.toContain(link.split("/").at(-1));
  await carryOut(w.env.CONTROL_DB, text);
  const row = await firstOf(w.env.CONTROL_DB)<Record<string, unknown>>(
    "select status, password_hash from staff where id = ?",
    person.id,
  );
  expect(row).toEqual({ status: "invited", password_hash: null });
  const login = (password: string) =>
    ask(w, APEX, "/api/super-admin/login", {
      method: "POST",
      body: { email: person.email, password },
    });
  for (const password of [NEW, "", "null"]) expect((await login(password)).status).not.toBe(200);
  await expectAnswer(ask(w, APEX, new URL(link).pathname), 200, person.email);
  expect((await choose(APEX, link)).headers.get("location")).toBe("/developer/login");
  expect((await login(NEW)).status).toBe(200);
  await expectAnswer(choose(APEX, link), 409, "This link was already used");
});

test("a company's first Admin is invited, and the link ends after 72 hours", async () => {
  const word = freshWord();
  const host = `${word}.localhost`;
  const admitted = async (at: number) => {
    const person = newcomer();
    return { person, ...(await invitationOf(person, host, at)) };
  };
  const { person, link, token } = await admitted(Date.now());
  const company = {
    ...{ id: newId(), name: "Hill Infirmary", slug: word, host, kind: "hospital" as const },
    ...{ serviceType: 2, country: "IN", currency: "INR", timeZone: "Asia/Kolkata" },
    ...{ email: "office@hill.test", phone: "+91 80 5550 0199" },
  };
  await carryOut(w.env.TENANT_DB_0, companyShard(company, person, token));
  await carryOut(w.env.CONTROL_DB, companyControl(company, "TENANT_DB_0"));
  const one = firstOf(w.env.TENANT_DB_0);
  const rowOf = () =>
    one<Record<string, unknown>>(
      "select status, type, password_hash is null as without from users where company_id = ? and id = ?",
      company.id,
      person.id,
    );
  expect(await rowOf()).toEqual({ status: "invited", type: "admin", without: 1 });
  expect(token.expiresAt - token.createdAt).toBe(72 * HOURS);
  const set = (expiresAt: number) =>
    w.env.TENANT_DB_0.prepare(
      "update user_tokens set expires_at = ? where company_id = ? and id = ?",
    )
      .bind(expiresAt, company.id, token.id)
      .run();
  await set(Date.now());
  await expectAnswer(choose(host, link), 409, "This link has expired");
  await set(token.expiresAt);
  expect((await choose(host, link)).headers.get("location")).toBe("/login");
  expect(await rowOf()).toEqual({ status: "active", type: "admin", without: 0 });
  const admin = await clientOf(w, host, person.email, "/login", "/api/login", NEW);
  expect((await admin.page("/dashboard")).status).toBe(200);
});
