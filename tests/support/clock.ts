import { expect } from "vitest";
import type { Message } from "#worker/jobs/index.ts";
import { SHARDS, type World } from "./world.ts";

const RESTS_MS = 30 * 60_000;

/** Jobs a message is under way for; what failed for good and rests is none of them. */
export async function underWay(w: World): Promise<string[]> {
  const until = Date.now() + RESTS_MS;
  const of = async (db: D1Database, table: string) =>
    (
      await db
        .prepare(`select id from ${table} where lease_until > 0 and lease_until < ?`)
        .bind(until)
        .all<{ id: string }>()
    ).results;
  const rows = await Promise.all([
    of(w.env.CONTROL_DB, "platform_jobs"),
    ...SHARDS.map((shard) => of(w.env[shard as "TENANT_DB_0"], "company_jobs")),
  ]);
  return rows.flat().map(({ id }) => id);
}

/** Waits until the queues have done what the clock has found. */
export const workDone = (w: World, timeout = 120_000) =>
  expect.poll(() => underWay(w), { timeout, interval: 20 }).toEqual([]);

async function start(w: World, cron: string, at: number | string | Date) {
  await w.server.getWorker().scheduled({ cron, scheduledTime: new Date(at) });
  await workDone(w);
}
/** The clock's start of a minute, with all the work it leads to. */
export const minute = (w: World, at: number | string | Date = Date.now()) =>
  start(w, "* * * * *", at);
/** The clock's start of the night, with all the work it leads to. */
export const night = (w: World, at: number | string | Date = Date.now()) =>
  start(w, "17 2 * * *", at);

/** Sends messages of jobs as the clock would, and waits until they and what they lead to are done. */
export async function deliver(w: World, ...messages: Message[]) {
  const until = Date.now() + 60_000;
  for (const { job, shard, owner } of messages)
    await w.env[shard as "TENANT_DB_0"]
      .prepare(
        "insert into company_jobs (company_id, id, lease_until) values (?1, ?2, ?3) on conflict do update set lease_until = excluded.lease_until",
      )
      .bind(owner, job, until)
      .run();
  await w.env.JOB_QUEUE.sendBatch(messages.map((body) => ({ body })));
  await workDone(w);
}
