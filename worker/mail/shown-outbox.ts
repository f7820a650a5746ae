import { and, desc, eq } from "drizzle-orm";
import { companyNameOf, type Realm, realmOf } from "../auth/realm.ts";
import type { Visit } from "../env.ts";
import { notFound } from "../refusals.ts";
import { MAIL, type Mail } from "./outbox.ts";

const MOST = 50;

/** @throws Response 404 in production, where mail is sent */
const realmShown = (visit: Visit): Realm => {
  const realm = realmOf(visit);
  return realm && ["development", "test"].includes(visit.env.APP_ENV) ? realm : notFound("page");
};

/**
 * The mails of this host, newest first, where nothing is sent.
 * @throws Response 404 in production
 */
export async function shownOutbox(visit: Visit) {
  const { db, outbox } = realmShown(visit);
  const [rows] = await db.read(
    db
      .select({ id: outbox.id, payload: outbox.payload, createdAt: outbox.createdAt })
      .from(outbox)
      .where(db.ofOwner(outbox, eq(outbox.topic, MAIL)))
      .orderBy(desc(outbox.id))
      .limit(MOST),
  );
  return rows.map(({ id, payload, createdAt }) => ({ id, createdAt, ...(payload as Mail) }));
}

/** The HTML part of one of them. @throws Response 404 */
export async function shownLetter(visit: Visit, id: string): Promise<string> {
  const realm = realmShown(visit);
  const { db, outbox } = realm;
  const [[row]] = await db.read(
    db
      .select({ payload: outbox.payload })
      .from(outbox)
      .where(db.ofOwner(outbox, and(eq(outbox.id, id), eq(outbox.topic, MAIL))))
      .limit(1),
  );
  const mail = (row?.payload as Mail | undefined) ?? notFound("mail");
  const { htmlOf } = await import("./html.tsx");
  return htmlOf(mail, await companyNameOf(realm));
}
