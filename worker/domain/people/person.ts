import { and, eq, sql } from "drizzle-orm";
import { users } from "#drizzle/tenant/index.ts";
import { tablesOf } from "../../auth/realm.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Session } from "../../session.ts";
import { type PersonRow, personColumns } from "./columns.ts";
import { beyondReach, onePerson, refuseBeyond, stillWithin } from "./reach.ts";
import { seenBy } from "./rules.ts";

/** A person as a command finds them. @throws Response 403 beyond the reach of the one who asks, 404 */
export async function personWithin(
  session: Session,
  db: CompanyDb,
  id: string,
): Promise<PersonRow> {
  const [rows, beyond] = await db.read(
    personQuery(db, id),
    beyondReach(session, db, onePerson(id)),
  );
  const person = seenBy(session, rows[0]);
  refuseBeyond(beyond);
  return person;
}

/** One person, as a statement. */
export const personQuery = (db: ReadingDb, id: string) =>
  db
    .select(personColumns)
    .from(users)
    .where(db.ofOwner(users, eq(users.id, id)))
    .limit(1);

/** The person is as they were read: goes first into the batch. */
export const asSeen = (db: CompanyDb, { id, version }: Pick<PersonRow, "id" | "version">) =>
  db.assert("state", db.exists(users, and(eq(users.id, id), eq(users.version, version))!));
/** The same for a person who must still be within reach. */
export const asSeenWithin = (
  session: Session,
  db: CompanyDb,
  person: Pick<PersonRow, "id" | "version">,
) => [asSeen(db, person), ...stillWithin(session, db, onePerson(person.id))];

/** What writing to a company's people needs. */
export const deskOf = (session: Session, db: CompanyDb) => ({
  db,
  origin: session.origin,
  ...tablesOf.company,
});

/** Raises what every session of the person must match: all of them end. */
export const newEpoch = { sessionEpoch: sql`${users.sessionEpoch} + 1` };
