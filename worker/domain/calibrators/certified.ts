import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { calibratorCertificates, calibratorRanges } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results } from "../../db/db.ts";
import { pointsTo } from "../../db/predicates.ts";

/** Certificates whose points are compared over the years, and ranges of them. */
const MOST_CERTIFICATES = 12;
const MOST_RANGES = 200;

const accepted = sql`${calibratorCertificates.status} in ('accepted', 'superseded')`;

const certificatesOf = (db: ReadingDb, id: string) =>
  db
    .select(
      pick(calibratorCertificates, [
        ...(["id", "certificateNo", "calibratedOn", "status", "asFound", "adjusted"] as const),
      ]),
    )
    .from(calibratorCertificates)
    .where(
      db.ofOwner(
        calibratorCertificates,
        and(eq(calibratorCertificates.calibratorId, id), accepted),
      ),
    )
    .orderBy(desc(calibratorCertificates.calibratedOn), desc(calibratorCertificates.id))
    .limit(MOST_CERTIFICATES);

/** The ranges of the latest accepted certificates, the newest first. */
const rangesOf = (db: ReadingDb, id: string) => {
  const latest = db
    .select({ id: calibratorCertificates.id })
    .from(calibratorCertificates)
    .where(
      db.ofOwner(
        calibratorCertificates,
        and(eq(calibratorCertificates.calibratorId, id), accepted),
      ),
    )
    .orderBy(desc(calibratorCertificates.calibratedOn), desc(calibratorCertificates.id))
    .limit(MOST_CERTIFICATES);
  return db
    .select({
      ...pick(calibratorRanges, ["parameter", "unit", "driftKind", "driftValue", "points"]),
      ...pick(calibratorRanges, ["specAbs", "specPct"]),
      certificateId: calibratorRanges.calibratorCertificateId,
      ...pick(calibratorCertificates, ["certificateNo", "calibratedOn", "adjusted"]),
      isInForce: sql<number>`${calibratorCertificates.status} = 'accepted'`.as("is_in_force"),
    })
    .from(calibratorRanges)
    .innerJoin(
      calibratorCertificates,
      pointsTo(calibratorRanges.calibratorCertificateId, calibratorCertificates),
    )
    .where(db.ofOwner(calibratorRanges, inArray(calibratorRanges.calibratorCertificateId, latest)))
    .orderBy(desc(calibratorCertificates.calibratedOn), calibratorRanges.sort, calibratorRanges.id)
    .limit(MOST_RANGES);
};

/** What certificates say of a standard, as statements of a read: `certificates` and `ranges`. */
export const certifiedOf = (db: ReadingDb, id: string) =>
  [certificatesOf(db, id), rangesOf(db, id)] as const;
export type Certified = Results<ReturnType<typeof certifiedOf>>;
