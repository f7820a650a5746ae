import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { dueKinds } from "#app/shared/due-standing.ts";
import { assets, departments, dueOccurrences, schedules } from "#drizzle/tenant/index.ts";
import { inOneOrder } from "../../db/in-one-order.ts";
import { among, pointsTo } from "../../db/predicates.ts";
import { isOpen } from "../notifications/due/rows.ts";
import { type FeedReader, MOST_DEVICES } from "./reader.ts";

/** Services of a calendar. */
export const MOST_SERVICES = 600;
/** Services that are looked at by day for teams with many devices. */
const MOST_WALKED = 4000;
/** Days that a service may be moved from the one it is due, to be found when it is over. */
const MOST_MOVED = 120;
const MOST_WALKED_TEAMS = 8;

/** Both days included. */
export type Span = { from: string; until: string };

/** Ids of services by the day they are planned for, no more than a calendar holds and one. */
const firstOf = ({ db }: FeedReader, where: SQL | undefined) =>
  sql`select ${dueOccurrences.id} from ${dueOccurrences} where ${db.ofOwner(dueOccurrences, where)}
    order by ${dueOccurrences.planOn} limit ${sql.raw(String(MOST_SERVICES + 1))}`;

/** Whether a reader's teams have so many devices that their services are looked for by day. */
export const isByDay = ({ devices }: FeedReader) => devices > MOST_DEVICES;

/** Services of the devices of a reader's teams that nobody was assigned: by their devices where those are few, otherwise the first days'. */
function ofDevices(reader: FeedReader, span: Span): SQL[] {
  const { db, feed, teams } = reader;
  const isFree = and(
    isNull(dueOccurrences.assignedTeamId),
    feed.teamId ? undefined : isNull(dueOccurrences.assignedUserId),
  );
  const ofTeams = sql`from ${assets} as "device" where "device"."company_id" = ${db.companyId} and "device"."team_id" in ${among(teams)}`;
  const { from, until } = span;
  const inSpan = sql`${dueOccurrences.planOn} between ${from} and ${until}`;
  if (isByDay(reader)) {
    const isOfTeam = sql`exists (select 1 ${ofTeams} and "device"."id" = ${dueOccurrences.assetId})`;
    const first = db.firstIds(dueOccurrences, inSpan, sql`${dueOccurrences.planOn}`, MOST_WALKED);
    return [firstOf(reader, and(sql`${dueOccurrences.id} in ${first}`, isOfTeam, isFree))];
  }
  // By the indexes of the device: what is open has one of its own, what is over is sought by the day it was due.
  const byDevice = sql`+${dueOccurrences.planOn} between ${from} and ${until}`;
  const kinds = sql`${dueOccurrences.kind} in ${among(Object.keys(dueKinds))}`;
  const due = sql`${dueOccurrences.dueOn} between ${addDays(from, -MOST_MOVED)} and ${addDays(until, MOST_MOVED)}`;
  const ofDevice = sql`${dueOccurrences.assetId} in (select "device"."id" ${ofTeams})`;
  const found = (where: SQL | undefined) => firstOf(reader, and(ofDevice, where, byDevice, isFree));
  return [found(isOpen), found(and(kinds, due, sql`not (${isOpen})`))];
}

/** Ids of the services that are the reader's own, or of the link's team. */
function ownServices(reader: FeedReader, span: Span): SQL {
  const { feed, userId, teams } = reader;
  const planned = sql`${dueOccurrences.planOn} between ${span.from} and ${span.until}`;
  const first = (where: SQL) => firstOf(reader, and(where, free, planned));
  const free = feed.teamId ? undefined : isNull(dueOccurrences.assignedUserId);
  const team = dueOccurrences.assignedTeamId;
  // Few teams are walked each by itself, by the days of its services.
  const ofTeams =
    teams.length > MOST_WALKED_TEAMS
      ? [sql`${team} in ${among(teams)}`]
      : teams.map((id) => eq(team, id));
  const parts = [
    ...(feed.teamId
      ? []
      : [firstOf(reader, and(eq(dueOccurrences.assignedUserId, userId), planned))]),
    ...ofTeams.map(first),
    ...ofDevices(reader, span),
  ];
  // In no order of their own: the first of all are taken below.
  return inOneOrder(
    parts.map((part) => sql`select * from (${part})`),
    sql``,
  );
}

/** What a calendar says of the services of its reader or team, as a statement; one more than it holds. */
export const services = (reader: FeedReader, span: Span) =>
  reader.db
    .select({
      id: sql<string>`${dueOccurrences.id}`.as("due_id"),
      kind: sql<string>`${dueOccurrences.kind}`.as("due_kind"),
      on: sql<string>`${dueOccurrences.planOn}`.as("due_day"),
      opensOn: dueOccurrences.opensOn,
      closesOn: dueOccurrences.closesOn,
      status: sql<string>`${dueOccurrences.status}`.as("due_status"),
      version: sql<number>`${dueOccurrences.version}`.as("due_version"),
      at: sql<number>`${dueOccurrences.updatedAt}`.as("due_changed"),
      title: schedules.title,
      isHeld: sql<
        0 | 1
      >`coalesce(${isOpen} and ${dueOccurrences.planOn} between ${schedules.holdFrom} and ${schedules.holdUntil}, 0)`.as(
        "due_held",
      ),
      code: assets.assetCode,
      name: sql<string>`${assets.name}`.as("asset_name"),
      place: sql<string | null>`${departments.name}`.as("place_name"),
    })
    .from(dueOccurrences)
    .innerJoin(schedules, pointsTo(dueOccurrences.scheduleId, schedules))
    .innerJoin(assets, pointsTo(dueOccurrences.assetId, assets))
    .leftJoin(departments, pointsTo(assets.departmentId, departments))
    .where(
      reader.db.ofOwner(
        dueOccurrences,
        and(
          sql`${dueOccurrences.id} in (${ownServices(reader, span)})`,
          sql`${assets.deletedAt} is null`,
        ),
      ),
    )
    .orderBy(sql`${dueOccurrences.planOn}`, dueOccurrences.id)
    .limit(MOST_SERVICES + 1);
