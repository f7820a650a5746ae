import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { identityGroups, identityLinks, teams, users } from "#drizzle/tenant/index.ts";
import { tablesOf } from "../../auth/realm.ts";
import { endingSessions } from "../../auth/session-life.ts";
import type { Answer } from "../../db/db.ts";
import { living } from "../../db/predicates.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { ownPassword } from "../account/prove-password.ts";
import { checked, email, id as idOf, text } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { newEpoch } from "../people/person.ts";
import { adminDb, proveAdmin } from "./admin.ts";
import { readingGroups } from "./provider.ts";

const MOST_GROUPS = 100;
export const groupInput = z.strictObject({
  groupName: text("Group", 200),
  teamId: idOf("Choose a team"),
  password: ownPassword,
});
export const groupNamed = z.strictObject({ id: idOf("Choose a group"), password: ownPassword });

/** Says that a group at the provider is a team here. @throws Response 403 for anybody but an Admin; 404; 409 for too many; 422 */
export async function addGroup(session: Session, input: unknown): Promise<Answer<{ id: string }>> {
  const db = adminDb(session);
  const { groupName, teamId, password } = checked(groupInput, input);
  const isTeam = and(eq(teams.id, teamId), living(teams))!;
  const [[team], groups] = await db.read(
    db.select({ name: teams.name }).from(teams).where(db.ofOwner(teams, isTeam)).limit(1),
    readingGroups(db),
  );
  if (!team) return notFound("team");
  if (groups.length >= MOST_GROUPS) conflict(`A company can have ${MOST_GROUPS} groups`);
  await proveAdmin(session, password);
  const id = newId();
  return db.commit({
    writes: [
      db.assert("usable_reference", db.exists(teams, isTeam)),
      db.inserting(identityGroups, { id, groupName, teamId }),
    ],
    ...recorded("identity_group", "create.identity_group", { id, name: groupName }, "Group added", {
      changes: [{ field: "team", from: null, to: team.name }],
    }),
  });
}

/** A group is no team any more; whoever is in the team stays in it. @throws Response 403 for anybody but an Admin; 404; 422 for a wrong proof */
export async function removeGroup(
  session: Session,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = adminDb(session);
  const { id, password } = checked(groupNamed, input);
  const row = await db.find(identityGroups, id);
  if (!row) return (await db.firstAnswer()) ?? notFound("group");
  await proveAdmin(session, password);
  return db.commit({
    writes: [
      db.assertUnchanged(identityGroups, row),
      db.removing(identityGroups, eq(identityGroups.id, id)),
    ],
    ...recorded(
      ...(["identity_group", "delete.identity_group", { id, name: row.groupName }] as const),
      "Group removed",
    ),
  });
}

export const unlinkInput = z.strictObject({ email: email(), password: ownPassword });

/**
 * Forgets by which subjects the provider knows a person, and ends their sessions: the next sign-in finds them by their address anew.
 * @throws Response 403 for anybody but an Admin; 404 for an address that nobody linked has; 422 for a wrong proof
 */
export async function unlinkPerson(
  session: Session,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = adminDb(session);
  const { email: address, password } = checked(unlinkInput, input);
  const [[person]] = await db.read(
    db
      .select({ id: users.id, name: users.name })
      .from(users)
      .innerJoin(
        identityLinks,
        and(eq(identityLinks.companyId, users.companyId), eq(identityLinks.userId, users.id)),
      )
      .where(db.ofOwner(users, eq(users.email, address)))
      .limit(1),
  );
  if (!person) return (await db.firstAnswer()) ?? notFound("person");
  await proveAdmin(session, password);
  const { id } = person;
  return db.commit({
    writes: [
      db.removing(identityLinks, eq(identityLinks.userId, id)),
      db.updating(users, eq(users.id, id), newEpoch),
      ...endingSessions({ db, ...tablesOf.company }, id),
    ],
    ...recorded("user", "unlink_identity.user", person, `${person.name} is linked no more`),
  });
}
