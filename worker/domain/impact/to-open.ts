import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import {
  calibratorCertificates,
  calibratorChecks,
  calibratorRanges,
  calibrators,
} from "#drizzle/tenant/index.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";

const MOST_RANGES = 30;

/** What the form of a new impact review begins with: the ranges of the standard, and the day on which it was last found good. @throws Response 403, 404 */
export async function reviewToOpen(session: Session, calibratorId: string) {
  const db = session.authorize("edit-calibrator");
  const accepted = and(
    eq(calibratorCertificates.calibratorId, calibratorId),
    inArray(calibratorCertificates.status, ["accepted", "superseded"]),
  );
  const latest = sql`(select ${calibratorCertificates.id} from ${calibratorCertificates}
    where ${db.ofOwner(calibratorCertificates, accepted)} order by ${calibratorCertificates.calibratedOn} desc, ${calibratorCertificates.id} desc limit 1)`;
  const [[calibrator], ranges, [certificate], [check]] = await db.read(
    db.byId(calibrators, calibratorId),
    db
      .select(pick(calibratorRanges, ["id", "parameter", "unit", "rangeLo", "rangeHi"]))
      .from(calibratorRanges)
      .where(db.ofOwner(calibratorRanges, eq(calibratorRanges.calibratorCertificateId, latest)))
      .orderBy(calibratorRanges.sort, calibratorRanges.id)
      .limit(MOST_RANGES),
    db
      .select({ on: calibratorCertificates.calibratedOn })
      .from(calibratorCertificates)
      .where(
        db.ofOwner(
          calibratorCertificates,
          and(accepted, sql`${calibratorCertificates.asFound} <> 'out_of_tolerance'`),
        ),
      )
      .orderBy(desc(calibratorCertificates.calibratedOn), desc(calibratorCertificates.id))
      .limit(1),
    db
      .select({ on: calibratorChecks.checkedOn })
      .from(calibratorChecks)
      .where(
        db.ofOwner(
          calibratorChecks,
          and(eq(calibratorChecks.calibratorId, calibratorId), eq(calibratorChecks.result, "ok")),
        ),
      )
      .orderBy(desc(calibratorChecks.checkedOn), desc(calibratorChecks.id))
      .limit(1),
  );
  const { id, calibratorNo, name, quarantineReason } = calibrator ?? notFound("calibrator");
  const good = [certificate?.on, check?.on].flatMap((on) => on ?? []).sort();
  return {
    calibrator: { id, calibratorNo, name },
    ranges,
    sinceOn: good.at(-1) ?? "",
    reason: quarantineReason ?? "",
    today: dayIn(session.company.timeZone),
  };
}
