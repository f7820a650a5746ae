import { impactLineFlow } from "#worker/domain/impact/flow.ts";
import { openImpactReview } from "#worker/domain/impact/opening.ts";
import { at, type Bench } from "./bench.ts";

/** What a standard was found off by, by the parameters of its ranges. */
type Found = { calibrator: string; opened: number; shifts: Partial<Record<string, string>> };

const REASON =
  "Its laboratory found it out of tolerance and adjusted it. What was measured with it since its calibration before is looked at.";
const says = {
  clear: "The shift is small against the tolerance; every result stays inside",
  notify: "A result comes close to its limit; the customer decides about its use",
  recall: "With the shift the statement would be another one",
} as const;

type Line = { id: string; is_changed: number; ratio: string | null };
const CERTIFICATES = `select calibrated_on, id from calibrator_certificates where company_id = ? and calibrator_id = ?
  and status in ('accepted', 'superseded') order by calibrated_on desc limit 2`;

/** The ranges of a certificate as the form of a review names them, with the shift of each. */
async function shiftsOf({ db, companyId }: Bench, certificate: string, shifts: Found["shifts"]) {
  const { results } = await db
    .prepare(
      "select id, parameter from calibrator_ranges where company_id = ? and calibrator_certificate_id = ? order by sort, id",
    )
    .bind(companyId, certificate)
    .all<{ id: string; parameter: string }>();
  return results.map(({ id, parameter }) => ({ rangeId: id, shift: shifts[parameter] ?? "" }));
}

/** A review of what a standard was used for before it was found off: some of its certificates are decided, others wait. */
export function planImpact(bench: Bench, { calibrator, opened, shifts }: Found): void {
  const { history, quality, db, companyId, ids } = bench;
  history.plan(at(bench, opened, 12), async () => {
    const calibratorId = ids.calibrators.get(calibrator)!;
    const { results } = await db
      .prepare(CERTIFICATES)
      .bind(companyId, calibratorId)
      .all<{ calibrated_on: string; id: string }>();
    const [latest, before] = results;
    const { data } = await openImpactReview(quality, {
      ...{ calibratorId, sinceOn: before!.calibrated_on, reason: REASON },
      shifts: await shiftsOf(bench, latest!.id, shifts),
    });
    const { results: lines } = await db
      .prepare(
        "select id, is_changed, tolerance_ratio as ratio from impact_lines where company_id = ? and impact_review_id = ? order by certificate_no",
      )
      .bind(companyId, data.id)
      .all<Line>();
    for (const [nth, { id, is_changed: isChanged, ratio }] of lines.entries()) {
      if (nth % 5 > 2) continue;
      const move = isChanged
        ? nth % 2
          ? "recall"
          : "notify"
        : Number(ratio) > 0.5
          ? "notify"
          : "clear";
      history.plan(at(bench, opened - 3 - (nth % 4) * 2, 10 + (nth % 12) / 2), () =>
        impactLineFlow.move(quality, id, move, { reason: says[move] }),
      );
    }
  });
}
