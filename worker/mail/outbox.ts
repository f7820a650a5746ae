import { and, gte, lt } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { platformOutbox } from "#drizzle/control/index.ts";
import { outbox } from "#drizzle/tenant/index.ts";
import type { Db, Statement } from "../db/db.ts";
import { brokenRule } from "../db/errors.ts";
import { PlatformDb } from "../db/platform-db.ts";

/** One message. The same `dedupeKey` is sent once. Only addresses of `origin`, the host it is about, become links. */
export type Mail = { to: string; subject: string; text: string; origin?: string };
export const MAIL = "mail";

const outboxOf = (db: Db) => (db instanceof PlatformDb ? platformOutbox : outbox) as typeof outbox;

/** A mail as a row of the batch that causes it. It is sent once the request is answered; what is lost on that way, the clock finds. */
export function mailing(db: Db, mail: Mail, dedupeKey: string): Statement {
  const id = newId();
  db.stamp.letters?.push(id);
  return db.inserting(outboxOf(db), {
    id,
    topic: MAIL,
    payload: mail,
    dedupeKey,
    nextAt: Date.now(),
  });
}

/**
 * Mails each of some people once, all of them or nobody: nothing is sent where a mail of this key went before, nor where another run
 * is faster.
 * @param key begins the key of each mail, before the person's id
 */
export async function mailOnce(
  db: Db,
  key: string,
  mails: readonly (Mail & { userId: string })[],
): Promise<void> {
  const table = outboxOf(db);
  const ofKey = and(gte(table.dedupeKey, `${key}:`), lt(table.dedupeKey, `${key};`));
  const [sent] = await db.read(
    db.select({ id: table.id }).from(table).where(db.ofOwner(table, ofKey)).limit(1),
  );
  if (sent.length > 0) return;
  const [first, ...others] = mails.map(({ userId, ...mail }) =>
    mailing(db, mail, `${key}:${userId}`),
  );
  if (!first) return;
  try {
    await db.read(first, ...others);
  } catch (error) {
    if (brokenRule(error)?.kind !== "unique") throw error;
  }
}
