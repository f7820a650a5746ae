import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { dayIn } from "#app/shared/company-time.ts";
import { assetRules } from "#app/shared/flows/assets.ts";
import { newId } from "#drizzle/columns.ts";
import { assets, breakdowns, serviceReports } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Results } from "../../db/db.ts";
import { mediaRow, type StoredFile } from "../../files/store.ts";
import { conflict, invalid, isRefusal, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, id as idField, optionalId, optionalWord } from "../entity/fields.ts";
import { instantFrom, optionalMoment } from "../entity/moments.ts";
import { formatQuery, numberingOf } from "../entity/numbers.ts";
import { raisedCallNumber } from "../service-reports/raised-call.ts";
import { loggedCall, newCall, problemText, tellOfCall } from "./new-call.ts";
import { callingFor, raisedByCalibration, refuseCalibration } from "./of-calibration.ts";
import { workedOnOf } from "./open-of.ts";
import { openingOf, openingQueries } from "./opening.ts";

/** A problem that a person who has signed in reports of a device. */
export const callInput = z.strictObject({
  assetId: idField("Choose the asset", "Asset"),
  problem: problemText,
  equipmentDown: z.enum(["yes", "no"], "Say whether the equipment is down"),
  failedAt: optionalMoment("Failed at"),
  patientImpact: optionalWord(["none", "delay", "harm"], "Impact on a patient"),
  priority: optionalWord(["critical", "high", "medium", "low"], "Priority"),
  raisedByReportId: optionalId("Service report"),
  /** The in-house calibration that the device did not pass. */
  raisedByCalibrationId: optionalId("In-house calibration"),
});

type Raised = Pick<z.output<typeof callInput>, "raisedByReportId" | "raisedByCalibrationId">;
/** Where a call comes from: a person, the checks of a report, or a calibration that was not passed. */
const sourceOf = ({ raisedByReportId, raisedByCalibrationId }: Raised) => {
  if (raisedByCalibrationId) return "calibration_fail" as const;
  return raisedByReportId ? ("pm_finding" as const) : ("web" as const);
};

const MOST_NAMED = 3;
const HARM = "A patient was harmed: follow your incident procedure, and keep the device as it is.";

/** @param open numbers of the calls that are open besides it, empty where there are none */
function reported(isRaised: boolean, open: string): string {
  if (open)
    return isRaised
      ? `Service call raised. Also open on this asset: ${open}`
      : `Problem reported. Also open on this asset: ${open}`;
  return isRaised ? "Service call raised" : "Problem reported";
}

/** Whether a report counts and has raised no call yet. */
const mayRaise = (db: CompanyDb, id: string) =>
  sql`not ${db.exists(breakdowns, eq(breakdowns.raisedByReportId, id))}
    and ${db.exists(serviceReports, and(eq(serviceReports.id, id), isNull(serviceReports.cancelledAt))!)}`;

/** The report of a device that raises a call, with the call that it has raised already. */
const raising = (db: CompanyDb, assetId: string, reportId: string | null) =>
  db
    .select({
      serviceTicket: serviceReports.serviceTicket,
      cancelledAt: serviceReports.cancelledAt,
      raisedCallNumber,
    })
    .from(serviceReports)
    .where(
      db.ofOwner(
        serviceReports,
        and(eq(serviceReports.id, reportId ?? ""), eq(serviceReports.assetId, assetId))!,
      ),
    )
    .limit(1);

/** @throws Response 409 for a cancelled report, 404 for one of another device */
function refuseReport(report: Results<[ReturnType<typeof raising>]>[0][number] | undefined) {
  if (!report) return notFound("report");
  if (report.cancelledAt) conflict("This report is cancelled");
}

/**
 * Begins a service call on a device.
 * A call that a service report raises for its failed checks names the report, and is the only one it raises.
 * @param files what was sent with it, stored already
 * @throws Response 403; 404 for a device the person does not see; 409 for one that is no longer in use, or a report that has raised its call; 422
 */
