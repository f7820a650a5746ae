import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { deliver, minute, night, underWay, workDone } from "#tests/support/clock.ts";
import { bench, shardOf } from "#tests/support/report.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";
import { keysOf } from "#worker/files/thumbnails.ts";

const DAY_MS = 86_400_000;
const MINUTE = 60_000;
/** Half past six in Kolkata, and half past seven. */
const SIX = Date.UTC(2027, 4, 3, 1);
const SEVEN = Date.UTC(2027, 4, 3, 2);
let w: World;
let company: Company;
let neighbour: Company;
let db: D1Database;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "queued", 2, 2);
  neighbour = await addCompany(w.env, "neighbour", 2, 2);
  db = shardOf(w, company);
});

const stamps = { created_at: 1, updated_at: 1 };
const own = (of = company) => ({ company_id: of.id, id: newId() });
const count = async (sql: string, ...values: unknown[]) =>
  (await db
    .prepare(`select count(*) as n from ${sql}`)
    .bind(...values)
    .first<{ n: number }>())!.n;
const jobRow = (job: string, of = company) =>
  db
    .prepare(
      "select lease_until, done_on, due_at from company_jobs where company_id = ? and id = ?",
    )
    .bind(of.id, job)
    .first<{ lease_until: number; done_on: string | null; due_at: number }>();
const setJob = (job: string, column: "lease_until" | "due_at", value: number, of = company) =>
  db
    .prepare(`update company_jobs set ${column} = ? where company_id = ? and id = ?`)
    .bind(value, of.id, job)
    .run();
