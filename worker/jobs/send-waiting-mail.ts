import { deliverMail } from "../mail/deliver.ts";

/** Sends the waiting mails of the platform and of every shard; one that fails does not hold up the others. */
export async function sendWaitingMail(env: Env): Promise<void> {
  const shards = Object.entries(env).filter(([name]) => /^TENANT_DB_\w+$/.test(name));
  const runs = [deliverMail(env, env.CONTROL_DB, false), ...shards.map(([, shard]) => deliverMail(env, shard as D1Database, true))];
  for (const run of await Promise.allSettled(runs)) if (run.status === "rejected") console.error(run.reason);
}
