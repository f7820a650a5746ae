import { shardOf } from "../tenancy/hosts.ts";

/** A part of one owner's work. It may come twice or late: a job finds what is still to do. */
export type Message = {
  job: string;
  /** The binding of the database: a shard's, or CONTROL_DB. */
  shard: string;
  /** A company's id, or "platform". */
  owner: string;
  /** The instant, in milliseconds, by which work counts as due. */
  at: number;
  /** Where an earlier part stopped. */
  from?: string;
};

/** One message as its job sees it. */
export type Part = Required<Message> & { env: Env; db: D1Database };

export type QueueName = "JOB_QUEUE" | "MAIL_QUEUE" | "HOOK_QUEUE";
/** Messages that a queue takes at once. */
export const AT_ONCE = 100;
export const CONTROL = "CONTROL_DB";

/** The bindings of all shards. */
export const shardsOf = (env: Env): string[] =>
  Object.keys(env).filter((name) => /^TENANT_DB_\w+$/.test(name));
export const databaseOf = (env: Env, shard: string): D1Database =>
  shard === CONTROL ? env.CONTROL_DB : shardOf(env, shard);

/** @param delaySeconds how long the queue keeps them before anybody gets them */
export async function send(
  env: Env,
  queue: QueueName,
  messages: readonly Message[],
  delaySeconds = 0,
): Promise<void> {
  if (messages.length) await env[queue].sendBatch(messages.map((body) => ({ body, delaySeconds })));
}
