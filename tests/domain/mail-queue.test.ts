import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { postForm } from "#tests/support/client.ts";
import { minute, workDone } from "#tests/support/clock.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { type Company, insert, openWorld, TIME_ZONE, type World } from "#tests/support/world.ts";

const LONG_MS = 150_000;
let w: World;
beforeAll(async () => {
  w = await openWorld({ sendsMail: true });
});
afterAll(() => w.server.close());

type Mail = { sent_at: number | null; payload: string; attempts: number };
const mailsOf = (company: Company, like = "%") =>
  rowsOf(w, company).all<Mail>(
    "select * from outbox where company_id = ? and topic = 'mail' and dedupe_key like ? order by sent_at",
    like,
  );
const tick = () => w.server.getWorker().scheduled({ cron: "* * * * *" });
const forget = (company: Company, email: string) =>
  postForm(w, company.host, "/forgot-password", { email });
const waiting = (n: number) => ({
  topic: "mail",
  next_at: Date.now(),
  dedupe_key: `digest:${n}:${newId()}`,
  payload: JSON.stringify({ to: "x@acme.test", subject: `Digest ${n}`, text: "Much to know" }),
});
const addWaiting = (company: Company, count = 1) =>
  rowsOf(w, company).add("outbox", ...Array.from({ length: count }, (_, n) => waiting(n)));
const stamps = { created_at: 1, updated_at: 1 };

test("a reset link goes out without the clock, as soon as its request is answered", async () => {
  const { globex } = w.companies;
  expect((await forget(globex, globex.users.viewer.email)).status).toBeLessThan(400);
  await expect
    .poll(() => mailsOf(globex, "reset_password:%"))
    .toMatchObject([{ attempts: 1, sent_at: expect.any(Number) }]);
  expect((await mailsOf(globex))[0]!.payload).not.toContain("/reset-password/");
});

test(
  "five hundred digests of one company keep no mail of another waiting, nor a link of its own",
  async () => {
    const { acme, globex } = w.companies;
    await addWaiting(acme, 500);
    await tick();
    const sent = async () => (await mailsOf(acme)).filter(({ sent_at }) => sent_at).length;
    await expect.poll(sent, { timeout: 30_000 }).toBeGreaterThan(20);
    await addWaiting(globex);
    const [before] = await Promise.all([
      mailsOf(acme),
      forget(globex, globex.users.admin.email),
      forget(acme, acme.users.admin.email),
    ]);
    await tick();
    expect(before.filter(({ sent_at }) => !sent_at).length).toBeGreaterThan(300);
    await workDone(w, LONG_MS);
    const digests = await mailsOf(acme, "digest:%");
    expect(digests.map(({ attempts }) => attempts)).toEqual(digests.map(() => 1));
    const behind = (at: number) => digests.filter(({ sent_at }) => sent_at! > at).length;
    const others = [
      ...(await mailsOf(globex, "reset_password:%")).slice(-1),
      ...(await mailsOf(acme, "reset_password:%")),
      ...(await mailsOf(globex, "digest:%")),
    ];
    const many = expect.toSatisfy((n) => n > 200);
    expect(others.map(({ sent_at }) => behind(sent_at!))).toEqual([many, many, many]);
  },
  LONG_MS,
);

test("a letter whose message was lost goes with the next minute; the platform's go too", async () => {
  const { initech } = w.companies;
  await addWaiting(initech);
  const platform = { id: newId(), ...stamps, ...waiting(2) };
  await insert(w.env.CONTROL_DB, "outbox", platform);
  await minute(w);
  expect(await mailsOf(initech)).toMatchObject([{ attempts: 1, sent_at: expect.any(Number) }]);
  const sent = await w.env.CONTROL_DB.prepare("select sent_at from outbox where id = ?")
    .bind(platform.id)
    .first();
  expect(sent).toEqual({ sent_at: expect.any(Number) });
});

test("a company's first Admin is invited at once, from another shard than the platform's", async () => {
  const id = newId();
  const { acme } = w.companies;
  const by = { id: "staff-super", name: "Platform Admin" };
  const profile = {
    name: "Fresh",
    slug: "fresh",
    primaryHost: "fresh.localhost",
    status: "active",
    serviceType: 2,
    currency: "INR",
    timeZone: TIME_ZONE,
    country: "IN",
    phone: "4321",
    email: "office@fresh.test",
  };
  const admin = { id: newId(), name: "Ada", email: "ada@fresh.test" };
  const payload = JSON.stringify({
    companyId: id,
    binding: acme.shard,
    by,
    origin: "http://fresh.localhost",
    profile,
    admin,
  });
  await insert(w.env.CONTROL_DB, "outbox", {
    id: newId(),
    ...stamps,
    topic: "company.created",
    payload,
    dedupe_key: id,
    next_at: 0,
  });
  await minute(w);
  const fresh = { ...acme, id };
  await expect
    .poll(() => mailsOf(fresh, "invite:%"))
    .toMatchObject([{ attempts: 1, sent_at: expect.any(Number) }]);
});
