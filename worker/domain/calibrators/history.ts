import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { seriesOf } from "#app/shared/calibration/check-series.ts";
import { driftsOf } from "#app/shared/calibration/drift.ts";
import { pick } from "#app/shared/pick.ts";
import {
  calibratorCertificates,
  calibratorChecks,
  calibratorRanges,
  intervalProposals,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results } from "../../db/db.ts";
import { pointsTo } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { intervalFlow } from "./interval-flow.ts";

/** Checks of a standard that its page looks at, the newest; a chart has so many points of them, and there are so many charts. */
const MOST_CHECKS = 240;
const MOST_POINTS = 60;
const MOST_CHARTS = 6;
/** Certificates whose points are compared over the years, and ranges of them. */
const MOST_CERTIFICATES = 12;
const MOST_RANGES = 200;
/** Points whose drift is shown without a chart. */
const MOST_DRIFTS = 40;

const accepted = sql`${calibratorCertificates.status} in ('accepted', 'superseded')`;

export const checksOf = (db: ReadingDb, id: string, most = MOST_CHECKS) =>
  db
    .select({
      ...pick(calibratorChecks, ["id", "parameter", "nominal", "unit", "value", "reference"]),
      ...pick(calibratorChecks, ["result", "checkStandardId"]),
      on: calibratorChecks.checkedOn,
      limit: calibratorChecks.limitValue,
    })
    .from(calibratorChecks)
    .where(db.ofOwner(calibratorChecks, eq(calibratorChecks.calibratorId, id)))
    .orderBy(desc(calibratorChecks.checkedOn), desc(calibratorChecks.id))
    .limit(most);

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

const proposalsOf = (db: ReadingDb, id: string) =>
  db
    .select()
    .from(intervalProposals)
    .where(db.ofOwner(intervalProposals, eq(intervalProposals.calibratorId, id)))
    .orderBy(desc(intervalProposals.id))
    .limit(3);

/** What certificates say of a standard, as statements of a read: `certificates` and `ranges`. */
export const certifiedOf = (db: ReadingDb, id: string) =>
  [certificatesOf(db, id), rangesOf(db, id)] as const;
export type Certified = Results<ReturnType<typeof certifiedOf>>;

/** What the panels of a standard's page look at, as statements of its one read; hand what they answer to `historyOf`. */
export const historyReads = (db: ReadingDb, id: string) =>
  [checksOf(db, id), ...certifiedOf(db, id), proposalsOf(db, id)] as const;

/** The checks, drift and proposals of a standard as its page shows them. */
export function historyOf(
  session: Session,
  [checks, certificates, ranges, proposals]: Results<ReturnType<typeof historyReads>>,
) {
  const series = seriesOf(checks, MOST_POINTS);
  const drifts = driftsOf(ranges.map((range) => ({ ...range, isInForce: range.isInForce === 1 })));
  return {
    series: series.slice(0, MOST_CHARTS),
    /** Further series, which the list of all checks has. */
    hasMore: series.length > MOST_CHARTS || checks.length === MOST_CHECKS,
    checkStandardId: checks[0]?.checkStandardId ?? null,
    drifts: drifts.slice(0, MOST_DRIFTS),
    certificates: certificates
      .map(({ certificateNo: no, calibratedOn: on }) => ({ no, on }))
      .toReversed(),
    proposals: proposals.map((row) => ({ ...row, moves: intervalFlow.movesOf(session, row) })),
    may: { check: session.can("edit-calibrator"), export: session.can("export-calibrator") },
  };
}
export type History = ReturnType<typeof historyOf>;
