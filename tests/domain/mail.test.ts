import { beforeAll, expect, test, vi } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Company, insert, type World, world } from "#tests/support/world.ts";
import { deliverMail } from "#worker/mail/deliver.ts";

const MINUTE = 60_000;
let w: World;
let globex: Company;
beforeAll(async () => {
  w = await world();
  globex = w.companies.globex;
});

const mine = () => ({ company: globex.id });
const shard = () => w.env[globex.shard as "TENANT_DB_1"];

async function waiting() {
  const id = newId();
  const at = Date.now();
  const payload = JSON.stringify({
    to: "x@globex.test",
    subject: id,
    origin: "https://globex.localhost",
    text: "https://globex.localhost/reset-password/secret",
  });
  const row = {
    company_id: globex.id,
    id,
    topic: "mail",
    payload,
    dedupe_key: id,
    next_at: at,
    created_at: at,
    updated_at: at,
  };
  await insert(shard(), "outbox", row);
  return id;
}
const rowOf = (id: string) =>
  shard()
    .prepare(
      "select attempts, next_at, sent_at, payload from outbox where company_id = ? and id = ?",
    )
    .bind(globex.id, id)
    .first<{
      attempts: number;
      next_at: number | null;
      sent_at: number | null;
      payload: string;
    }>();

function sender(fails = () => false) {
  const sent: string[] = [];
  const letters = new Map<string, { text: string; html: string }>();
  const send = async ({ subject, text, html }: { subject: string; text: string; html: string }) => {
    if (fails()) throw new Error("The mail server is down");
    sent.push(subject);
    letters.set(subject, { text, html });
  };
  return {
    sent,
    letters,
    env: { SEND_EMAIL: { send }, MAIL_FROM: "Plumbline <no-reply@localhost>" } as unknown as Env,
  };
}

test("a mail is sent once, also by two runs at the same time, and its link is not kept", async () => {
  const id = await waiting();
  const { sent, env } = sender();
  await Promise.all([deliverMail(env, shard(), mine()), deliverMail(env, shard(), mine())]);
  await deliverMail(env, shard(), mine());
  expect(sent.filter((subject) => subject === id)).toEqual([id]);
  const row = await rowOf(id);
  expect([row?.sent_at, row?.next_at]).toEqual([expect.any(Number), null]);
  expect(row?.payload).not.toContain("secret");
});

test("what fails is tried again later, and given up after a day or so", async () => {
  const id = await waiting();
  let down = true;
  const { sent, env } = sender(() => down);
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const start = Date.now();
  await deliverMail(env, shard(), mine(), start);
  expect(await rowOf(id)).toMatchObject({ attempts: 1, next_at: start + MINUTE, sent_at: null });
  expect(await deliverMail(env, shard(), mine(), start + MINUTE / 2)).toBe(0);
  expect((await rowOf(id))?.attempts).toBe(1);
  down = false;
  await deliverMail(env, shard(), mine(), start + 2 * MINUTE);
  expect(sent).toContain(id);

  const lost = await waiting();
  down = true;
  for (let n = 1; n < 12; n++) await deliverMail(env, shard(), mine(), start + n * 1440 * MINUTE);
  expect(await rowOf(lost)).toMatchObject({ attempts: 9, next_at: null, sent_at: null });
  expect(said).toHaveBeenCalledTimes(10);
  said.mockRestore();
});

test("without a sender nothing is touched", async () => {
  const id = await waiting();
  expect(await deliverMail({ MAIL_FROM: "x" } as unknown as Env, shard(), mine())).toBe(0);
  expect((await rowOf(id))?.attempts).toBe(0);
});

test("the platform's own outbox is sent in the same way", async () => {
  const id = newId();
  const at = Date.now();
  const payload = JSON.stringify({ to: "x@plumbline.test", subject: id, text: "" });
  await insert(w.env.CONTROL_DB, "outbox", {
    id,
    topic: "mail",
    payload,
    dedupe_key: id,
    next_at: at,
    created_at: at,
    updated_at: at,
  });
  const { sent, env } = sender();
  await deliverMail(env, w.env.CONTROL_DB, { company: null });
  expect(sent).toContain(id);
});

test("a letter goes as text and as HTML, under the company's name", async () => {
  await shard()
    .prepare("update company_profiles set name = ? where company_id = ?")
    .bind("A & <b>B</b>", globex.id)
    .run();
  const id = await waiting();
  const { letters, env } = sender();
  await deliverMail(env, shard(), mine());
  await shard()
    .prepare("update company_profiles set name = 'globex' where company_id = ?")
    .bind(globex.id)
    .run();
  const { text, html } = letters.get(id)!;
  expect(text).toBe("https://globex.localhost/reset-password/secret");
  expect(html).toContain('<p class="from">A &amp; &lt;b&gt;B&lt;/b&gt;</p>');
  expect(html).toContain('href="https://globex.localhost/reset-password/secret"');
});
