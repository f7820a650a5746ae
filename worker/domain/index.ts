import type { AnySession } from "../session.ts";
import { accessories } from "./assets/accessories.ts";
import { assets } from "./assets/assets.ts";
import { assetFlow } from "./assets/flow.ts";
import { orderFlow } from "./billing/order-flow.ts";
import { upgradeFlow } from "./billing/upgrade-flow.ts";
import { cmcEntries } from "./calibration/cmc-entries.ts";
import { contacts, reviews, sites } from "./calibration/consumer-parts.ts";
import { consumers } from "./calibration/consumers.ts";
import { decisionRules } from "./calibration/decision-rules.ts";
import { deviceTemplates } from "./calibration/device-templates.ts";
import { instrumentMaps } from "./calibration/instrument-maps.ts";
import { machineDocuments } from "./calibration/machine-documents.ts";
import { machineFlow } from "./calibration/machine-flow.ts";
import { machines } from "./calibration/machines.ts";
import { machineModels } from "./calibration/models.ts";
import { safetyLimits } from "./calibration/safety-limits.ts";
import { signatureFlow } from "./calibration/signature-flow.ts";
import { signatures } from "./calibration/signatures.ts";
import { certificateFlow } from "./calibrator-certificates/flow.ts";
import { calibrators } from "./calibrators/calibrators.ts";
import { calibratorFlow } from "./calibrators/flow.ts";
import { intervalFlow } from "./calibrators/interval-flow.ts";
import { intervalList } from "./calibrators/interval-list.ts";
import { certificateReportFlow } from "./certificates/flow.ts";
import { certificateList } from "./certificates/list.ts";
import { contractFlow } from "./contracts/flow.ts";
import { contractList } from "./contracts/list.ts";
import { domainFlow } from "./domains/flow.ts";
import { occurrenceList } from "./due/occurrence-list.ts";
import { occurrenceFlow } from "./due/occurrences.ts";
import { scheduleFlow } from "./due/schedule-flow.ts";
import type { AnyEntity } from "./entity/entity.ts";
import type { AnyFlow } from "./entity/flow.ts";
import type { MergeVerbs } from "./entity/merge.ts";
import { nameEntities } from "./entity/nouns.ts";
import { passFlow } from "./gate-passes/flow.ts";
import { passList } from "./gate-passes/list.ts";
import { impactInhouseFlow, impactLineFlow, impactReviewFlow } from "./impact/flow.ts";
import { impactInhouseList } from "./impact/inhouse-lines.ts";
import { impactLineList, impactReviewList } from "./impact/list.ts";
import { inhouseCalibrationFlow } from "./inhouse/flow.ts";
import { inhouseList } from "./inhouse/list.ts";
import type { Documents } from "./lists/documents.ts";
import { locations } from "./locations/locations.ts";
import { categories } from "./masters/categories.ts";
import { departments } from "./masters/departments.ts";
import { stores } from "./masters/stores.ts";
import { subCategories } from "./masters/sub-categories.ts";
import { vendors } from "./masters/vendors.ts";
import { teams } from "./people/teams.ts";
import { users } from "./people/users.ts";
import { coupons } from "./platform/coupons.ts";
import { faqs } from "./platform/faqs.ts";
import { machineTypes } from "./platform/machine-types.ts";
import { plans } from "./platform/plans.ts";
import { pmChecklists } from "./platform/pm-checklists.ts";
import { roles } from "./platform/roles.ts";
import { sliders } from "./platform/sliders.ts";
import { testimonials } from "./platform/testimonials.ts";
import { procedureFlow } from "./procedures/flow.ts";
import { procedures } from "./procedures/procedures.ts";
import { recalibrationFlow } from "./recalibration/flow.ts";
import { recalibrationList } from "./recalibration/list.ts";
import { recallFlow } from "./recalls/flow.ts";
import { recallList } from "./recalls/list.ts";
import { recalls } from "./recalls/recalls.ts";
import { proposalFlow } from "./replacement/flow.ts";
import { reportFormFlow } from "./report-forms/flow.ts";
import { reportForms } from "./report-forms/forms.ts";
import { reportPresets } from "./report-forms/presets.ts";
import { downtimeFlow } from "./service-calls/downtime-flow.ts";
import { callFlow } from "./service-calls/flow.ts";
import { callList } from "./service-calls/list.ts";
import { reportFlow } from "./service-reports/index.ts";
import { stocks } from "./stock/items.ts";
import { ticketFlow } from "./support/flow.ts";
import { transferFlow } from "./transfers/flow.ts";
import { transferList } from "./transfers/list.ts";
import { deliveryFlow } from "./webhooks/flow.ts";

