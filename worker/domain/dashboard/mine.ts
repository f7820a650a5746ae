import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
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
import { pointsTo } from "../../db/predicates.ts";
import { reach } from "../assets/reach.ts";
import { fieldsOf, firstRows } from "./first-rows.ts";

const SHOWN = 6;
const priorities = ["critical", "high", "medium", "low"];
/** The newest calls of each state are looked at. */
const MOST_OF_STATE = 3;
/** A person whose teams cover more Locations looks after the whole place. */
export const MOST_PLACES = 8;

const planned = and(isNotNull(assets.nextPmOn), isNull(assets.deletedAt))!;

/** Devices whose PM comes next, the most overdue first, among those a predicate keeps. */
const firstDues = (db: ReadingDb, where: ReturnType<typeof reach>) =>
  db
    .select({
      id: sql<string>`${assets.id}`.as("asset_id"),
      code: assets.assetCode,
      name: sql<string>`${assets.name}`.as("asset_name"),
      make: assets.make,
      model: assets.model,
      nextPmOn: assets.nextPmOn,
      location: sql<string>`${departments.name}`.as("department_name"),
    })
    .from(assets)
    .innerJoin(
      departments,
      and(eq(departments.companyId, assets.companyId), eq(departments.id, assets.departmentId)),
    )
    .where(where)
    .orderBy(assets.nextPmOn)
    .limit(SHOWN);

/** The next PMs of all the person sees, as a statement. */
export const allDues = (db: ReadingDb) =>
  firstDues(db, reach(db, planned, [asc(assets.nextPmOn)], SHOWN));

/** The Locations a person's teams look after, as a statement; no more than tell whether they are few. */
export const ownPlaces = (db: ReadingDb, me: string) =>
  db
    .select({ id: sql<string>`${teamDepartments.departmentId}`.as("place_id") })
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

/** The next PMs in the Locations a person's teams look after, as a statement. */
export const ownDues = (db: ReadingDb, me: string) => {
  const ofPlace = db
    .select({ id: assets.id })
    .from(assets)
    .where(db.ofOwner(assets, and(eq(assets.departmentId, sql`"place"."place_id"`), planned)))
    .orderBy(asc(assets.nextPmOn))
    .limit(SHOWN);
  const first = sql`(select "one"."id" from ${ownPlaces(db, me)} as "place" cross join ${assets} as "one"
    where "one"."company_id" = ${db.companyId} and "one"."id" in ${ofPlace})`;
  return firstDues(db, db.ofOwner(assets, sql`${assets.id} in ${first}`));
};

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
