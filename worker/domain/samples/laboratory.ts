import {
  contentFromTemplate,
  methodOfTemplate,
} from "#app/shared/calibration/content-from-template.ts";
import type { DeviceTemplate } from "#app/shared/calibration/device-template.ts";
import { parametersFromTemplate } from "#app/shared/calibration/parameters-from-template.ts";
import { addDays } from "#app/shared/company-time.ts";
import { consumers } from "../calibration/consumers.ts";
import { machines } from "../calibration/machines.ts";
import { machineModels } from "../calibration/models.ts";
import { calibrators } from "../calibrators/calibrators.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { procedures } from "../procedures/procedures.ts";
import { beginning } from "../procedures/save.ts";
import type { SampleBatch } from "./making.ts";
import { sampleConsumer, sampleMachines, sampleModel, sampleStandard } from "./texts.ts";

const as = (entity: unknown) => entity as AnyEntity;
const EVERY_YEAR = { intervalValue: "12", intervalUnit: "month", intervalSource: "default" };

/**
 * What a laboratory tries the product with. The procedure is a draft: only a person of the laboratory approves one. The standard has no
 * certificate, since none was issued for it.
 */
export function addLaboratorySamples(batch: SampleBatch, template: DeviceTemplate): void {
  const { db, naming, today } = batch;
  const { named, coded } = naming;
  const procedureId = batch.add("procedure", as(procedures), {
    ...{ code: coded("PUMP"), name: named(template.device), discipline: "medical" },
  });
  const draft = beginning(db, procedureId, 1, {
    ...{ methodReference: methodOfTemplate(template), decisionRuleId: null },
    content: contentFromTemplate(template),
  });
  batch.write({ writes: draft.writes, activity: [draft.activity] });
  batch.add("calibrator", as(calibrators), {
    ...{ ...sampleStandard, name: named(sampleStandard.name), calibratorNo: coded("STD-1") },
    ...{ serialNo: coded("STD-1"), ...EVERY_YEAR },
  });
  const machineModelId = batch.add("machine_model", as(machineModels), {
    ...{ manufacturer: sampleModel.manufacturer, model: named(sampleModel.model) },
    ...{ electricalClass: "II", appliedPart: "CF", supply: "detachable_cord", ...EVERY_YEAR },
    ...{ defaultProcedureId: procedureId, parameters: parametersFromTemplate(template) },
  });
  const consumerId = batch.add("consumer", as(consumers), {
    ...{ ...sampleConsumer, name: named(sampleConsumer.name), consumerNo: coded("CUS-1") },
  });
  for (const [at, { calibratedDaysAgo, ...machine }] of sampleMachines.entries())
    batch.add("machine", as(machines), {
      ...{ ...machine, machineNo: coded(`DUC-${at + 1}`), owner: "consumer", consumerId },
      ...{ machineModelId, serialNo: coded(`VM-${at + 1}`), defaultProcedureId: procedureId },
      ...{ ...EVERY_YEAR, lastCalOn: addDays(today, -calibratedDaysAgo) },
    });
}
