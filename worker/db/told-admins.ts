import { eq, inArray, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { outbox, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "./company-db.ts";
import type { Activity, Statement } from "./db.ts";
import { among } from "./predicates.ts";

/** What a shard tells the platform of: people who are Admins, or were. */
export const ADMINS_CHANGED = "company.admins";
/** The people a message is about. */
export type AdminsChanged = { ids: string[] };

/** A person who becomes a User is told of as well. */
const mayHaveBeen = ({ changes = [] }: Activity) => changes.some(({ field }) => field === "type");

/**
 * Says, in the batch that changes people, which of them the platform has to look at again: nothing where none of them is an Admin.
 * @param always also who is no Admin any more
 */
export function tellingOfAdmins(db: CompanyDb, ids: readonly string[], always = false): Statement {
  const now = Date.now();
  const id = newId(now);
  const isAdmin = db.exists(
    users,
    sql`${inArray(users.id, among(ids))} and ${eq(users.type, "admin")}`,
  );
  const payload: AdminsChanged = { ids: [...ids] };
  return db.run(
    sql`insert into ${outbox} ("company_id", "id", "created_at", "updated_at", "topic", "payload", "dedupe_key", "next_at")
      select ${db.companyId}, ${id}, ${now}, ${now}, ${ADMINS_CHANGED}, ${JSON.stringify(payload)}, ${`${ADMINS_CHANGED}:${id}`}, ${now} where ${always ? sql`1` : isAdmin}`,
  );
}

/** The same for the people that entries of a command are about. */
export function tellingOfAdminsIn(db: CompanyDb, entries: readonly Activity[]): Statement[] {
  const ofPeople = entries.filter(({ kind }) => kind === "user");
  if (!ofPeople.length) return [];
  return [
    tellingOfAdmins(
      db,
      ofPeople.map(({ id }) => id),
      ofPeople.some(mayHaveBeen),
    ),
  ];
}
