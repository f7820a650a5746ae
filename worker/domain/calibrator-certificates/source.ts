import { and, eq, inArray } from "drizzle-orm";
import {
  certificateReports,
  calibratorCertificateSources as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { invalid } from "../../refusals.ts";

type Report = { id: string };

/** Our own certificate of a number, where it is issued. */
export const reportNumbered = (db: ReadingDb, certificateNo: unknown) =>
  db
    .select({ id: certificateReports.id })
    .from(certificateReports)
    .where(
      db.ofOwner(
        certificateReports,
        and(
          eq(
            certificateReports.certificateNo,
            typeof certificateNo === "string" ? certificateNo.trim() : "",
          ),
          inArray(certificateReports.status, ["issued", "superseded"]),
        ),
      ),
    )
    .limit(1);

/** @throws Response 422 where no certificate of ours has the number that was typed */
export function refuseUnknownSource(no: string | null, found: readonly Report[]): void {
  if (no && !found.length)
    invalid({ sourceCertificateNo: ["No certificate of ours is issued by this number"] });
}

/** Notes the certificate of ours that calibrated a standard, in the place of another one. */
export const sourced = (
  db: CompanyDb,
  calibratorCertificateId: string,
  [report]: readonly Report[],
): Statement[] => [
  db.removing(table, eq(table.calibratorCertificateId, calibratorCertificateId)),
  ...(report
    ? [db.inserting(table, { calibratorCertificateId, certificateReportId: report.id })]
    : []),
];

/** Our own certificate that a standard's certificate is, as a statement of a read. */
export const sourceOf = (db: ReadingDb, calibratorCertificateId: string) =>
  db
    .select({ id: certificateReports.id, certificateNo: certificateReports.certificateNo })
    .from(table)
    .innerJoin(certificateReports, pointsTo(table.certificateReportId, certificateReports))
    .where(db.ofOwner(table, eq(table.calibratorCertificateId, calibratorCertificateId)))
    .limit(1);
