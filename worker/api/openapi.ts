import { TEST_EVENT, webhookEventWords } from "#app/shared/webhook-words.ts";
import { snake } from "#drizzle/columns.ts";
import { eventBody, sentEvents } from "../domain/webhooks/events.ts";
import { isOpenToKeys } from "../key-permissions.ts";
import type { Call } from "./call.ts";
import { bodyShape, exampleBody, inputShape, type Schema } from "./shapes.ts";

const refusals: Record<number, string> = {
  401: "No token, or one that is dead",
  402: "The company is suspended and only reads",
  403: "Not allowed",
  404: "Not there, or of another company",
  409: "Someone else was first, a shortage, or still in use; `data` may hold the newer record",
  412: "`If-Match` names another version; `data` holds both",
  413: "The body is too large",
  422: "Fields need attention, by name in `errors`",
  429: "Too many attempts, or requests of a key or session; `Retry-After` says when",
  503: "Busy; `Retry-After` says when",
};
const problem: Schema = {
  type: "object",
  properties: {
    success: { type: "boolean", const: false },
    message: { type: "string" },
    errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    data: { description: "With 409: the newer record, or what uses this one" },
  },
  required: ["success", "message"],
};
/** The same by RFC 9457, where `Accept` names it. */
const problemDetails: Schema = {
  type: "object",
  properties: {
    type: { type: "string", const: "about:blank" },
    title: { type: "string", description: "The words of the status" },
    status: { type: "integer" },
    detail: { type: "string", description: "What the other form says in `message`" },
    instance: { type: "string", description: "Names the request: `urn:uuid:…`" },
    errors: problem.properties!.errors!,
    data: problem.properties!.data!,
  },
  required: ["type", "title", "status", "detail", "instance"],
};
const parameter = (where: "path" | "query", name: string, { description, ...schema }: Schema) => ({
  name,
  in: where,
  required: where === "path",
  ...(description ? { description } : {}),
  schema,
});
const header = (name: string, description: string) => ({
  ...{ name, in: "header", required: false, description, schema: { type: "string" } },
});
const ifNoneMatch = header(
  "If-None-Match",
  "`ETag` of the answer before: 304 where it is the same",
);
const ifMatch = header("If-Match", "`ETag` of the record, or its version in quotes");
const onceHeader = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key with the same body gives the first answer again and changes nothing",
  schema: { type: "string", maxLength: 80 },
};

/** `/pm_list/:machineTypeId` as OpenAPI writes it. */
export const pathOf = (path: string) =>
  `/api${path.replace(/:(\w+)/g, (_, name: string) => `{${snake(name)}}`)}`;

/** The permissions a call needs, in words; empty when it needs none. */
export function needsOf({ needs = [], also = [], asks }: Call): string {
  return asks ?? [[needs].flat().join(" or "), ...also].filter(Boolean).join(" and ");
}

function refusalsOf(call: Call): number[] {
  const { method, host, isOpen, refuses } = call;
  // A call that is the same on every host refuses nobody.
  if (host === "both") return [];
  const writes = method !== "GET";
  return [
    ...new Set([
      ...(isOpen ? [] : [401, 403]),
      ...(host === "company" && !isOpen ? [429] : []),
      ...(writes && !isOpen ? [402, 503] : []),
      404,
      ...(writes ? [413, 422] : []),
      ...(method === "PUT" || method === "DELETE" ? [412] : []),
      ...(refuses ?? (writes ? [409] : [])),
    ]),
  ].sort();
}

/** The request body; a call that writes without one is described with an empty object. */
function requestBody(call: Call) {
  if (call.method === "GET" || call.method === "DELETE") return {};
  const schema = bodyShape(call);
  const example = exampleBody(call);
  const type = call.form ? "multipart/form-data" : "application/json";
  const content = { [type]: { schema, ...(example ? { example } : {}) } };
  return { requestBody: { required: Boolean(schema.required?.length), content } };
}

function operation(call: Call) {
  const { method, path, tag, says, host, isOpen, query = {}, status = 200 } = call;
  const answer = call.answer();
  const needs = needsOf(call);
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => snake(name!));
  const where = {
    company: "On a company's host.",
    platform: "On the platform's host.",
    both: "On every host.",
  }[host];
  const content =
    answer === "file"
      ? { "*/*": { schema: { type: "string", contentMediaType: "application/octet-stream" } } }
      : { "application/json": { schema: answer } };
  const success = { [status]: { description: answer === "file" ? "The file" : "Done", content } };
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+(\w)?/g, (_, letter: string | undefined) => (letter ?? "").toUpperCase())}`,
    tags: [tag],
    summary: says,
    description: needs ? `${where} Needs ${needs}.` : where,
    ...(isOpen ? { security: [] } : {}),
    ...(isOpenToKeys(call) ? { security: [{ bearer: [] }, { key: [] }] } : {}),
    parameters: [
      ...names.map((name) => parameter("path", name, { type: "string" })),
      ...Object.entries(query).map(([name, schema]) => parameter("query", name, schema)),
      ...(method === "GET" || isOpen ? [] : [onceHeader]),
      ...(method === "GET" && !isOpen && answer !== "file" ? [ifNoneMatch] : []),
      ...(method === "PUT" || method === "DELETE" ? [ifMatch] : []),
    ],
    ...requestBody(call),
    responses: {
      ...success,
      ...(method === "GET" && !isOpen ? { 304: { description: "As it was" } } : {}),
      ...(answer === "file"
        ? {
            206: { description: "A part of the file", content },
            416: { description: "The range lies outside the file" },
          }
        : {}),
      ...Object.fromEntries(
        refusalsOf(call).map((code) => [code, { $ref: `#/components/responses/${code}` }]),
      ),
    },
  };
}

/** What companies' own software is told, as requests that we send. */
const webhooks = () =>
  Object.fromEntries(
    sentEvents.map((event) => [
      event,
      {
        post: {
          operationId: `webhook.${event}`,
          tags: ["Webhook"],
          summary: event === TEST_EVENT ? "A test that an Admin sends" : webhookEventWords[event],
          security: [],
          parameters: ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => ({
            ...{ name, in: "header", required: true, schema: { type: "string" } },
          })),
          requestBody: {
            required: true,
            content: { "application/json": { schema: inputShape(eventBody(event)) } },
          },
          responses: {
            "2XX": { description: "Taken" },
            410: { description: "Gone for good: the webhook is switched off" },
          },
        },
      },
    ]),
  );

function build(calls: readonly Call[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const path = pathOf(call.path);
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  const content = {
    "application/json": { schema: { $ref: "#/components/schemas/Problem" } },
    "application/problem+json": { schema: { $ref: "#/components/schemas/ProblemDetails" } },
  };
  return {
    openapi: "3.1.0",
    info: {
      title: "Plumbline",
      version: "1",
      description:
        "Assets, service reports and stock of hospitals. Each company has its own host; the host decides whose data a call sees.",
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }],
    paths,
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        key: {
          ...{ type: "http", scheme: "bearer", bearerFormat: "pbk_…" },
          description: "An API key of the company; calls without it are for people",
        },
      },
      schemas: { Problem: problem, ProblemDetails: problemDetails },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([code, description]) => [code, { description, content }]),
      ),
    },
  };
}

let made: string | undefined;
/** The description of the calls as OpenAPI 3.1; made once an isolate. */
export function openapi(calls: readonly Call[]): string {
  made ??= JSON.stringify(build(calls));
  return made;
}
