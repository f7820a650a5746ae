import { desc, eq, sql } from "drizzle-orm";
import { failedOn, seriesOf } from "#app/shared/calibration/check-series.ts";
import { driftsOf } from "#app/shared/calibration/drift.ts";
import type { CheckResult } from "#app/shared/metrology/control-chart.ts";
import { pick } from "#app/shared/pick.ts";
import { calibratorChecks, calibrators, intervalProposals } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import type { Certified } from "./certified.ts";
import { certifiedOf } from "./certified.ts";
import { intervalFlow } from "./interval-flow.ts";
import { firstAccepted, intervalIn, methodNames, reckonedBy, type Timed } from "./reckoning.ts";

/** Checks of a standard that its page looks at, the newest; a chart has so many points of them, and there are so many charts. */
const MOST_CHECKS = 240;
const MOST_POINTS = 60;
const MOST_CHARTS = 6;
/** Points whose drift is shown without a chart. */
const MOST_DRIFTS = 40;

const checksOf = (db: ReadingDb, id: string) =>
  db
    .select({
      ...pick(calibratorChecks, ["id", "parameter", "nominal", "unit", "value", "reference"]),
      ...pick(calibratorChecks, ["result", "at"]),
      on: calibratorChecks.checkedOn,
      limit: calibratorChecks.limitValue,
    })
    .from(calibratorChecks)
    .where(db.ofOwner(calibratorChecks, eq(calibratorChecks.calibratorId, id)))
    .orderBy(desc(calibratorChecks.checkedOn), desc(calibratorChecks.id))
    .limit(MOST_CHECKS);

/** What the last check compared the standard with. */
const checkStandardOf = (db: ReadingDb, id: string) => {
  const last = db
    .select({ id: calibratorChecks.checkStandardId })
    .from(calibratorChecks)
    .where(db.ofOwner(calibratorChecks, eq(calibratorChecks.calibratorId, id)))
    .orderBy(desc(calibratorChecks.checkedOn), desc(calibratorChecks.id))
    .limit(1);
  return db
    .select({ value: calibrators.id, label: calibrators.calibratorNo })
    .from(calibrators)
    .where(db.ofOwner(calibrators, sql`${calibrators.id} = ${last}`))
    .limit(1);
};

const proposalsOf = (db: ReadingDb, id: string) =>
  db
    .select()
    .from(intervalProposals)
    .where(db.ofOwner(intervalProposals, eq(intervalProposals.calibratorId, id)))
    .orderBy(desc(intervalProposals.id))
    .limit(3);

/** What the panels of a standard's page look at, as statements of its one read; hand what they answer to `historyOf`. */
export const historyReads = (db: ReadingDb, id: string) =>
  [
    checksOf(db, id),
    ...certifiedOf(db, id),
    proposalsOf(db, id),
    checkStandardOf(db, id),
    firstAccepted(db, { calibratorId: id }),
  ] as const;

type Accepted = { status: string; acceptedAt: number | null };
type Recorded = { result: CheckResult; at: number };
/** Whether a standard in quarantine may be released by what its page has read; the release itself looks at all there is. */
export const isProved = (
  { quarantinedAt: began }: { quarantinedAt: number | null },
  certificates: readonly Accepted[],
  checks: readonly Recorded[],
): boolean =>
  began !== null &&
  (certificates.some(
    ({ status, acceptedAt }) => status !== "rejected" && (acceptedAt ?? 0) > began,
  ) ||
    checks.some(({ result, at }) => result !== "fail" && at > began));

/** The checks, drift and proposals of a standard as its page shows them. */
export function historyOf(
  session: Session,
  calibrator: Timed,
  [checks, certificates, ranges, proposals, [checkStandard], [usual]]: Results<
    ReturnType<typeof historyReads>
  >,
) {
  const series = seriesOf(
    checks.map(({ at: _, ...check }) => check),
    MOST_POINTS,
  );
  const current = intervalIn(calibrator);
  const certified: Certified = [certificates, ranges];
  const drifts = driftsOf(ranges.map((range) => ({ ...range, isInForce: range.isInForce === 1 })));
  return {
    series: series.slice(0, MOST_CHARTS),
    /** A failed check that still stands, of whatever series. */
    failedOn: failedOn(series, certificates[0]?.calibratedOn ?? null),
    /** Further series, which the list of all checks has. */
    hasMore: series.length > MOST_CHARTS || checks.length === MOST_CHECKS,
    checkStandard: checkStandard ?? null,
    /** What a new check may be of. */
    parameters: [...new Set([...series, ...drifts].map(({ parameter }) => parameter))].slice(0, 20),
    drifts: drifts.slice(0, MOST_DRIFTS),
    certificates: certificates
      .map(({ certificateNo: no, calibratedOn: on }) => ({ no, on }))
      .toReversed(),
    proposals: proposals.map((row) => ({ ...row, moves: intervalFlow.movesOf(session, row) })),
    /** What each method would propose now, or what it lacks; null where no interval is set. */
    reckoned:
      current &&
      methodNames.map((method) => {
        const { proposed, missing } = reckonedBy(session, method, current, usual, certified);
        return { method, interval: proposed?.interval ?? null, missing };
      }),
    may: { check: session.can("edit-calibrator"), export: session.can("export-calibrator") },
  };
}
export type History = ReturnType<typeof historyOf>;
