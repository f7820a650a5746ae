import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { callClocks } from "#app/shared/call-clocks.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import {
  assets,
  breakdownEvents,
  breakdowns,
  departments,
  locations,
  media,
  teams,
  users,
  vendors,
} from "#drizzle/tenant/index.ts";
import { ruleFor } from "../../access.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { pointsTo, rare } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import type { Cover } from "../contracts/cover.ts";
import {
  otherOpenCalls,
  PREVIOUS,
  passesOfCall,
  previousCalls,
  reportsOfCall,
  sparesFor,
  standbyFor,
} from "./around.ts";
import { calendarOf } from "./clocks.ts";
import { downtimesFor, downtimesOfCall } from "./downtime-read.ts";
import { callFlow } from "./flow.ts";
import { nearestFirst } from "./nearest.ts";
import { similarCalls } from "./similar.ts";

const MOST_EVENTS = 60;
const MOST_FILES = 40;

/** The call, what happened to it, and its device, as statements of one trip. */
function ownQueries(db: ReadingDb, id: string) {
  const ofCall = db.ofOwner(breakdowns, eq(breakdowns.id, id));
  return [
    db.byId(breakdowns, id),
    db
      .select()
      .from(breakdownEvents)
      .where(db.ofOwner(breakdownEvents, rare(eq(breakdownEvents.breakdownId, id))))
      .orderBy(desc(breakdownEvents.id))
      .limit(MOST_EVENTS + 1),
    db
      .select(pick(media, ["id", "fileName", "mime"]))
      .from(media)
      .where(db.ofOwner(media, and(rare(eq(media.breakdownId, id)), isNull(media.deletedAt))))
      .orderBy(media.id)
      .limit(MOST_FILES),
    db
      .select({
        id: sql<string>`${assets.id}`.as("device_id"),
        name: sql<string>`${assets.name}`.as("device_name"),
        ...pick(assets, ["assetCode", "make", "model", "serialNo", "room", "criticality"]),
        ...pick(assets, ["machineTypeId", "departmentId", "lifecycle", "nextPmOn"]),
        ownVendorId: sql<string | null>`${assets.vendorId}`.as("device_vendor_id"),
        department: sql<string>`${departments.name}`.as("department_name"),
        path: sql<string | null>`${locations.path}`.as("place_path"),
        pathIds: sql<string | null>`${locations.pathIds}`.as("place_path_ids"),
      })
      .from(breakdowns)
      .innerJoin(assets, pointsTo(breakdowns.assetId, assets))
      .innerJoin(departments, pointsTo(assets.departmentId, departments))
      .leftJoin(locations, pointsTo(assets.locationId, locations))
      .where(ofCall)
      .limit(1),
    db
      .select({
        person: sql<string | null>`${users.name}`.as("person_name"),
        team: sql<string | null>`${teams.name}`.as("team_name"),
      })
      .from(breakdowns)
      .leftJoin(users, pointsTo(breakdowns.assignedUserId, users))
      .leftJoin(teams, pointsTo(breakdowns.assignedTeamId, teams))
      .where(ofCall)
      .limit(1),
  ] as const;
}

/** The vendor a letter goes to. */
const vendorNamed = (db: ReadingDb, id: string | null) =>
  db
    .select({
      id: sql<string>`${vendors.id}`.as("letter_vendor_id"),
      name: sql<string>`${vendors.name}`.as("letter_vendor_name"),
      email: sql<string | null>`coalesce(${vendors.email}, ${vendors.altEmail})`.as("letter_email"),
    })
    .from(vendors)
    .where(db.ofOwner(vendors, and(eq(vendors.id, id ?? ""), isNull(vendors.deletedAt))))
    .limit(1);

/**
 * A call's page: the call with what happened to it and its clocks, its device, and what helps to put it right. Two round trips.
 * @throws Response 403, 404
 */
export async function callDetail(session: Session, id: string) {
  const db = session.authorize("view-breakdown");
  const now = Date.now();
  const [[found], events, files, [device], [assignee]] = await db.read(...ownQueries(db, id));
  const call = found ?? notFound("call");
  const asset = device ?? notFound("call");
  const sees = {
    assets: session.can("view-asset"),
    stock: session.can("view-stock"),
    passes: session.can("view-gate-pass"),
  };
  const vendorId = call.vendorId ?? asset.ownVendorId;
  const nothing = db.select({ id: sql<string>`1`.as("none") }).from(sql`(select 1 where 0)`);
  const allowed = <S>(may: boolean, statement: S): S =>
    may ? statement : (nothing as unknown as S);
  const [previous, others, downtimes, reports, passes, spares, standby, similar, [vendor]] =
    await db.read(
      previousCalls(db, asset.id, id),
      otherOpenCalls(db, asset.id),
      downtimesOfCall(db, id),
      allowed(sees.assets, reportsOfCall(db, id)),
      allowed(sees.passes, passesOfCall(db, id)),
      allowed(sees.stock, sparesFor(db, asset)),
      allowed(sees.assets && asset.machineTypeId !== null, standbyFor(db, asset)),
      similarCalls(db, asset, id, call.problem),
      vendorNamed(db, vendorId),
    );
  const { companyId: _, followTokenHash: _token, coverSnapshot, ...shown } = call;
  return {
    call: { ...shown, moves: callFlow.movesOf(session, call) },
    cover: coverSnapshot as Omit<Cover, "vendorId"> | null,
    clocks: callClocks(call, calendarOf(session.company), now),
    events: events.slice(0, MOST_EVENTS).reverse(),
    isCut: events.length > MOST_EVENTS,
    files,
    asset,
    assignee: assignee ?? { person: null, team: null },
    vendor: vendor ?? null,
    previous: previous.slice(0, PREVIOUS),
    hasMorePrevious: previous.length > PREVIOUS,
    others: others.filter((other) => other.id !== id),
    downtimes: downtimesFor(session, downtimes).reverse(),
    reports,
    passes,
    spares,
    backups: nearestFirst(asset, standby),
    similar,
    sees,
    today: dayIn(session.company.timeZone, now),
    now,
    me: session.actor.name,
    isReporter: call.reporterUserId === session.actor.userId,
    may: {
      reserve: session.can("create-asset-transfer"),
      report: session.can("edit-asset") && sees.assets,
      pass: session.can("create-gate-pass") && ruleFor("/gate-pass/create") !== undefined,
      create: session.can("create-breakdown"),
    },
  };
}
export type CallDetail = Awaited<ReturnType<typeof callDetail>>;
