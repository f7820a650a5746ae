import { JOB } from "./due.ts";
import { AT_ONCE, CONTROL, type Message } from "./message.ts";

const MINUTE = 60_000;
/** A message of the job is on its way for so long at most: longer than all its attempts take. */
const LEASE_MS = 15 * MINUTE;
/** What failed for good is tried anew after an hour. */
const REST_MS = 60 * MINUTE;

const [UNTIL, NOW] = ["?4", "?5"];

/** Leases a job to each company that a search finds and that no message of the job is under way for. */
const leaseCompanies = (due: string) => `insert into company_jobs (company_id, id, lease_until)
  select owner, ${JOB}, ${UNTIL} from (${due}) as found
  where not exists (select 1 from company_jobs as job where job.company_id = found.owner and job.id = ${JOB} and job.lease_until > ${NOW}) limit ${AT_ONCE}
  on conflict (company_id, id) do update set lease_until = excluded.lease_until
  returning company_id as owner`;

const leasePlatform = (isDue: string) => `insert into platform_jobs (id, lease_until)
  select ${JOB}, ${UNTIL} where ${isDue} and not exists (select 1 from platform_jobs where id = ${JOB} and lease_until > ${NOW})
  on conflict (id) do update set lease_until = excluded.lease_until
  returning 'platform' as owner`;

type Search = { shard: string; due: string; after: string; by: number | string; job: string };

/** @returns whom the job was leased to, a hundred at most, in their order */
export async function lease(
  db: D1Database,
  { shard, due, after, by, job }: Search,
): Promise<string[]> {
  const now = Date.now();
  const { results } = await db
    .prepare(shard === CONTROL ? leasePlatform(due) : leaseCompanies(due))
    .bind(after, by, job, now + LEASE_MS, now)
    .all<{ owner: string }>();
  return results.map(({ owner }) => owner).sort();
}

const setLease = async (db: D1Database, { shard, owner, job }: Message, until: number) => {
  const where =
    shard === CONTROL
      ? "platform_jobs set lease_until = ?3 where ?1 is not null"
      : "company_jobs set lease_until = ?3 where company_id = ?1";
  await db.prepare(`update ${where} and id = ?2`).bind(owner, job, until).run();
};

/** The work goes on in another message. */
export const renewLease = (db: D1Database, message: Message) =>
  setLease(db, message, Date.now() + LEASE_MS);
/** The work is done: what comes next is found by the clock. */
export const endLease = (db: D1Database, message: Message) => setLease(db, message, 0);
/** The work failed for good; it rests for an hour, so that it does not fail every minute. */
export const restLease = (db: D1Database, message: Message) =>
  setLease(db, message, Date.now() + REST_MS);
