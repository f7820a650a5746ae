import { and, inArray, type SQL, sql } from "drizzle-orm";
import { assets, departments, dueOccurrences, schedules, teams } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../../db/company-db.ts";
import { among, pointsTo } from "../../../db/predicates.ts";
import type { Sweep } from "./sweeps.ts";

/** Planned services that wait to be done, as their index says it. */
export const isOpen = sql`${dueOccurrences.status} in ('scheduled', 'in_progress', 'deferred')`;
const planOn = dueOccurrences.planOn;
/** Of a device that is in use, and not on hold for that day. */
export const counts = and(
  sql`${assets.deletedAt} is null and ${assets.lifecycle} not in ('condemned', 'disposed')`,
  sql`not coalesce(${planOn} between ${schedules.holdFrom} and ${schedules.holdUntil}, 0)`,
)!;
/** The team that has it: its own, its schedule's, or its device's. */
const teamId = sql<
  string | null
>`coalesce(${dueOccurrences.assignedTeamId}, ${schedules.teamId}, ${assets.teamId})`;

/** Leads that schedules have, by steps through their index. */
export const ownLeads = (db: CompanyDb) => {
  const next = (than: SQL) => sql`(select min("plan"."lead_days") from ${schedules} as "plan"
    indexed by schedules_by_lead where "plan"."company_id" = ${db.companyId} and "plan"."is_active" = 1 and "plan"."lead_days" > ${than})`;
  return db.rows<{ days: number }>(sql`with recursive "own"("days") as (select ${next(sql`-1`)}
    union all select ${next(sql`"own"."days"`)} from "own" where "own"."days" is not null)
    select "days" from "own" where "days" is not null limit 40`);
};

/** The first day after `on` in a sweep for which anything is planned. */
const firstDay = (
  db: CompanyDb,
  on: string,
  until: string,
) => sql`(select min(${planOn}) from ${dueOccurrences} indexed by due_occurrences_open
  where ${db.ofOwner(dueOccurrences, and(isOpen, sql`${planOn} > ${on} and ${planOn} <= ${until}`))})`;

export const dayOf = (db: CompanyDb, on: string, { until }: Sweep) =>
  db.rows<{ day: string | null }>(sql`select ${firstDay(db, on, until)} as "day"`);

/** The planned services of the first day after `on`, by who is told of them. */
export const groupsOf = (
  db: CompanyDb,
  on: string,
  { until, lead, spokenFor = [], isLifeSupport }: Sweep,
) =>
  db
    .select({
      kind: sql<string>`${dueOccurrences.kind}`.as("due_kind"),
      userId: dueOccurrences.assignedUserId,
      teamId: teamId.as("due_team"),
      leaderId: teams.leaderUserId,
      departmentId: sql<string | null>`${assets.departmentId}`.as("due_place"),
      ids: sql<string>`json_group_array(${dueOccurrences.id})`.as("due_ids"),
    })
    .from(dueOccurrences)
    .innerJoin(schedules, pointsTo(dueOccurrences.scheduleId, schedules))
    .innerJoin(assets, pointsTo(dueOccurrences.assetId, assets))
    .leftJoin(
      teams,
      and(
        sql`${teams.companyId} = ${db.companyId} and ${teams.archivedAt} is null`,
        sql`${teams.id} = ${teamId}`,
      ),
    )
    .where(
      db.ofOwner(
        dueOccurrences,
        and(
          isOpen,
          sql`${planOn} = ${firstDay(db, on, until)}`,
          counts,
          lead === undefined ? undefined : sql`${schedules.leadDays} = ${lead}`,
          spokenFor.length
            ? sql`not exists (select 1 from json_each(${JSON.stringify(spokenFor)}) as "own"
                where "own"."value" ->> 'lead' = ${schedules.leadDays} and ${planOn} <= "own"."value" ->> 'until')`
            : undefined,
          isLifeSupport === undefined
            ? undefined
            : sql`(${assets.criticality} = 'life_support') = ${isLifeSupport ? 1 : 0}`,
        ),
      ),
    )
    .groupBy(sql`1`, sql`2`, sql`3`, sql`4`, sql`5`);

/** What is said of single ones. */
export const detailsOf = (db: CompanyDb, ids: readonly string[]) =>
  db
    .select({
      id: sql<string>`${dueOccurrences.id}`.as("due_id"),
      kind: sql<string>`${dueOccurrences.kind}`.as("due_kind"),
      planOn: sql<string>`${planOn}`.as("due_day"),
      closesOn: dueOccurrences.closesOn,
      title: schedules.title,
      code: assets.assetCode,
      name: sql<string>`${assets.name}`.as("asset_name"),
      criticality: assets.criticality,
      location: sql<string | null>`${departments.name}`.as("place_name"),
    })
    .from(dueOccurrences)
    .innerJoin(schedules, pointsTo(dueOccurrences.scheduleId, schedules))
    .innerJoin(assets, pointsTo(dueOccurrences.assetId, assets))
    .leftJoin(departments, pointsTo(assets.departmentId, departments))
    .where(db.ofOwner(dueOccurrences, inArray(dueOccurrences.id, among(ids))))
    .orderBy(dueOccurrences.id);
export type Detail = Awaited<ReturnType<typeof detailsOf>>[number];

/** What is planned up to a day and waits, the latest first: what a person's week is made of. */
export const weekRows = (db: CompanyDb, until: string, most: number) =>
  db
    .select({
      id: sql<string>`${dueOccurrences.id}`.as("due_id"),
      kind: sql<string>`${dueOccurrences.kind}`.as("due_kind"),
      planOn: sql<string>`${planOn}`.as("due_day"),
      userId: dueOccurrences.assignedUserId,
      teamId: teamId.as("due_team"),
      departmentId: sql<string | null>`${assets.departmentId}`.as("due_place"),
      code: assets.assetCode,
      name: sql<string>`${assets.name}`.as("asset_name"),
    })
    .from(dueOccurrences)
    .innerJoin(schedules, pointsTo(dueOccurrences.scheduleId, schedules))
    .innerJoin(assets, pointsTo(dueOccurrences.assetId, assets))
    .where(db.ofOwner(dueOccurrences, and(isOpen, sql`${planOn} <= ${until}`, counts)))
    .orderBy(sql`${planOn} desc`)
    .limit(most);
