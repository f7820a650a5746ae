import { and, eq, isNull } from "drizzle-orm";
import { type breakdowns, teams, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { invalid, notFound } from "../../refusals.ts";
import { optionalId } from "../entity/fields.ts";
import { workOn } from "../entity/flow-work.ts";
import { assertOffered } from "../entity/references.ts";
import { callNotice } from "./call-notice.ts";
import { withFollowing } from "./clocks.ts";
import { downSince, followedBy } from "./effects.ts";

const work = workOn<typeof breakdowns>();

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

/** Gives a call to a person, a team or both, whoever had it. */
export const assign = work({
  fields: { assignedTeamId: optionalId("Team"), assignedUserId: optionalId("Person") },
  reads: (db, _, { assignedTeamId, assignedUserId }) => [
    personNamed(db, assignedUserId),
    teamNamed(db, assignedTeamId),
  ],
  run({ db, session, before, values, read: [[person], [team]], at }) {
    const { assignedTeamId, assignedUserId, reason } = values;
    if (!assignedTeamId && !assignedUserId)
      invalid({ assignedUserId: ["Choose a person or a team"] });
    if (assignedUserId && !person) notFound("person");
    if (assignedTeamId && !team) notFound("team");
    if (person && person.status !== "active")
      invalid({ assignedUserId: ["Choose somebody who is at work"] });
    if (team?.archivedAt) invalid({ assignedTeamId: ["This team is archived"] });
    const isFirst = before.status === "new" || before.status === "acknowledged";
    const status = isFirst ? "assigned" : before.status;
    const assigneeName = [person?.name, team?.name].filter(Boolean).join(", ");
    return {
      to: status,
      set: {
        ...withFollowing(before, session.company, { assignedTeamId, assignedUserId }, status),
        ...(isFirst ? { acknowledgedAt: before.acknowledgedAt ?? at } : {}),
      },
      event: { assigneeName },
      changes: [
        ...(status === before.status ? [] : [{ field: "status", from: before.status, to: status }]),
        { field: "assignedUserId", from: null, to: assigneeName },
      ],
      writes: [
        ...(assignedUserId ? [assertOffered(db, users, assignedUserId)] : []),
        ...(assignedTeamId ? [assertOffered(db, teams, assignedTeamId)] : []),
        ...followedBy(db, before, { ...before, status }, { down: downSince(before), up: at }),
      ],
      notices: [
        "call.assigned",
        [
          {
            ...callNotice(before),
            key: `call.assigned:${before.id}:${before.version}`,
            title: `${before.number} is assigned to you`,
            body: reason ?? before.problem,
            userIds:
              assignedUserId && assignedUserId !== session.actor.userId ? [assignedUserId] : [],
            teamId: assignedUserId ? null : assignedTeamId,
          },
        ],
      ],
    };
  },
  message: "Call assigned",
  summary: "Assign a service call to a person, a team or both; again while it is open",
  example: { assigned_user_id: "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41" },
});
