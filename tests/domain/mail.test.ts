import { beforeAll, expect, test, vi } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { type Company, insert, type World, world } from "#tests/support/world.ts";
import { deliverMail } from "#worker/mail/deliver.ts";

const MINUTE = 60_000;
let w: World;
let globex: Company;
let shard: Rows;
beforeAll(async () => {
  w = await world();
  globex = w.companies.globex;
  shard = rowsOf(w, globex);
});

/** Sends what waits in the company's outbox; answers how many letters went out. */
const deliver = (env: Env, at?: number) => deliverMail(env, shard.db, { company: globex.id }, at);

/** A letter that waits, by its subject. */
const letterRow = (subject: string, text: string) => ({
  id: subject,
  topic: "mail",
  payload: JSON.stringify({
    to: "x@globex.test",
    subject,
    origin: "https://globex.localhost",
    text,
  }),
  dedupe_key: subject,
  next_at: Date.now(),
});
const waiting = () =>
  shard.add("outbox", letterRow(newId(), "https://globex.localhost/reset-password/secret"));
type Letter = { attempts: number; next_at: number | null; sent_at: number | null; payload: string };
const rowOf = (id: string) => shard.get<Letter>("outbox", id);

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
    env: {
      SEND_EMAIL: { send },
      MAIL_FROM: "Plumbline <no-reply@localhost>",
      CONTROL_DB: w.env.CONTROL_DB,
    } as unknown as Env,
  };
}

test("a mail is sent once, also by two runs at the same time, and its link is not kept", async () => {
  const id = await waiting();
  const { sent, env } = sender();
  await Promise.all([deliver(env), deliver(env)]);
  await deliver(env);
  expect(sent.filter((subject) => subject === id)).toEqual([id]);
  const row = await rowOf(id);
  expect([row.sent_at, row.next_at]).toEqual([expect.any(Number), null]);
  expect(row.payload).not.toContain("secret");
});

test("what fails is tried again later, and given up after a day or so", async () => {
  const id = await waiting();
  let down = true;
  const { sent, env } = sender(() => down);
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const start = Date.now();
  await deliver(env, start);
  expect(await rowOf(id)).toMatchObject({ attempts: 1, next_at: start + MINUTE, sent_at: null });
  expect(await deliver(env, start + MINUTE / 2)).toBe(0);
  expect((await rowOf(id)).attempts).toBe(1);
  down = false;
  await deliver(env, start + 2 * MINUTE);
  expect(sent).toContain(id);

  const lost = await waiting();
  down = true;
  for (let n = 1; n < 12; n++) await deliver(env, start + n * 1440 * MINUTE);
  expect(await rowOf(lost)).toMatchObject({ attempts: 9, next_at: null, sent_at: null });
  expect(logged).toHaveBeenCalledTimes(10);
  logged.mockRestore();
});

test("without a sender nothing is touched", async () => {
  const id = await waiting();
  expect(await deliver({ MAIL_FROM: "x" } as unknown as Env)).toBe(0);
  expect((await rowOf(id)).attempts).toBe(0);
});

test("the platform's own outbox is sent in the same way", async () => {
  const id = newId();
  const letter = { ...letterRow(id, ""), created_at: 1, updated_at: 1 };
  await insert(w.env.CONTROL_DB, "outbox", letter);
  const { sent, env } = sender();
  // Letters of other tests may wait with it.
  while (await deliverMail(env, w.env.CONTROL_DB, { company: null }));
  expect(sent).toContain(id);
});

test("a letter goes as text and as HTML, under the company's name", async () => {
  await shard.setProfile({ name: "A & <b>B</b>" });
  const id = await waiting();
  const { letters, env } = sender();
  await deliver(env);
  await shard.setProfile({ name: "globex" });
  const { text, html } = letters.get(id)!;
  expect(text).toBe("https://globex.localhost/reset-password/secret");
  expect(html).toContain('<p class="from">A &amp; &lt;b&gt;B&lt;/b&gt;</p>');
  expect(html).toContain('href="https://globex.localhost/reset-password/secret"');
});
