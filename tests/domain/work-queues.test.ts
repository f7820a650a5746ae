import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { deliver, minute, night, underWay, workDone } from "#tests/support/clock.ts";
import { bench } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import {
  addCompany,
  type Company,
  insert,
  TIME_ZONE,
  type World,
  world,
} from "#tests/support/world.ts";
import { keysOf } from "#worker/files/thumbnails.ts";

const DAY_MS = 86_400_000;
const MINUTE = 60_000;
/** Half past six in Kolkata, and half past seven. */
const SIX = Date.UTC(2027, 4, 3, 1);
const SEVEN = Date.UTC(2027, 4, 3, 2);
let w: World;
let company: Company;
let neighbour: Company;
let shard: Rows;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "queued", 2, 2);
  neighbour = await addCompany(w.env, "neighbour", 2, 2);
  shard = rowsOf(w, company);
});

const notice = (title: string, more: object = {}) => ({
  user_id: company.users.admin.id,
  kind: "import.done",
  title,
  dedupe_key: title,
  ...more,
});
type Job = { lease_until: number; done_on: string | null; due_at: number };
const jobOf = async (id: string, of = shard) => {
  const { lease_until, done_on, due_at } = await of.get<Job>("company_jobs", id);
  return { lease_until, done_on, due_at };
};
const setTimeZone = (time_zone: string) => shard.setProfile({ time_zone });
/** The jobs of a company that were given up. */
const failuresOf = async ({ id }: Company) => {
  const sql =
    "select entity_label, reason from platform_activity_log where action = 'fail.job' and entity_id = ?";
  const failures = w.env.CONTROL_DB.prepare(sql).bind(id);
  return (await failures.all<{ entity_label: string; reason: string }>()).results;
};
const message = (job: string, at: number, from?: string) => ({
  job,
  shard: company.shard,
  owner: company.id,
  at,
  ...(from === undefined ? {} : { from }),
});

test("a morning's job is done once a day, however often, late or twice its messages come", async () => {
  const { asset } = await bench(w, company, []);
  await shard.set("assets", asset, { warranty_end_on: "2027-05-04" });
  const notices = () => shard.count("notifications", "kind = 'asset.warranty_ending'");
  await minute(w, SIX);
  const once = await notices();
  expect(once).toBeGreaterThan(0);
  expect(await jobOf("reminders")).toEqual({
    lease_until: 0,
    done_on: "2027-05-03",
    due_at: Date.UTC(2027, 4, 4, 0, 30),
  });
  await deliver(
    w,
    message("reminders", SIX),
    message("reminders", SIX),
    message("reminders", SIX + MINUTE),
  );
  await minute(w, SIX + MINUTE);
  await minute(w, SEVEN);
  await deliver(w, message("digest", SEVEN), message("digest", SEVEN));
  expect(await notices()).toBe(once);
  const digests = () => shard.count("outbox", "dedupe_key like 'digest:%'");
  const mailed = await digests();
  expect(mailed).toBeGreaterThan(0);
  await deliver(w, message("digest", SEVEN + 5 * MINUTE), message("reminders", SIX - DAY_MS));
  expect([await notices(), await digests(), (await jobOf("digest")).done_on]).toEqual([
    once,
    mailed,
    "2027-05-03",
  ]);
  expect(await failuresOf(company)).toEqual([]);
});

test("what one day left unfinished does not move the place at which the next one begins", async () => {
  await shard.set("company_jobs", "digest", { cursor: "2027-05-03:~", due_at: 0 });
  await shard.add("notifications", notice("Waits", { mail_status: "waiting" }));
  await minute(w, SEVEN + DAY_MS);
  const key = `digest:${company.users.admin.id}:2027-05-04`;
  expect(await shard.count("outbox", "dedupe_key = ?", key)).toBe(1);
});

test("a new time zone is looked at in the next minute, and its morning counts from then on", async () => {
  await setTimeZone("America/New_York");
  expect((await jobOf("reminders")).due_at).toBe(0);
  await minute(w, Date.UTC(2027, 4, 5, 3));
  expect(await jobOf("reminders")).toMatchObject({
    done_on: "2027-05-04",
    due_at: Date.UTC(2027, 4, 5, 10),
  });
  await setTimeZone(TIME_ZONE);
});

