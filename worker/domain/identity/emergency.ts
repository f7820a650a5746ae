import { and, eq, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { activityLog, identityProviders, users } from "#drizzle/tenant/index.ts";
import type { OnEmergency } from "../../auth/sign-in.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { logRows } from "../../db/log-rows.ts";
import { activeAdmin } from "../../db/predicates.ts";
import { emergencyUsedLetter } from "../../mail/identity-letters.ts";
import { mailing } from "../../mail/outbox.ts";
import { conflict } from "../../refusals.ts";

/** A company has few Admins; so many are written to. */
const MOST_TOLD = 20;

/** The Admin for emergencies signed in by password: all Admins get a letter, and the log tells of it. */
export const tellingAdmins: OnEmergency = async ({ db, origin }, person, rule) => {
  const [admins] = await db.read(
    db
      .select({ name: users.name, email: users.email })
      .from(users)
      .where(db.ofOwner(users, activeAdmin))
      .limit(MOST_TOLD),
  );
  const { id, name } = person;
  const by = { ...db.stamp, actorKind: "user" as const, actorId: id, actorName: name };
  const entry = { action: "use_emergency.user", kind: "user", id, label: name };
  const of = newId();
  return [
    ...logRows(by, [entry], Date.now()).map((row) => db.inserting(activityLog, row)),
    ...admins.map((admin) =>
      mailing(
        db,
        {
          to: admin.email,
          ...emergencyUsedLetter(admin.name, { person, provider: rule.name }, origin),
        },
        `emergency_used:${of}:${admin.email}`,
      ),
    ),
  ];
};

/**
 * Asked before an Admin stops being one who can sign in: the one for emergencies stays so while people sign in by the provider alone.
 * @returns the assert that it is so when the batch is carried out
 * @throws Response 409
 */
export async function noEmergencyAdmin(db: CompanyDb, id: string): Promise<Statement> {
  const named = and(
    eq(identityProviders.isEnforced, true),
    eq(identityProviders.emergencyUserId, id),
  )!;
  const [[found]] = await db.read(
    db
      .select({ id: identityProviders.id })
      .from(identityProviders)
      .where(db.ofOwner(identityProviders, named))
      .limit(1),
  );
  if (found)
    conflict(
      "This Admin is named for emergencies of sign-in. Name another one in the settings first.",
    );
  return db.assert("state", sql`not ${db.exists(identityProviders, named)}`);
}
