import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import {
  assetDowntimes,
  breakdowns,
  dueClosings,
  dueOccurrences,
  schedules,
  serviceReports,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { pointsTo, rare } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { passesOf, transfersOf } from "../assets/movement-tab.ts";
import { contractsOfDevice } from "../contracts/of-others.ts";

/** The newest of each kind that a pack holds. */
export const most = {
  schedules: 100,
  occurrences: 500,
  reports: 60,
  calls: 200,
  downtimes: 200,
} as const;

/** What is read of a device for its pack, besides the device, its files and its log, as statements of one batch. */
export function careQueries(db: ReadingDb, assetId: string, session: Session) {
  const maySeeCalls = session.can("view-breakdown");
  return [
    db
      .select()
      .from(schedules)
      .where(db.ofOwner(schedules, rare(eq(schedules.assetId, assetId))))
      .orderBy(desc(schedules.id))
      .limit(most.schedules + 1),
    db
      .select({
        ...pick(dueOccurrences, ["id", "kind", "dueOn", "planOn", "opensOn", "closesOn", "status"]),
        ...pick(dueOccurrences, ["doneOn", "deferrals", "exception", "reason", "serviceReportId"]),
        ...pick(dueOccurrences, ["cancelReason"]),
        ...pick(schedules, ["title", "holdFrom", "holdUntil"]),
        ticket: sql<string | null>`${serviceReports.serviceTicket}`.as("ticket"),
        frozen: sql<string | null>`${dueClosings.standing}`.as("frozen"),
      })
      .from(dueOccurrences)
      .innerJoin(schedules, pointsTo(dueOccurrences.scheduleId, schedules))
      .leftJoin(serviceReports, pointsTo(dueOccurrences.serviceReportId, serviceReports))
      .leftJoin(
        dueClosings,
        and(
          eq(dueClosings.companyId, dueOccurrences.companyId),
          eq(dueClosings.occurrenceId, dueOccurrences.id),
        ),
      )
      .where(db.ofOwner(dueOccurrences, rare(eq(dueOccurrences.assetId, assetId))))
      .orderBy(desc(dueOccurrences.dueOn), desc(dueOccurrences.id))
      .limit(most.occurrences + 1),
    db
      .select(
        pick(serviceReports, [
          ...(["id", "serviceTicket", "serviceOn", "serviceType", "doneBy"] as const),
          ...(["checksYes", "checksNo", "checksNa", "cancelledAt", "createdAt"] as const),
        ]),
      )
      .from(serviceReports)
      .where(db.ofOwner(serviceReports, rare(eq(serviceReports.assetId, assetId))))
      .orderBy(desc(serviceReports.serviceOn), desc(serviceReports.id))
      .limit(most.reports + 1),
    db
      .select(
        pick(breakdowns, [
          ...(["id", "number", "status", "priority", "problem", "reportedAt"] as const),
          ...(["firstResponseAt", "resolvedAt", "closedAt", "causeCode", "resolution"] as const),
        ]),
      )
      .from(breakdowns)
      .where(db.ofOwner(breakdowns, maySeeCalls ? rare(eq(breakdowns.assetId, assetId)) : sql`0`))
      .orderBy(desc(breakdowns.id))
      .limit(most.calls + 1),
    db
      .select(pick(assetDowntimes, ["id", "kind", "startedAt", "endedAt", "reason"]))
      .from(assetDowntimes)
      .where(
        db.ofOwner(
          assetDowntimes,
          and(
            maySeeCalls ? rare(eq(assetDowntimes.assetId, assetId)) : sql`0`,
            isNull(assetDowntimes.cancelledAt),
          ),
        ),
      )
      .orderBy(desc(assetDowntimes.startedAt))
      .limit(most.downtimes + 1),
    contractsOfDevice(db, session.can("view-vendor") ? assetId : ""),
    transfersOf(db, assetId, session.can("view-asset-transfer")),
    passesOf(db, assetId, session.can("view-gate-pass")),
  ] as const;
}
