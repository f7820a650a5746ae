import { type Job, jobsOf } from "./jobs.ts";
import { lease } from "./lease.ts";
import { AT_ONCE, CONTROL, databaseOf, send, shardsOf } from "./message.ts";

/** The job that goes on with a search which found more companies than one message names. */
export const FIND = "find";

/** Finds who has work of one job in one database, and sends each a message; a search that found many goes on in a message of its own. */
export async function find(
  env: Env,
  name: string,
  job: Job,
  shard: string,
  at: number,
  after = "",
): Promise<void> {
  if (!job.due || job.isOn?.(env) === false) return;
  const owners = await lease(databaseOf(env, shard), {
    shard,
    due: job.due,
    after,
    by: job.by?.(at) ?? at,
    job: name,
  });
  await send(
    env,
    job.queue ?? "JOB_QUEUE",
    owners.map((owner) => ({ job: name, shard, owner, at })),
  );
  if (owners.length === AT_ONCE)
    await send(env, "JOB_QUEUE", [{ job: FIND, shard, owner: name, at, from: owners.at(-1)! }]);
}

/** Finds the work of the minute or of the night. One search that fails stops no other. */
export async function findWork(env: Env, each: Job["each"], at: number): Promise<void> {
  const searches = [CONTROL, ...shardsOf(env)].flatMap((shard) =>
    Object.entries(jobsOf(shard))
      .filter(([, job]) => job.each === each)
      .map(([name, job]) => find(env, name, job, shard, at)),
  );
  for (const search of await Promise.allSettled(searches))
    if (search.status === "rejected") console.error(search.reason);
}
