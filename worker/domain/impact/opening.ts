import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { ImpactShift } from "#app/shared/measuring/impact.ts";
import { typedNumber, ZERO } from "#app/shared/metrology/decimal.ts";
import { isUnit } from "#app/shared/metrology/units.ts";
import { pick } from "#app/shared/pick.ts";
import { plural } from "#app/shared/plural.ts";
import { newId } from "#drizzle/columns.ts";
import {
  calibratorRanges,
  calibrators,
  decisionRules,
  impactInhouseLines,
  impactLines,
  impactReviews as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { conflict, forbidden, invalid, isRefusal, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { optionalDecimal } from "../calibration/fields.ts";
import { checked, day, described, id, multiline } from "../entity/fields.ts";
import { affectedBy, MOST_LINES, versionsOf } from "./affected.ts";
import { weighing } from "./weighing.ts";

const MOST_SHIFTS = 60;
const MOST_RULES = 300;
const NOTHING = "Say for one range at least how far it was off";

export const openingInput = z.strictObject({
  calibratorId: id("Choose the calibrator", "Calibrator"),
  sinceOn: described(day("Last good check"), { label: "Last good check", as: "day" }),
  reason: multiline("Reason", 500),
  shifts: z
    .array(
      z.strictObject({ rangeId: id("Name the range", "Range"), shift: optionalDecimal("Shift") }),
      "Shifts must be a list",
    )
    .min(1, NOTHING)
    .max(MOST_SHIFTS),
});
type Opening = z.output<typeof openingInput>;

const rangesOf = (db: CompanyDb, calibratorId: string, shifts: unknown) =>
  db
    .select(pick(calibratorRanges, ["id", "parameter", "unit", "rangeLo", "rangeHi"]))
    .from(calibratorRanges)
    .where(
      db.ofOwner(
        calibratorRanges,
        and(
          inArray(
            calibratorRanges.id,
            among((shifts as Opening["shifts"]).map(({ rangeId }) => rangeId)),
          ),
          eq(calibratorRanges.calibratorId, calibratorId),
        ),
      ),
    )
    .limit(MOST_SHIFTS);

const rulesOf = (db: CompanyDb) =>
  db
    .select(pick(decisionRules, ["id", "kind", "guardFactor", "riskLimit"]))
    .from(decisionRules)
    .where(db.ofOwner(decisionRules))
    .limit(MOST_RULES);

type Range = Awaited<ReturnType<typeof rangesOf>>[number];
/** The shifts with what their ranges are. @throws Response 404 for a range of another standard; 422 where nothing shifted */
function shiftsIn({ shifts }: Opening, ranges: readonly Range[]): ImpactShift[] {
  const named = shifts.flatMap(({ rangeId, shift }): ImpactShift[] => {
    const { parameter, unit, rangeLo, rangeHi } =
      ranges.find((range) => range.id === rangeId) ?? notFound("range");
    if (shift === null || !isUnit(unit)) return [];
    return [{ parameter, unit, lo: rangeLo ?? "", hi: rangeHi ?? "", shift }];
  });
  const isNothing = named.every(({ shift }) => typedNumber(shift)?.eq(ZERO));
  return isNothing ? invalid({ shifts: [NOTHING] }) : named;
}

const openedWith = (certificates: number, inhouse: number): string =>
  inhouse === 0
    ? plural(
        certificates,
        "Impact review opened with 1 certificate",
        "Impact review opened with {n} certificates",
      )
    : `Impact review opened. Certificates: ${certificates}, in-house calibrations: ${inhouse}.`;

const loggedShift = ({ parameter, shift, unit }: ImpactShift) => `${parameter}: ${shift} ${unit}`;

/**
 * Opens the review of a standard that was found out of tolerance: every certificate and in-house calibration of later work that rests
 * on it becomes a line, with what the shift means for it.
 * @throws Response 403; 404; 409 where one is open already; 422
 */
export async function openImpactReview(
  session: Session,
  sent: Record<string, unknown>,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-calibrator");
  if (db.scope) forbidden("An impact review is opened by somebody who sees all Locations");
  const values = checked(openingInput, sent);
  const { calibratorId, sinceOn, reason } = values;
  const [[found], ranges, rules, affected, versions] = await db.read(
    db.byId(calibrators, calibratorId),
    rangesOf(db, calibratorId, values.shifts),
    rulesOf(db),
    affectedBy(db, calibratorId, sinceOn),
    versionsOf(db, calibratorId, sinceOn),
  );
  const { calibratorNo, name: calibratorName } = found ?? notFound("calibrator");
  const shifts = shiftsIn(values, ranges);
  const weighed = weighing(versions, rules, shifts);
  const id = newId();
  const held = affected.slice(0, MOST_LINES);
  const certificates = held.filter((one) => one.kind === "certificate");
  const inhouse = held.filter((one) => one.kind === "inhouse");
  const lines = certificates.map((one) => ({
    ...{ impactReviewId: id, certificateReportId: one.id, certificateNo: one.number },
    ...{ depth: one.depth, ...weighed(one) },
  }));
  const own = inhouse.map((one) => ({
    ...{ impactReviewId: id, inhouseCalibrationId: one.id, inhouseNo: one.number },
    ...pick(one, ["assetId", "assetCode", "assetName", "performedOn", "outcome"]),
    ...{ depth: one.depth, ...weighed(one) },
  }));
  const count = lines.length + own.length;
  const isOpen = db.exists(
    table,
    and(eq(table.calibratorId, calibratorId), eq(table.status, "open"))!,
  );
  const isThere = db.exists(
    calibrators,
    and(eq(calibrators.id, calibratorId), isNull(calibrators.deletedAt))!,
  );
  try {
    return await db.commit({
      writes: [
        db.assert("state", sql`not ${isOpen} and ${isThere}`),
        db.inserting(table, {
          ...{ id, calibratorId, calibratorNo, calibratorName, sinceOn, shifts, reason },
          ...{ lineCount: count, undecidedCount: count },
          hasMore: affected.length > MOST_LINES,
        }),
        ...(lines.length > 0 ? [db.insertingAll(impactLines, lines)] : []),
        ...(own.length > 0 ? [db.insertingAll(impactInhouseLines, own)] : []),
      ],
      activity: {
        ...{ action: "open.impact_review", kind: "impact_review", id },
        label: `${calibratorNo} ${calibratorName}`,
        changes: [
          { field: "sinceOn", from: null, to: sinceOn },
          { field: "shifts", from: null, to: shifts.map(loggedShift).join("; ") },
          { field: "lineCount", from: null, to: count },
        ],
        reason,
      },
      answer: {
        status: 201,
        message: openedWith(lines.length, own.length),
        data: { id },
      },
    });
  } catch (refusal) {
    if (isRefusal(refusal, 409))
      conflict("An impact review of it is open already: decide it first");
    throw refusal;
  }
}
