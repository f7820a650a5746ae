import { and, eq, isNull } from "drizzle-orm";
import { teams, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { invalid, notFound } from "../../refusals.ts";
import { optionalId } from "../entity/fields.ts";
import { assertOffered } from "../entity/references.ts";

/** To whom work is given, as fields of a form. */
export const assigneeFields = {
  assignedTeamId: optionalId("Team"),
  assignedUserId: optionalId("Person"),
};
export type Assigned = { assignedTeamId: string | null; assignedUserId: string | null };

const personNamed = (db: CompanyDb, id: string | null) =>
  db
    .select({ id: users.id, name: users.name, status: users.status })
    .from(users)
    .where(db.ofOwner(users, eq(users.id, id ?? "")))
    .limit(1);
const teamNamed = (db: CompanyDb, id: string | null) =>
  db
    .select({ id: teams.id, name: teams.name, archivedAt: teams.archivedAt })
    .from(teams)
    .where(db.ofOwner(teams, and(eq(teams.id, id ?? ""), isNull(teams.deletedAt))))
    .limit(1);

/** The person and the team that a form names, as statements. */
export const assigneesOf = (db: CompanyDb, { assignedTeamId, assignedUserId }: Assigned) =>
  [personNamed(db, assignedUserId), teamNamed(db, assignedTeamId)] as const;

type Found = readonly [
  readonly { name: string; status: string }[],
  readonly { name: string; archivedAt: number | null }[],
];

/**
 * Who work is given to, as people read it, and the asserts that they are there.
 * @param found what `assigneesOf` has answered
 * @throws Response 404, 422 for somebody who is not at work or a team that is archived
 */
export function assignedTo(
  db: CompanyDb,
  { assignedTeamId, assignedUserId }: Assigned,
  [[person], [team]]: Found,
): { assigneeName: string; writes: Statement[] } {
  if (assignedUserId && !person) notFound("person");
  if (assignedTeamId && !team) notFound("team");
  if (person && person.status !== "active")
    invalid({ assignedUserId: ["Choose somebody who is at work"] });
  if (team?.archivedAt) invalid({ assignedTeamId: ["This team is archived"] });
  return {
    assigneeName: [person?.name, team?.name].filter(Boolean).join(", "),
    writes: [
      ...(assignedUserId ? [assertOffered(db, users, assignedUserId)] : []),
      ...(assignedTeamId ? [assertOffered(db, teams, assignedTeamId)] : []),
    ],
  };
}
