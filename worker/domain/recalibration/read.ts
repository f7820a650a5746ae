import { eq, sql } from "drizzle-orm";
import { MOST_MACHINES } from "#app/shared/flows/recalibration-requests.ts";
import { pick } from "#app/shared/pick.ts";
import {
  certificateReports,
  consumerContacts,
  consumers,
  recalibrationRequestLines as lines,
  machines,
  recalibrationRequests as table,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { namedBy } from "../lists/more-columns.ts";
import { recalibrationFlow } from "./flow.ts";

/** The machines of a request, each with the certificate begun for it, as a statement. */
export const linesOf = (db: ReadingDb, requestId: string) =>
  db
    .select({
      id: lines.id,
      machineId: lines.machineId,
      ...pick(machines, ["machineNo", "serialNo", "nextDueOn"]),
      machineName: sql<string>`${machines.name}`.as("machine_name"),
      machineStatus: sql<(typeof machines.$inferSelect)["status"]>`${machines.status}`.as(
        "machine_state",
      ),
      certificateReportId: lines.certificateReportId,
      certificateName: sql<string | null>`${certificateReports.name}`.as("certificate_name"),
      certificateStatus: sql<
        (typeof certificateReports.$inferSelect)["status"] | null
      >`${certificateReports.status}`.as("certificate_state"),
    })
    .from(lines)
    .innerJoin(machines, pointsTo(lines.machineId, machines))
    .leftJoin(certificateReports, pointsTo(lines.certificateReportId, certificateReports))
    .where(db.ofOwner(lines, eq(lines.recalibrationRequestId, requestId)))
    .orderBy(lines.id)
    .limit(MOST_MACHINES);

/** A request with its machines, and what may be done with it. One round trip. @throws Response 403, 404 */
export async function findRecalibrationRequest(session: Session, id: string) {
  const db = session.authorize("view-consumer");
  const [[row], [named], found] = await db.read(
    db.byId(table, id),
    db
      .select({
        consumerName: namedBy(consumers, consumers.name, table.consumerId),
        contactName: namedBy(consumerContacts, consumerContacts.name, table.contactId),
      })
      .from(table)
      .where(db.ofOwner(table, eq(table.id, id)))
      .limit(1),
    linesOf(db, id),
  );
  const request = row ?? notFound("request");
  return {
    ...request,
    consumerName: named?.consumerName ?? "",
    contactName: named?.contactName ?? "",
    lines: found,
    moves: recalibrationFlow.movesOf(session, request),
  };
}

/** A request's page, with what the person may do there. @throws Response 403, 404 */
export const recalibrationRequestPage = async (session: Session, id: string) => ({
  request: await findRecalibrationRequest(session, id),
  may: { begin: session.can("create-certificate-report"), machines: session.can("view-machine") },
});