export async function reportCall(
  session: Session,
  input: unknown,
  files: readonly StoredFile[] = [],
): Promise<Answer<{ id: string; number?: string }>> {
  const db = session.authorize("create-breakdown");
  const values = checked(callInput, input);
  const { assetId, problem, equipmentDown, patientImpact, priority } = values;
  const { raisedByReportId, raisedByCalibrationId } = values;
  const { company } = session;
  const reportedAt = Date.now();
  const failedAt = instantFrom(values.failedAt, company.timeZone);
  if (failedAt !== null && failedAt > reportedAt)
    invalid({ failedAt: ["Failed at must not be in the future"] });
  const [[asset], open, [format], [report], [calibration], ...opening] = await db.read(
    db.byId(assets, assetId),
    db
      .select({ number: breakdowns.number })
      .from(breakdowns)
      .where(db.ofOwner(breakdowns, workedOnOf(assetId)))
      .limit(MOST_NAMED),
    formatQuery(db, "call"),
    raising(db, assetId, raisedByReportId),
    raisedByCalibration(db, assetId, raisedByCalibrationId),
    ...openingQueries(db, assetId, dayIn(company.timeZone, reportedAt)),
  );
  if (!asset) return notFound("asset");
  const { lifecycle, version } = asset;
  if (lifecycle === "condemned" || lifecycle === "disposed")
    conflict(`Its asset is ${assetRules.states[lifecycle].toLowerCase()}`);
  if (raisedByReportId) refuseReport(report);
  if (raisedByCalibrationId) refuseCalibration(calibration);
  const id = newId();
  const call = {
    id,
    raisedByReportId,
    source: session.actor.isKey ? ("api" as const) : sourceOf(values),
    reportedByName: session.actor.name,
    reporterUserId: session.writerId,
    reportedAt,
    failedAt,
    problem,
    equipmentDown: equipmentDown === "yes",
    patientImpact,
    ...(priority ? { priority } : {}),
  };
  const writing = db.commit<{ id: string; number?: string }>({
    writes: [
      db.assertUnchanged(assets, { id: assetId, version }),
      ...(raisedByReportId ? [db.assert("state", mayRaise(db, raisedByReportId))] : []),
      ...newCall(
        db,
        asset,
        numberingOf("call", company, format),
        call,
        company,
        openingOf(opening),
      ),
      ...callingFor(db, raisedByCalibrationId, id),
      ...files.flatMap((file) =>
        mediaRow(db, file, { kind: "photo", ownerKind: "breakdown", breakdownId: id }),
      ),
      ...tellOfCall(db, session.origin, asset, call),
    ],
    activity: loggedCall(asset, {
      id,
      problem,
      equipmentDown: call.equipmentDown,
      reportedByName: call.reportedByName,
    }),
    answer: {
      status: 201,
      message: reported(sourceOf(values) !== "web", open.map(({ number }) => number).join(", ")),
      data: { id },
      ...(patientImpact === "harm" ? { warnings: [HARM] } : {}),
    },
    assigned: (data) =>
      db
        .select({ number: breakdowns.number })
        .from(breakdowns)
        .where(db.ofOwner(breakdowns, sql`${breakdowns.id} = ${data.id}`)),
  });
  return writing.catch(async (refusal) => {
    // Only now: a call that is sent again gets the answer it got before.
    if (raisedByReportId && isRefusal(refusal, 409)) {
      const [[now]] = await db.read(raising(db, assetId, raisedByReportId));
      if (now?.raisedCallNumber)
        conflict(`${now.serviceTicket} has already raised ${now.raisedCallNumber}`);
    }
    if (raisedByCalibrationId && isRefusal(refusal, 409)) {
      const [[now]] = await db.read(raisedByCalibration(db, assetId, raisedByCalibrationId));
      if (now?.breakdownId) conflict(`${now.inhouseNo} has already raised a call`);
    }
    throw refusal;
  });
}
