import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { users, userTokens } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { addressAskedLetter } from "../../mail/letters.ts";
import { sendingLink } from "../../mail/links.ts";
import { mailing } from "../../mail/outbox.ts";
import { conflict, invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, email } from "../fields.ts";
import type { PersonRow } from "./columns.ts";
import { notOneself, seenBy } from "./rules.ts";
import { asSeen, personFor, personQuery } from "./update.ts";

export const addressInput = z.strictObject({ newEmail: email() });

/** Sends the link a person needs: the invitation again while they are invited, else one to choose a new password. Older ones end. */
export async function sendPersonLink(session: Session, id: string): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-user");
  const person = await personFor(session, db, id);
  if (person.status !== "invited" && person.status !== "active") conflict(`${person.name} is ${person.status}`);
  const purpose = person.status === "invited" ? "invite" : "reset_password";
  return db.commit({
    writes: [
      asSeen(db, person),
      ...(await sendingLink(
        { db, origin: session.origin, tokens: userTokens },
        { userId: id, name: person.name, to: person.email, purpose },
      )),
    ],
    activity: { action: `${purpose === "invite" ? "send_invitation" : "send_reset"}.user`, kind: "user", id, label: person.name },
    answer: { status: 200, message: `A link was sent to ${person.email}`, data: { id } },
  });
}

/**
 * Asks for another address of somebody else. It counts once it is confirmed there, the one of now is told, and the person's sessions end with it.
 * One who is only invited gets the invitation at the new address.
 * @throws Response 403, 404, 409, 422 when another person has the address
 */
export async function changePersonAddress(session: Session, id: string, input: unknown): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-user");
  notOneself(session, id, "change the address of");
  const { newEmail } = checked(addressInput, input);
  const [rows, taken] = await db.read(personQuery(db, id), holderOf(db, newEmail));
  const person = seenBy(session, rows[0]);
  if (newEmail === person.email.toLowerCase()) invalid({ newEmail: ["This is their address already"] });
  if (taken.length) invalid({ newEmail: ["E-mail is already used"] });
  const { writes, message } = await addressWrites(session, db, person, newEmail);
  return db.commit({
    writes: [asSeen(db, person), ...writes],
    activity: {
      action: "ask.email",
      kind: "user",
      id,
      label: person.name,
      changes: [{ field: "email", from: person.email, to: newEmail }],
    },
    answer: { status: 200, message, data: { id } },
  });
}

/** Another address of somebody else, as statements: a link to confirm it there, and the old one is told. @throws Response 409 for who is not at work */
export async function addressWrites(session: Session, db: CompanyDb, person: PersonRow, newEmail: string) {
  if (person.status !== "invited" && person.status !== "active") conflict(`${person.name} is ${person.status}`);
  const desk = { db, origin: session.origin, tokens: userTokens };
  const to = { userId: person.id, name: person.name, to: newEmail };
  const invited = person.status === "invited";
  return {
    writes: [
      ...(invited ? [db.updating(users, eq(users.id, person.id), { email: newEmail })] : []),
      ...(await sendingLink(desk, invited ? { ...to, purpose: "invite" } : { ...to, purpose: "verify_email", newEmail })),
      mailing(db, { to: person.email, ...addressAskedLetter(person.name, newEmail, session.origin) }, `email_asked:${newId()}`),
    ],
    message: invited ? `The invitation was sent to ${newEmail}` : `It counts once the link that was sent to ${newEmail} is opened`,
  };
}

const holderOf = (db: ReadingDb, email: string) =>
  db
    .select({ holder: sql<string>`${users.id}`.as("holder") })
    .from(users)
    .where(db.mine(users, and(eq(users.email, email), ne(users.status, "left"))))
    .limit(1);
