import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { users } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { sendingLink } from "../../mail/links.ts";
import { conflict, invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { askingAddress, tellingOldAddress, unproven, vouching } from "../account/address.ts";
import { ownPassword, provePassword } from "../account/prove-password.ts";
import { checked, email } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import type { PersonRow } from "./columns.ts";
import { asSeenWithin, deskOf, personQuery } from "./person.ts";
import { beyondReach, onePerson, refuseBeyond } from "./reach.ts";
import { notOneself, seenBy } from "./rules.ts";

export const addressInput = z.strictObject({ newEmail: email(), password: ownPassword });

/**
 * Sends the link a person needs: the invitation again while they are invited, else one to choose a new password. Older ones end.
 * From an Admin it also confirms the address it goes to. @throws Response 403, 404, 409 for who is not at work or whose address is unproven
 */
export async function sendPersonLink(
  session: Session,
  id: string,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-user");
  const desk = deskOf(session, db);
  const [rows, beyond, [held]] = await db.read(
    personQuery(db, id),
    beyondReach(session, db, onePerson(id)),
    unproven(desk, id),
  );
  const person = seenBy(session, rows[0]);
  refuseBeyond(beyond);
  if (held && session.type !== "Admin")
    conflict(
      `The new address of ${person.name} is not confirmed yet. Ask an Admin to send the link.`,
    );
  if (person.status !== "invited" && person.status !== "active")
    conflict(`${person.name} is ${person.status}`);
  const purpose = person.status === "invited" ? "invite" : "reset_password";
  return db.commit({
    writes: [
      ...asSeenWithin(session, db, person),
      ...(held ? [vouching(desk, person)] : []),
      ...(await sendingLink(desk, person, purpose)),
    ],
    ...recorded(
      "user",
      purpose === "invite" ? "send_invitation.user" : "send_reset.user",
      person,
      `A link was sent to ${person.email}`,
    ),
  });
}

/**
 * Asks for another address of somebody else. It counts once it is confirmed there, the one of now is told, and the person's sessions end with it.
 * One who is only invited gets the invitation at the new address.
 * @throws Response 403, 404, 409, 422 when another person has the address, and for a wrong proof of who asks
 */
export async function changePersonAddress(
  session: Session,
  id: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-user");
  notOneself(session, id, "change the address of");
  const { newEmail, password } = checked(addressInput, input);
  const [rows, beyond, taken] = await db.read(
    personQuery(db, id),
    beyondReach(session, db, onePerson(id)),
    holderOf(db, newEmail),
  );
  const person = seenBy(session, rows[0]);
  refuseBeyond(beyond);
  if (newEmail === person.email.toLowerCase())
    invalid({ newEmail: ["This is their address already"] });
  if (taken.length) invalid({ newEmail: ["E-mail is already used"] });
  const { writes, message } = await addressWrites(session, db, person, newEmail);
  await provePassword(session, password, "password");
  return db.commit({
    writes: [...asSeenWithin(session, db, person), ...writes],
    ...recorded("user", "ask.email", person, message, {
      changes: [{ field: "email", from: person.email, to: newEmail }],
    }),
  });
}

/** Another address of somebody else, as statements. @throws Response 409 for who is not at work, or whose address of now is unproven */
export async function addressWrites(
  session: Session,
  db: CompanyDb,
  person: PersonRow,
  newEmail: string,
) {
  if (person.status !== "invited" && person.status !== "active")
    conflict(`${person.name} is ${person.status}`);
  const desk = deskOf(session, db);
  if (person.status === "invited")
    return {
      writes: [
        db.updating(users, eq(users.id, person.id), { email: newEmail }),
        ...(await sendingLink(desk, person, "invite", { to: newEmail })),
        tellingOldAddress(desk, person, newEmail),
      ],
      message: `The invitation was sent to ${newEmail}`,
    };
  const byAdmin = session.type === "Admin";
  if (!byAdmin && (await db.read(unproven(desk, person.id)))[0].length)
    conflict(`The address of ${person.name} is not confirmed yet. Ask an Admin to change it.`);
  return {
    writes: await askingAddress(desk, person, newEmail, { byAdmin }),
    message: `It counts once the link that was sent to ${newEmail} is opened`,
  };
}

const holderOf = (db: ReadingDb, email: string) =>
  db
    .select({ holder: sql<string>`${users.id}`.as("holder") })
    .from(users)
    .where(db.ofOwner(users, and(eq(users.email, email), ne(users.status, "left"))))
    .limit(1);
