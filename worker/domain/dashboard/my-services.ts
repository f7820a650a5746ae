import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import {
  assets,
  departments,
  dueOccurrences,
  schedules,
  teamDepartments,
  teamMembers,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { fieldsOf } from "../../db/fields-of.ts";
import { among, pointsTo, rare } from "../../db/predicates.ts";
import { firstRows } from "./first-rows.ts";
import { AHEAD_DAYS } from "./morning.ts";

const SHOWN = 5;
/** Rows of a person, of their teams and of nobody that are looked at, those on hold among them. */
const LOOKED = 8;
const lookedAt = sql.join(
  [
    ...([dueOccurrences.id, dueOccurrences.kind, dueOccurrences.planOn] as const),
    ...([dueOccurrences.scheduleId, dueOccurrences.assetId] as const),
    ...([dueOccurrences.assignedUserId, dueOccurrences.assignedTeamId] as const),
  ],
  sql`, `,
);
const open = sql`${dueOccurrences.status} in ('scheduled', 'in_progress', 'deferred')`;

/**
 * Planned services that fall to a person, their teams or, given to nobody, their Locations within a week, the most overdue first, as a
 * statement.
 * @param places the Locations the person is limited to; null for those that their teams look after
 */
export function myServices(
  db: ReadingDb,
  me: string,
  today: string,
  places: readonly string[] | null,
) {
  const near = sql`${dueOccurrences.planOn} <= ${addDays(today, AHEAD_DAYS)}`;
  const teams = sql`(select "member"."team_id" from ${teamMembers} as "member" where "member"."company_id" = ${db.companyId} and "member"."user_id" = ${me})`;
  const looked = (where: SQL | undefined, when?: SQL) =>
    sql`select * from ${firstRows(db, dueOccurrences, {
      where: and(where, open, near),
      order: asc(dueOccurrences.planOn),
      most: LOOKED,
      columns: lookedAt,
      ...(when ? { when } : {}),
    })}`;
  const own = looked(rare(eq(dueOccurrences.assignedUserId, me)));
  const ofTeams = looked(
    and(
      rare(sql`${dueOccurrences.assignedTeamId} in ${teams}`),
      isNull(dueOccurrences.assignedUserId),
    ),
  );
  const teamPlaces = sql`(select "place"."department_id" from ${teamDepartments} as "place"
    where "place"."company_id" = ${db.companyId} and "place"."team_id" in ${teams})`;
  const ofNobody = and(
    isNull(dueOccurrences.assignedUserId),
    isNull(dueOccurrences.assignedTeamId),
  );
  const ofPlaces = looked(
    and(ofNobody, sql`${dueOccurrences.planOn} >= ${today}`),
    places ? undefined : sql`exists ${teamPlaces}`,
  );
  const isOfPlaces = and(
    ofNobody,
    inArray(assets.departmentId, places ? among(places) : teamPlaces),
  );
  const given = or(eq(dueOccurrences.assignedUserId, me), isNotNull(dueOccurrences.assignedTeamId));
  return db
    .select({
      id: sql<string>`${dueOccurrences.id}`.as("due_id"),
      kind: sql<string>`${dueOccurrences.kind}`.as("due_kind"),
      planOn: sql<string>`${dueOccurrences.planOn}`.as("due_day"),
      whose: sql<
        "Yours" | "Your team's" | null
      >`case when ${dueOccurrences.assignedUserId} is ${me} then 'Yours'
        when ${dueOccurrences.assignedTeamId} is not null then 'Your team''s' end`.as("whose"),
      code: assets.assetCode,
      name: sql<string>`${assets.name}`.as("asset_name"),
      location: sql<string | null>`${departments.name}`.as("place_name"),
    })
    .from(sql`(${own} union all ${ofTeams} union all ${ofPlaces}) as ${dueOccurrences}`)
    .innerJoin(schedules, db.ofOwner(schedules, eq(schedules.id, dueOccurrences.scheduleId)))
    .innerJoin(assets, db.ofOwner(assets, eq(assets.id, dueOccurrences.assetId)))
    .leftJoin(departments, pointsTo(assets.departmentId, departments))
    .where(
      and(
        or(given, isOfPlaces),
        sql`not coalesce(${dueOccurrences.planOn} between ${schedules.holdFrom} and ${schedules.holdUntil}, 0)`,
      ),
    )
    .orderBy(sql`${dueOccurrences.planOn}`)
    .limit(SHOWN);
}

/** Schedules on hold today, those that go on first, as a statement. */
export const heldSchedules = (db: ReadingDb, today: string) => {
  const held = firstRows(db, schedules, {
    where: and(
      sql`${schedules.holdUntil} is not null and ${schedules.holdUntil} >= ${today}`,
      sql`${schedules.holdFrom} <= ${today} and ${schedules.isActive} = 1`,
    ),
    order: asc(schedules.holdUntil),
    most: SHOWN + 1,
  });
  return db
    .select({
      id: sql<string>`${schedules.id}`.as("schedule_id"),
      ...fieldsOf(pick(schedules, ["title", "holdUntil", "holdReason"])),
      assetId: sql<string>`${assets.id}`.as("asset_id"),
      code: assets.assetCode,
      name: sql<string>`${assets.name}`.as("asset_name"),
    })
    .from(sql`${held} as ${schedules}`)
    .innerJoin(assets, pointsTo(schedules.assetId, assets))
    .orderBy(schedules.holdUntil)
    .limit(SHOWN);
};
