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
import { pointsTo, rare } from "../../db/predicates.ts";
import { nextOfAll, nextOfEach, placesOf } from "../assets/reach.ts";
import { firstRows } from "./first-rows.ts";

const SHOWN = 6;
const priorities = ["critical", "high", "medium", "low"];
/** The newest calls of each state are looked at. */
const MOST_OF_STATE = 3;
/** A person whose teams cover more Locations looks after the whole place. */
export const MOST_PLACES = 8;

/** Devices whose PM comes next, the most overdue first: of a company, or of those that stand in rows of `nextOfEach`. */
const firstDues = (db: ReadingDb, among: SQL | null) =>
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
    .innerJoin(departments, pointsTo(assets.departmentId, departments))
    .where(
      among
        ? db.ofOwner(
            assets,
            rare(
              sql`${assets.id} in (select "asset_id" from ${among} order by "due_on" limit ${sql.raw(String(SHOWN))})`,
            ),
          )
        : nextOfAll(db),
    )
    .orderBy(assets.nextPmOn)
    .limit(SHOWN);

/** The next PMs of all the person sees, as a statement. */
export const allDues = (db: ReadingDb) => {
  const places = placesOf(db);
  return firstDues(db, places && nextOfEach(db, places, SHOWN));
};

/** The Locations a person's teams look after, as a statement; no more than tell whether they are few. */
export const ownPlaces = (db: ReadingDb, me: string) =>
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

/** The next PMs in the Locations a person's teams look after, as a statement. */
export const ownDues = (db: ReadingDb, me: string) =>
  firstDues(db, nextOfEach(db, sql`${ownPlaces(db, me)}`, SHOWN));

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
