import { desc, isNull, type SQL, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import {
  calibratorCertificates,
  calibrators,
  certificateReports,
  measurementStandards,
  calibratorCertificateSources as sources,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results } from "../../db/db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { chainOf, chainQuery, ofItsSet, type TraceStandard } from "./chain.ts";

/** Uses of standards of our own for others of them that are looked through, the latest first. */
const MOST_EDGES = 300;
const MOST_DEPTH = 8;

/** Which standards of ours were calibrated with which, as a statement of a read. */
const edgesQuery = (db: ReadingDb) =>
  db
    .select({
      from: measurementStandards.calibratorId,
      // Two columns of one name would be one in an answer.
      to: sql<string>`${calibratorCertificates.calibratorId}`.as("calibrated_id"),
      ...pick(calibrators, ["calibratorNo", "name"]),
      report: certificateReports.id,
      certificateNo: certificateReports.certificateNo,
    })
    .from(sources)
    .innerJoin(certificateReports, pointsTo(sources.certificateReportId, certificateReports))
    .innerJoin(measurementStandards, ofItsSet)
    .innerJoin(
      calibratorCertificates,
      pointsTo(sources.calibratorCertificateId, calibratorCertificates),
    )
    .innerJoin(calibrators, pointsTo(calibratorCertificates.calibratorId, calibrators))
    .where(db.ofOwner(sources, isNull(calibrators.deletedAt)))
    .orderBy(desc(sources.id))
    .limit(MOST_EDGES);
type Edge = Results<[ReturnType<typeof edgesQuery>]>[0][number];

/** A standard of ours that was calibrated with another one. */
export type TraceUse = {
  calibratorId: string;
  calibratorNo: string;
  name: string;
  certificates: { id: string; certificateNo: string }[];
  uses: TraceUse[];
};

/** The standards that were calibrated with one, and with these again. @param above what it was reached by, so that no circle is followed */
export function usesOf(
  edges: readonly Edge[],
  id: string,
  above: readonly string[] = [],
): TraceUse[] {
  const path = [...above, id];
  const next = new Map<string, TraceUse>();
  for (const { from, to, calibratorNo, name, report, certificateNo } of edges) {
    if (from !== id || path.includes(to) || path.length > MOST_DEPTH) continue;
    const one = next.get(to) ?? {
      ...{ calibratorId: to, calibratorNo, name },
      ...{ certificates: [], uses: usesOf(edges, to, path) },
    };
    if (!one.certificates.some(({ id: known }) => known === report))
      one.certificates.push({ id: report, certificateNo: certificateNo ?? "" });
    next.set(to, one);
  }
  return [...next.values()];
}

const currentOf = (db: ReadingDb, id: string): SQL =>
  sql`(select "b"."current_certificate_id" from "calibrators" as "b" where "b"."company_id" = ${db.companyId} and "b"."id" = ${id})`;
const sourceOf = (db: ReadingDb, id: string): SQL =>
  sql`(select "c"."certificate_report_id" from "calibrator_certificate_sources" as "c" where "c"."company_id" = ${db.companyId} and "c"."calibrator_certificate_id" = ${currentOf(db, id)})`;

/** What a standard rests on by its certificate in force, and which standards of ours rest on it. One round trip. @throws Response 403, 404 */
export async function calibratorTrace(session: Session, id: string) {
  const db = session.authorize("view-calibrator");
  const [[row], [certificate], [source], rows, edges] = await db.read(
    db.byId(calibrators, id),
    db.byId(calibratorCertificates, currentOf(db, id)),
    db.byId(certificateReports, sourceOf(db, id)),
    chainQuery(db, sourceOf(db, id)),
    edgesQuery(db),
  );
  const calibrator = row ?? notFound("calibrator");
  const { calibratorNo, name, serialNo } = calibrator;
  const own: TraceStandard = {
    ...{ calibratorId: id, calibratorNo, name, serialNo, role: "" },
    certificateNo: certificate?.certificateNo ?? null,
    dueOn: certificate?.dueOn ?? null,
    route: certificate?.route ?? null,
    issuedBy: certificate?.issuedBy ?? null,
    accreditationBody: certificate?.accreditationBody ?? null,
    accreditationNo: certificate?.accreditationNo ?? null,
    source: source ? chainOf(rows, source.id, source.certificateNo) : null,
  };
  return {
    calibrator: pick(calibrator, ["id", "calibratorNo", "name"]),
    own,
    uses: usesOf(edges, id),
    mayViewCertificates: session.can("view-certificate-report"),
  };
}
