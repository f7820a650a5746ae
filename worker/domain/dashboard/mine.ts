import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { workedOn } from "#app/shared/flows/service-calls.ts";
import { pick } from "#app/shared/pick.ts";
import {
  assets,
  breakdowns,
  departments,
  teamDepartments,
  teamMembers,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { fieldsOf } from "../../db/fields-of.ts";
import { pointsTo } from "../../db/predicates.ts";
import { nextAmong, nextOfAll, placesOf } from "../assets/reach.ts";
import { firstRows } from "./first-rows.ts";

const SHOWN = 6;
const priorities = ["critical", "high", "medium", "low"];
/** The newest calls of each state are looked at. */
const MOST_OF_STATE = 3;
/** A person whose teams cover more Locations looks after the whole place. */
const MOST_PLACES = 8;

/** The Locations a person's teams look after, as rows of `value`; no more than tell whether they are few. */
const ownPlaces = (db: ReadingDb, me: string) =>
  db
    .select({ id: sql<string>`${teamDepartments.departmentId}`.as("value") })
    .from(teamMembers)
    .innerJoin(
      teamDepartments,
      and(
        eq(teamDepartments.companyId, teamMembers.companyId),
        eq(teamDepartments.teamId, teamMembers.teamId),
      ),
    )
    .where(db.ofOwner(teamMembers, eq(teamMembers.userId, me)))
    .groupBy(teamDepartments.departmentId)
    .limit(MOST_PLACES + 1);

/** Those of the Locations of a person's teams, where they are few, else those of the company; `is_own` says which, also without any. */
function ofTeams(db: ReadingDb, me: string): SQL {
  const shown = sql.raw(String(SHOWN));
  const own = nextAmong(
    db,
    sql`(select "value" from "own" cross join "whose" where "whose"."is_own")`,
    SHOWN,
  );
  return sql`(with "own" as materialized ${ownPlaces(db, me)},
      "whose" as materialized (select count(*) between 1 and ${sql.raw(String(MOST_PLACES))} as "is_own" from "own")
    select "whose"."is_own", "due"."due_on", "due"."asset_id" from "whose" left join (select * from ${own}
      union all select * from (select ${assets.nextPmOn}, ${assets.id} from ${assets} where ${nextOfAll(db)}
        order by ${assets.nextPmOn} limit ${shown} * (select not "is_own" from "whose"))) as "due")`;
}

/** Devices whose PM comes next, the most overdue first, as a statement; hand its rows to `duesShown`. @param me who looks after some of all Locations */
export function nextDues(db: ReadingDb, me: string) {
  const places = placesOf(db);
  const due = places
    ? sql`(select 0 as "is_own", * from ${nextAmong(db, places, SHOWN)})`
    : ofTeams(db, me);
  return db
    .select({
      isOwn: sql<0 | 1>`"due"."is_own"`.as("is_own"),
      id: sql<string | null>`${assets.id}`.as("asset_id"),
      code: assets.assetCode,
      name: sql<string>`${assets.name}`.as("asset_name"),
      make: assets.make,
      model: assets.model,
      nextPmOn: assets.nextPmOn,
      location: sql<string>`${departments.name}`.as("department_name"),
    })
    .from(sql`${due} as "due"`)
    .leftJoin(assets, db.ofOwner(assets, sql`${assets.id} = "due"."asset_id"`))
    .leftJoin(departments, pointsTo(assets.departmentId, departments))
    .orderBy(sql`"due"."due_on"`);
}

/** Calls that wait for work, as a statement: of the newest of each state, the person's own first, then the most urgent, the newest of those first. */
export const openCalls = (db: ReadingDb, me: string) => {
  const newest = sql.join(
    workedOn.map(
      (status) =>
        sql`select * from ${firstRows(db, breakdowns, { where: eq(breakdowns.status, status), order: desc(breakdowns.id), most: MOST_OF_STATE })}`,
    ),
    sql` union all `,
  );
  const rank = sql.raw(priorities.map((word, at) => `when '${word}' then ${at}`).join(" "));
  const order = [
    sql`${breakdowns.assignedUserId} is not ${me}`,
    sql`case ${breakdowns.priority} ${rank} end`,
    desc(breakdowns.reportedAt),
    desc(breakdowns.id),
  ];
  return db
    .select({
      id: sql<string>`${breakdowns.id}`.as("call_id"),
      ...fieldsOf(
        pick(breakdowns, [
          ...(["number", "status", "priority", "problem", "equipmentDown"] as const),
          ...(["source", "reportedAt", "assignedUserId"] as const),
        ]),
      ),
      assetId: sql<string>`${assets.id}`.as("asset_id"),
      code: assets.assetCode,
      name: sql<string>`${assets.name}`.as("asset_name"),
      location: sql<string>`${departments.name}`.as("department_name"),
    })
    .from(
      sql`(select * from (${newest}) as ${breakdowns} order by ${sql.join(order, sql`, `)} limit ${sql.raw(String(SHOWN))}) as ${breakdowns}`,
    )
    .innerJoin(assets, db.ofOwner(assets, eq(assets.id, breakdowns.assetId)))
    .innerJoin(departments, pointsTo(assets.departmentId, departments))
    .orderBy(...order);
};
