import { parametersFromTemplate } from "#app/shared/calibration/parameters-from-template.ts";
import { deviceTemplates } from "#worker/domain/calibration/device-templates.ts";
import { machineModels } from "#worker/domain/calibration/models.ts";
import { at, type Bench, engineerAt } from "./bench.ts";
import type { ModelRow } from "./tables.ts";

export type ModelOf = Omit<ModelRow, "risk" | "places">;
export const modelName = ({ manufacturer, model }: Pick<ModelOf, "manufacturer" | "model">) =>
  `${manufacturer} ${model}`;

/** What devices of a kind are called, and how many months lie between their calibrations. */
export type Kind = { name: string; months: number };

/** Makes and models with what devices of each measure, from the template of their kind. @param since days ago @returns kinds by template, once they are known */
export function planModels(
  bench: Bench,
  rows: readonly ModelOf[],
  since: number,
): Map<string, Kind> {
  const { history, ids } = bench;
  const kinds = new Map<string, Kind>();
  for (const [nth, { template, ...said }] of rows.entries())
    history.plan(at(bench, since - Math.floor(nth / 6), 10 + (nth % 6) / 2), async () => {
      const who = engineerAt(bench, nth);
      const { content } = await deviceTemplates.find(who, ids.templates.get(template)!);
      const months = content.default_interval_months;
      kinds.set(template, { name: content.device, months });
      const { data } = await machineModels.create(who, {
        ...{ ...said, parameters: parametersFromTemplate(content) },
        defaultProcedureId: ids.procedures.get(template) ?? "",
        ...{ intervalValue: months, intervalUnit: "month", intervalSource: "default" },
      });
      ids.models.set(modelName(said), data.id);
    });
  return kinds;
}