/** Every entity of a company, by its path under /api. */
export const resources: Record<string, AnyEntity> = {
  accessories,
  assets,
  calibrators: calibrators as unknown as AnyEntity,
  categories,
  departments,
  "device-templates": deviceTemplates as unknown as AnyEntity,
  locations,
  "machine-models": machineModels as unknown as AnyEntity,
  machines: machines as unknown as AnyEntity,
  procedures,
  recalls,
  "safety-limits": safetyLimits,
  stores,
  stocks,
  "sub-categories": subCategories,
  teams: teams as unknown as AnyEntity,
  users,
  vendors,
  consumers,
  "consumer-sites": sites,
  "consumer-contacts": contacts,
  "contract-reviews": reviews,
  "decision-rules": decisionRules,
  "cmc-entries": cmcEntries,
  "instrument-maps": instrumentMaps,
  "report-forms": reportForms as unknown as AnyEntity,
  "report-presets": reportPresets as unknown as AnyEntity,
  signatures,
};

/** Every machine of states of a company, by its path under /api: each move is a call of its own. */
export const flows: Record<string, AnyFlow> = {
  assets: assetFlow,
  calibrators: calibratorFlow,
  "calibrator-certificates": certificateFlow,
  contracts: contractFlow,
  machines: machineFlow,
  schedules: scheduleFlow,
  "recall-assets": recallFlow,
  "service-calls": callFlow,
  downtimes: downtimeFlow,
  "asset-transfers": transferFlow,
  "gate-passes": passFlow,
  "condemn-proposals": proposalFlow,
  "due-occurrences": occurrenceFlow,
  signatures: signatureFlow,
  "interval-proposals": intervalFlow,
  "impact-reviews": impactReviewFlow,
  "impact-lines": impactLineFlow,
  "recalibration-requests": recalibrationFlow,
  "impact-inhouse-lines": impactInhouseFlow,
  "procedure-versions": procedureFlow,
  "report-form-versions": reportFormFlow,
  "certificate-reports": certificateReportFlow,
  "inhouse-calibrations": inhouseCalibrationFlow,
  "webhook-deliveries": deliveryFlow,
};

/** Machines whose calls have paths of their own. */
export const flowsByHand: Record<string, AnyFlow> = { "service-reports": reportFlow };

/** Every machine of states of what companies have with the platform, by its path under /api. */
export const platformFlows: Record<string, AnyFlow<AnySession>> = {
  orders: orderFlow,
  "upgrade-requests": upgradeFlow,
  "support-tickets": ticketFlow,
  "domain-requests": domainFlow,
};

/** Every list of documents of a company, by the path of its machine under /api. */
export const documentLists: Record<string, Documents> = {
  contracts: contractList,
  machines: machineDocuments as unknown as Documents,
  "asset-transfers": transferList,
  "gate-passes": passList,
  "service-calls": callList,
  "recall-assets": recallList,
  "due-occurrences": occurrenceList as unknown as Documents,
  "interval-proposals": intervalList as unknown as Documents,
  "impact-reviews": impactReviewList as unknown as Documents,
  "impact-lines": impactLineList as unknown as Documents,
  "recalibration-requests": recalibrationList as unknown as Documents,
  "impact-inhouse-lines": impactInhouseList as unknown as Documents,
  "certificate-reports": certificateList as unknown as Documents,
  "inhouse-calibrations": inhouseList as unknown as Documents,
};

/** Every entity of the platform, by its path under /api on the apex host. */
export const platformResources: Record<string, AnyEntity> = {
  "machine-types": machineTypes,
  "pm-checklists": pmChecklists as unknown as AnyEntity,
  roles,
  plans: plans as unknown as AnyEntity,
  coupons: coupons as unknown as AnyEntity,
  helps: faqs as unknown as AnyEntity,
  "app-sliders": sliders as unknown as AnyEntity,
  testimonials: testimonials as unknown as AnyEntity,
};

nameEntities([...Object.values(resources), ...Object.values(platformResources)]);

/** Those entities that have a verb which not every one has, by their paths. */
const having = <V extends object>(entities: Record<string, AnyEntity>, verb: string & keyof V) =>
  Object.entries(entities).filter(([, entity]) => verb in entity) as [string, AnyEntity & V][];

/** Masters of which one can be merged into another. */
export const mergeable = Object.fromEntries(having<MergeVerbs>(resources, "merge"));

/** Entities whose records are archived and restored. Others end another way: a device by its lifecycle, a person by leaving. */
export const archivable = {
  company: having<AnyEntity>(resources, "archive"),
  platform: having<AnyEntity>(platformResources, "archive"),
};