test("a company whose work fails holds up no other; what fails for good is noted once and rests", async () => {
  await setTimeZone("Nowhere/At_all");
  const ofNeighbour = rowsOf(w, neighbour);
  await ofNeighbour.set("company_jobs", "reminders", { due_at: 0 });
  const at = Date.UTC(2027, 4, 10, 1);
  await minute(w, at);
  expect((await jobOf("reminders", ofNeighbour)).done_on).toBe("2027-05-10");
  const reminders = async () =>
    (await failuresOf(company)).filter(({ entity_label }) => entity_label === "reminders");
  const reason = `It failed at every attempt, in ${company.shard}`;
  await expect.poll(reminders).toEqual([{ entity_label: "reminders", reason }]);
  const { lease_until } = await jobOf("reminders");
  expect(lease_until - Date.now()).toBeGreaterThan(50 * MINUTE);
  await minute(w, at + MINUTE);
  expect([(await reminders()).length, await failuresOf(neighbour)]).toEqual([1, []]);

  await setTimeZone(TIME_ZONE);
  for (const job of ["reminders", "digest"])
    await shard.set("company_jobs", job, { lease_until: Date.now() - 1 });
  await minute(w, at + 2 * MINUTE);
  expect(await jobOf("reminders")).toMatchObject({ lease_until: 0, done_on: "2027-05-10" });
});

test("while a message is under way no other is sent; one that was lost is made up for", async () => {
  const id = await shard.add("notifications", notice("Sleeps", { read_at: 1, snooze_until: 5 }));
  const state = async () => [
    (await shard.get("notifications", id)).snooze_until,
    (await jobOf("wake")).lease_until,
  ];
  const soon = Date.now() + 14 * MINUTE;
  await shard.addUnstamped("company_jobs", { id: "wake", lease_until: soon });
  await w.server.getWorker().scheduled({ cron: "* * * * *" });
  await expect.poll(() => underWay(w)).toEqual(["wake"]);
  expect(await state()).toEqual([5, soon]);
  await shard.set("company_jobs", "wake", { lease_until: Date.now() - 1 });
  await minute(w);
  expect(await state()).toEqual([null, 0]);
});

test("more companies than one message names are all found", async () => {
  const many = Array.from({ length: 130 }, (_, n) => {
    const id = newId();
    const slug = `many-${n}`;
    return {
      company_id: id,
      id,
      name: slug,
      slug,
      primary_host: `${slug}.localhost`,
      status: "suspended",
      service_type: 2,
      currency: "INR",
      time_zone: TIME_ZONE,
      country: "IN",
    };
  });
  await shard.add("company_profiles", ...many);
  const ofMany = (statement: string) =>
    shard.db
      .prepare(`${statement} company_id in (select value from json_each(?))`)
      .bind(JSON.stringify(many.map(({ id }) => id)));
  const behind = () =>
    ofMany("select count(*) as n from company_jobs where due_at = 0 and").first("n");
  expect(await behind()).toBe(390);
  await minute(w, SEVEN);
  await expect.poll(behind, { timeout: 20_000 }).toBe(0);
  await workDone(w);
  for (const table of ["company_jobs", "company_profiles"])
    await ofMany(`delete from ${table} where`).run();
});

const put = async (keys: string[]) => {
  for (let at = 0; at < keys.length; at += 50)
    await Promise.all(keys.slice(at, at + 50).map((key) => w.env.MEDIA.put(key, "x")));
};
const inBucket = async () => {
  const keys: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await w.env.MEDIA.list({
      prefix: `c/${company.id}/`,
      ...(cursor ? { cursor } : {}),
    });
    keys.push(...page.objects.map(({ key }) => key));
    if (!page.truncated) return keys;
    cursor = page.cursor;
  }
};

test("a night purges all files that are due, over as many parts as they take, and frees their space once", async () => {
  const { asset } = await bench(w, company, []);
  const media = (n: number, deleted_at: number) => {
    const id = newId();
    return {
      id,
      object_key: `c/${company.id}/${id}`,
      owner_kind: "asset",
      kind: "photo",
      file_name: `${n}.png`,
      mime: "image/png",
      bytes: 3,
      thumbnail_bytes: n % 2 ? null : 2,
      uploaded_at: 1,
      sha256: "x",
      deleted_at,
      asset_id: asset,
    };
  };
  const old = Array.from({ length: 1_050 }, (_, n) => media(n, Date.now() - 31 * DAY_MS));
  const young = media(2_000, Date.now() - 20 * DAY_MS);
  await shard.add("media", ...old, young);
  const stored = [...old.filter((_, n) => n % 10 === 0), young];
  await put(stored.flatMap(({ object_key }) => keysOf(object_key)));
  await shard.setProfile({ storage_bytes: 10000 });
  await deliver(w, message("purge-media", Date.now()), message("purge-media", Date.now()));
  await night(w);
  expect(await inBucket()).toEqual(keysOf(young.object_key).sort());
  expect(await shard.count("media", "object_key like 'purged/%'")).toBe(1_050);
  expect(await shard.profile("storage_bytes")).toBe(10_000 - 4 * 1_050);
});