/** Many rows of the same columns in one statement. */
const insertAll = async (table: string, rows: readonly Record<string, unknown>[]) => {
  const names = Object.keys(rows[0]!);
  const values = names.map((name) => `value ->> '${name}'`).join(", ");
  await db
    .prepare(`insert into ${table} (${names.join(", ")}) select ${values} from json_each(?)`)
    .bind(JSON.stringify(rows))
    .run();
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
  await db
    .prepare("update assets set warranty_end_on = '2027-05-04' where company_id = ? and id = ?")
    .bind(company.id, asset)
    .run();
  const told = () =>
    count("notifications where company_id = ? and kind = 'asset.warranty_ending'", company.id);
  await minute(w, SIX);
  const once = await told();
  expect(once).toBeGreaterThan(0);
  expect(await jobRow("reminders")).toEqual({
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
  expect(await told()).toBe(once);
  const digests = () =>
    count("outbox where company_id = ? and dedupe_key like 'digest:%'", company.id);
  const mailed = await digests();
  expect(mailed).toBeGreaterThan(0);
  await deliver(w, message("digest", SEVEN + 5 * MINUTE), message("reminders", SIX - DAY_MS));
  expect([await told(), await digests(), (await jobRow("digest"))?.done_on]).toEqual([
    once,
    mailed,
    "2027-05-03",
  ]);
  const failed = w.env.CONTROL_DB.prepare(
    "select entity_label from platform_activity_log where action = 'fail.job' and entity_id = ?",
  );
  expect((await failed.bind(company.id).all()).results).toEqual([]);
});

test("what one day left unfinished does not move the place at which the next one begins", async () => {
  const person = company.users.admin.id;
  await db
    .prepare(
      "update company_jobs set cursor = ?, due_at = 0 where company_id = ? and id = 'digest'",
    )
    .bind("2027-05-03:~", company.id)
    .run();
  await insert(db, "notifications", {
    ...{
      ...own(),
      ...stamps,
      user_id: person,
      kind: "import.done",
      title: "Waits",
      dedupe_key: "waits",
      mail_status: "waiting",
    },
  });
  await minute(w, SEVEN + DAY_MS);
  expect(
    await count(
      "outbox where company_id = ? and dedupe_key = ?",
      company.id,
      `digest:${person}:2027-05-04`,
    ),
  ).toBe(1);
});

test("a new time zone is looked at in the next minute, and its morning counts from then on", async () => {
  await db
    .prepare("update company_profiles set time_zone = 'America/New_York' where company_id = ?")
    .bind(company.id)
    .run();
  expect((await jobRow("reminders"))?.due_at).toBe(0);
  await minute(w, Date.UTC(2027, 4, 5, 3));
  expect(await jobRow("reminders")).toMatchObject({
    done_on: "2027-05-04",
    due_at: Date.UTC(2027, 4, 5, 10),
  });
  await db
    .prepare("update company_profiles set time_zone = 'Asia/Kolkata' where company_id = ?")
    .bind(company.id)
    .run();
});

test("a company whose work fails holds up no other; what fails for good is noted once and rests", async () => {
  await db
    .prepare("update company_profiles set time_zone = 'Nowhere/At_all' where company_id = ?")
    .bind(company.id)
    .run();
  await setJob("reminders", "due_at", 0, neighbour);
  const at = Date.UTC(2027, 4, 10, 1);
  await minute(w, at);
  expect((await jobRow("reminders", neighbour))?.done_on).toBe("2027-05-10");
  const noted = async (of = company) =>
    (
      await w.env.CONTROL_DB.prepare(
        "select entity_label, reason from platform_activity_log where action = 'fail.job' and entity_id = ? and entity_label = 'reminders'",
      )
        .bind(of.id)
        .all()
    ).results;
  await expect
    .poll(() => noted())
    .toEqual([
      { entity_label: "reminders", reason: `It failed at every attempt, in ${company.shard}` },
    ]);
  const { lease_until } = (await jobRow("reminders"))!;
  expect(lease_until - Date.now()).toBeGreaterThan(50 * MINUTE);
  await minute(w, at + MINUTE);
  expect([(await noted()).length, (await noted(neighbour)).length]).toEqual([1, 0]);

  await db
    .prepare("update company_profiles set time_zone = 'Asia/Kolkata' where company_id = ?")
    .bind(company.id)
    .run();
  for (const job of ["reminders", "digest"]) await setJob(job, "lease_until", Date.now() - 1);
  await minute(w, at + 2 * MINUTE);
  expect(await jobRow("reminders")).toMatchObject({ lease_until: 0, done_on: "2027-05-10" });
});

test("while a message is under way no other is sent; one that was lost is made up for", async () => {
  const snoozed = {
    ...own(),
    ...stamps,
    user_id: company.users.admin.id,
    kind: "import.done",
    title: "Sleeps",
    dedupe_key: "sleeps",
  };
  await insert(db, "notifications", { ...snoozed, read_at: 1, snooze_until: 5 });
  const sleeps = () =>
    count(
      "notifications where company_id = ? and id = ? and snooze_until is not null",
      company.id,
      snoozed.id,
    );
  const soon = Date.now() + 14 * MINUTE;
  await insert(db, "company_jobs", { company_id: company.id, id: "wake", lease_until: soon });
  await w.server.getWorker().scheduled({ cron: "* * * * *" });
  await expect.poll(() => underWay(w)).toEqual(["wake"]);
  expect([await sleeps(), (await jobRow("wake"))?.lease_until]).toEqual([1, soon]);
  await setJob("wake", "lease_until", Date.now() - 1);
  await minute(w);
  expect([await sleeps(), (await jobRow("wake"))?.lease_until]).toEqual([0, 0]);
});

test("more companies than one message names are all found", async () => {
  const many = Array.from({ length: 130 }, (_, n) => {
    const id = newId();
    const name = `many-${n}`;
    const told = {
      name,
      slug: name,
      primary_host: `${name}.localhost`,
      status: "suspended",
      service_type: 2,
      currency: "INR",
    };
    return { company_id: id, id, ...stamps, ...told, time_zone: "Asia/Kolkata", country: "IN" };
  });
  await insertAll("company_profiles", many);
  const of = JSON.stringify(many.map(({ id }) => id));
  const behind = () =>
    count("company_jobs where due_at = 0 and company_id in (select value from json_each(?))", of);
  expect(await behind()).toBe(260);
  await minute(w, SEVEN);
  await expect.poll(behind, { timeout: 20_000 }).toBe(0);
  await workDone(w);
  for (const table of ["company_jobs", "company_profiles"])
    await db
      .prepare(`delete from ${table} where company_id in (select value from json_each(?))`)
      .bind(of)
      .run();
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
    const file = {
      file_name: `${n}.png`,
      mime: "image/png",
      bytes: 3,
      thumbnail_bytes: n % 2 ? null : 2,
      uploaded_at: 1,
      sha256: "x",
      deleted_at,
      asset_id: asset,
    };
    return {
      company_id: company.id,
      id,
      ...stamps,
      object_key: `c/${company.id}/${id}`,
      owner_kind: "asset",
      kind: "photo",
      ...file,
    };
  };
  const old = Array.from({ length: 1_050 }, (_, n) => media(n, Date.now() - 31 * DAY_MS));
  const young = media(2_000, Date.now() - 20 * DAY_MS);
  await insertAll("media", [...old, young]);
  const stored = [...old.filter((_, n) => n % 10 === 0), young];
  await put(stored.flatMap(({ object_key }) => keysOf(object_key)));
  const space = async () =>
    (await db
      .prepare("select storage_bytes from company_profiles where company_id = ?")
      .bind(company.id)
      .first<{ storage_bytes: number }>())!.storage_bytes;
  await db
    .prepare("update company_profiles set storage_bytes = 10000 where company_id = ?")
    .bind(company.id)
    .run();
  await deliver(w, message("purge-media", Date.now()), message("purge-media", Date.now()));
  await night(w);
  expect(await inBucket()).toEqual(keysOf(young.object_key).sort());
  expect(await count("media where company_id = ? and object_key like 'purged/%'", company.id)).toBe(
    1_050,
  );
  expect(await space()).toBe(10_000 - 4 * 1_050);
});

