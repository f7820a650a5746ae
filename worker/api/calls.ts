import { activityCalls } from "./activity.ts";
import { apiKeyCalls } from "./api-keys.ts";
import { assetCalls } from "./assets.ts";
import { billingCalls } from "./billing.ts";
import { checkCalls } from "./calibrator-checks.ts";
import { calibratorCalls } from "./calibrators.ts";
import { type Call, openCalls } from "./call.ts";
import { certificateFormCalls } from "./certificate-forms.ts";
import { certificateCalls } from "./certificates.ts";
import { ownCompanyCalls } from "./company.ts";
import { comparisonCalls } from "./comparisons.ts";
import { complianceCalls } from "./compliance.ts";
import { contractCalls } from "./contracts.ts";
import { deviceTemplateCalls } from "./device-templates.ts";
import { documentCalls } from "./documents.ts";
import { domainCalls } from "./domains.ts";
import { downtimeCalls } from "./downtimes.ts";
import { dueCalls } from "./due.ts";
import { flowCalls } from "./flows.ts";
import { passCalls } from "./gate-passes.ts";
import { identityCalls } from "./identity.ts";
import { impactCalls } from "./impact.ts";
import { importCalls } from "./imports.ts";
import { inhouseCalls } from "./inhouse.ts";
import { machineCalls } from "./machines.ts";
import { masterCalls } from "./masters.ts";
import { notificationCalls } from "./notifications.ts";
import { openapi } from "./openapi.ts";
import { peopleCalls } from "./people.ts";
import { staffHostCalls } from "./platform.ts";
import { procedureCalls } from "./procedures.ts";
import { proposalCalls } from "./proposals.ts";
import { recalibrationCalls } from "./recalibration.ts";
import { recallCalls } from "./recalls.ts";
import { reportCalls } from "./reports.ts";
import { sampleCalls } from "./samples.ts";
import { savedViewCalls } from "./saved-views.ts";
import { scheduleCalls } from "./schedules.ts";
import { serviceCallCalls } from "./service-calls.ts";
import { settingsCalls } from "./settings.ts";
import { signInCalls } from "./sign-in.ts";
import { signatureCalls } from "./signatures.ts";
import { stockCalls } from "./stock.ts";
import { supportCalls } from "./support.ts";
import { transferCalls } from "./transfers.ts";
import { webhookCalls } from "./webhooks.ts";

const headers = { "Content-Type": "application/json", "Cache-Control": "public, max-age=300" };
const description = openCalls(
  "Description",
  "both",
)({
  get: "/openapi.json",
  says: "This document",
  answer: { schema: () => ({ type: "object" }), send: (_, response: Response) => response },
  run: () => new Response(openapi(calls), { headers }),
});

/** Every call of the API, in the order of its description. */
export const calls: readonly Call[] = [
  description,
  ...signInCalls,
  ...reportCalls,
  ...assetCalls,
  ...downtimeCalls,
  ...scheduleCalls,
  ...serviceCallCalls,
  ...flowCalls,
  ...billingCalls,
  ...domainCalls,
  ...identityCalls,
  ...ownCompanyCalls,
  ...webhookCalls,
  ...supportCalls,
  ...transferCalls,
  ...passCalls,
  ...documentCalls,
  ...comparisonCalls,
  ...dueCalls,
  ...complianceCalls,
  ...proposalCalls,
  ...certificateFormCalls,
  ...procedureCalls,
  ...certificateCalls,
  ...inhouseCalls,
  ...recalibrationCalls,
  ...recallCalls,
  ...masterCalls,
  ...signatureCalls,
  ...machineCalls,
  ...contractCalls,
  ...calibratorCalls,
  ...checkCalls,
  ...impactCalls,
  ...deviceTemplateCalls,
  ...stockCalls,
  ...peopleCalls,
  ...savedViewCalls,
  ...importCalls,
  ...activityCalls,
  ...settingsCalls,
  ...apiKeyCalls,
  ...sampleCalls,
  ...notificationCalls,
  ...staffHostCalls,
];
