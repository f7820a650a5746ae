import { idFrom } from "#drizzle/columns.ts";
import { CONTROL, type Part } from "./message.ts";

const DAY_MS = 86_400_000;
/** First answers to repeated requests, and from where public pages were used. */
const KEEP_SHORT_MS = DAY_MS;
/** Ended sessions, links that were used or ran out, letters that were sent or given up, and messages that were applied. */
const KEEP_LONG_MS = 90 * DAY_MS;
/** What webhooks were told. */
const KEEP_TOLD_MS = 30 * DAY_MS;
const AT_ONCE = 500;

/** A link that was used or ran out. One that holds a changed address back does so until it is used (decision 019). */
const OVER = "(used_at is not null or expires_at < ?3 and purpose <> 'approve_address')";

/** What is over of a table's rows, and what that is measured by. Ids tell when their rows were made. */
type Kept = { table: string; over: string; by: (at: number) => (number | string)[] };
const madeLongAgo = (at: number) => idFrom(at - KEEP_LONG_MS);
/** Rows that the people of one realm leave behind: the company's (no prefix), its consumers' contacts, or staff. */
const rowsOfPeople = (prefix: "" | "contact_" | "staff_", tokens: string): Kept[] => [
  { table: `${prefix}remembered_devices`, over: "expires_at < ?2", by: (at) => [at] },
  { table: `${prefix}spent_proofs`, over: "expires_at < ?2", by: (at) => [at] },
  {
    table: `${prefix}sessions`,
    over: "id < ?2 and expires_at < ?3",
    by: (at) => [madeLongAgo(at), at],
  },
  { table: tokens, over: `id < ?2 and ${OVER}`, by: (at) => [madeLongAgo(at), at] },
];
const rowsOfAll: Kept[] = [
  { table: "idempotency_keys", over: "created_at < ?2", by: (at) => [at - KEEP_SHORT_MS] },
  {
    table: "outbox",
    over: "id < ?2 and (sent_at is not null or next_at is null)",
    by: (at) => [madeLongAgo(at)],
  },
];
const company: Kept[] = [
  ...rowsOfPeople("", "user_tokens"),
  ...rowsOfPeople("contact_", "contact_tokens"),
  ...rowsOfAll,
  { table: "public_reports", over: "id < ?2", by: (at) => [idFrom(at - KEEP_SHORT_MS)] },
  { table: "public_tries", over: "id < ?2", by: (at) => [idFrom(at - KEEP_SHORT_MS)] },
  { table: "webhook_deliveries", over: "id < ?2", by: (at) => [idFrom(at - KEEP_TOLD_MS)] },
  {
    table: "api_uses",
    over: "minute < ?2",
    by: (at) => [Math.floor((at - KEEP_SHORT_MS) / 60_000)],
  },
  { table: "identity_states", over: "id < ?2", by: (at) => [idFrom(at - KEEP_SHORT_MS)] },
  { table: "identity_sessions", over: "id < ?2", by: (at) => [idFrom(at - KEEP_SHORT_MS)] },
  { table: "applied_messages", over: "applied_at < ?2", by: (at) => [at - KEEP_LONG_MS] },
];
/** A sign-up that nobody confirmed is gone a day after its link ran out; of one that became a company the company's row is enough. */
const platform: Kept[] = [
  ...rowsOfPeople("staff_", "staff_tokens"),
  ...rowsOfAll,
  {
    table: "signups",
    over: "id < ?2 and expires_at < ?3 and (verified_at is null or id < ?4)",
    by: (at) => [idFrom(at - 2 * DAY_MS), at - DAY_MS, madeLongAgo(at)],
  },
];

/** Removes a part of an owner's rows that are over, in the order of their ids. */
async function forget(
  { db, shard, owner, at }: Part,
  kept: readonly Kept[],
): Promise<string | null> {
  const ofOwner = shard === CONTROL ? "?1 is not null" : "company_id = ?1";
  const gone = await db.batch(
    kept.map(({ table, over, by }) =>
      db
        .prepare(
          `delete from ${table} where ${ofOwner} and id in (select id from ${table} where ${ofOwner} and ${over} order by id limit ${AT_ONCE})`,
        )
        .bind(owner, ...by(at)),
    ),
  );
  return gone.some(({ meta }) => meta.changes >= AT_ONCE) ? "" : null;
}

export const forgetOfCompany = (part: Part) => forget(part, company);
export const forgetOfPlatform = (part: Part) => forget(part, platform);