test("a sweep that was interrupted goes on where it stopped, and the next night begins anew", async () => {
  const lost = Array.from(
    { length: 300 },
    (_, n) => `c/${company.id}/01900000-0000-7000-8000-${String(n).padStart(12, "0")}`,
  );
  const kept = (await inBucket()).concat(`c/${company.id}/audit/2026-01-01`);
  await put([...lost, kept.at(-1)!]);
  const first = await w.env.MEDIA.list({ prefix: `c/${company.id}/`, delimiter: "/", limit: 250 });
  if (!first.truncated) throw new Error("One part would do");
  const later = Date.now() + 2 * DAY_MS;
  await deliver(w, message("sweep-media", later, first.cursor));
  const left = await inBucket();
  expect(left).toHaveLength(kept.length + 250);
  expect(left).toEqual(expect.arrayContaining(kept));
  await night(w, later);
  expect((await inBucket()).filter((key) => lost.includes(key))).toEqual([]);
  expect(await inBucket()).toEqual(expect.arrayContaining(kept));
});

test("sessions, links and letters that are over go after 90 days, answers after one; what may still be used stays", async () => {
  const user_id = company.users.viewer.id;
  const now = Date.now();
  const old = now - 91 * DAY_MS;
  const session = (made: number, expires_at: number) => ({
    ...{
      company_id: company.id,
      id: newId(made),
      user_id,
      token_hash: newId(),
      epoch: 0,
      created_at: made,
      last_seen_at: made,
      expires_at,
    },
  });
  const token = (made: number, expires_at: number, used_at: number | null, purpose = "invite") => ({
    ...{
      company_id: company.id,
      id: newId(made),
      user_id,
      purpose,
      token_hash: newId(),
      created_at: made,
      expires_at,
      used_at,
    },
  });
  const mail = (made: number, sent_at: number | null, next_at: number | null) => ({
    ...{
      company_id: company.id,
      id: newId(made),
      ...stamps,
      topic: "mail",
      payload: "{}",
      dedupe_key: newId(),
      sent_at,
      next_at,
    },
  });
  const answer = (created_at: number) => ({
    ...{
      company_id: company.id,
      id: newId(),
      actor_id: user_id,
      route: "x",
      request_hash: "x",
      status: 200,
      response_json: "{}",
      created_at,
    },
  });
  const rows = {
    sessions: [
      [...Array.from({ length: 1_200 }, (_, n) => session(old + n, old + DAY_MS))],
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
    await insertAll(table, [...over, ...stays]);
  await deliver(w, message("forget", now));
  for (const [table, [over, stays]] of Object.entries(rows)) {
    const there = (of: readonly { id: string }[]) =>
      count(
        `${table} where company_id = ? and id in (select value from json_each(?))`,
        company.id,
        JSON.stringify(of.map(({ id }) => id)),
      );
    expect([table, await there(over), await there(stays)]).toEqual([table, 0, stays.length]);
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
  const there = async (table: string) =>
    (await control.prepare(`select id from ${table} where id = ?`).bind(base.id).all()).results
      .length;
  expect([await there("staff_sessions"), await there("staff_tokens")]).toEqual([1, 1]);
  await night(w);
  expect([await there("staff_sessions"), await there("staff_tokens")]).toEqual([0, 0]);
});
