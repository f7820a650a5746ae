import { eq } from "drizzle-orm";
import { users, userTokens } from "#drizzle/tenant/index.ts";
import { tablesOf } from "../../auth/realm.ts";
import { endingSessions } from "../../auth/session-life.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { endingLinks, sendingLink } from "../../mail/links.ts";
import { conflict, forbidden } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { recorded } from "../entity/recorded.ts";
import type { PersonRow } from "./columns.ts";
import { asSeen, asSeenWithin, deskOf, newEpoch, personQuery, personWithin } from "./person.ts";
import { countPeople, notOneself, refuseLimit, seenBy } from "./rules.ts";
import { stillAdmins } from "./still-admins.ts";

/** Every way into the company that a person has, as statements that end it. */
export const endingAll = (db: CompanyDb, id: string) => [
  ...endingSessions({ db, ...tablesOf.company }, id),
  ...(["invite", "reset_password", "verify_email"] as const).map((purpose) =>
    endingLinks({ db, tokens: userTokens }, id, purpose),
  ),
];

const changed = (person: PersonRow, verb: string, to: PersonRow["status"], message: string) =>
  recorded("user", `${verb}.user`, person, message, {
    changes: [{ field: "status", from: person.status, to }],
  });

/** Nobody signs in as this person until they are reactivated. @throws Response 403, 404, 409 for the last Admin */
export async function suspendPerson(session: Session, id: string): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-user");
  notOneself(session, id, "suspend");
  const person = await personWithin(session, db, id);
  if (person.status !== "active" && person.status !== "invited") return refused(db, person);
  return db.commit({
    writes: [
      ...asSeenWithin(session, db, person),
      ...(await stillAdmins(db, person)),
      db.updating(users, eq(users.id, id), { status: "suspended", ...newEpoch }),
      ...endingAll(db, id),
    ],
    ...changed(person, "suspend", "suspended", `${person.name} is suspended`),
  });
}

/** Back to work: with the password they had, or by a new invitation when they never had one. @throws Response 409 at the plan's limit */
export async function reactivatePerson(
  session: Session,
  id: string,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-user");
  if (session.type !== "Admin") forbidden("Only an Admin reactivates people");
  const [found, [known]] = await db.read(
    personQuery(db, id),
    db
      .select({ hash: users.passwordHash })
      .from(users)
      .where(db.ofOwner(users, eq(users.id, id))),
  );
  const person = seenBy(session, found[0]);
  if (person.status !== "suspended" && person.status !== "left") return refused(db, person);
  const status = known?.hash ? "active" : "invited";
  const invitation =
    status === "active" ? [] : await sendingLink(deskOf(session, db), person, "invite");
  try {
    return await db.commit({
      writes: [
        asSeen(db, person),
        db.updating(users, eq(users.id, id), { status }),
        ...(person.status === "left" ? countPeople(session, db, 1) : []),
        ...invitation,
      ],
      ...changed(
        person,
        "reactivate",
        status,
        status === "active"
          ? `${person.name} can sign in again`
          : `${person.email} gets an invitation`,
      ),
    });
  } catch (refusal) {
    return refuseLimit(session, refusal);
  }
}

/** Takes an invitation back that nobody has accepted. @throws Response 409 for a person who has */
export async function withdrawInvitation(
  session: Session,
  id: string,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("delete-user");
  const person = await personWithin(session, db, id);
  if (person.status !== "invited") {
    const first = await db.firstAnswer<{ id: string }>();
    return first ?? conflict("A person who has worked here is kept. Mark them as left instead.");
  }
  return db.commit({
    writes: [
      ...asSeenWithin(session, db, person),
      db.updating(users, eq(users.id, id), { status: "left", ...newEpoch }),
      ...endingAll(db, id),
      ...countPeople(session, db, -1),
    ],
    ...changed(person, "withdraw", "left", "Invitation withdrawn"),
  });
}

async function refused(db: CompanyDb, person: PersonRow): Promise<Answer<{ id: string }>> {
  const first = await db.firstAnswer<{ id: string }>();
  return first ?? conflict(`${person.name} is ${person.status}`);
}
