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
import { acrossLocations } from "../../db/scope.ts";
import { everywhere, inSight, nextAmong, nextOfAll, placesOf } from "../assets/reach.ts";
import { byDay } from "./feeds.ts";

const SHOWN = 6;
const priorities = ["critical", "high", "medium", "low"];
/** So many calls that a person is to work on are looked at, and the newest of each state in which a call waits for somebody. */
const MOST_OWN = 4;
const waiting = { new: 2, acknowledged: 2, assigned: 1 } as const;
const everyCall = acrossLocations(breakdowns, "each row is shown or not by its own Location");
/** A person whose teams cover more Locations looks after the whole place. */
const MOST_PLACES = 8;

/** The Locations a person's teams look after, as one list; of many no more than tell that they are. */
const ownPlaces = (db: ReadingDb, me: string) =>
  sql`select json_group_array("id") as "list" from (select distinct ${teamDepartments.departmentId} as "id" from ${teamMembers} cross join ${teamDepartments}
    where ${db.ofOwner(teamMembers, eq(teamMembers.userId, me))}
      and ${db.ofOwner(teamDepartments, eq(teamDepartments.teamId, teamMembers.teamId))} limit ${sql.raw(String(MOST_PLACES + 1))})`;

const shownOf = [assets.assetCode, assets.name, assets.make, assets.model] as const;

/** Those of the Locations of a person's teams, where they are few, else those of the company; `is_own` says which, also without any. */
function ofTeams(db: ReadingDb, me: string): SQL {
  const few = sql`(select json_array_length("list") between 1 and ${sql.raw(String(MOST_PLACES))} from "own")`;
  const own = nextAmong(
    db,
    sql`(select "one"."value" from "own" cross join json_each(iif(${few}, "list", '[]')) as "one")`,
    SHOWN,
    shownOf,
  );
  const all = sql`select ${assets.departmentId}, json_array(${sql.join([assets.nextPmOn, assets.id, ...shownOf], sql`, `)}) from ${assets}
    where ${nextOfAll(db)} order by ${assets.nextPmOn} limit ${sql.raw(String(SHOWN))} * (not ${few})`;
  return sql`(with "own" as materialized (${ownPlaces(db, me)})
    select "whose"."is_own", "due"."place", "due"."said" from (select ${few} as "is_own") as "whose"
      left join (select * from ${own} union all select * from (${all})) as "due")`;
}

/** Devices whose PM comes next, as a statement; hand its rows to `duesShown`. @param me who looks after some of all Locations */
export function nextDues(db: ReadingDb, me: string) {
  const places = placesOf(db);
  const due = places
    ? sql`(select 0 as "is_own", * from ${nextAmong(db, places, SHOWN, shownOf)})`
    : ofTeams(db, me);
  return db
    .select({
      isOwn: sql<0 | 1>`"due"."is_own"`.as("is_own"),
      said: sql<string | null>`"due"."said"`.as("said"),
      location: sql<string | null>`${departments.name}`.as("department_name"),
    })
    .from(sql`${due} as "due"`)
    .leftJoin(departments, db.ofOwner(departments, sql`${departments.id} = "due"."place"`));
}

type Due = [nextPmOn: string, id: string, code: string, name: string, ...(string | null)[]];
/** The devices of `nextDues`, the most overdue first. */
export const duesShown = (rows: readonly { said: string | null; location: string | null }[]) =>
  byDay(
    rows.flatMap(({ said, location }) => {
      if (said === null) return [];
      const [nextPmOn, id, code, name, make = null, model = null] = JSON.parse(said) as Due;
      return { id, code, name, make, model, nextPmOn, location };
    }),
    ({ nextPmOn }) => nextPmOn,
  );

/** Calls that wait for work, as a statement: of the person's own and the newest of each state, the own first, then the most urgent, the newest of those first; hand them to `inOrder`. */
export const openCalls = (db: ReadingDb, me: string) => {
  const newest = Object.entries(waiting).map(
    ([status, most]) =>
      sql`select * from (select * from ${everyCall} where ${db.ofOwner(breakdowns, and(eq(breakdowns.status, status as keyof typeof waiting), sql`${breakdowns.assignedUserId} is not ${me}`))}
        order by ${desc(breakdowns.id)} limit ${sql.raw(String(most))})`,
  );
  const isWorkedOn = sql`${breakdowns.status} in (${sql.raw(workedOn.map((status) => `'${status}'`).join(", "))})`;
  const own = sql`select * from (select * from ${everyCall} where ${db.ofOwner(breakdowns, and(eq(breakdowns.assignedUserId, me), isWorkedOn))} limit ${sql.raw(String(MOST_OWN))})`;
  // D1 takes five parts of a union.
  const looked = sql`${own} union all select * from (${sql.join(newest, sql` union all `)})`;
  const place = inSight(db, assets.departmentId);
  const seen = place
    ? sql`where exists (select 1 from ${everywhere} where ${db.ofOwner(assets, and(eq(assets.id, breakdowns.assetId), place))})`
    : sql``;
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
      code: sql<string>`${assets.assetCode}`.as("asset_code"),
      name: sql<string>`${assets.name}`.as("asset_name"),
      location: sql<string>`${departments.name}`.as("department_name"),
    })
    .from(
      sql`(select * from (${looked}) as ${breakdowns} ${seen} order by ${sql.join(order, sql`, `)} limit ${sql.raw(String(SHOWN))}) as ${breakdowns}`,
    )
    .crossJoin(sql`${everywhere}`)
    .innerJoin(departments, pointsTo(assets.departmentId, departments))
    .where(db.ofOwner(assets, eq(assets.id, breakdowns.assetId)));
};

type Call = { id: string; priority: string; reportedAt: number; assignedUserId: string | null };
/** Calls as they wait for a person. */
export const inOrder = <C extends Call>(calls: readonly C[], me: string): C[] =>
  calls.toSorted(
    (one, other) =>
      Number(one.assignedUserId !== me) - Number(other.assignedUserId !== me) ||
      priorities.indexOf(one.priority) - priorities.indexOf(other.priority) ||
      other.reportedAt - one.reportedAt ||
      (one.id < other.id ? 1 : -1),
  );
