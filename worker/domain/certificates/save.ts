import { eq } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { measuredChanges } from "#app/shared/measuring/measured.ts";
import {
  consumerSites,
  decisionRules,
  measurementChanges,
  measurementSets,
  certificateReports as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Answer, Row } from "../../db/db.ts";
import { conflict, invalid, isRefusal, notFound, refuseStale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked } from "../entity/fields.ts";
import { refuseUnexplained, refuseUnknown, sameStandards } from "../measurement/saving.ts";
import {
  refuseTwice,
  removingStandards,
  standardRows,
  standardsOn,
} from "../measurement/standards.ts";
import { type DraftInput, draftInput } from "./input.ts";
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

/** What was changed besides readings, for the log. Readings have a record of their own. */
function activityOf(
  before: Certificate,
  head: Partial<Certificate>,
  standards: [string, string],
): Activity[] {
  const [from, to] = standards;
  const changes = [
    ...changesBetween(before as never, head as never),
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
  const { standards, measured, reason, ...head } = values;
  const ids = [...new Set(standards.map(({ calibratorId }) => calibratorId))];
  const all = await db.read(
    ...recordReads(db, id),
    db.byId(consumerSites, values.consumerSiteId ?? ""),
    db.byId(decisionRules, values.decisionRuleId ?? ""),
    ...standardsOn(db, ids, values.calStartOn),
  );
  const record = recordOf(all);
  const [[site], [rule]] = [all[16], all[17]];
  const [calibrators, certificates] = [all[18], all[19]];
  const { certificate: before, set } = record;
  if (before.status !== "draft") conflict(ONLY_DRAFTS);
  refuseStale(before, version);
  const at = Date.now();
  refuseFuture(values, dayIn(session.company.timeZone, at));
  refuseUnknown(record, measured);
  refuseReferences(values, before, { site, rule });
  const changes = measuredChanges(set.measured, measured);
  refuseUnexplained(set, changes, reason);
  const isOther = !sameStandards(standards, record.standards, certificates);
  const rows = isOther
    ? standardRows(db, set.id, standards, { calibrators, certificates, on: values.calStartOn })
    : [];
  const { actorId, actorName } = db.stamp;
  const writerIds = [...new Set([...before.writerIds, session.actor.userId])];
  const named = (list: readonly { role: string; calibratorId: string }[]) =>
    list
      .map(
        ({ calibratorId }) =>
          calibrators.find((one) => one.id === calibratorId)?.calibratorNo ??
          record.standards.find((one) => one.calibratorId === calibratorId)?.calibratorNo ??
          "",
      )
      .join(", ");
  try {
    return await db.commit({
      writes: [
        db.assertUnchanged(table, before, eq(table.status, "draft")),
        db.assertUnchanged(measurementSets, set, eq(measurementSets.state, "open")),
        db.updating(table, eq(table.id, id), { ...head, writerIds }),
        ...(changes.length > 0
          ? [
              db.updating(measurementSets, eq(measurementSets.id, set.id), { measured }),
              db.inserting(measurementChanges, {
                ...{ measurementSetId: set.id, changes, reason, actorId, actorName, at },
              }),
            ]
          : []),
        ...(isOther ? [removingStandards(db, set.id), ...rows] : []),
        ...(head.jobNo === before.jobNo
          ? []
          : certificateWords(db, { ...before, ...head }, record.machine, record.model)),
      ],
      activity: activityOf(before, head, [named(record.standards), named(standards)]),
      answer: { status: 200, message: "Draft saved", data: { id, version: before.version + 1 } },
    });
  } catch (refusal) {
    if (isRefusal(refusal, 409)) await refuseOlder(db, id, before.version);
    throw refusal;
  }
}
