import { eq, sql } from "drizzle-orm";
import { dateText } from "#app/shared/dates.ts";
import { dueEntryPath, ownDuesPath } from "#app/shared/due-links.ts";
import { dueKinds } from "#app/shared/due-standing.ts";
import { assets, dueOccurrences as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { pointsTo } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import type { Notice } from "../notifications/notify.ts";
import type { Assigned } from "../people/assignee.ts";
import { settingOf } from "../settings/vocabulary.ts";

/** The device of a planned service, as far as a notice names it, as a statement. */
export const deviceNamed = (db: CompanyDb, occurrenceId: string) =>
  db
    .select({
      name: sql<string>`${assets.assetCode} || ' ' || ${assets.name}`.as("device_name"),
      departmentId: assets.departmentId,
    })
    .from(table)
    .innerJoin(assets, pointsTo(table.assetId, assets))
    .where(db.ofOwner(table, eq(table.id, occurrenceId)))
    .limit(1);

/**
 * Who is given a planned service is told so: the person, unless they took it themselves, else the people of the team.
 * @param on the day for which it is planned, YYYY-MM-DD
 * @param together those assigned under the same word are told in one notice; null tells of this one alone
 */
export function assignedNotice(
  { actor, company }: Session,
  before: Pick<Row<typeof table>, "id" | "version" | "kind">,
  { assignedTeamId, assignedUserId }: Assigned,
  about: { device: { name: string; departmentId: string } | undefined; on: string },
  together: string | null = null,
): readonly ["due.assigned", Notice[]] {
  const { device, on } = about;
  const isNews = assignedUserId ? assignedUserId !== actor.userId : assignedTeamId !== null;
  if (!device || !isNews) return ["due.assigned", []];
  const one = `${dueKinds[before.kind]} of ${device.name}`;
  const day = dateText(on, settingOf(company, "date_format"));
  const notice = {
    entityKind: "due_occurrence",
    entityId: before.id,
    departmentId: device.departmentId,
    userIds: [assignedUserId],
    teamId: assignedUserId ? null : assignedTeamId,
  };
  return [
    "due.assigned",
    [
      together
        ? {
            ...notice,
            key: `due.assigned:${together}`,
            title: "Several planned services are assigned to you",
            body: `Among them ${one}, planned for ${day}.`.slice(0, 300),
            link: ownDuesPath,
          }
        : {
            ...notice,
            key: `due.assigned:${before.id}:${before.version}`,
            title: `Assigned to you: ${one}`.slice(0, 200),
            body: `Planned for ${day}.`,
            link: dueEntryPath(before.id),
          },
    ],
  ];
}
