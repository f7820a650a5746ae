import { and, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { intervalSourceWords } from "#app/shared/calibration/machine-words.ts";
import { pick } from "#app/shared/pick.ts";
import { machines, procedures, machineModels as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import { acrossLocations } from "../../db/scope.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import { text } from "../entity/fields.ts";
import { merging } from "../entity/merge.ts";
import { namedBy } from "../lists/more-columns.ts";
import {
  electricalFields,
  intervalFields,
  intervalRules,
  procedureField,
} from "./machine-fields.ts";
import { parameterList } from "./parameters.ts";

const input = z
  .strictObject({
    manufacturer: text("Manufacturer", 120),
    model: text("Model", 120),
    ...electricalFields,
    ...procedureField,
    ...intervalFields,
    parameters: parameterList(),
  })
  .refine(...intervalRules.hasValue)
  .refine(...intervalRules.hasUnit)
  .refine(...intervalRules.isShort)
  .refine(...intervalRules.hasSource);

const procedureName = namedBy(procedures, procedures.name, table.defaultProcedureId);
const modelOf = (db: ReadingDb, id: string) =>
  db
    .select({ ...getTableColumns(table), procedureName })
    .from(table)
    .where(db.ofOwner(table, and(eq(table.id, id), isNull(table.deletedAt))))
    .limit(1);

/** The machine of a model with the highest number. */
const machineOf = (db: ReadingDb, id: string) =>
  db
    .select({ name: machines.name })
    .from(machines)
    .where(db.ofOwner(machines, and(eq(machines.machineModelId, id), isNull(machines.deletedAt))))
    .orderBy(desc(machines.machineNo))
    .limit(1);

const verbs = entity({
  table,
  noun: ["machine model", "machine models"],
  subject: "machine",
  permissions: {
    view: "view-machine",
    create: "edit-machine",
    edit: "edit-machine",
    delete: "delete-machine",
  },
  input,
  stored: ({ manufacturer, model }) => ({ name: `${manufacturer} ${model}` }),
  search: { words: ["manufacturer", "model"], codes: ["model"] },
  list: {
    sorts: { name: table.name },
    more: { procedureName },
  },
  offered: { to: ["create-machine", "edit-machine"] },
  sheet: {
    manufacturer: { example: "Zoll", like: "maker make brand" },
    model: { example: "R Series", like: "type modelno modelname" },
    electricalClass: { like: "class protectionclass" },
    appliedPart: { like: "appliedparttype" },
    defibProof: { like: "defibproof" },
    supply: { like: "power powersupply" },
    defaultProcedureId: { label: "Procedure", like: "procedure procedurecode" },
    intervalValue: { example: "12", like: "interval calibrationinterval" },
    intervalUnit: { example: "month", like: "unitofinterval" },
    intervalSource: { like: "intervalsource", words: intervalSourceWords },
  },
});

/** A serial number that machines of both models have: they would be the same machine twice. */
const sharedSerial = (db: CompanyDb, id: string, into: string) =>
  db.rows<{ serialNo: string }>(
    sql`select "one"."serial_no" as "serialNo" from ${anywhere} as "one" cross join ${anywhere} as "other" on "other"."company_id" = "one"."company_id"
      and "other"."machine_model_id" = ${into} and "other"."serial_no" = "one"."serial_no" and "other"."deleted_at" is null
      where "one"."company_id" = ${db.companyId} and "one"."machine_model_id" = ${id} and "one"."serial_no" is not null and "one"."deleted_at" is null limit 1`,
  );
const anywhere = acrossLocations(machines, "what is unique or in use is so in the whole company");

/** Makes and models, with what devices of each measure. The machines of one that is merged move to the other. */
export const machineModels = {
  ...verbs,
  ...merging(verbs, {
    proof: {
      reading: sharedSerial,
      refuse: (rows) => {
        const [shared] = rows as { serialNo: string }[];
        if (shared)
          conflict(
            `Both have a machine with the serial number ${shared.serialNo}. Change or delete one of them first.`,
          );
      },
    },
  }),

  /** A model as its form opens it, with the name of its procedure. @throws Response 404 */
  async toEdit(session: Session, id: string) {
    const db = session.authorize("edit-machine");
    const [[row]] = await db.read(modelOf(db, id));
    return row ?? notFound("machine model");
  },

  /** What the form of a machine takes over from its model. @throws Response 403, 404 */
  async facts(session: Session, id: string) {
    const db = session.authorizeAny("view-machine", "create-machine", "edit-machine");
    const [[row], [like]] = await db.read(modelOf(db, id), machineOf(db, id));
    const model = row ?? notFound("machine model");
    return {
      ...pick(model, [
        ...(["id", "name", "electricalClass", "appliedPart", "defibProof", "supply"] as const),
        ...(["intervalValue", "intervalUnit", "intervalSource"] as const),
        ...(["defaultProcedureId", "procedureName", "parameters"] as const),
      ]),
      /** What a machine of it is called: as the last one is, else as the model. */
      machineName: like?.name ?? model.name,
    };
  },
};
export type ModelFacts = Awaited<ReturnType<(typeof machineModels)["facts"]>>;
