import { desc, eq } from "drizzle-orm";
import { realmOf } from "../auth/realm.ts";
import type { Visit } from "../env.ts";
import { notFound } from "../refusals.ts";
import { MAIL, type Mail } from "./outbox.ts";

const MOST = 50;

/** The mails of this host, newest first, where nothing is sent. @throws Response 404 in production */
export async function shownOutbox(visit: Visit) {
  const realm = realmOf(visit);
  if (!realm || !["development", "test"].includes(visit.env.APP_ENV)) return notFound("page");
  const { db, outbox } = realm;
  const [rows] = await db.read(
    db
      .select({ id: outbox.id, payload: outbox.payload, createdAt: outbox.createdAt })
      .from(outbox)
      .where(db.mine(outbox, eq(outbox.topic, MAIL)))
      .orderBy(desc(outbox.id))
      .limit(MOST),
  );
  return rows.map(({ id, payload, createdAt }) => ({ id, createdAt, ...(payload as Mail) }));
}
