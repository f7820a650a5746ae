import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { ask, type Client, clientOf, postForm, signedIn } from "#tests/support/client.ts";
import { linkIn, mailsTo } from "#tests/support/mail.ts";
import { colleague, newPerson } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, PASSWORD, type World, world } from "#tests/support/world.ts";

/* A changed address gets no link for a new password until an Admin or the old address has confirmed it. */

let w: World;
let company: Company;
let admin: Client;
let editor: Client;
let ip = 1;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "medlar", 2, 0);
  admin = await signedIn(w, company, "admin");
  editor = (await colleague(w, company, "view-user", "edit-user")).client;
});

/** Posts a form from an address that no other was posted from. */
const post = (path: string, fields: Record<string, string> = {}) =>
  postForm(w, company.host, path, fields, { "cf-connecting-ip": `198.51.100.${ip++}` });
const open = async (path: string) => (await post(path)).status;
/** Asks for a link once more with the secret of the old one. */
const again = async (path: string) => (await post(path, { intent: "again" })).status;
const letter = async (to: string, subject: string) =>
  (await mailsTo(w, to, company)).find((mail) => mail.subject === subject);
const fresh = () => `a${newId().slice(-12)}@medlar.test`;

const askFor = async (by: Client, id: string, new_email: string) =>
  (await by.call("POST", `/api/users/${id}/email`, { new_email, password: PASSWORD })).status;
const ASKED = "A new e-mail address was asked for";
const linkTo = async (address: string, subject = "Confirm your new e-mail address") =>
  linkIn(await letter(address, subject));
const confirm = async (address: string) => open(await linkTo(address));
/** Whether a forgotten password sends a link to the address. */
async function resets(email: string) {
  const answer = await post("/forgot-password", { email });
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining("If the address is known, a link is on its way"),
  ]);
  return (await letter(email, "Choose a new password")) !== undefined;
}
const sendLink = async (by: Client, id: string) =>
  (await by.call("POST", `/api/users/${id}/send-link`, {})).status;

/** A person whose address a colleague has changed; the new one is confirmed where it is. */
async function moved() {
  const { id, email } = await newPerson(w, company);
  const address = fresh();
  expect(await askFor(editor, id, address)).toBe(200);
  expect((await letter(email, ASKED))?.text).toContain(address);
  expect(await resets(email)).toBe(true);
  expect(await confirm(address)).toBe(302);
  return { id, old: email, address };
}

test("an address that a colleague changed signs in with the password there was, and gets no link for another", async () => {
  const { id, address } = await moved();
  await clientOf(w, company.host, address);
  expect(await resets(address)).toBe(false);
  expect(await sendLink(editor, id)).toBe(409);
  expect(await resets(address)).toBe(false);
});

test("from the old address it is confirmed by the link of the letter, before or after", async () => {
  const { old, address } = await moved();
  const link = await linkTo(old, ASKED);
  const shown = await (await ask(w, company.host, link)).text();
  expect([shown.includes(address), shown.includes("From now on you sign in with")]).toEqual([
    true,
    false,
  ]);
  expect([await open(link), await open(link)]).toEqual([302, 409]);
  expect(await resets(address)).toBe(true);

  const { id, email } = await newPerson(w, company);
  const next = fresh();
  await askFor(editor, id, next);
  expect(await open(await linkTo(email, ASKED))).toBe(302);
  await clientOf(w, company.host, email);
  expect(await confirm(next)).toBe(302);
  expect(await resets(next)).toBe(true);
});

test("an Admin confirms it by asking for it, or by sending the link", async () => {
  const { id, email } = await newPerson(w, company);
  const address = fresh();
  expect(await askFor(admin, id, address)).toBe(200);
  expect(await letter(email, ASKED)).toBeDefined();
  expect(await confirm(address)).toBe(302);
  expect(await resets(address)).toBe(true);

  const other = await moved();
  expect(await sendLink(admin, other.id)).toBe(200);
  expect(await letter(other.address, "Choose a new password")).toBeDefined();
});

test("no detour by a second address frees the first", async () => {
  const { id, email } = await newPerson(w, company);
  const [one, two] = [fresh(), fresh()];
  await askFor(editor, id, one);
  const first = await linkTo(one);
  await askFor(editor, id, two);
  expect(await open(first)).toBe(409);
  expect(await again(first)).toBe(409);
  expect(await confirm(two)).toBe(302);
  expect(await resets(two)).toBe(false);
  expect(await askFor(editor, id, fresh())).toBe(409);
  const changed = { name: "Pat", email: fresh(), service_type: 2, password: PASSWORD };
  expect((await editor.call("PUT", `/api/users/${id}`, changed)).status).toBe(409);
  expect(await letter(two, ASKED)).toBeUndefined();
  expect(await letter(email, "Your e-mail address was changed")).toBeDefined();
  expect(await resets(two)).toBe(false);
});

test("a link that was replaced or used comes back by no request", async () => {
  const { id } = await newPerson(w, company);
  const [wrong, right] = [fresh(), fresh()];
  expect([await askFor(admin, id, wrong), await askFor(admin, id, right)]).toEqual([200, 200]);
  const [replaced, current] = [await linkTo(wrong), await linkTo(right)];
  expect([await again(replaced), await again(current)]).toEqual([409, 409]);
  expect(await open(current)).toBe(302);
  expect(await askFor(admin, id, fresh())).toBe(200);
  expect([await again(replaced), await again(current), await open(current)]).toEqual([
    409, 409, 409,
  ]);
  expect(await mailsTo(w, wrong, company)).toHaveLength(1);
  await clientOf(w, company.host, right);
});

test("one that ran out is sent again while no other has taken its place", async () => {
  const { id } = await newPerson(w, company);
  const address = fresh();
  expect(await askFor(admin, id, address)).toBe(200);
  const late = await linkTo(address);
  await rowsOf(w, company).run(
    "update user_tokens set expires_at = 1 where company_id = ? and user_id = ? and new_email = ?",
    id,
    address,
  );
  expect([await again(late), await again(late)]).toEqual([410, 409]);
  expect(await mailsTo(w, address, company)).toHaveLength(2);
});

test("an address that is taken is told from a free one by nothing", async () => {
  const { email } = await newPerson(w, company);
  const client = await clientOf(w, company.host, email);
  const shown = async (newEmail: string) => {
    const answer = await client.form("/profile", {
      intent: "email",
      newEmail,
      currentPassword: PASSWORD,
    });
    return [
      answer.status,
      answer.headers.get("location"),
      (await client.text("/profile")).split(newEmail).length,
    ];
  };
  const { email: taken } = await newPerson(w, company);
  expect(await shown(taken)).toEqual(await shown(fresh()));
  expect(await mailsTo(w, taken, company)).toEqual([]);
});

test("one's own change is held in the same way; an Admin's is not", async () => {
  const change = (by: Client, newEmail: string) =>
    by.form("/profile", { intent: "email", newEmail, currentPassword: PASSWORD });
  const { email } = await newPerson(w, company);
  const address = fresh();
  expect((await change(await clientOf(w, company.host, email), address)).status).toBe(200);
  expect(await confirm(address)).toBe(302);
  expect(await resets(address)).toBe(false);
  const held = await change(await clientOf(w, company.host, address), fresh());
  expect([held.status, await held.text()]).toEqual([
    409,
    expect.stringContaining("Confirm the address of now by the link"),
  ]);
  expect(await open(await linkTo(email, ASKED))).toBe(302);
  expect(await resets(address)).toBe(true);
});
