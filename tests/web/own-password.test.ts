import { expect, test } from "vitest";
import { softPasskey } from "#tests/support/authenticator.ts";
import { ask, type Client, clientAt, d1Of, upTo } from "#tests/support/client.ts";
import { sendForm } from "#tests/support/factors.ts";
import { newPerson } from "#tests/support/person.ts";
import { shardOf } from "#tests/support/report.ts";
import { insert, PASSWORD, world } from "#tests/support/world.ts";

const w = await world();
const { acme } = w.companies;
const NEW = "Spirometer-2027-green";

const change = (client: Client, fields: Record<string, string>) =>
  sendForm(w, client, "/profile", {
    ...{ intent: "password", password: NEW, repeat: NEW, ...fields },
  });
const login = (email: string, password: string) =>
  ask(w, acme.host, "/api/login", { method: "POST", body: { email, password } });

/** Somebody signed in who has a passkey, and shows it. */
async function withPasskey() {
  const person = await newPerson(w, acme);
  const client = await clientAt(w, acme, person.id);
  const passkey = softPasskey(`http://${acme.host}`);
  const wanted = (await (await client.page("/profile/new-passkey")).json()) as {
    challenge: string;
  };
  const added = await sendForm(w, client, "/profile/second-factor", {
    ...{ intent: "passkey", name: "Soft key", currentPassword: PASSWORD },
    ...{ challenge: wanted.challenge, credential: passkey.made(wanted as never) },
  });
  expect(added.status).toBe(200);
  /** The proof of long ago counts no more. */
  const later = () =>
    shardOf(w, acme)
      .prepare("update sessions set proved_at = 1 where user_id = ?")
      .bind(person.id)
      .run();
  const shown = async () => {
    const asked = (await (await client.page("/profile/proof")).json()) as {
      passkey: { challenge: string };
    };
    return {
      proofCredential: passkey.shown(asked.passkey as never),
      proofChallenge: asked.passkey.challenge,
    };
  };
  return { ...person, client, later, shown };
}

test("a passkey stands for the code, and never for the password that is changed", async () => {
  const { email, client, later, shown } = await withPasskey();
  await later();
  const alone = await change(client, await shown());
  expect([alone.status, await alone.text()]).toEqual([
    422,
    expect.stringContaining("Current password is required"),
  ]);
  const wrong = await change(client, { ...(await shown()), currentPassword: "wrong-password" });
  expect([wrong.status, await wrong.text()]).toEqual([
    422,
    expect.stringContaining("The current password is wrong"),
  ]);
  const without = await change(client, { currentPassword: PASSWORD });
  expect([without.status, await without.text()]).toEqual([
    422,
    expect.stringContaining("or use a passkey"),
  ]);
  const asked = { ...(await shown()), currentPassword: PASSWORD };
  expect((await change(client, asked)).status).toBe(200);
  expect((await login(email, PASSWORD)).status).toBe(401);
});

test("a fresh session of the provider does not stand for it either", async () => {
  const { id } = await newPerson(w, acme);
  const client = await clientAt(w, acme, id);
  await shardOf(w, acme)
    .prepare("update sessions set method = 'oidc', proved_at = ? where user_id = ?")
    .bind(Date.now(), id)
    .run();
  expect((await change(client, {})).status).toBe(422);
  expect((await change(client, { currentPassword: PASSWORD })).status).toBe(200);
});

test("a password is taken and verified exactly as it is typed", async () => {
  const { id, email } = await newPerson(w, acme);
  const typed = "  Café ½ Moons 27 ";
  const client = await clientAt(w, acme, id);
  const proof = { currentPassword: PASSWORD };
  expect((await change(client, { ...proof, password: typed, repeat: typed })).status).toBe(200);
  for (const other of [
    typed.trim(),
    typed.normalize("NFKC"),
    typed.normalize("NFD"),
    typed.toLowerCase(),
  ])
    expect([other, (await login(email, other)).status]).toEqual([other, 401]);
  expect((await login(email, typed)).status).toBe(200);
});

test("one of breaches, or one of the company's and the person's own words, is refused", async () => {
  const { id } = await newPerson(w, acme);
  const staff = `staff-${id}`;
  await insert(w.env.CONTROL_DB, "staff", {
    ...{ id: staff, name: "Third Staff", email: `${staff}@plumbline.test`, role_id: "role-super" },
    ...{ password_hash: null, status: "active", created_at: 1, updated_at: 1 },
  });
  await w.env.CONTROL_DB.prepare(
    "update staff set password_hash = (select password_hash from staff where id = 'staff-super') where id = ?",
  )
    .bind(staff)
    .run();
  const [client, ofStaff] = [await clientAt(w, acme, id), await clientAt(w, null, staff)];
  for (const [who, password, says] of [
    [client, "SonyEricsson", "This password is too common"],
    [ofStaff, "SonyEricsson", "This password is too common"],
    [client, "acme.person27", "Without person and acme, which others can guess"],
    [ofStaff, "Plumbline2027", "Without plumbline, which others can guess"],
    [client, PASSWORD, "This is the password of now"],
  ] as const) {
    const answer = await change(who, { currentPassword: PASSWORD, password, repeat: password });
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(says)]);
  }
  const done = await change(client, { currentPassword: PASSWORD });
  expect([done.status, d1Of(done).trips]).toEqual([200, upTo(5)]);
});
