import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { ask, type Client, clientOf, signedIn } from "#tests/support/client.ts";
import { linkIn, mailsTo } from "#tests/support/mail.ts";
import { newPerson } from "#tests/support/person.ts";
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
  const { email } = await newPerson(w, company, { permissions: ["view-user", "edit-user"] });
  editor = await clientOf(w, company.host, email);
});

const open = (path: string) =>
  ask(w, company.host, path, {
    method: "POST",
    body: new URLSearchParams({}),
    headers: { origin: `http://${company.host}` },
  });
/** Asks for a link once more with the secret of the old one. */
const again = async (path: string) =>
  (
    await ask(w, company.host, path, {
      method: "POST",
      body: new URLSearchParams({ intent: "again" }),
      headers: { origin: `http://${company.host}`, "cf-connecting-ip": `198.51.100.${ip++}` },
    })
  ).status;
const letter = async (to: string, subject: string) =>
  (await mailsTo(w, to, company)).find((mail) => mail.subject === subject);
const fresh = () => `a${newId().slice(-12)}@medlar.test`;

const askFor = async (by: Client, id: string, new_email: string) =>
  (await by.api(`/api/users/${id}/email`, { method: "POST", body: { new_email } })).status;
const confirm = async (address: string) =>
  (await open(linkIn(await letter(address, "Confirm your new e-mail address")))).status;
/** Whether a forgotten password sends a link to the address. */
async function resets(email: string) {
  const asked = await ask(w, company.host, "/forgot-password", {
    method: "POST",
    body: new URLSearchParams({ email }),
    headers: { origin: `http://${company.host}`, "cf-connecting-ip": `198.51.100.${ip++}` },
  });
  expect([asked.status, await asked.text()]).toEqual([
    200,
    expect.stringContaining("If the address is known, a link is on its way"),
  ]);
  return (await letter(email, "Choose a new password")) !== undefined;
}
const sendLink = async (by: Client, id: string) =>
  (await by.api(`/api/users/${id}/send-link`, { method: "POST", body: {} })).status;

/** A person whose address a colleague has changed; the new one is confirmed where it is. */
async function moved() {
  const { id, email } = await newPerson(w, company);
  const address = fresh();
  expect(await askFor(editor, id, address)).toBe(200);
  expect((await letter(email, "A new e-mail address was asked for"))?.text).toContain(address);
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
  const link = linkIn(await letter(old, "A new e-mail address was asked for"));
  const shown = await (await ask(w, company.host, link)).text();
  expect([shown.includes(address), shown.includes("From now on you sign in with")]).toEqual([
    true,
    false,
  ]);
  expect((await open(link)).status).toBe(302);
  expect((await open(link)).status).toBe(409);
  expect(await resets(address)).toBe(true);

  const { id, email } = await newPerson(w, company);
  const next = fresh();
  await askFor(editor, id, next);
  expect(
    (await open(linkIn(await letter(email, "A new e-mail address was asked for")))).status,
  ).toBe(302);
  await clientOf(w, company.host, email);
  expect(await confirm(next)).toBe(302);
  expect(await resets(next)).toBe(true);
});

test("an Admin confirms it by asking for it, or by sending the link", async () => {
  const { id, email } = await newPerson(w, company);
  const address = fresh();
  expect(await askFor(admin, id, address)).toBe(200);
  expect(await letter(email, "A new e-mail address was asked for")).toBeDefined();
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
  const first = linkIn(await letter(one, "Confirm your new e-mail address"));
  await askFor(editor, id, two);
  expect((await open(first)).status).toBe(409);
  expect(await again(first)).toBe(409);
  expect(await confirm(two)).toBe(302);
  expect(await resets(two)).toBe(false);
  expect(await askFor(editor, id, fresh())).toBe(409);
  expect(
    await (
      await editor.api(`/api/users/${id}`, {
        method: "PUT",
        body: { name: "Pat", email: fresh(), service_type: 2 },
      })
    ).status,
  ).toBe(409);
  expect(await letter(two, "A new e-mail address was asked for")).toBeUndefined();
  expect(await letter(email, "Your e-mail address was changed")).toBeDefined();
  expect(await resets(two)).toBe(false);
});

test("a link that was replaced or used comes back by no request", async () => {
  const { id } = await newPerson(w, company);
  const [wrong, right] = [fresh(), fresh()];
  const linkTo = async (address: string) =>
    linkIn(await letter(address, "Confirm your new e-mail address"));
  expect([await askFor(admin, id, wrong), await askFor(admin, id, right)]).toEqual([200, 200]);
  const [replaced, current] = [await linkTo(wrong), await linkTo(right)];
  expect([await again(replaced), await again(current)]).toEqual([409, 409]);
  expect((await open(current)).status).toBe(302);
  expect(await askFor(admin, id, fresh())).toBe(200);
  expect([await again(replaced), await again(current), (await open(current)).status]).toEqual([
    409, 409, 409,
  ]);
  expect(await mailsTo(w, wrong, company)).toHaveLength(1);
  await clientOf(w, company.host, right);
});

test("one that ran out is sent again while no other has taken its place", async () => {
  const { id } = await newPerson(w, company);
  const address = fresh();
  expect(await askFor(admin, id, address)).toBe(200);
  const late = linkIn(await letter(address, "Confirm your new e-mail address"));
  await w.env.TENANT_DB_0.prepare(
    "update user_tokens set expires_at = 1 where company_id = ? and user_id = ? and new_email = ?",
  )
    .bind(company.id, id, address)
    .run();
  expect([await again(late), await again(late)]).toEqual([410, 409]);
  expect(await mailsTo(w, address, company)).toHaveLength(2);
});

test("an address that is taken is told from a free one by nothing", async () => {
  const { email } = await newPerson(w, company);
  const me = await clientOf(w, company.host, email);
  const shown = async (newEmail: string) => {
    const asked = await me.page("/profile", {
      method: "POST",
      body: new URLSearchParams({ intent: "email", newEmail, currentPassword: PASSWORD }),
    });
    return [
      asked.status,
      asked.headers.get("location"),
      (await (await me.page("/profile")).text()).split(newEmail).length,
    ];
  };
  const { email: taken } = await newPerson(w, company);
  expect(await shown(taken)).toEqual(await shown(fresh()));
  expect(await mailsTo(w, taken, company)).toEqual([]);
});

test("one's own change is held in the same way; an Admin's is not", async () => {
  const change = (by: Client, newEmail: string) =>
    by.page("/profile", {
      method: "POST",
      body: new URLSearchParams({ intent: "email", newEmail, currentPassword: PASSWORD }),
    });
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
  expect(
    (await open(linkIn(await letter(email, "A new e-mail address was asked for")))).status,
  ).toBe(302);
  expect(await resets(address)).toBe(true);
});
