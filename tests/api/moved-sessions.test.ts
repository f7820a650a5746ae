import { expect, test } from "vitest";
import { type Client, clientAt, postForm } from "#tests/support/client.ts";
import { sendForm, setUpApp } from "#tests/support/factors.ts";
import { insideOf } from "#tests/support/inside.ts";
import { newPerson } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { staffWith } from "#tests/support/staff.ts";
import { PASSWORD, world } from "#tests/support/world.ts";

const w = await world();
const { acme } = w.companies;
const shard = rowsOf(w, acme);
const MINUTE = 60_000;

type Session = {
  id: string;
  revoked_at: number | null;
  expires_at: number;
  proved_at: number | null;
};
const sessionsOf = (userId: string) =>
  shard.all<Session>(
    "select id, revoked_at, expires_at, proved_at from sessions where company_id = ? and user_id = ?2 order by id",
    userId,
  );
const opens = async (cookie: string) => {
  const answer = await postlessPage(cookie);
  return answer.status;
};
const postlessPage = (cookie: string) =>
  w.server.fetch(`http://${acme.host}/profile`, { headers: { cookie }, redirect: "manual" });
const sid = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0]!)
    .find((pair) => /^sid=./.test(pair)) ?? "";

const signIn = (email: string, cookie = "") =>
  postForm(w, acme.host, "/login", { email, password: PASSWORD }, cookie ? { cookie } : {});

/** Somebody with an app, whose last proof is six minutes old. */
async function withApp() {
  const { id, email } = await newPerson(w, acme);
  const client = await clientAt(w, acme, id);
  const { seed, codes } = await setUpApp(w, client);
  await shard.run(
    "update sessions set proved_at = proved_at - ?3, created_at = created_at - ?3, expires_at = expires_at - ?3 where company_id = ?1 and user_id = ?2",
    ...[id, 6 * MINUTE],
  );
  return { id, email, client, seed, codes };
}
const askAddress = (client: Client, more: Record<string, string> = {}) =>
  sendForm(w, client, "/profile", {
    ...{ intent: "email", newEmail: `to${Date.now()}@example.com`, currentPassword: PASSWORD },
    ...more,
  });

test("a sign-in ends the session that this browser had here, whoever's it was, and no other", async () => {
  const [one, other] = [await newPerson(w, acme), await newPerson(w, acme)];
  const first = sid(await signIn(one.email));
  const elsewhere = sid(await signIn(one.email));
  const again = sid(await signIn(one.email, first));
  expect([await opens(first), await opens(elsewhere), await opens(again)]).toEqual([302, 200, 200]);
  const others = sid(await signIn(other.email, again));
  expect([await opens(again), await opens(others)]).toEqual([302, 200]);
  const [log] = await shard.all<{ n: number }>(
    "select count(*) as n from login_log where company_id = ? and user_id = ?2 and signed_out_at is not null",
    one.id,
  );
  expect(log!.n).toBe(2);
});

test("a wrong password ends nothing", async () => {
  const { email } = await newPerson(w, acme);
  const mine = sid(await signIn(email));
  const wrong = await postForm(
    w,
    acme.host,
    "/login",
    { email, password: "not this one" },
    { cookie: mine },
  );
  expect([wrong.status, await opens(mine)]).toEqual([401, 200]);
});

test("a proof of the second factor moves the session to a new id, which lasts no longer", async () => {
  const { id, client, codes } = await withApp();
  const before = client.cookie;
  const [old] = (await sessionsOf(id)).filter(({ revoked_at }) => revoked_at === null);
  const answer = await askAddress(client, { proofCode: codes[0]! });
  expect(answer.status).toBe(200);
  expect(client.cookie).not.toBe(before);
  expect(answer.headers.getSetCookie().some((line) => line.startsWith("welcome=1"))).toBe(true);
  const living = (await sessionsOf(id)).filter(({ revoked_at }) => revoked_at === null);
  expect(living).toEqual([
    { ...old, id: expect.not.stringContaining(old!.id), proved_at: expect.any(Number) },
  ]);
  expect((await client.page("/profile")).status).toBe(200);
  // Within five minutes of it nothing is asked, and nothing moves.
  const moved = client.cookie;
  expect((await askAddress(client)).status).toBe(200);
  expect(client.cookie).toBe(moved);
});