test("a sweep that was interrupted goes on where it stopped, and the next night begins anew", async () => {
  const lost = Array.from(
    { length: 300 },
    (_, n) => `c/${company.id}/01900000-0000-7000-8000-${String(n).padStart(12, "0")}`,
  );
  const staying = (await inBucket()).concat(`c/${company.id}/audit/2026-01-01`);
  await put([...lost, staying.at(-1)!]);
  const first = await w.env.MEDIA.list({ prefix: `c/${company.id}/`, delimiter: "/", limit: 250 });
  if (!first.truncated) throw new Error("One part would do");
  const later = Date.now() + 2 * DAY_MS;
  await deliver(w, message("sweep-media", later, first.cursor));
  const left = await inBucket();
  expect(left).toHaveLength(staying.length + 250);
  expect(left).toEqual(expect.arrayContaining(staying));
  await night(w, later);
  expect((await inBucket()).filter((key) => lost.includes(key))).toEqual([]);
  expect(await inBucket()).toEqual(expect.arrayContaining(staying));
});

test("sessions, links and letters that are over go after 90 days, answers after one; what may still be used stays", async () => {
  const user_id = company.users.viewer.id;
  const now = Date.now();
  const old = now - 91 * DAY_MS;
  const session = (made: number, expires_at: number) => ({
    id: newId(made),
    user_id,
    token_hash: newId(),
    epoch: 0,
    created_at: made,
    last_seen_at: made,
    expires_at,
  });
  const token = (made: number, expires_at: number, used_at: number | null, purpose = "invite") => ({
    id: newId(made),
    user_id,
    purpose,
    token_hash: newId(),
    created_at: made,
    expires_at,
    used_at,
  });
  const mail = (made: number, sent_at: number | null, next_at: number | null) => ({
    id: newId(made),
    created_at: 1,
    updated_at: 1,
    topic: "mail",
    payload: "{}",
    dedupe_key: newId(),
    sent_at,
    next_at,
  });
  const answer = (created_at: number) => ({
    id: newId(),
    actor_id: user_id,
    route: "x",
    request_hash: "x",
    status: 200,
    response_json: "{}",
    created_at,
  });
  const rows = {
    sessions: [
      Array.from({ length: 1_200 }, (_, n) => session(old + n, old + DAY_MS)),
      [session(now, now + DAY_MS), session(old, now + DAY_MS)],
    ],
    user_tokens: [
      [token(old, now + DAY_MS, old), token(old, old, null)],
      // A link that nobody has used holds a changed address back for good.
      [
        token(now, now, now),
        token(old, now + DAY_MS, null),
        token(old, old, null, "approve_address"),
      ],
    ],
    outbox: [
      [mail(old, old, null), mail(old, null, null)],
      [mail(now, now, null), mail(old, null, now + DAY_MS)],
    ],
    idempotency_keys: [[answer(now - 2 * DAY_MS)], [answer(now)]],
  } as const;
  for (const [table, [over, stays]] of Object.entries(rows))
    await shard.addUnstamped(table, ...over, ...stays);
  await deliver(w, message("forget", now));
  for (const [table, [over, stays]] of Object.entries(rows)) {
    const left = (of: readonly { id: string }[]) => {
      const ids = JSON.stringify(of.map(({ id }) => id));
      return shard.count(table, "id in (select value from json_each(?))", ids);
    };
    expect([table, await left(over), await left(stays)]).toEqual([table, 0, stays.length]);
  }
});

test("the platform's own sessions, links, letters and answers go in the same way", async () => {
  const control = w.env.CONTROL_DB;
  const old = Date.now() - 91 * DAY_MS;
  const base = {
    id: newId(old),
    user_id: "staff-super",
    token_hash: newId(),
    created_at: old,
    expires_at: old,
  };
  await insert(control, "staff_sessions", { ...base, epoch: 0, last_seen_at: old });
  await insert(control, "staff_tokens", { ...base, purpose: "invite" });
  const left = async () => {
    const sql =
      "select id from staff_sessions where id = ?1 union all select id from staff_tokens where id = ?1";
    return (await control.prepare(sql).bind(base.id).all()).results.length;
  };
  expect(await left()).toBe(2);
  await night(w);
  expect(await left()).toBe(0);
});
