import { Hono } from "hono";
import { platformResources, resources } from "../domain/index.ts";
import { assetCalls } from "./asset-calls.ts";
import { authApi } from "./auth-api.ts";
import { companiesApi } from "./companies-api.ts";
import { documentCalls } from "./document-calls.ts";
import { type Api, sendRefusals } from "./door.ts";
import { flowCalls } from "./flow-calls.ts";
import { importCalls } from "./import-calls.ts";
import { masterCalls } from "./master-calls.ts";
import { otherMethod } from "./methods.ts";
import { noticeCalls } from "./notice-calls.ts";
import { openapi } from "./openapi.ts";
import { peopleCalls } from "./people-calls.ts";
import { recordCalls } from "./record-calls.ts";
import { reportCalls } from "./report-calls.ts";
import { resourceApi } from "./resource-api.ts";
import { serviceCalls } from "./service-calls.ts";
import { staffCalls } from "./staff-calls.ts";
import { stockCalls } from "./stock-calls.ts";
import { viewCalls } from "./view-calls.ts";

const description = { "Content-Type": "application/json", "Cache-Control": "public, max-age=300" };

/** The JSON door. */
export const api = new Hono<Api>();
api.use(sendRefusals);
api.get("/openapi.json", () => new Response(openapi(), { headers: description }));
api.route("/", authApi);
api.route("/", serviceCalls);
api.route("/", reportCalls);
api.route("/", masterCalls);
api.route("/", stockCalls);
api.route("/", documentCalls);
api.route("/", assetCalls);
api.route("/", flowCalls);
api.route("/", viewCalls);
api.route("/", peopleCalls);
api.route("/", importCalls);
api.route("/", recordCalls);
api.route("/", noticeCalls);
api.route("/", staffCalls);
for (const [path, resource] of Object.entries(resources))
  api.route(`/${path}`, resourceApi(resource, "company"));
for (const [path, resource] of Object.entries(platformResources))
  api.route(`/${path}`, resourceApi(resource, "platform"));
api.route("/companies", companiesApi);
api.all("*", (c) => otherMethod(c, api.routes));
