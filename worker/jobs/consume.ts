import { platformAppliedMessages } from "#drizzle/control/index.ts";
import { onceOnly } from "../db/applied.ts";
import { PLATFORM } from "../domain/activity/chain.ts";
import { openControl } from "../tenancy/shard-door.ts";
import { FIND, find } from "./find.ts";
import { type Job, jobsOf } from "./jobs.ts";
import { endLease, renewLease, restLease } from "./lease.ts";
import { databaseOf, type Message, send } from "./message.ts";

const jobOf = (shard: string, name: string): Job => jobsOf(shard)[name] ?? unknown(name);
const unknown = (name: string): never => {
  throw new Error(`There is no job ${name}`);
};

/** Does one part, and sends the rest on as another message. */
async function work(env: Env, { body }: { body: Message }): Promise<void> {
  const { job: name, shard, owner, at, from = "" } = body;
  if (name === FIND) return find(env, owner, jobOf(shard, owner), shard, at, from);
  const job = jobOf(shard, name);
  const db = databaseOf(env, shard);
  const rest = await job.run({ ...body, from, env, db });
  if (rest === null) return job.due ? endLease(db, body) : undefined;
  await renewLease(db, body);
  await send(env, job.queue ?? "JOB_QUEUE", [{ ...body, from: rest }]);
}

/** Notes what failed for good in the platform's log, once, and lets it rest. */
async function bury(env: Env, { id, body }: { id: string; body: Message }): Promise<void> {
  const { job, shard, owner } = body;
  console.error(`Job ${job} of ${owner} in ${shard} failed for good`);
  const control = openControl(env);
  const isCompany = owner !== PLATFORM && job !== FIND;
  await onceOnly(
    control.commit({
      writes: [
        control.inserting(platformAppliedMessages, { id: `dead:${id}`, appliedAt: Date.now() }),
      ],
      activity: {
        action: "fail.job",
        kind: isCompany ? "company" : "job",
        id: isCompany ? owner : job,
        label: job,
        reason: `It failed at every attempt, in ${shard}`,
      },
      answer: { status: 200, message: "", data: null },
    }),
  );
  await restLease(databaseOf(env, shard), body);
}

/** Takes messages from a queue, each by itself: one that fails is tried again later and keeps no other. */
export async function consume({ queue, messages }: MessageBatch<Message>, env: Env): Promise<void> {
  const take = queue.endsWith("-dead") ? bury : work;
  await Promise.all(
    messages.map(async (message) => {
      try {
        await take(env, message);
        message.ack();
      } catch (error) {
        const { job, shard, owner } = message.body;
        console.error(
          `Job ${job} of ${owner} in ${shard} failed at attempt ${message.attempts}`,
          error,
        );
        message.retry();
      }
    }),
  );
}
