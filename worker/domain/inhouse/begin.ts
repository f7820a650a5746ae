import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { DeviceTemplate } from "#app/shared/calibration/device-template.ts";
import { parametersFromTemplate } from "#app/shared/calibration/parameters-from-template.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { deviceParameters } from "#app/shared/measuring/device-parameters.ts";
import { nothingMeasured } from "#app/shared/measuring/measured.ts";
import type { SetupDevice } from "#app/shared/measuring/setup.ts";
import { pick } from "#app/shared/pick.ts";
import { newId } from "#drizzle/columns.ts";
import {
  assets,
  decisionRules,
  deviceTemplates,
  inhouseCalibrationEvents,
  machineModels,
  machines,
  measurementSets,
  procedures,
  procedureVersions,
  inhouseCalibrations as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Answer, Row } from "../../db/db.ts";
import { conflict, invalid, isRefusal, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { machineOf } from "../calibration/machine-of.ts";
import { openCalibration } from "../due/calibrated.ts";
import { bump } from "../entity/counters.ts";
import { always, checked, optionalDay, optionalId } from "../entity/fields.ts";
import { formatQuery, numberingOf, takeNumber, takenNumber } from "../entity/numbers.ts";
import { formerStandards, proposedFor, proposedQuery } from "../measurement/proposed.ts";
import { procedureOf } from "../measurement/reads.ts";
import { standardRows } from "../measurement/standards.ts";
import {
  builtInChosen,
  isBuiltIn,
  makingBuiltIn,
  procedureMadeFrom,
  templateOf,
} from "./built-in.ts";
import { inhouseCounters } from "./counts.ts";
import { own } from "./record-reads.ts";
import { inhouseFindable } from "./searching.ts";

/** What an in-house calibration is begun with. */
export const beginInput = z
  .strictObject({
    assetId: optionalId("Asset"),
    /** An earlier one, whose device, procedure, ranges, rule and standards it takes over. */
    fromId: optionalId("In-house calibration"),
    /** Else that of the earlier one, or of the machine that the device is. `built-in:` and a key names one that the product brings. */
    procedureId: optionalId("Procedure"),
    performedOn: optionalDay("Date"),
    /** The planned calibration that it is to fulfil. */
    dueOccurrenceId: optionalId("Planned calibration"),
  })
  .refine(({ assetId, fromId }) => assetId || fromId, {
    path: ["assetId"],
    message: "Choose an asset",
    ...always,
  });
type Begun = z.output<typeof beginInput>;

/** The built-in rule by which results are judged where the procedure names none: within the limits or not. */
const usualRule = (db: ReadingDb) =>
  db
    .select(pick(decisionRules, ["id", "name"]))
    .from(decisionRules)
    .where(
      db.ofOwner(
        decisionRules,
        sql`${decisionRules.code} = 'SIMPLE' and ${decisionRules.builtIn} and ${decisionRules.deletedAt} is null`,
      ),
    )
    .limit(1);

/** So many procedures may be the one that it is measured by. */
const MOST_PROCEDURES = 4;

/** What it is begun from, as statements of one read. */
function beginReads(db: CompanyDb, values: Begun, on: string, key: string | null) {
  const { assetId: asked, fromId, dueOccurrenceId } = values;
  const procedureId = key === null ? values.procedureId : procedureMadeFrom(db, key);
  const assetId = sql`coalesce(${asked}, ${own(db, fromId, "asset_id")})`;
  const model = machineOf(db, assetId, "machine_model_id");
  const ofModel = sql`(select "its"."default_procedure_id" from ${machineModels} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${model})`;
  const set = own(db, fromId, "measurement_set_id");
  const formerly = procedureOf(db, set);
  // All that it may be: which it is follows from what is known of the device.
  const some = sql`(${procedureId}, ${formerly}, ${machineOf(db, assetId, "default_procedure_id")}, ${ofModel})`;
  const ofSome = (column: string) =>
    sql`(select ${sql.raw(`"its"."${column}"`)} from ${procedures} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" in ${some})`;
  const templates = (where: SQL) =>
    db
      .select()
      .from(deviceTemplates)
      .where(db.ofOwner(deviceTemplates, where))
      .limit(MOST_PROCEDURES);
  return [
    db.byId(assets, assetId),
    db.byId(machines, machineOf(db, assetId)),
    db.byId(machineModels, model),
    db.byId(procedures, formerly),
    db
      .select()
      .from(procedures)
      .where(db.ofOwner(procedures, sql`${procedures.id} in ${some}`))
      .limit(MOST_PROCEDURES),
    db
      .select()
      .from(procedureVersions)
      .where(
        db.ofOwner(
          procedureVersions,
          sql`${procedureVersions.id} in ${ofSome("current_version_id")}`,
        ),
      )
      .limit(MOST_PROCEDURES),
    // A template is known by its key, or where it has none by its id.
    templates(
      sql`${deviceTemplates.originKey} in ${ofSome("origin_key")} and ${deviceTemplates.originKey} is not null and ${deviceTemplates.deletedAt} is null`,
    ),
    templates(sql`${deviceTemplates.id} in ${ofSome("origin_key")}`),
    db.byId(table, fromId ?? ""),
    formatQuery(db, "inhouse"),
    openCalibration(db, assetId, dueOccurrenceId),
    usualRule(db),
    proposedQuery(db, on),
    formerStandards(db, set, on),
  ] as const;
}

type Known = {
  machine: Row<typeof machines> | undefined;
  model: Row<typeof machineModels> | undefined;
  template: { content: DeviceTemplate } | undefined;
  former: Row<typeof table> | undefined;
};
/** What of a device decides limits and ranges: as an earlier calibration had it, else its machine, its model, or the template of its procedure. */
function deviceOf(
  { machine, model, template, former }: Known,
  version: Pick<Row<typeof procedureVersions>, "content">,
): SetupDevice {
  const templated = () => (template ? parametersFromTemplate(template.content) : []);
  const known = former?.device.parameters ?? machine?.parameters ?? model?.parameters;
  const electrical = former?.device ?? machine;
  return {
    parameters: deviceParameters(version.content, known?.length ? known : templated()),
    electricalClass: electrical?.electricalClass ?? model?.electricalClass ?? null,
    appliedPart: electrical?.appliedPart ?? model?.appliedPart ?? null,
    supply: electrical?.supply ?? model?.supply ?? null,
  };
}

const gone = new Set(["condemned", "disposed"]);

/** What the product knows of the device of a procedure that it has brought. */
async function broughtBy(
  chosen: DeviceTemplate | null,
  version: Row<typeof procedureVersions> | undefined,
  key: string | null | undefined,
): Promise<{ content: DeviceTemplate } | undefined> {
  const isIts = version && key && isBuiltIn(version);
  const content = chosen ?? (isIts ? await templateOf(key) : undefined);
  return content && { content };
}

/**
 * Begins an in-house calibration: a draft with the lines of the procedure in force, and the standards that its roles ask for.
 * @throws Response 403; 404; 409 for a device at the end of its life, or a planned calibration that is not open; 422
 */
export async function beginInhouse(
  session: Session,
  sent: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("create-inhouse-calibration");
  const values = checked(beginInput, sent);
  const chosen = await builtInChosen(session, values.procedureId);
  try {
    return await begun(session, db, values, chosen);
  } catch (refusal) {
    // Somebody else has made the product's procedure at the same moment: it is there now.
    if (!chosen || !isRefusal(refusal, 409)) throw refusal;
    return begun(session, db, values, chosen);
  }
}

async function begun(
  session: Session,
  db: CompanyDb,
  values: Begun,
  chosen: DeviceTemplate | null,
): Promise<Answer<{ id: string }>> {
  const at = Date.now();
  const today = dayIn(session.company.timeZone, at);
  const performedOn = values.performedOn ?? today;
  if (performedOn > today) invalid({ performedOn: ["It cannot be in the future"] });
  const [[found], [machine], [model], [formerly], all, versions, byKey, byId, ...others] =
    await db.read(...beginReads(db, values, performedOn, chosen?.key ?? null));
  const [[former], [format], [occurrence], [rule], offered, used] = others;
  const procedureId =
    values.procedureId ?? formerly?.id ?? machine?.defaultProcedureId ?? model?.defaultProcedureId;
  const kept = all.find(({ id, originKey }) =>
    chosen ? originKey === chosen.key : id === procedureId,
  );
  const made =
    chosen && !kept && rule ? makingBuiltIn(db, chosen, { ...rule, kind: "simple" }, at) : null;
  const procedure = made?.procedure ?? kept;
  const inForce = versions.find(({ id }) => id === kept?.currentVersionId);
  const version = made?.version ?? inForce;
  const template =
    byKey.find(({ originKey }) => originKey === procedure?.originKey) ??
    byId.find(({ id }) => id === procedure?.originKey) ??
    (await broughtBy(chosen, inForce, kept?.originKey));
  if (values.fromId && !former) notFound("calibration");
  const asset = found ?? notFound("asset");
  if (former && former.assetId !== asset.id)
    invalid({ assetId: ["The earlier calibration is of another device"] });
  if (gone.has(asset.lifecycle)) conflict("A device at the end of its life is not calibrated");
  if (values.dueOccurrenceId && !occurrence)
    conflict("This planned calibration is not open, or is of another device");
  if (values.procedureId && !procedure) notFound("procedure");
  if (!procedure) return invalid({ procedureId: ["Choose a procedure"] });
  if (!version) return invalid({ procedureId: ["No version of this procedure is in force"] });
  const standards = proposedFor(version.content, used, offered);
  const [calibrationId, setId] = [newId(at), newId(at)];
  const { actorId, actorName } = db.stamp;
  const userId = session.actor.userId;
  const numbering = numberingOf("inhouse", session.company, format, at);
  return db.commit({
    writes: [
      ...(made?.writes ?? []),
      takeNumber(db, numbering, { table, column: table.inhouseNo }),
      db.inserting(measurementSets, {
        ...{ id: setId, procedureVersionId: version.id, assetId: asset.id },
        measured: nothingMeasured,
      }),
      ...standardRows(db, setId, standards, {
        calibrators: [...used, ...offered],
        on: performedOn,
      }),
      db.inserting(table, {
        ...{ id: calibrationId, measurementSetId: setId, inhouseNo: takenNumber(db, numbering) },
        ...{ assetId: asset.id, performedOn, technicianId: userId, writerIds: [userId] },
        device: deviceOf({ machine, model, template, former }, version),
        decisionRuleId: former?.decisionRuleId ?? version.decisionRuleId ?? rule?.id ?? null,
        dueOccurrenceId: values.dueOccurrenceId,
      }),
      db.inserting(inhouseCalibrationEvents, {
        ...{ inhouseCalibrationId: calibrationId, status: "draft", note: null },
        ...{ actorId, actorName, at },
      }),
      ...inhouseCounters({ status: "draft" }).map((counter) => bump(db, counter, 1)),
      inhouseFindable(db, calibrationId, asset),
    ],
    activity: [
      ...(made?.activity ?? []),
      {
        ...{ action: "create.inhouse_calibration", kind: "inhouse_calibration" },
        ...{ id: calibrationId, label: `${asset.assetCode} ${asset.name}`, assetId: asset.id },
        changes: [
          { field: "procedure", from: null, to: procedure.code },
          ...(former ? [{ field: "begunFrom", from: null, to: former.inhouseNo }] : []),
        ],
      },
    ],
    answer: { status: 201, message: "In-house calibration begun", data: { id: calibrationId } },
  });
}