test("a password alone, and a wrong code, leave the session where it is", async () => {
  const { client } = await withApp();
  const before = client.cookie;
  expect((await askAddress(client, { proofCode: "000000" })).status).toBe(422);
  expect(client.cookie).toBe(before);
  const plain = await newPerson(w, acme);
  const without = await clientAt(w, acme, plain.id);
  const kept = without.cookie;
  expect((await askAddress(without)).status).toBe(200);
  expect(without.cookie).toBe(kept);
});

test("what was on its way with the cookie of before is sent again by the new one, and opens nothing", async () => {
  const { id, client, codes } = await withApp();
  const before = client.cookie;
  await askAddress(client, { proofCode: codes[0]! });
  const page = await postlessPage(before);
  expect([page.status, page.headers.get("location")]).toEqual([302, "/profile"]);
  const typed = { intent: "details", name: "Typed Meanwhile", phone: "" };
  const form = await postForm(w, acme.host, "/profile.data", typed, { cookie: before });
  expect(form.status).toBe(503);
  await shard.run(
    "update sessions set revoked_at = revoked_at - 4000 where company_id = ? and user_id = ?2",
    id,
  );
  const later = await postlessPage(before);
  expect(later.headers.get("location")).toBe("/login?to=%2Fprofile");
});

test("wrong passwords of the session count on where it has moved, and its sign-in is signed out of there", async () => {
  const { id, email, client, codes } = await withApp();
  const signed = await signIn(email);
  expect(signed.headers.get("location")).toBe("/login/second-step");
  for (let n = 0; n < 6; n++)
    expect((await askAddress(client, { currentPassword: "wrong" })).status).toBe(422);
  expect((await askAddress(client, { proofCode: codes[0]! })).status).toBe(200);
  for (let n = 0; n < 4; n++)
    expect((await askAddress(client, { currentPassword: "wrong" })).status).toBe(422);
  expect((await askAddress(client, { currentPassword: "wrong" })).status).toBe(429);
  const [living] = (await sessionsOf(id)).filter(({ revoked_at }) => revoked_at === null);
  const [counted] = await shard.all<{ n: number }>(
    "select count(*) as n from login_log where company_id = ? and session_id = ?2 and ip = 'session:' || ?2",
    living!.id,
  );
  expect(counted!.n).toBe(10);
});

test("a new password with a proof ends all other sessions, and not the one that has moved", async () => {
  const { id, client, codes } = await withApp();
  const elsewhere = await clientAt(w, acme, id);
  const changed = await sendForm(w, client, "/profile", {
    ...{ intent: "password", currentPassword: PASSWORD, proofCode: codes[0]! },
    ...{ password: "a much longer one of mine", repeat: "a much longer one of mine" },
  });
  expect(changed.status).toBe(200);
  expect((await client.page("/profile")).status).toBe(200);
  expect((await elsewhere.page("/profile")).status).toBe(302);
});

test("a code of a call proves that call alone, and leaves its token", async () => {
  const { id } = await newPerson(w, acme, { type: "admin" });
  const { codes } = await setUpApp(w, await clientAt(w, acme, id));
  const program = await clientAt(w, acme, id);
  const make = async (code: string) => {
    const body = {
      name: `Token ${code}`,
      days: 30,
      seed: crypto.randomUUID().replaceAll("-", ""),
      password: PASSWORD,
    };
    const { status } = await program.call("POST", "/api/directory-tokens", body, {
      ...(code ? { "x-second-factor": code } : {}),
    });
    return status;
  };
  expect([await make(""), await make(codes[0]!), await make("")]).toEqual([422, 201, 422]);
  expect((await program.api("/api/notifications")).status).toBe(200);
});

test("staff who prove again stay inside the company, by the session that has moved", async () => {
  const { codes } = await setUpApp(w, await staffWith(w, "moving", ["manage-company"]));
  const staff = await clientAt(w, null, "staff-moving");
  const { client } = await insideOf(w, staff, acme);
  const before = staff.cookie;
  await w.env.CONTROL_DB.prepare(
    "update staff_sessions set proved_at = null where user_id = 'staff-moving'",
  ).run();
  const asked = await askAddress(staff, { proofCode: codes[0]! });
  expect([asked.status, staff.cookie === before]).toEqual([200, false]);
  expect((await client.page("/dashboard")).status).toBe(200);
});
