/** A certificate that is begun for a line of a consumer's request. */
import { and, eq, sql } from "drizzle-orm";
import {
  recalibrationRequestLines as lines,
  recalibrationRequests as requests,
  certificateReports as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";

type Status = (typeof requests.$inferSelect)["status"];
type Line = {
  id: string;
  requestId: string;
  requestNo: string;
  status: Status;
  machineId: string;
  begun: string | null;
};

/** The line with its request, and the certificate begun for it that was not cancelled, as a statement. */
export const requestLine = (db: ReadingDb, id: string | null) =>
  db
    .select({
      id: sql<string>`${lines.id}`.as("line_id"),
      requestId: sql<string>`${requests.id}`.as("request_id"),
      requestNo: requests.requestNo,
      status: sql<Status>`${requests.status}`.as("request_state"),
      machineId: sql<string>`${lines.machineId}`.as("line_machine"),
      begun: sql<string | null>`${table.name}`.as("begun_name"),
    })
    .from(lines)
    .innerJoin(requests, pointsTo(lines.recalibrationRequestId, requests))
    .leftJoin(
      table,
      and(pointsTo(lines.certificateReportId, table), sql`${table.status} <> 'cancelled'`),
    )
    .where(db.ofOwner(lines, eq(lines.id, id ?? "")))
    .limit(1);

/** The line for which a certificate may be begun. @throws Response 404; 409 while its request is not accepted, or one is begun; 422 for another machine */
export function lineToBegin(line: Line | undefined, machineId: string): Line {
  if (!line) return notFound("request");
  if (line.machineId !== machineId) invalid({ machineId: ["The request is for another machine"] });
  if (line.status !== "accepted") conflict("Accept the request first");
  if (line.begun !== null)
    conflict("A certificate is begun for this machine of the request already");
  return line;
}

/** The line knows its certificate from now on, unless somebody was first. */
export const beganFor = (
  db: CompanyDb,
  { id, requestId }: Line,
  certificateId: string,
): Statement[] => {
  const cancelled = sql`exists (select 1 from ${table} as "before" where "before"."company_id" = ${lines.companyId}
    and "before"."id" = ${lines.certificateReportId} and "before"."status" = 'cancelled')`;
  const isFree = sql`${lines.id} = ${id} and (${lines.certificateReportId} is null or ${cancelled})`;
  return [
    db.assert("state", db.exists(lines, isFree)),
    db.assert(
      "state",
      db.exists(requests, and(eq(requests.id, requestId), eq(requests.status, "accepted"))!),
    ),
    db.updating(lines, eq(lines.id, id), { certificateReportId: certificateId }),
  ];
};
