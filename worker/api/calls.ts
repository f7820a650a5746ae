import { activityCalls } from "./activity.ts";
import { assetCalls } from "./assets.ts";
import { type Call, openCalls } from "./call.ts";
import { documentCalls } from "./documents.ts";
import { downtimeCalls } from "./downtimes.ts";
import { flowCalls } from "./flows.ts";
import { importCalls } from "./imports.ts";
import { masterCalls } from "./masters.ts";
import { notificationCalls } from "./notifications.ts";
import { openapi } from "./openapi.ts";
import { peopleCalls } from "./people.ts";
import { staffHostCalls } from "./platform.ts";
import { reportCalls } from "./reports.ts";
import { savedViewCalls } from "./saved-views.ts";
import { serviceCallCalls } from "./service-calls.ts";
import { settingsCalls } from "./settings.ts";
import { signInCalls } from "./sign-in.ts";
import { stockCalls } from "./stock.ts";

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
  ...serviceCallCalls,
  ...flowCalls,
  ...documentCalls,
  ...masterCalls,
  ...stockCalls,
  ...peopleCalls,
  ...savedViewCalls,
  ...importCalls,
  ...activityCalls,
  ...settingsCalls,
  ...notificationCalls,
  ...staffHostCalls,
];
