import { eq } from "drizzle-orm";
import { ownFieldsOf } from "#app/shared/certificates/forms/layout.ts";
import type { OwnValues } from "#app/shared/certificates/own-fields.ts";
import { dayIn } from "#app/shared/company-time.ts";
import {
  consumerSites,
  decisionRules,
  certificateReports as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Answer, Row } from "../../db/db.ts";
import { conflict, invalid, isRefusal, notFound, refuseStale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked } from "../entity/fields.ts";
import { refuseUnknown, savingMeasurement } from "../measurement/saving.ts";
import { refuseTwice, standardsOn } from "../measurement/standards.ts";
import { attachedFiles, droppingFiles, namedReads, ownValues } from "./filled-in.ts";
import { type DraftInput, draftInput } from "./input.ts";
import { formReads, laidOut, printedForm } from "./laid-out.ts";
import { recordOf } from "./record.ts";
import { recordReads } from "./record-reads.ts";
import { certificateWords } from "./searching.ts";

type Certificate = Row<typeof table>;
type Saved = { id: string; version: number };

const ONLY_DRAFTS = "Only a draft is changed";

/** Refuses days that are still to come. @throws Response 422 */
function refuseFuture({ calStartOn, calEndOn, receivedOn }: DraftInput, today: string): void {
  const late = Object.entries({ calStartOn, calEndOn, receivedOn }).filter(
    ([, on]) => on !== null && on > today,
  );
  if (late.length > 0)
    invalid(Object.fromEntries(late.map(([field]) => [field, ["It cannot be in the future"]])));
}

type References = {
  site: Row<typeof consumerSites> | undefined;
  rule: Row<typeof decisionRules> | undefined;
};
/** Refuses a site of somebody else and a rule that the company does not have. @throws Response 404, 422 */
function refuseReferences(
  values: DraftInput,
  before: Certificate,
  { site, rule }: References,
): void {
  const { consumerSiteId, decisionRuleId } = values;
  if (consumerSiteId && !site) notFound("site");
  if (consumerSiteId && site!.consumerId !== before.consumerId)
    invalid({ consumerSiteId: ["This site belongs to another consumer"] });
  if (decisionRuleId && !rule) notFound("decision rule");
  const isNew = decisionRuleId !== before.decisionRuleId;
  if (isNew && rule?.archivedAt) invalid({ decisionRuleId: ["Decision rule is archived"] });
}

const saidOf = (value: OwnValues[string] | undefined): string | null => {
  if (value === undefined || value === "") return null;
  if (typeof value === "string") return value.slice(0, MOST_SAID);
  return "name" in value ? value.name : value.join(", ").slice(0, MOST_SAID);
};
const MOST_SAID = 200;
/** Fields of one's own that were filled in otherwise. */
const ownChanges = (before: OwnValues, after: OwnValues) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [from, to] = [saidOf(before[key]), saidOf(after[key])];
    return from === to ? [] : [{ field: `own.${key}`, from, to }];
  });

/** What was changed besides readings, for the log. Readings have a record of their own. */
function activityOf(
  before: Certificate,
  head: Partial<Certificate>,
  standards: readonly [from: string, to: string],
): Activity[] {
  const [from, to] = standards;
  const { form: _, ownFields, attachments, ...told } = head;
  const names = (files: Certificate["attachments"] = []) =>
    files.map(({ name }) => name).join(", ");
  const changes = [
    ...changesBetween(before as never, told as never),
    ...(before.form?.name === head.form?.name && before.form?.version_no === head.form?.version_no
      ? []
      : [{ field: "form", from: before.form?.name ?? null, to: head.form?.name ?? null }]),
    ...ownChanges(before.ownFields, ownFields ?? {}),
    ...(names(before.attachments) === names(attachments)
      ? []
      : [{ field: "attachments", from: names(before.attachments), to: names(attachments) }]),
    ...(from === to ? [] : [{ field: "standards", from, to }]),
  ];
  return changes.length === 0
    ? []
    : [
        {
          ...{ action: "update.certificate_report", kind: "certificate_report", id: before.id },
          ...{ label: before.name, changes },
        },
      ];
}

async function refuseOlder(db: CompanyDb, id: string, version: unknown): Promise<void> {
  const [[now]] = await db.read(db.byId(table, id));
  if (!now) notFound("certificate");
  if (now!.status !== "draft") conflict(ONLY_DRAFTS, now);
  refuseStale(now!, version);
}

/**
 * Saves a draft with what was measured. Each change of a reading is kept with who made it and when; a correction of what somebody has
 * signed says why. Whoever saves it has a part in it and neither checks nor approves it.
 * @throws Response 403; 404; 409 with the newer one when somebody was first; 422
 */
export async function saveCertificate(
  session: Session,
  id: string,
  { version, ...sent }: Record<string, unknown>,
): Promise<Answer<Saved>> {
  const db = session.authorize("edit-certificate-report");
  const values = checked(draftInput, sent);
  refuseTwice(values.standards);
  const { standards, measured, reason: _, reportFormId, ...rest } = values;
  const ids = [...new Set(standards.map(({ calibratorId }) => calibratorId))];
  const all = await db.read(
    ...recordReads(db, id),
    db.byId(consumerSites, values.consumerSiteId ?? ""),
    db.byId(decisionRules, values.decisionRuleId ?? ""),
    ...standardsOn(db, ids, values.calStartOn),
    ...formReads(db, reportFormId),
    ...namedReads(db, values),
  );
  const record = recordOf(all);
  const [[site], [rule]] = [all[16], all[17]];
  const [calibrators, certificates] = [all[18], all[19]];
  const [[form], [layout]] = [all[20], all[21]];
  const { certificate: before } = record;
  if (before.status !== "draft") conflict(ONLY_DRAFTS);
  refuseStale(before, version);
  const at = Date.now();
  refuseFuture(values, dayIn(session.company.timeZone, at));
  refuseUnknown(record, measured);
  refuseReferences(values, before, { site, rule });
  const chosen = laidOut(before, reportFormId, form, layout);
  const named = [all[22], all[23], all[24], all[25], all[26]] as const;
  const attachments = attachedFiles(values.attachments, before, named);
  const fields = ownFieldsOf(printedForm(before.kind, chosen));
  const ownFields = ownValues(values.ownFields, fields, named);
  const head = { ...rest, form: chosen, attachments, ownFields };
  const saved = savingMeasurement(
    ...([db, record, values, { calibrators, certificates, on: values.calStartOn }, at] as const),
  );
  const writerIds = [...new Set([...before.writerIds, session.actor.userId])];
  try {
    return await db.commit({
      writes: [
        db.assertUnchanged(table, before, eq(table.status, "draft")),
        db.updating(table, eq(table.id, id), { ...head, writerIds }),
        ...saved.writes,
        ...droppingFiles(db, before, attachments),
        ...(head.jobNo === before.jobNo
          ? []
          : certificateWords(db, { ...before, ...head }, record.machine, record.model)),
      ],
      activity: activityOf(before, head, saved.numbers),
      answer: { status: 200, message: "Draft saved", data: { id, version: before.version + 1 } },
    });
  } catch (refusal) {
    if (isRefusal(refusal, 409)) await refuseOlder(db, id, before.version);
    throw refusal;
  }
}
