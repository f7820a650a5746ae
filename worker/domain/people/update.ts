import { and, eq, sql } from "drizzle-orm";
import { departments, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { forbidden, invalid, stale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../changes.ts";
import { checked } from "../fields.ts";
import { assertUsable, explainReferences } from "../references.ts";
import { type PersonRow, personColumns } from "./columns.ts";
import { personUpdate } from "./input.ts";
import { refuseUpward } from "./invite.ts";
import { addressWrites } from "./links.ts";
import { beyondReach, onePerson, refuseBeyond, stillWithin, withinReach } from "./reach.ts";
import { anotherAdmin, seenBy } from "./rules.ts";

const references = { departmentId: { table: departments, label: "Location" } };

/** A person as a command finds them. @throws Response 403 beyond the reach of the one who asks, 404 */
export async function personWithin(session: Session, db: CompanyDb, id: string): Promise<PersonRow> {
  const [rows, beyond] = await db.read(personQuery(db, id), beyondReach(session, db, onePerson(id)));
  const person = seenBy(session, rows[0]);
  refuseBeyond(beyond);
  return person;
}

/** One person, as a statement. */
export const personQuery = (db: ReadingDb, id: string) =>
  db
    .select(personColumns)
    .from(users)
    .where(db.mine(users, eq(users.id, id)))
    .limit(1);

/** The person is as they were read: goes first into the batch. */
export const asSeen = (db: CompanyDb, { id, version }: Pick<PersonRow, "id" | "version">) =>
  db.assert("state", db.exists(users, and(eq(users.id, id), eq(users.version, version))!));
/** The same for a person who must still be within reach. */
export const asSeenWithin = (session: Session, db: CompanyDb, person: Pick<PersonRow, "id" | "version">) => [
  asSeen(db, person),
  ...stillWithin(session, db, onePerson(person.id)),
];

/**
 * Saves what is said of a person. Type and service type are not one's own to change, nor, as the address, those of a person beyond reach;
 * an Admin who becomes a User leaves another Admin behind.
 * @throws Response 403, 404, 409 for the last Admin or when someone else was first, 422 with every message
 */
export async function updatePerson(
  session: Session,
  id: string,
  { version, ...input }: Record<string, unknown>,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-user");
  const [[found], beyond] = await db.read(personQuery(db, id), beyondReach(session, db, onePerson(id)));
  const before = seenBy(session, found);
  const { email: wanted, ...values } = checked(personUpdate, { type: before.type, ...input });
  if (version !== undefined && version !== "" && Number(version) !== before.version) stale(before);
  const isOtherType = values.serviceType !== before.serviceType || values.type !== before.type;
  let awakened: Statement[] = [];
  if (isOtherType) {
    if (id === session.actor.userId) forbidden("You cannot change your own type or service type");
    refuseUpward(session, values);
    refuseBeyond(beyond);
    // Grants that the service type excludes until now begin to count with another one.
    awakened = await withinReach(session, db, onePerson(id), values.serviceType);
  }
  const moved = wanted !== undefined && wanted !== before.email.toLowerCase() ? wanted : null;
  if (moved && id === session.actor.userId) invalid({ email: ["Change your own address in your profile"] });
  if (moved) refuseBeyond(beyond);
  const address = moved ? await addressWrites(session, db, before, moved) : null;
  if (values.type !== before.type && session.type !== "Admin") invalid({ type: ["Only an Admin changes it"] });
  try {
    return await db.commit({
      writes: [
        ...(isOtherType || moved ? asSeenWithin(session, db, before) : [asSeen(db, before)]),
        ...awakened,
        ...(before.type === "admin" && values.type === "user" && before.status === "active" ? [anotherAdmin(db, id)] : []),
        ...assertUsable(db, references, values, before),
        db.updating(users, eq(users.id, id), values),
        ...(address?.writes ?? []),
      ],
      activity: {
        action: "update.user",
        kind: "user",
        id,
        label: values.name,
        changes: [...changesBetween(before, values), ...(moved ? [{ field: "email", from: before.email, to: moved }] : [])],
      },
      answer: { status: 200, message: address ? `Person saved. ${address.message}` : "Person saved", data: { id } },
    });
  } catch (refusal) {
    if (refusal instanceof Response && refusal.status !== 422)
      await explainReferences(db, references, { departmentId: values.departmentId });
    throw refusal;
  }
}

/** Raises what every session of the person must match: all of them end. */
export const newEpoch = { sessionEpoch: sql`${users.sessionEpoch} + 1` };
