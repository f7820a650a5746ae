import { eq } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { withRanges } from "#app/shared/measuring/device-parameters.ts";
import {
  decisionRules,
  serviceReports,
  inhouseCalibrations as table,
  users,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Answer, Row } from "../../db/db.ts";
import { keepsOwnStandards } from "../../inhouse-rights.ts";
import { conflict, invalid, isRefusal, notFound, refuseStale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { openCalibration } from "../due/calibrated.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked } from "../entity/fields.ts";
import { refuseUnknown, savingMeasurement } from "../measurement/saving.ts";
import { sentDraft } from "../measurement/sent-draft.ts";
import { refuseTwice, standardsOn } from "../measurement/standards.ts";
import { type InhouseInput, inhouseInput } from "./input.ts";
import { recordOf } from "./record.ts";
import { own, recordReads } from "./record-reads.ts";

type Calibration = Row<typeof table>;
type Saved = { id: string; version: number };

const ONLY_DRAFTS = "Only a draft is changed";

type References = {
  technician: Row<typeof users> | undefined;
  rule: Row<typeof decisionRules> | undefined;
  occurrence: { id: string } | undefined;
  report: Row<typeof serviceReports> | undefined;
};
/** Refuses what it names that is not there, or of another device. What it named before stays. @throws Response 404, 422 */
function refuseReferences(values: InhouseInput, before: Calibration, found: References): void {
  const { technician, rule, occurrence, report } = found;
  const { decisionRuleId, dueOccurrenceId, serviceReportId, technicianId } = values;
  if (!technician) notFound("technician");
  if (technicianId !== before.technicianId && technician!.status !== "active")
    invalid({ technicianId: ["This person does not work here any more"] });
  if (decisionRuleId && !rule) notFound("decision rule");
  if (decisionRuleId !== before.decisionRuleId && rule?.archivedAt)
    invalid({ decisionRuleId: ["Decision rule is archived"] });
  if (dueOccurrenceId && dueOccurrenceId !== before.dueOccurrenceId && !occurrence)
    invalid({ dueOccurrenceId: ["This planned calibration is not open, or is of another device"] });
  if (serviceReportId && !report) notFound("service report");
  if (serviceReportId && report!.assetId !== before.assetId)
    invalid({ serviceReportId: ["This service report is of another device"] });
}

/** The columns that a form gives: what of the device is corrected goes into what is known of it. */
function columnsOf(values: InhouseInput, { device }: Calibration) {
  const { cost, electricalClass, appliedPart, supply, ranges, ...rest } = values;
  const { standards: _, measured: __, reason: ___, ...columns } = rest;
  const parameters = withRanges(device.parameters, ranges);
  return {
    ...columns,
    costMinor: cost,
    device: { parameters, electricalClass, appliedPart, supply },
  };
}

/** Refuses ranges of what the device does not have. @throws Response 422 */
function refuseRanges({ ranges }: InhouseInput, { device }: Calibration): void {
  const known = new Set(device.parameters.map(({ key }) => key));
  const unknown = Object.keys(ranges).find((key) => !known.has(key));
  if (unknown !== undefined) invalid({ ranges: [`The device has no “${unknown}”`] });
}

/** What was changed besides readings, for the log. Readings have a record of their own. */
function activityOf(
  before: Calibration,
  columns: Partial<Calibration>,
  [from, to]: readonly [from: string, to: string],
): Activity[] {
  const changes = [
    ...changesBetween(before, columns),
    ...(from === to ? [] : [{ field: "standards", from, to }]),
  ];
  if (changes.length === 0) return [];
  return [
    {
      ...{ action: "update.inhouse_calibration", kind: "inhouse_calibration", id: before.id },
      ...{ label: before.inhouseNo, assetId: before.assetId, changes },
    },
  ];
}

async function refuseOlder(db: CompanyDb, id: string, version: unknown): Promise<void> {
  const [[now]] = await db.read(db.byId(table, id));
  if (!now) notFound("calibration");
  if (now!.status !== "draft") conflict(ONLY_DRAFTS, now);
  refuseStale(now!, version);
}

/**
 * Saves a draft with what was measured. Each change of a reading is kept with who made it and when; a correction of what was verified says
 * why. Whoever saves it has a part in it and does not verify it.
 * @throws Response 403; 404; 409 with the newer one when somebody was first; 422
 */
export async function saveInhouse(
  session: Session,
  id: string,
  { version, ...sent }: Record<string, unknown>,
): Promise<Answer<Saved>> {
  const db = session.authorize("edit-inhouse-calibration");
  const values = checked(inhouseInput, sent);
  refuseTwice(values.standards);
  const { standards, measured } = values;
  const ids = [...new Set(standards.map(({ calibratorId }) => calibratorId))];
  const all = await db.read(
    ...recordReads(db, id),
    db.byId(users, values.technicianId),
    db.byId(decisionRules, values.decisionRuleId ?? ""),
    openCalibration(db, own(db, id, "asset_id"), values.dueOccurrenceId),
    db.byId(serviceReports, values.serviceReportId ?? ""),
    ...standardsOn(db, ids, values.performedOn, keepsOwnStandards(session)),
  );
  const record = recordOf(all);
  const [[technician], [rule], [occurrence], [report]] = [all[11], all[12], all[13], all[14]];
  const [calibrators, certificates] = [all[15], all[16]];
  const { calibration: before } = record;
  if (before.status !== "draft") conflict(ONLY_DRAFTS);
  refuseStale(before, version);
  const at = Date.now();
  if (values.performedOn > dayIn(session.company.timeZone, at))
    invalid({ performedOn: ["It cannot be in the future"] });
  refuseUnknown(record, measured);
  refuseRanges(values, before);
  refuseReferences(values, before, { technician, rule, occurrence, report });
  const saved = savingMeasurement(
    ...([db, record, values, { calibrators, certificates, on: values.performedOn }, at] as const),
  );
  const columns = columnsOf(values, before);
  const writerIds = [...new Set([...before.writerIds, session.actor.userId])];
  try {
    return await db.commit({
      writes: [
        db.assertUnchanged(table, before, eq(table.status, "draft")),
        db.updating(table, eq(table.id, id), { ...columns, writerIds }),
        ...saved.writes,
      ],
      activity: activityOf(before, columns, saved.numbers),
      answer: { status: 200, message: "Draft saved", data: { id, version: before.version + 1 } },
    });
  } catch (refusal) {
    if (isRefusal(refusal, 409)) await refuseOlder(db, id, before.version);
    throw refusal;
  }
}

/** Saves what a measuring page sends in its one field. @throws Response as `saveInhouse`, 401 and 413 */
export function saveSentInhouse(session: Session, id: string, sent: Record<string, string>) {
  session.authorize("edit-inhouse-calibration");
  return saveInhouse(session, id, sentDraft(session, sent));
}
