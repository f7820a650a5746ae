import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { dayIn } from "#app/shared/company-time.ts";
import { nothingMeasured } from "#app/shared/measuring/measured.ts";
import { pick } from "#app/shared/pick.ts";
import { newId } from "#drizzle/columns.ts";
import {
  certificateKinds,
  certificateReportEvents,
  consumers,
  contractReviews,
  machineModels,
  machines,
  measurementSets,
  procedures,
  procedureVersions,
  certificateReports as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { conflict, invalid, isRefusal, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { bump } from "../entity/counters.ts";
import {
  always,
  checked,
  optionalDay,
  optionalId,
  optionalText,
  optionalWord,
} from "../entity/fields.ts";
import { randomToken } from "../entity/random-token.ts";
import { proposedFor, proposedQuery } from "../measurement/proposed.ts";
import { standardRows } from "../measurement/standards.ts";
import { formerOf, formerReads, headOfFormer, ofFormer, procedureOfFormer } from "./begin-from.ts";
import {
  headOfKind,
  headOfPreset,
  ofPreset,
  presetOf,
  presetReads,
  standardsOfPreset,
} from "./begin-preset.ts";
import { certificateCounters } from "./counts.ts";
import { intoCalibration, refuseMachine } from "./machine-moves.ts";
import { beganFor, lineToBegin, requestLine } from "./requested.ts";
import { certificateWords } from "./searching.ts";

/** What a certificate is begun with. */
export const beginInput = z
  .strictObject({
    machineId: optionalId("Machine"),
    /** An earlier certificate, whose machine, procedure, head and standards it takes over. */
    fromId: optionalId("Certificate"),
    /** Else that of the earlier certificate, the machine's own, or its model's. */
    procedureId: optionalId("Procedure"),
    calStartOn: optionalDay("Calibrated from"),
    jobNo: optionalText(60, "Job no"),
    /** What it starts with: a form, a procedure, standards and texts. */
    presetId: optionalId("Preset"),
    /** Else that of the preset or of the earlier certificate; else a calibration. */
    kind: optionalWord(certificateKinds, "Kind"),
    /** The line of a consumer's request for which it is begun: the certificate carries the request's number. */
    requestLineId: optionalId("Request"),
  })
  .refine(({ machineId, fromId }) => machineId || fromId, {
    path: ["machineId"],
    message: "Choose a machine",
    ...always,
  });
type Begun = z.output<typeof beginInput>;

const ofMachine = (db: CompanyDb, machineId: SQL, column: string): SQL =>
  sql`(select ${sql.raw(`"its"."${column}"`)} from ${machines} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${machineId})`;
const ofModel = (db: CompanyDb, machineId: SQL, column: string): SQL =>
  sql`(select ${sql.raw(`"its"."${column}"`)} from ${machineModels} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${ofMachine(db, machineId, "machine_model_id")})`;

/** What a certificate of a machine is begun from, as statements of a read. */
function beginReads(db: CompanyDb, { machineId: asked, procedureId, fromId, presetId }: Begun) {
  const machineId = sql`coalesce(${asked}, ${ofFormer(db, fromId, "machine_id")})`;
  const chosen = sql`coalesce(${procedureId}, ${ofPreset(db, presetId, "procedure_id")}, ${procedureOfFormer(db, fromId)}, ${ofMachine(db, machineId, "default_procedure_id")}, ${ofModel(db, machineId, "default_procedure_id")})`;
  const version = sql`(select "its"."current_version_id" from ${procedures} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${chosen})`;
  return [
    db.byId(machines, machineId),
    db.byId(machineModels, ofMachine(db, machineId, "machine_model_id")),
    db.byId(procedures, chosen),
    db.byId(procedureVersions, version),
    db.byId(consumers, ofMachine(db, machineId, "consumer_id")),
    db
      .select(pick(contractReviews, ["decisionRuleId"]))
      .from(contractReviews)
      .where(
        db.ofOwner(
          contractReviews,
          and(
            eq(contractReviews.consumerId, ofMachine(db, machineId, "consumer_id")),
            isNull(contractReviews.deletedAt),
          ),
        ),
      )
      .orderBy(sql`${contractReviews.reviewedOn} desc`, sql`${contractReviews.id} desc`)
      .limit(1),
  ] as const;
}

/**
 * Begins a certificate: a draft with the lines of the procedure in force, and the standards that its roles ask for; from an earlier one also
 * with its head and standards. The machine is in calibration from now on.
 * @throws Response 403; 404; 409 while another certificate of the machine is open, or its consumer is on hold; 422
 */
export async function beginCertificate(
  session: Session,
  sent: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("create-certificate-report");
  const values = checked(beginInput, sent);
  const at = Date.now();
  const today = dayIn(session.company.timeZone, at);
  const on = values.calStartOn ?? today;
  if (on > today) invalid({ calStartOn: ["It cannot be in the future"] });
  const [[found], [model], [procedure], [version], [consumer], [review], offered, ...more] =
    await db.read(
      ...beginReads(db, values),
      proposedQuery(db, on),
      ...formerReads(db, values.fromId, on),
      ...presetReads(db, values.presetId),
      requestLine(db, values.requestLineId),
    );
  const [certificates, sites, rules, used, presets, layouts, [line]] = more;
  const preset = presetOf(values.presetId, presets);
  const former = formerOf(values, certificates);
  const machine = found ?? notFound("machine");
  if (values.procedureId && !procedure) notFound("procedure");
  if (!procedure) return invalid({ procedureId: ["Choose a procedure"] });
  if (!version) return invalid({ procedureId: ["No version of this procedure is in force"] });
  refuseMachine(machine);
  const asked = values.requestLineId ? lineToBegin(line, machine.id) : null;
  if (consumer?.status === "hold") conflict(`${consumer.name} is on hold: nothing new is begun`);
  const known = [...standardsOfPreset(preset, offered), ...used];
  const standards = proposedFor(version.content, known, offered);
  const [certificateId, setId] = [newId(at), newId(at)];
  const { actorId, actorName } = db.stamp;
  const name = machine.machineNo;
  const moved = intoCalibration(db, machine, at);
  try {
    return await db.commit({
      writes: [
        db.inserting(measurementSets, {
          ...{ id: setId, procedureVersionId: version.id, machineId: machine.id },
          measured: nothingMeasured,
        }),
        ...standardRows(db, setId, standards, { calibrators: [...used, ...offered], on }),
        db.inserting(table, {
          ...{ id: certificateId, measurementSetId: setId, name },
          ...{ machineId: machine.id, consumerId: machine.consumerId },
          ...{ consumerSiteId: machine.consumerSiteId, jobNo: values.jobNo },
          requestNo: asked?.requestNo ?? null,
          ...{ calStartOn: on, calEndOn: on, receivedOn: null },
          accredited: procedure.accredited && former?.accredited !== false,
          decisionRuleId:
            review?.decisionRuleId ?? consumer?.defaultDecisionRuleId ?? version.decisionRuleId,
          showDue: Boolean(consumer?.intervalOnCertificate),
          ...headOfKind(values.kind ?? preset?.kind ?? "calibration"),
          ...(former && headOfFormer(former, sites, rules, machine.consumerId)),
          ...(preset && headOfPreset(preset, layouts)),
          writerIds: actorId ? [actorId] : [],
          verifyToken: randomToken(),
        }),
        db.inserting(certificateReportEvents, {
          ...{ certificateReportId: certificateId, status: "draft", note: null },
          ...{ actorId, actorName, at },
        }),
        ...(asked ? beganFor(db, asked, certificateId) : []),
        ...moved.writes,
        ...certificateCounters({ status: "draft" }).map((counter) => bump(db, counter, 1)),
        ...certificateWords(
          ...([db, { id: certificateId, name, jobNo: values.jobNo }, machine, model] as const),
        ),
      ],
      activity: [
        {
          ...{ action: "create.certificate_report", kind: "certificate_report", id: certificateId },
          ...{ label: name, assetId: machine.assetId },
          changes: [
            { field: "procedure", from: null, to: procedure.code },
            ...(former ? [{ field: "begunFrom", from: null, to: former.name }] : []),
            ...(preset ? [{ field: "preset", from: null, to: preset.name }] : []),
            ...(asked ? [{ field: "requestNo", from: null, to: asked.requestNo }] : []),
          ],
        },
        ...moved.also,
      ],
      answer: { status: 201, message: "Certificate begun", data: { id: certificateId } },
    });
  } catch (refusal) {
    if (isRefusal(refusal, 409)) {
      const [[now]] = await db.read(db.byId(machines, machine.id));
      if (now) refuseMachine(now);
    }
    throw refusal;
  }
}
