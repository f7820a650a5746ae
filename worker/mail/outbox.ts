import { newId } from "#drizzle/columns.ts";
import { platformOutbox } from "#drizzle/control/index.ts";
import { outbox } from "#drizzle/tenant/index.ts";
import type { Db, Statement } from "../db/db.ts";
import { PlatformDb } from "../db/platform-db.ts";

/** One message. The same `dedupeKey` is sent once. Only addresses of `origin`, the host it is about, become links. */
export type Mail = { to: string; subject: string; text: string; origin?: string };
export const MAIL = "mail";

/** A mail as a row of the batch that causes it. It is sent once the request is answered; what is lost on that way, the clock finds. */
export function mailing(db: Db, mail: Mail, dedupeKey: string): Statement {
  const id = newId();
  db.stamp.letters?.push(id);
  return db.inserting(db instanceof PlatformDb ? platformOutbox : outbox, {
    id,
    topic: MAIL,
    payload: mail,
    dedupeKey,
    nextAt: Date.now(),
  });
}
