import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import {
  assets,
  departments,
  dueOccurrences,
  schedules,
  teamDepartments,
  teamMembers,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { among, pointsTo, rare } from "../../db/predicates.ts";
import { AHEAD_DAYS } from "./morning.ts";

const SHOWN = 5;
/** Rows of a person, of their teams and of nobody that are looked at, those on hold among them. */
const LOOKED = 8;
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
  const own = db.firstIds(
    dueOccurrences,
    and(rare(eq(dueOccurrences.assignedUserId, me)), open, near),
    asc(dueOccurrences.planOn),
    LOOKED,
  );
  const ofTeams = db.firstIds(
    dueOccurrences,
    and(
      rare(sql`${dueOccurrences.assignedTeamId} in ${teams}`),
      sql`${dueOccurrences.assignedUserId} is null`,
      open,
      near,
    ),
    asc(dueOccurrences.planOn),
    LOOKED,
  );
  const isOfPlaces = and(
    isNull(dueOccurrences.assignedUserId),
    isNull(dueOccurrences.assignedTeamId),
    inArray(
      assets.departmentId,
      places
        ? among(places)
        : sql`(select "place"."department_id" from ${teamDepartments} as "place"
            where "place"."company_id" = ${db.companyId} and "place"."team_id" in ${teams})`,
    ),
  );
  const ofPlaces = db.firstIds(
    dueOccurrences,
    and(
      isNull(dueOccurrences.assignedUserId),
      isNull(dueOccurrences.assignedTeamId),
      open,
      near,
      sql`${dueOccurrences.planOn} >= ${today}`,
    ),
    asc(dueOccurrences.planOn),
    LOOKED,
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
    .from(dueOccurrences)
    .innerJoin(schedules, pointsTo(dueOccurrences.scheduleId, schedules))
    .innerJoin(assets, pointsTo(dueOccurrences.assetId, assets))
    .leftJoin(departments, pointsTo(assets.departmentId, departments))
    .where(
      db.ofOwner(
        dueOccurrences,
        and(
          rare(
            sql`${dueOccurrences.id} in (select * from ${own} union all select * from ${ofTeams} union all select * from ${ofPlaces})`,
          ),
          or(given, isOfPlaces),
          sql`not coalesce(${dueOccurrences.planOn} between ${schedules.holdFrom} and ${schedules.holdUntil}, 0)`,
        ),
      ),
    )
    .orderBy(sql`${dueOccurrences.planOn}`)
    .limit(SHOWN);
}

/** Schedules on hold today, those that go on first, as a statement. */
export const heldSchedules = (db: ReadingDb, today: string) => {
  const held = db.firstIds(
    schedules,
    and(
      sql`${schedules.holdUntil} is not null and ${schedules.holdUntil} >= ${today}`,
      sql`${schedules.holdFrom} <= ${today} and ${schedules.isActive} = 1`,
    ),
    asc(schedules.holdUntil),
    SHOWN + 1,
  );
  return db
    .select({
      id: sql<string>`${schedules.id}`.as("schedule_id"),
      title: schedules.title,
      holdUntil: schedules.holdUntil,
      holdReason: schedules.holdReason,
      assetId: sql<string>`${assets.id}`.as("asset_id"),
      code: assets.assetCode,
      name: sql<string>`${assets.name}`.as("asset_name"),
    })
    .from(schedules)
    .innerJoin(assets, pointsTo(schedules.assetId, assets))
    .where(db.ofOwner(schedules, rare(sql`${schedules.id} in ${held}`)))
    .orderBy(schedules.holdUntil)
    .limit(SHOWN);
};
