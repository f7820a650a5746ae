import { afterAll, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { signedIn } from "#tests/support/client.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { subscribed } from "#tests/support/platform-rows.ts";
import { OFFERED, offer } from "#tests/support/platform-twins.ts";
import { addCompany, inserting, openWorld } from "#tests/support/world.ts";
import { turnSubscriptions } from "#worker/jobs/subscriptions.ts";

// A world of its own: in the shared one, the moved clock would end every other company's subscription too.
const w = await openWorld();
afterAll(() => w.server.close());
await offer(w);
const db = w.env.CONTROL_DB;
const HOUR_MS = 3_600_000;

let made = 0;
/** A company in a time zone whose subscription ends on a day. */
async function subscriber(zone: string, end: string, more: Parameters<typeof subscribed>[3] = {}) {
  const company = await addCompany(w.env, `zoned${++made}`, 2, made % 2);
  const id = await subscribed(w, company, end, more);
  await db.prepare("update companies set time_zone = ? where id = ?").bind(zone, company.id).run();
  await w.env[company.shard as "TENANT_DB_0"]
    .prepare(
      "update company_profiles set time_zone = ?, period_end = ?, grace_days = 10 where id = ?",
    )
    .bind(zone, end, company.id)
    .run();
  return { id, zone, company };
}

/** The night's work at an instant, part after part, as the queue would hand it on. */
async function turnAt(at: number) {
  const part = { job: "subscriptions", shard: "CONTROL_DB", owner: "platform", at, db };
  const env = w.env as unknown as Env;
  for (let from: string | null = ""; from !== null; )
    from = await turnSubscriptions({ ...part, env, from });
}
const subscription = (id: string) =>
  db.prepare("select * from subscriptions where id = ?").bind(id).first<Record<string, unknown>>();

test("the clock moved over the end of grace: each company's ends with its own day", async () => {
  // 2027-10-31: clocks of Europe go back; in Lord Howe, Chatham and New York they stand.
  const last = "2027-10-31";
  const zones = [
    ...["Pacific/Kiritimati", "Pacific/Chatham", "Australia/Lord_Howe", "Asia/Kolkata"],
    ...["Europe/Berlin", "Europe/London", "America/St_Johns", "America/New_York", "Pacific/Niue"],
  ];
  const all = [];
  for (const zone of zones) all.push(await subscriber(zone, addDays(last, -10)));
  const endedAt = new Map<string, number>();
  const begin = Date.parse("2027-10-31T08:00:00Z");
  for (let hour = 0; hour <= 30; hour += 0.5) {
    const at = begin + hour * HOUR_MS;
    await turnAt(at);
    for (const { id, zone } of all)
      if (!endedAt.has(zone) && (await subscription(id))!.status === "expired")
        endedAt.set(zone, at);
  }
  const told = Object.fromEntries(
    [...endedAt].map(([zone, at]) => [zone, new Date(at).toISOString().slice(0, 16)]),
  );
  expect(told).toEqual({
    ...{ "Pacific/Kiritimati": "2027-10-31T10:00", "Pacific/Chatham": "2027-10-31T10:30" },
    ...{ "Australia/Lord_Howe": "2027-10-31T13:00", "Asia/Kolkata": "2027-10-31T18:30" },
    ...{ "Europe/Berlin": "2027-10-31T23:00", "Europe/London": "2027-11-01T00:00" },
    ...{ "America/St_Johns": "2027-11-01T02:30", "America/New_York": "2027-11-01T04:00" },
    ...{ "Pacific/Niue": "2027-11-01T11:00" },
  });
  const log = "select count(*) n from subscription_log where event = 'expired'";
  expect(await db.prepare(log).first()).toEqual({ n: zones.length });
});

test("thirty whose day has not come do not stand before one whose day has", async () => {
  const today = "2028-02-29";
  const next = { next_plan_version_id: OFFERED.version, next_limits: "{}", next_from: today };
  const waiting = [];
  for (let n = 0; n < 30; n++)
    waiting.push(
      await subscriber("Pacific/Niue", addDays(today, -12), { grace_days: 15, ...next }),
    );
  const last = await subscriber("Asia/Kolkata", addDays(today, -12), next);
  await turnAt(Date.parse("2028-02-29T02:17:00Z"));
  expect(await subscription(last.id)).toMatchObject({ status: "expired", next_from: null });
  for (const { id } of waiting)
    expect(await subscription(id)).toMatchObject({ status: "active", next_from: today });
});

const today = (zone: string) => new Intl.DateTimeFormat("sv", { timeZone: zone }).format();
test.each(["Pacific/Kiritimati", "Asia/Kolkata", "America/St_Johns", "Pacific/Niue"])(
  "a company in %s works, is told, and is stopped by its own calendar, with no job in between",
  async (zone) => {
    const states: [end: string, standing: string, adds: number][] = [
      [today(zone), "active", 201],
      [addDays(today(zone), -1), "grace", 201],
      [addDays(today(zone), -10), "grace", 201],
      [addDays(today(zone), -11), "suspended", 402],
    ];
    for (const [end, standing, adds] of states) {
      const { company } = await subscriber(zone, end);
      const admin = await signedIn(w, company, "admin");
      const page = await admin.call<{ standing: { status: string } }>("GET", "/api/subscription");
      expect([end, page.status, page.data.standing.status]).toEqual([end, 200, standing]);
      const added = await admin.call("POST", "/api/departments", { name: "Ward of the day" });
      expect([end, added.status]).toEqual([end, adds]);
    }
  },
);

test("Admins get a letter a week and a day before the end, once, by their own calendar", async () => {
  const end = "2029-03-20";
  const trial = await subscriber("Pacific/Kiritimati", end, { status: "trialing" });
  const paid = await subscriber("Pacific/Niue", end);
  const closed = await subscriber("Asia/Kolkata", end);
  await db
    .prepare("update companies set status = 'closed' where id = ?")
    .bind(closed.company.id)
    .run();
  for (const { company } of [trial, paid, closed])
    for (const [name, status] of [
      ["admin", "active"],
      ["viewer", "suspended"],
    ] as const)
      await inserting(db, "admin_directory", {
        ...{ id: newId(), company_id: company.id, user_id: company.users[name].id, status },
        ...{ name, email: company.users[name].email, user_version: 1 },
      }).run();
  const told = async () => {
    const { results } = await db
      .prepare(
        "select payload ->> 'to' as who, payload ->> 'subject' as what from outbox where dedupe_key like 'ends:%' order by id",
      )
      .all<{ who: string; what: string }>();
    return results.map(({ who, what }) => `${who}: ${what}`);
  };
  // 12 March 10:00 UTC: the 13th has begun in Kiritimati; in Niue it is the 11th still.
  await turnAt(Date.parse("2029-03-12T10:17:00Z"));
  const [ofTrial, ofPaid] = [trial, paid].map(
    ({ company: { users, name } }, at) =>
      `${users.admin.email}: The ${["trial", "subscription"][at]} of ${name} ends on 20 Mar 2029`,
  );
  expect(await told()).toEqual([ofTrial]);
  await turnAt(Date.parse("2029-03-13T12:17:00Z"));
  expect(await told()).toEqual([ofTrial, ofPaid]);
  for (const at of ["2029-03-14T02:17:00Z", "2029-03-18T02:17:00Z"]) await turnAt(Date.parse(at));
  expect(await told()).toEqual([ofTrial, ofPaid]);
  // One night was left out, and two run at once.
  const last = Date.parse("2029-03-20T02:17:00Z");
  await Promise.all([turnAt(last), turnAt(last)]);
  await turnAt(last);
  expect((await told()).sort()).toEqual([ofTrial, ofPaid, ofTrial, ofPaid].sort());
  const [letter] = await mailsTo(w, paid.company.users.admin.email);
  expect(letter!.text).toContain("Everything works on until 30 Mar 2029");
  expect(letter!.text).toContain(`${paid.company.host}`);
  await turnAt(Date.parse("2029-03-21T20:17:00Z"));
  expect(await told()).toHaveLength(4);
});
