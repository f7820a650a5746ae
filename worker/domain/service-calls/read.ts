import { desc, eq, type SQL, sql } from "drizzle-orm";
import { movesOf } from "#app/shared/flows/rules.ts";
import { callRules } from "#app/shared/flows/service-calls.ts";
import { breakdownEvents, breakdowns } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { fixed } from "../../db/fixed.ts";
import { rare } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { callFlow } from "./flow.ts";
import { workedOnOf } from "./open-of.ts";

const LATEST = 5;
const MOST = 20;
const MOST_EVENTS = 100;
/** So many events of each of a device's calls are shown; its own page has them all. */
const LATEST_EVENTS = 3;

type Call = Row<typeof breakdowns>;
type Event = Row<typeof breakdownEvents>;

/** The events of calls, in their order, as a statement. */
const eventsOf = (db: ReadingDb, ofCalls: SQL) =>
  db
    .select()
    .from(breakdownEvents)
    .where(db.ofOwner(breakdownEvents, ofCalls))
    .orderBy(breakdownEvents.breakdownId, breakdownEvents.id)
    .limit(MOST_EVENTS);

/** A call with what happened to it and what the person may do with it. @throws Response 403, 404 */
export async function findCall(session: Session, id: string) {
  const db = session.authorize("view-breakdown");
  const [[call], events] = await db.read(
    db.byId(breakdowns, id),
    eventsOf(db, eq(breakdownEvents.breakdownId, id)),
  );
  const row = call ?? notFound("call");
  return { ...row, events, moves: callFlow.movesOf(session, row) };
}

/** The first picture of a call; names in full, because inside a selected field Drizzle leaves the table out. */
const photo: SQL =
  sql.raw(`(select "id" from "media" where "media"."company_id" = "breakdowns"."company_id"
  and likelihood("media"."breakdown_id" = "breakdowns"."id", 0.0001) and "media"."deleted_at" is null order by +"media"."id" limit 1)`);

/** The ticket of the report that raised a call; names in full for the same reason. */
const raisedByTicket: SQL =
  sql.raw(`(select "raiser"."service_ticket" from "service_reports" as "raiser"
  where "raiser"."company_id" = "breakdowns"."company_id" and "raiser"."id" = "breakdowns"."raised_by_report_id")`);

const shown = {
  id: breakdowns.id,
  version: breakdowns.version,
  number: breakdowns.number,
  status: breakdowns.status,
  reportedAt: breakdowns.reportedAt,
  problem: breakdowns.problem,
  equipmentDown: breakdowns.equipmentDown,
  reportedByName: breakdowns.reportedByName,
  reportedByPhone: breakdowns.reportedByPhone,
  reporterUserId: breakdowns.reporterUserId,
  raisedByReportId: breakdowns.raisedByReportId,
  resolvedAt: breakdowns.resolvedAt,
  closedAt: breakdowns.closedAt,
  rating: breakdowns.rating,
};
type Shown = Pick<Call, keyof typeof shown> & {
  photoId: string | null;
  raisedByTicket: string | null;
};

/** What happened to a call of late, as JSON and in no order, since sorting reads each once more; names in full for the same reason. */
const happened =
  sql.raw(`(select json_group_array(json_object('id', "id", 'status', "status", 'note', "note", 'actorName', "actor_name", 'at', "at"))
  from (select * from "breakdown_events" where "breakdown_events"."company_id" = "breakdowns"."company_id"
    and "breakdown_events"."breakdown_id" = "breakdowns"."id" order by "breakdown_events"."id" desc limit ${LATEST_EVENTS}))`);

/** The statement that reads a device's latest calls and all that are being dealt with; hand its rows to `callsOf`. */
export const callsQuery = fixed((db: ReadingDb, assetId) => {
  const ofDevice = db.ofOwner(breakdowns, rare(eq(breakdowns.assetId, assetId)));
  const first = (where: SQL | undefined, most: number) =>
    sql`select * from (select ${breakdowns.id} from ${breakdowns} where ${where} order by ${desc(breakdowns.id)} limit ${sql.raw(String(most))})`;
  const open = db.ofOwner(breakdowns, workedOnOf(assetId));
  // One that both find is still one: a union would read them all once more to see that.
  const isShown = rare(
    sql`${breakdowns.id} in (${first(ofDevice, LATEST)} union all ${first(open, MOST)})`,
  );
  return db
    .select({
      ...shown,
      photoId: sql<string | null>`${photo}`.as("photo_id"),
      raisedByTicket: sql<string | null>`${raisedByTicket}`.as("raised_by_ticket"),
      events: sql<string>`${happened}`.as("events"),
    })
    .from(breakdowns)
    .where(db.ofOwner(breakdowns, isShown))
    .orderBy(desc(breakdowns.id))
    .limit(MOST);
});

type CallEvent = Pick<Event, "id" | "status" | "note" | "actorName" | "at">;

/** A device's calls, newest first, each with what happened to it and what the person may do with it. */
export function callsOf(session: Session, calls: unknown) {
  const mover = callFlow.moverOf(session);
  return (calls as (Shown & { events: string })[]).map((call) => ({
    ...call,
    events: (JSON.parse(call.events) as CallEvent[]).sort((one, other) =>
      one.id < other.id ? -1 : 1,
    ),
    moves: movesOf(callRules, call, mover),
  }));
}
export type DeviceCall = ReturnType<typeof callsOf>[number];
