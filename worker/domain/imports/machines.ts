import { and, isNull, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { machineModels as modelTable } from "#drizzle/tenant/index.ts";
import type { Statement } from "../../db/db.ts";
import type { MachineInput } from "../calibration/machine-input.ts";
import { wrongMachine } from "../calibration/machine-proof.ts";
import { machines } from "../calibration/machines.ts";
import { machineModels } from "../calibration/models.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { type Current, type ImportKind, oneBy, type Values } from "./kind.ts";
import type { Found } from "./masters.ts";
import { judgedByForm, kindOfEntity, lower, resourceKind } from "./resource-kind.ts";

const models = machineModels as unknown as AnyEntity;
const resource = machines as unknown as AnyEntity;

const nameOf = (manufacturer: unknown, model: unknown) => lower(`${manufacturer} ${model}`);

/** Machine models by maker and model. */
export const modelKind: ImportKind = {
  ...kindOfEntity("machine-models", models),
  keyFields: ["manufacturer", "model"],
  key: (cell) =>
    sql`case when coalesce(${cell("manufacturer")}, '') <> '' and coalesce(${cell("model")}, '') <> ''
      then lower(concat_ws(' ', ${cell("manufacturer")}, ${cell("model")})) end`,
  reads: (db, words) => [
    db
      .select()
      .from(modelTable)
      .where(
        db.ofOwner(
          modelTable,
          and(
            sql`${modelTable.manufacturer} in (${words("manufacturer")})`,
            isNull(modelTable.deletedAt),
          ),
        ),
      ) as unknown as Statement,
  ],
  judge(judging, fields) {
    const [rows] = judging.facts as [Current[]];
    const byName = (row: Current) => nameOf(row.manufacturer, row.model);
    const current = oneBy(rows, byName, nameOf(fields.manufacturer, fields.model)) ?? null;
    return judgedByForm(models, judging, current, fields);
  },
};

/** What a new machine takes over from its model, where the row says nothing else. */
const prefilled = [
  ...["electricalClass", "appliedPart", "defibProof", "supply"],
  ...["intervalValue", "intervalUnit", "intervalSource", "defaultProcedureId"],
] as const;
const ofModel = (model: Found | undefined): Values =>
  model ? pick(model as Values, prefilled as readonly string[]) : {};

const ofOwners: Record<string, readonly string[]> = {
  consumer: ["assetId"],
  own_asset: ["consumerId", "consumerSiteId"],
};

/** Machines by their number. A row of a new one takes over from its model what it leaves open. */
export const machineKind: ImportKind = {
  ...resourceKind("machines", resource),
  judge(judging, fields) {
    const [rows] = judging.facts as [Current[]];
    const byNumber = (row: Current) => lower(row.machineNo);
    const current = oneBy(rows, byNumber, lower(fields.machineNo)) ?? null;
    const whole = current
      ? { ...current, ...withoutOther(current, fields) }
      : { ...ofModel(judging.refs.machineModelId), ...fields };
    const site = judging.refs.consumerSiteId as { consumerId: string } | undefined;
    const asked = whole as unknown as MachineInput;
    const wrong = wrongMachine(judging.session.company, asked, site ?? null);
    return current
      ? judgedByForm(resource, judging, current, withoutOther(current, fields), wrong)
      : judgedByForm(resource, judging, null, whole, wrong);
  },
};

/** A row that names another kind of owner takes the former one away, and one that names another consumer the former's site. */
function withoutOther(current: Current, fields: Values): Values {
  const { owner, consumerId } = fields;
  const former = owner && owner !== current.owner ? (ofOwners[String(owner)] ?? []) : [];
  const site = consumerId && consumerId !== current.consumerId ? ["consumerSiteId"] : [];
  return { ...Object.fromEntries([...former, ...site].map((name) => [name, null])), ...fields };
}
