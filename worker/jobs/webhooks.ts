import { tellDue } from "../domain/webhooks/due.ts";
import { type Attempt, sendAttempt, takeDue } from "../domain/webhooks/sending.ts";
import { originOf } from "../tenancy/hosts.ts";
import { openForJob } from "../tenancy/shard-door.ts";
import { AT_ONCE, type Part, send } from "./message.ts";

/** What is to be tried again this soon waits in the queue; the clock finds the rest, which looks once a minute. */
const SOON_MS = 60_000;

const HOST = "select primary_host from company_profiles where company_id = ?1 and id = ?1";
const hostOf = async (db: D1Database, owner: string) =>
  (await db.prepare(HOST).bind(owner).first<{ primary_host: string }>())?.primary_host;

const messageOf = ({ shard, owner, at }: Part, { id, attempts }: Attempt) => ({
  ...{ job: "webhook", shard, owner, at },
  from: `${id}:${attempts}`,
});

/** Takes what is due to a company's webhooks, and sends each attempt on as a message of its own. */
export async function findDeliveries(part: Part): Promise<string | null> {
  const db = openForJob(part.db, part.owner);
  const { attempts, isMore } = await takeDue(db, Math.max(part.at, Date.now()));
  for (let at = 0; at < attempts.length; at += AT_ONCE)
    await send(
      part.env,
      "HOOK_QUEUE",
      attempts.slice(at, at + AT_ONCE).map((one) => messageOf(part, one)),
    );
  return isMore ? "" : null;
}

/** Makes the one attempt that the message names. */
export async function sendDelivery(part: Part): Promise<null> {
  const [id = "", attempts] = part.from.split(":");
  const attempt = { id, attempts: Number(attempts) };
  const following = await sendAttempt(part.env, openForJob(part.db, part.owner), attempt);
  if (!following) return null;
  const wait = following.at - Date.now();
  if (wait < SOON_MS)
    await send(part.env, "HOOK_QUEUE", [messageOf(part, following.next)], Math.ceil(wait / 1000));
  return null;
}

/** Where the telling of planned services begins: the days after one, up to another. */
export const dueFrom = (after: string, until: string) => `${after}/${until}`;

/** Tells of planned services whose day has come, some at a time. The message says of which days, and where it goes on. */
export async function tellOfDue({ env, db, owner, at, from }: Part): Promise<string | null> {
  const [after = "", until = "", on, id] = from.split("/");
  const host = await hostOf(db, owner);
  if (!host) return null;
  const place = on === undefined || id === undefined ? {} : { on, id };
  const next = await tellDue(
    openForJob(db, owner),
    originOf(env, host),
    { after, until, ...place },
    at,
  );
  return next && [after, until, next.on, next.id].join("/");
}
