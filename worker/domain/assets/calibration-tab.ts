import { and, desc, eq, sql } from "drizzle-orm";
import { pointName } from "#app/shared/calibration/point-name.ts";
import type { ListResult } from "#app/shared/list.ts";
import { parametersOf } from "#app/shared/measuring/evaluated.ts";
import type { ReportedLine } from "#app/shared/measuring/reported.ts";
import { pick } from "#app/shared/pick.ts";
import {
  certificateReports,
  inhouseCalibrations,
  measurementSets,
  procedureVersions,
  users,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results, Row } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import { pointsTo, rare } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { machineOf } from "../calibration/machine-of.ts";
import { askedOf } from "../lists/list-query.ts";
import { namedBy } from "../lists/more-columns.ts";

const columns = {
  ...pick(inhouseCalibrations, [
    "id",
    "inhouseNo",
    "status",
    "outcome",
    "performedOn",
    "nextDueOn",
  ]),
  technicianName: namedBy(users, users.name, inhouseCalibrations.technicianId),
};
/** An in-house calibration of a device, as its page lists it. */
export type CalibrationOfAsset = Pick<
  Row<typeof inhouseCalibrations>,
  "id" | "inhouseNo" | "status" | "outcome" | "performedOn" | "nextDueOn"
> & { technicianName: string | null };

const MOST_CERTIFICATES = 12;
/** Calibrations whose errors are drawn, the latest ones. */
const MOST_DRAWN = 12;
/** The plus keeps SQLite from the index of states. */
const isDone = sql`+${inhouseCalibrations.status} in ('verified', 'closed')`;

/** What came of the latest calibrations of a device, the newest first. */
const resultsOf = (db: ReadingDb, assetId: string) =>
  db
    .select({
      ...pick(inhouseCalibrations, ["id", "inhouseNo", "performedOn"]),
      results: measurementSets.results,
    })
    .from(inhouseCalibrations)
    .innerJoin(measurementSets, pointsTo(inhouseCalibrations.measurementSetId, measurementSets))
    .where(
      db.ofOwner(inhouseCalibrations, and(rare(eq(inhouseCalibrations.assetId, assetId)), isDone)),
    )
    .orderBy(desc(inhouseCalibrations.id))
    .limit(MOST_DRAWN);

/** What the latest of them was measured by, and what it knew of the device. */
const latestProcedure = (db: ReadingDb, assetId: string) =>
  db
    .select({ content: procedureVersions.content, device: inhouseCalibrations.device })
    .from(inhouseCalibrations)
    .innerJoin(measurementSets, pointsTo(inhouseCalibrations.measurementSetId, measurementSets))
    .innerJoin(procedureVersions, pointsTo(measurementSets.procedureVersionId, procedureVersions))
    .where(
      db.ofOwner(inhouseCalibrations, and(rare(eq(inhouseCalibrations.assetId, assetId)), isDone)),
    )
    .orderBy(desc(inhouseCalibrations.id))
    .limit(1);

const certificatesOf = (db: ReadingDb, assetId: string) => {
  const machine = machineOf(db, sql`${assetId}`);
  return db
    .select(pick(certificateReports, ["id", "name", "status", "conformity", "calEndOn"]))
    .from(certificateReports)
    .where(db.ofOwner(certificateReports, sql`${certificateReports.machineId} = ${machine}`))
    .orderBy(desc(certificateReports.id))
    .limit(MOST_CERTIFICATES);
};

type Calibrated = Results<[ReturnType<typeof resultsOf>]>[0];
type Procedure = Results<[ReturnType<typeof latestProcedure>]>[0][number];

/** The errors of a point over the years, with U to both sides; the oldest first. */
export type ErrorTrend = {
  key: string;
  parameter: string;
  point: string;
  unit: string;
  series: { id: string; no: string; on: string; error: string; u: string | null }[];
};

/** How much of its limits a line takes up; 0 where nothing judges it. */
function share({ error, lower, upper, value }: ReportedLine): number {
  const [off, low, high, at] = [error, lower, upper, value].map(Number);
  if (error === null || !Number.isFinite(off)) return -1;
  const room = Math.max(Math.abs(high! - at!), Math.abs(at! - low!));
  return lower === null || upper === null || !(room > 0) ? 0 : Math.abs(off!) / room;
}

const ofLine = (results: readonly ReportedLine[] | null, parameter: string, line: string) =>
  (results ?? []).findLast(
    (one) => one.parameter === parameter && one.line === line && one.error !== null,
  );

/** The errors of each parameter at the point that came nearest to its limits the last time. A point that was measured once tells no trend. */
function trendsOf(calibrated: Calibrated, latest: Procedure | undefined): ErrorTrend[] {
  if (!latest) return [];
  const newest = calibrated[0]?.results ?? [];
  return parametersOf(latest).flatMap(({ parameter, lines }): ErrorTrend[] => {
    const own = newest.filter((one) => one.parameter === parameter.key && one.error !== null);
    const worst = own.toSorted((one, other) => share(other) - share(one))[0];
    const line = lines.find(({ key }) => key === worst?.line);
    if (!worst || !line) return [];
    const series = calibrated
      .toReversed()
      .flatMap(({ id, inhouseNo: no, performedOn: on, results }) => {
        const found = ofLine(results, parameter.key, line.key);
        return found ? [{ id, no, on, error: found.error!, u: found.u }] : [];
      });
    if (series.length < 2) return [];
    const point = pointName(
      { nominal: line.nominal, pctOfRange: line.point.pctOfRange },
      ...([parameter.unit, line.at] as const),
    );
    return [{ key: parameter.key, parameter: parameter.name, point, unit: parameter.unit, series }];
  });
}

/** The calibrations of a device: its own, newest first, a page at a time; its certificates; and how its errors went. */
export function calibrationTab(
  session: Session,
  db: ReadingDb,
  assetId: string,
  params: URLSearchParams,
) {
  const query = { ...askedOf(params, ["newest"], [], "desc"), q: "" };
  const slice = keyset(inhouseCalibrations.id, inhouseCalibrations.id, query, params);
  const reads = [
    db
      .select(columns)
      .from(inhouseCalibrations)
      .where(
        db.ofOwner(
          inhouseCalibrations,
          and(rare(eq(inhouseCalibrations.assetId, assetId)), slice.where ?? sql`1`),
        ),
      )
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
    resultsOf(db, assetId),
    latestProcedure(db, assetId),
    certificatesOf(db, assetId),
  ] as const;
  return {
    reads,
    shown: ([rows, calibrated, [latest], certificates]: Results<typeof reads>) => ({
      list: { ...slice.page(rows, ({ id }) => id, null), query } as ListResult<CalibrationOfAsset>,
      trends: trendsOf(calibrated, latest),
      certificates: session.can("view-certificate-report") ? certificates : [],
      mayBegin: session.can("create-inhouse-calibration"),
    }),
  };
}
