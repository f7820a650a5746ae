import { and, eq, type SQL, sql } from "drizzle-orm";
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
import { pointsTo, rare } from "../../db/predicates.ts";
import { acrossLocations } from "../../db/scope.ts";
import { everywhere, inSight, isAmong } from "../assets/reach.ts";
import { AHEAD_DAYS } from "./morning.ts";

const SHOWN = 5;
/** Rows of a person, of each of their teams and of nobody that are looked at. */
const LOOKED = 5;
/** Of all teams together so many are looked at. */
const MOST_OF_TEAMS = 6;
/** The first of all that were found are asked whether they are on hold. */
const MOST_ASKED = 6;
const columns = pick(dueOccurrences, [
  ...(["id", "kind", "planOn", "scheduleId", "assetId"] as const),
  ...(["assignedUserId", "assignedTeamId"] as const),
]);
const listed = sql.join(Object.values(columns), sql`, `);
const everyDue = acrossLocations(dueOccurrences, "each row is shown or not by its own Location");
const everySchedule = acrossLocations(schedules, "each row is shown or not by its own Location");
const open = sql`${dueOccurrences.status} in ('scheduled', 'in_progress', 'deferred')`;
const isOfNobody = sql`${dueOccurrences.assignedUserId} is null and ${dueOccurrences.assignedTeamId} is null`;
const most = (n: number) => sql.raw(String(n));

/**
 * Planned services that fall to a person, their teams or, given to nobody, their Locations within a week, as a statement.
 * @param places the Locations the person is limited to; null for those that their teams look after
 */
export function myServices(
  db: ReadingDb,
  me: string,
  today: string,
  places: readonly string[] | null,
) {
  const near = sql`${dueOccurrences.planOn} <= ${addDays(today, AHEAD_DAYS)}`;
  const first = (where: SQL) =>
    sql`(select ${listed} from ${everyDue} where ${db.ofOwner(dueOccurrences, and(where, open, near))}
      order by ${dueOccurrences.planOn} limit ${most(LOOKED)}) as ${dueOccurrences}`;
  const mine = db.ofOwner(teamMembers, eq(teamMembers.userId, me));
  const own = sql`select * from ${first(rare(eq(dueOccurrences.assignedUserId, me)))}`;
  const ofTeam = first(rare(sql`${dueOccurrences.assignedTeamId} = ${teamMembers.teamId}`));
  const said = Object.keys(columns).map((_, at) => sql.raw(`"one"."value" ->> ${at}`));
  const ofTeams = sql`select * from (select ${sql.join(said, sql`, `)} from ${teamMembers} cross join json_each((
      select json_group_array(json_array(${listed})) filter (where ${dueOccurrences.assignedUserId} is null) from ${ofTeam})) as "one"
    where ${mine} limit ${most(MOST_OF_TEAMS)})`;
  const teamPlaces = sql`(select json_group_array(${teamDepartments.departmentId}) from ${teamMembers} cross join ${teamDepartments}
    where ${mine} and ${db.ofOwner(teamDepartments, eq(teamDepartments.teamId, teamMembers.teamId))})`;
  // Who is limited sees nothing of other Locations, whoever it was given to.
  const isFor = (where: SQL) =>
    sql`exists (select 1 from ${everywhere} where ${db.ofOwner(assets, and(eq(assets.id, dueOccurrences.assetId), where))})`;
  const ofPlaces = sql`select * from ${first(sql`${dueOccurrences.planOn} >= ${today}`)} where ${isOfNobody}${
    places ? sql`` : sql` and ${isFor(isAmong(assets.departmentId, teamPlaces))}`
  }`;
  const seen = inSight(db, assets.departmentId);
  const found = sql`(select * from (${own} union all ${ofTeams} union all ${ofPlaces}) as ${dueOccurrences}
    ${seen ? sql`where ${isFor(seen)}` : sql``} order by "plan_on" limit ${most(MOST_ASKED)})`;
  const isHeld = sql`exists (select 1 from ${everySchedule} where ${db.ofOwner(
    schedules,
    sql`${schedules.id} = ${dueOccurrences.scheduleId} and ${dueOccurrences.planOn} between ${schedules.holdFrom} and ${schedules.holdUntil}`,
  )})`;
  return db
    .select({
      id: sql<string>`${dueOccurrences.id}`.as("due_id"),
      kind: sql<string>`${dueOccurrences.kind}`.as("due_kind"),
      planOn: sql<string>`${dueOccurrences.planOn}`.as("due_day"),
      whose: sql<
        "Yours" | "Your team's" | null
      >`case when ${dueOccurrences.assignedUserId} is ${me} then 'Yours'
        when ${dueOccurrences.assignedTeamId} is not null then 'Your team''s' end`.as("whose"),
      code: sql<string>`${assets.assetCode}`.as("asset_code"),
      name: sql<string>`${assets.name}`.as("asset_name"),
      location: sql<string | null>`${departments.name}`.as("place_name"),
    })
    .from(
      sql`(select * from ${found} as ${dueOccurrences} where not ${isHeld} limit ${most(SHOWN)}) as ${dueOccurrences}`,
    )
    .crossJoin(sql`${everywhere}`)
    .leftJoin(departments, pointsTo(assets.departmentId, departments))
    .where(db.ofOwner(assets, eq(assets.id, dueOccurrences.assetId)));
}

/** Schedules on hold today, those that go on first, as a statement. */
export const heldSchedules = (db: ReadingDb, today: string) => {
  const held = sql`(select * from ${everySchedule} where ${db.ofOwner(
    schedules,
    sql`${schedules.holdUntil} is not null and ${schedules.holdUntil} >= ${today} and ${schedules.holdFrom} <= ${today} and ${schedules.isActive} = 1`,
  )} order by ${schedules.holdUntil} limit ${most(SHOWN + 1)})`;
  return db
    .select({
      id: sql<string>`${schedules.id}`.as("schedule_id"),
      ...fieldsOf(pick(schedules, ["title", "holdUntil", "holdReason"])),
      assetId: sql<string>`${assets.id}`.as("asset_id"),
      code: sql<string>`${assets.assetCode}`.as("asset_code"),
      name: sql<string>`${assets.name}`.as("asset_name"),
    })
    .from(sql`${held} as ${schedules}`)
    .crossJoin(sql`${everywhere}`)
    .where(
      db.ofOwner(assets, and(eq(assets.id, schedules.assetId), inSight(db, assets.departmentId))),
    )
    .limit(SHOWN);
};
