import { beforeAll, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { BUSY, busyCompany } from "#tests/support/busy-company.ts";
import { type Client, clientOf, d1Of } from "#tests/support/client.ts";
import { companyToday, type World, world } from "#tests/support/world.ts";
import { metered, newMeter } from "#worker/db/meter.ts";
import { mailDigests, remind } from "#worker/jobs/mornings.ts";

let w: World;
let busy: Awaited<ReturnType<typeof busyCompany>>;
const TODAY = companyToday();

beforeAll(async () => {
  w = await world();
  busy = await busyCompany(w, "busy", TODAY);
});

const jobs = { reminders: remind, digest: mailDigests };

/** The rows that a morning's job reads in the company to its end, in all and in the dearest of its messages. */
async function costOf(job: keyof typeof jobs, day: string) {
  const { company, shard } = busy;
  const meter = newMeter();
  const env = { ...w.env, PUBLIC_SCHEME: "http", PUBLIC_PORT: "" } as unknown as Env;
  const db = metered(shard.db, meter, "tenant");
  const at = Date.parse(`${day}T02:00:00Z`);
  await shard.run(
    "insert into company_jobs (company_id, id, lease_until) values (?, ?, 0) on conflict do nothing",
    job,
  );
  let message = 0;
  for (let from: string | null = ""; from !== null; ) {
    const before = meter.read;
    from = await jobs[job]({ job, shard: company.shard, owner: company.id, env, db, at, from });
    message = Math.max(message, meter.read - before);
  }
  return { read: meter.read, message, trips: meter.trips };
}

/** The most rows of a morning, and of one of its messages. Half of it counts the day's figures over all devices. */
const most = {
  reminders: { read: 700_000, message: 400_000, trips: 220 },
  digest: { read: 60_000, message: 55_000, trips: 60 },
};
/** After a week without a clock, what seven mornings would have told is told in one. */
const WEEK = 6;

test("a morning of a hospital with 10,000 devices and 40,000 planned services is bounded, as is that after a week without a clock", async () => {
  const dear: string[] = [];
  const days = [
    [TODAY, 1],
    [addDays(TODAY, 1), 1],
    [addDays(TODAY, 8), WEEK],
  ] as const;
  for (const [day, times] of days)
    for (const job of ["reminders", "digest"] as const)
      for (const [what, n] of Object.entries(await costOf(job, day)))
        if (n > most[job][what as keyof (typeof most)["digest"]] * times)
          dear.push(`${job} of ${day}: ${n} ${what}`);
  expect(dear).toEqual([]);
  expect(await busy.shard.count("notifications")).toBeGreaterThan(BUSY.people);
}, 240_000);

/** What one reading of a new calendar link costs, and how many entries it has. */
async function feedOf(who: Client, teamId: string) {
  const seed = crypto.randomUUID().replaceAll("-", "");
  const fields = { intent: "create", name: "Phone", teamId, seed };
  const made = await who.form("/calendar-feeds.data", fields);
  const answer = await who.page(/\/calendar\/[0-9a-f]{32}\.ics/.exec(await made.text())![0]);
  const { read, trips } = d1Of(answer);
  const text = await answer.text();
  return { read, trips, entries: text.split("BEGIN:VEVENT").length - 1, text };
}

test("a calendar link reads as many rows as its teams have devices, and of a team with all of them a bounded number", async () => {
  const { shard, company, people, teams } = busy;
  const person = await clientOf(w, company.host, people[0]!.email);
  const [team, ...others] = teams.map(({ id }) => id);
  for (const of of ["", team!]) {
    const { read, trips, entries } = await feedOf(person, of);
    expect(entries).toBeGreaterThan(100);
    expect(read, `with ${BUSY.assets / BUSY.teams} devices`).toBeLessThanOrEqual(6_000);
    expect(trips).toBeLessThanOrEqual(3);
  }
  await shard.add(
    "team_members",
    ...others.slice(0, 6).map((id) => ({ user_id: people[0]!.id, team_id: id })),
  );
  const many = await feedOf(person, "");
  expect(many.read, "in seven teams").toBeLessThanOrEqual(30_000);
  expect(many.entries).toBeGreaterThan(500);
  await shard.run("update assets set team_id = ?2 where company_id = ?1", team);
  for (const of of ["", team!]) {
    const { read, entries, text } = await feedOf(person, of);
    expect(entries).toBeGreaterThanOrEqual(600);
    expect(read, "with all devices").toBeLessThanOrEqual(30_000);
    expect(text.replace(/\r\n /g, "")).toContain("More is planned than this calendar holds");
  }
});
