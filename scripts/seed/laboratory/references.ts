import { bringInTemplates } from "#worker/domain/calibration/built-in.ts";
import { cmcEntries } from "#worker/domain/calibration/cmc-entries.ts";
import { deviceTemplates } from "#worker/domain/calibration/device-templates.ts";
import { safetyLimits } from "#worker/domain/calibration/safety-limits.ts";
import { at, type Bench, daysBefore, engineerAt, idsBy } from "./bench.ts";
import { cmcRows } from "./tables.ts";

/** Templates whose figures somebody has compared with the standards; those of others are still open. */
const compared = ["nibp", "patient_monitor", "ventilator", "blood_fridge"] as const;
/** So many figures of limits are still to be compared. */
const OPEN_LIMITS = 2;

/** What is built in comes in on the first day; figures that wait are compared with the standards in the days after. */
export function planReferences(bench: Bench): void {
  const { history, head, days, ids, db, companyId } = bench;
  history.plan(at(bench, days - 1, 11), async () => {
    await bringInTemplates(head);
    ids.templates = await idsBy(bench, "device_templates", "origin_key");
    ids.rules = await idsBy(bench, "decision_rules", "code");
    const { results } = await db
      .prepare("select id from safety_limits where company_id = ? and verify = 1 order by id")
      .bind(companyId)
      .all<{ id: string }>();
    for (const [nth, { id }] of results.slice(0, -OPEN_LIMITS).entries())
      history.plan(at(bench, days - 7, 15 + nth / 5), () => safetyLimits.confirm(head, id, {}));
  });
  for (const [nth, key] of compared.entries()) {
    history.plan(at(bench, days - 9 - nth, 14), async () => {
      const who = engineerAt(bench, nth);
      const id = ids.templates.get(key)!;
      const { content } = await deviceTemplates.find(who, id);
      for (const [place, { verify }] of content.tests.entries())
        if (verify) await deviceTemplates.confirmTest(who, id, { at: place });
    });
  }
}

/** The scope of accreditation, since it was granted. */
export function planScope(bench: Bench, since: number): void {
  const { history, quality } = bench;
  const accredited = {
    ...{ accreditationNo: "CC-9027", validFrom: daysBefore(bench, since) },
    validUntil: daysBefore(bench, since - 730),
  };
  for (const [nth, row] of cmcRows().entries())
    history.plan(at(bench, since - 2, 10 + nth / 10), () =>
      cmcEntries.create(quality, { ...row, ...accredited }),
    );
}
