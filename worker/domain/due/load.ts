import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type DayLoad, dayOffOn, usualMinutes } from "#app/shared/due-load.ts";
import { daysFrom } from "#app/shared/due-range.ts";
import {
  schedules,
  dueOccurrences as table,
  teamMembers,
  teams,
  users,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { pointsTo, rare } from "../../db/predicates.ts";
import type { Company } from "../../session.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { isHeld } from "./due-filters.ts";

/**
 * How long an occurrence takes, in minutes: what its schedule says, else what is usual for its kind. Triggers of `due_days` say the same.
 */
export const minutesOf = (
  companyId: SQLiteColumn | string,
): SQL<number> => sql`coalesce((select "timed"."minutes" from ${schedules} as "timed"
  where "timed"."company_id" = ${companyId} and "timed"."id" = ${table.scheduleId} and "timed"."minutes" is not null), case ${table.kind} ${sql.raw(
    Object.entries(usualMinutes)
      .map(([kind, minutes]) => `when '${kind}' then ${minutes}`)
      .join(" "),
  )} end)`;
export const minutesSql = minutesOf(table.companyId);

/** Planned for a day of a range, both days included. */
export const plannedBetween = (from: string, to: string) =>
  sql`${table.planOn} between ${from} and ${to}`;
export const ofTeam = (teamId: string | null) =>
  teamId ? eq(table.assignedTeamId, teamId) : undefined;

/** What counts as work of a day: what is or was to be done on it, and is not on hold. */
const isWork = (db: ReadingDb) =>
  sql`${table.status} in ('scheduled', 'in_progress', 'deferred', 'done') and not ${isHeld(db)}`;

/** The minutes planned on each day of a range that has any, as a statement. */
export const loadOf = (db: ReadingDb, from: string, to: string, kept?: SQL) =>
  db
    .select({
      on: sql<string>`${table.planOn}`.as("load_on"),
      minutes: sql<number>`sum(${minutesSql})`.as("load_minutes"),
    })
    .from(table)
    .where(db.ofOwner(table, and(plannedBetween(from, to), isWork(db), kept)))
    .groupBy(table.planOn);

/** The team whose load is looked at, as a statement of a read; none for the whole company. */
export const teamQuery = (db: ReadingDb, teamId: string | null) =>
  db
    .select({
      teamName: sql<string>`${teams.name}`.as("team_name"),
      minutes: teams.capacityMinutes,
    })
    .from(teams)
    .where(db.ofOwner(teams, eq(teams.id, teamId ?? "")))
    .limit(1);

/** Minutes of planned work on a working day: of the team, where it says, else of the company. */
export const minutesADay = (
  company: Pick<Company, "settings" | "country">,
  team: { minutes: number | null } | undefined,
) => team?.minutes ?? settingOf(company, "capacity_hours") * 60;

/** Every day of a range with what it is filled with. */
export function dayLoads(
  company: Pick<Company, "settings" | "country">,
  from: string,
  to: string,
  rows: readonly { on: string; minutes: number }[],
): DayLoad[] {
  const calendar = settingOf(company, "working_calendar");
  const minutes = new Map(rows.map((row) => [row.on, row.minutes]));
  return daysFrom(from, to).map((on) => ({
    on,
    minutes: minutes.get(on) ?? 0,
    isOff: dayOffOn(calendar, on) !== null,
  }));
}

const MOST_COLLEAGUES = 20;

/** The people who are at work in a team, with the minutes each has on the days of a range, as a statement. */
export const colleaguesOf = (db: ReadingDb, team: SQL, from: string, to: string) =>
  db
    .select({
      id: sql<string>`${users.id}`.as("colleague_id"),
      name: sql<string>`${users.name}`.as("colleague_name"),
      loads: sql<string>`(select json_group_object("of"."on", "of"."minutes") from (
        select ${table.planOn} as "on", sum(${minutesSql}) as "minutes" from ${table}
        where ${db.ofOwner(
          table,
          sql`${rare(sql`${table.assignedUserId} = "users"."id"`)} and ${table.status} in ('scheduled', 'in_progress', 'deferred')
          and ${plannedBetween(from, to)}`,
        )} group by 1) as "of")`.as("colleague_loads"),
    })
    .from(teamMembers)
    .innerJoin(users, pointsTo(teamMembers.userId, users))
    .where(db.ofOwner(teamMembers, and(eq(teamMembers.teamId, team), eq(users.status, "active"))))
    .orderBy(users.name)
    .limit(MOST_COLLEAGUES);
