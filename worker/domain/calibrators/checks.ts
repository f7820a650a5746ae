import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { deviationOf, seriesName } from "#app/shared/calibration/check-series.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { step } from "#app/shared/due-series.ts";
import { type CheckResult, checkResult } from "#app/shared/metrology/control-chart.ts";
import { measured } from "#app/shared/metrology/measured.ts";
import { newId } from "#drizzle/columns.ts";
import { calibratorChecks, calibrators as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Answer, Row } from "../../db/db.ts";
import { conflict, invalid, isRefusal, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { decimalText, optionalDecimal, unitCode } from "../calibration/fields.ts";
import { checked, day, described, optionalId, optionalMultiline, text } from "../entity/fields.ts";
import { isUsable } from "../entity/references.ts";
import { appending, type Head, ledgerHead } from "../ledger/ledger.ts";
import { notifying } from "../notifications/notify.ts";
import { noting, provedQuarantine, quarantined, tellOfQuarantine } from "./quarantine.ts";

type Calibrator = Row<typeof table>;

/** A check of a standard between two calibrations, as a form sends it. */
export const checkInput = z.strictObject({
  parameter: text("Parameter", 120),
  nominal: optionalDecimal("Nominal value"),
  unit: unitCode(),
  value: decimalText("Value"),
  reference: decimalText("Reference value"),
  limitValue: decimalText("Limit", { above: "0" }),
  checkStandardId: optionalId("Check standard"),
  checkedOn: described(day("Checked on"), { label: "Checked on", as: "day" }),
  note: optionalMultiline(500, "Note"),
});
type CheckInput = z.output<typeof checkInput>;

const messages: Record<CheckResult, string> = {
  ok: "Check recorded",
  warn: "Check recorded: it is beyond the warning line",
  fail: "Check recorded: it has failed, and the calibrator is in quarantine",
};

const latestCheck = (db: CompanyDb, id: string) =>
  db
    .select({ checkedOn: calibratorChecks.checkedOn })
    .from(calibratorChecks)
    .where(db.ofOwner(calibratorChecks, eq(calibratorChecks.calibratorId, id)))
    .orderBy(desc(calibratorChecks.checkedOn), desc(calibratorChecks.id))
    .limit(1);

const fieldsOf = ({ value, reference, limitValue: limit }: CheckInput) => ({
  value,
  reference,
  limit,
});
/** What a check says by its figures. */
const resultOf = (values: CheckInput): CheckResult => {
  const { value, reference, limit } = fieldsOf(values);
  return checkResult({ value: Number(value), reference: Number(reference), limit: Number(limit) });
};

/** Why a standard is out of use, with the figures of the check. */
function reasonOf(values: CheckInput): string {
  const { unit, limitValue } = values;
  const { off } = deviationOf(fieldsOf(values));
  const [read, against, by, limit] = [values.value, values.reference, off, limitValue].map(
    (figure) => measured(figure, unit),
  );
  return `The check of ${seriesName(values)} read ${read} against ${against}: ${by} off, where ${limit} is allowed`;
}

/** What the check standard may not be. @throws Response 404, 422 */
function refuseStandard(id: string, { checkStandardId }: CheckInput, standard?: Calibrator) {
  if (!checkStandardId) return;
  if (checkStandardId === id)
    invalid({ checkStandardId: ["A calibrator is not checked with itself"] });
  if (!isUsable(table, standard ?? notFound("check standard")))
    invalid({ checkStandardId: ["This check standard is not in service"] });
}

type Told = { session: Session; db: CompanyDb; head: Head | undefined; at: number; today: string };

/**
 * Takes a standard out of use: what its row says of it, and the statements beside it. One that is in quarantine already begins it anew, so that
 * a check that was passed before this one releases nothing.
 */
async function quarantining(told: Told, row: Calibrator, reason: string) {
  const { session, db, head, at, today } = told;
  const { userId: actorId, name: actorName } = session.actor;
  const status = row.status === "damaged" ? ("damaged" as const) : ("quarantined" as const);
  const event = { kind: "quarantine", status, onDay: today, note: reason } as const;
  return {
    set: { status, ...quarantined(actorId, reason, at) },
    writes: [
      noting(db, { ...event, calibratorId: row.id, actorId, actorName, at }),
      ...(await appending(db, head, [provedQuarantine(row, reason)], at)),
      ...notifying(db, session.origin, ...tellOfQuarantine(row, reason, at), at),
    ],
  };
}

/** When the next check is due: the interval after the latest one, whenever that was written down. */
function nextCheckOf(row: Calibrator, checkedOn: string, latest: string | undefined) {
  const { checkEveryValue, checkEveryUnit } = row;
  if (!checkEveryValue || !checkEveryUnit) return row.nextCheckOn;
  const last = latest && latest > checkedOn ? latest : checkedOn;
  return step(last, checkEveryUnit, checkEveryValue);
}

function activityOf(row: Calibrator, values: CheckInput, result: CheckResult): Activity {
  const { value, unit } = values;
  return {
    action: "check.calibrator",
    kind: "calibrator",
    id: row.id,
    label: `${row.calibratorNo} ${row.name}`,
    changes: [
      { field: "check", from: null, to: seriesName(values) },
      { field: "value", from: null, to: measured(value, unit) },
      { field: "result", from: null, to: result },
    ],
    reason: values.note,
  };
}

/** One try: two people who record a check at once follow one another. */
async function record(
  session: Session,
  db: CompanyDb,
  id: string,
  values: CheckInput,
): Promise<Answer<{ id: string }>> {
  const at = Date.now();
  const today = dayIn(session.company.timeZone, at);
  if (values.checkedOn > today) invalid({ checkedOn: ["Checked on must not be after today"] });
  const [[found], [latest], [standard], [head]] = await db.read(
    db.byId(table, id),
    latestCheck(db, id),
    db.byId(table, values.checkStandardId ?? ""),
    ledgerHead(db),
  );
  const row = found ?? notFound("calibrator");
  if (row.status === "retired") conflict("This calibrator is retired");
  refuseStandard(id, values, standard);
  const result = resultOf(values);
  const quarantine =
    result === "fail"
      ? await quarantining({ session, db, head, at, today }, row, reasonOf(values))
      : null;
  const { userId: actorId, name: actorName } = session.actor;
  const checkId = newId(at);
  return db.commit({
    writes: [
      db.assertUnchanged(table, row),
      db.inserting(calibratorChecks, {
        ...{ id: checkId, calibratorId: id, ...values, result, actorId, actorName, at },
      }),
      db.updating(table, eq(table.id, id), {
        nextCheckOn: nextCheckOf(row, values.checkedOn, latest?.checkedOn),
        ...quarantine?.set,
      }),
      ...(quarantine?.writes ?? []),
    ],
    activity: [
      activityOf(row, values, result),
      ...(quarantine
        ? [
            {
              ...{ action: "quarantine.calibrator", kind: "calibrator", id },
              label: `${row.calibratorNo} ${row.name}`,
              changes: [{ field: "status", from: row.status, to: quarantine.set.status }],
              reason: quarantine.set.quarantineReason,
            },
          ]
        : []),
    ],
    answer: {
      status: 201,
      message: messages[result],
      data: { id: checkId },
    },
  });
}

const TRIES = 8;
/**
 * Records a check of a standard. One that fails takes the standard out of use in the same batch, and tells its custodian and Admins.
 * @throws Response 403; 404; 409 for a retired one; 422
 */
export async function recordCheck(
  session: Session,
  id: string,
  sent: Record<string, unknown>,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-calibrator");
  const values = checked(checkInput, sent);
  for (let attempt = 1; ; attempt++)
    try {
      return await record(session, db, id, values);
    } catch (refusal) {
      const isOvertaken = isRefusal(refusal, 409) && !(await isRetired(db, id));
      if (!isOvertaken || attempt >= TRIES) throw refusal;
    }
}
const isRetired = async (db: CompanyDb, id: string) =>
  (await db.find(table, id))?.status === "retired";
