/** The unbroken chain from a certificate to those who realise the units (calibration 9): which standards it rests on, and on whose certificates these do. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import {
  calibratorCertificateSources,
  calibratorCertificates,
  certificateReports,
  measurementStandards,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results } from "../../db/db.ts";
import { pointsTo } from "../../db/predicates.ts";

/** Certificates of our own that are followed, one for the other's standard. */
const MOST_DEPTH = 8;
const MOST_CERTIFICATES = 50;
const MOST_STANDARDS = 200;

/** The ids of a certificate of ours and of all those that its standards rest on, as SQL. @param start SQL of the certificate's id */
const idsOf = (db: ReadingDb, start: SQL) =>
  sql`(with recursive "chain" ("id", "set", "depth") as (
      select "r"."id", "r"."measurement_set_id", 1 from "certificate_reports" as "r" where "r"."company_id" = ${db.companyId} and "r"."id" = ${start}
      union
      select "r"."id", "r"."measurement_set_id", "chain"."depth" + 1 from "chain"
        cross join "measurement_standards" as "m" cross join "calibrator_certificate_sources" as "c" cross join "certificate_reports" as "r"
        where "chain"."depth" < ${sql.raw(String(MOST_DEPTH))} and "m"."company_id" = ${db.companyId} and "m"."measurement_set_id" = "chain"."set"
          and "c"."company_id" = ${db.companyId} and "c"."calibrator_certificate_id" = "m"."calibrator_certificate_id"
          and "r"."company_id" = ${db.companyId} and "r"."id" = "c"."certificate_report_id"
      limit ${sql.raw(String(MOST_CERTIFICATES))})
    select "id" from "chain")`;

/** The number of the certificate of ours that a standard's certificate is. */
const sourceNo = sql<
  string | null
>`(select "s"."certificate_no" from "certificate_reports" as "s" where "s"."company_id" = "calibrator_certificate_sources"."company_id" and "s"."id" = "calibrator_certificate_sources"."certificate_report_id")`.as(
  "source_no",
);

/** The join of a certificate of ours with the standards that it was measured with. */
export const ofItsSet = and(
  eq(measurementStandards.companyId, certificateReports.companyId),
  eq(measurementStandards.measurementSetId, certificateReports.measurementSetId),
);

/** The standards of a certificate of ours and of all those that these rest on, as a statement of a read. @param start SQL of the certificate's id */
export const chainQuery = (db: ReadingDb, start: SQL) =>
  db
    .select({
      report: certificateReports.id,
      ...pick(measurementStandards, [
        ...(["calibratorId", "calibratorNo", "name", "serialNo", "role"] as const),
        ...(["certificateNo", "dueOn", "route"] as const),
      ]),
      ...pick(calibratorCertificates, ["issuedBy", "accreditationBody", "accreditationNo"]),
      source: calibratorCertificateSources.certificateReportId,
      sourceNo,
    })
    .from(certificateReports)
    .innerJoin(measurementStandards, ofItsSet)
    .leftJoin(
      calibratorCertificates,
      pointsTo(measurementStandards.calibratorCertificateId, calibratorCertificates),
    )
    .leftJoin(
      calibratorCertificateSources,
      and(
        eq(calibratorCertificateSources.companyId, measurementStandards.companyId),
        eq(
          calibratorCertificateSources.calibratorCertificateId,
          measurementStandards.calibratorCertificateId,
        ),
      ),
    )
    .where(db.ofOwner(certificateReports, sql`${certificateReports.id} in ${idsOf(db, start)}`))
    .orderBy(measurementStandards.sort, measurementStandards.id)
    .limit(MOST_STANDARDS);

type Row = Results<[ReturnType<typeof chainQuery>]>[0][number];

/** A standard with the certificate that was in force, and what that one rests on where it is ours. */
export type TraceStandard = Omit<Row, "report" | "source" | "sourceNo"> & {
  source: TraceCertificate | null;
};
/** A certificate of ours with the standards that it was measured with. */
export type TraceCertificate = {
  id: string;
  certificateNo: string | null;
  standards: TraceStandard[];
};

/** Puts the chain together from a certificate on. @param above what it was reached by, so that no circle is followed */
export function chainOf(
  rows: readonly Row[],
  id: string,
  certificateNo: string | null,
  above: readonly string[] = [],
): TraceCertificate {
  const isFollowed = above.length < MOST_DEPTH && !above.includes(id);
  const own = isFollowed ? rows.filter(({ report }) => report === id) : [];
  return {
    ...{ id, certificateNo },
    standards: own.map(({ report: _, source, sourceNo, ...standard }) => ({
      ...standard,
      source: source ? chainOf(rows, source, sourceNo, [...above, id]) : null,
    })),
  };
}
