import { assetDescriptions } from "./openapi/assets.ts";
import type { Described } from "./openapi/call.ts";
import { entityCalls } from "./openapi/entities.ts";
import { flowDescriptions } from "./openapi/flows.ts";
import { importDescriptions } from "./openapi/imports.ts";
import { masterDescriptions } from "./openapi/masters.ts";
import { peopleDescriptions } from "./openapi/people.ts";
import { platformDescriptions } from "./openapi/platform.ts";
import { recordDescriptions } from "./openapi/records.ts";
import { reportDescriptions } from "./openapi/reports.ts";
import type { Schema } from "./openapi/shapes.ts";
import { signInCalls } from "./openapi/sign-in.ts";
import { stockDescriptions } from "./openapi/stock.ts";
import { viewDescriptions } from "./openapi/views.ts";

const own: Described = {
  method: "GET",
  path: "/openapi.json",
  tag: "Description",
  summary: "This document",
  host: "both",
  isOpen: true,
  answer: { type: "object" },
};
/** Every call of the API. One that is mounted and not here fails tests/laws/openapi.test.ts. */
export const described = (): Described[] => [
  own,
  ...signInCalls(),
  ...reportDescriptions(),
  ...entityCalls(),
  ...masterDescriptions(),
  ...assetDescriptions(),
  ...flowDescriptions(),
  ...stockDescriptions(),
  ...viewDescriptions(),
  ...peopleDescriptions(),
  ...importDescriptions(),
  ...recordDescriptions(),
  ...platformDescriptions(),
];

const refusals: Record<number, string> = {
  401: "No token, or one that is dead",
  402: "The company is suspended and only reads",
  403: "Not allowed",
  404: "Not there, or of another company",
  409: "Someone else was first, a shortage, or still in use; `data` may hold the newer record",
  413: "The body is too large",
  422: "Fields need attention, by name in `errors`",
  429: "Too many attempts; `Retry-After` says when",
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
const parameter = (where: "path" | "query", name: string, { description, ...schema }: Schema) => ({
  name,
  in: where,
  required: where === "path",
  ...(description ? { description } : {}),
  schema,
});
const onceHeader = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key with the same body gives the first answer again and changes nothing",
  schema: { type: "string", maxLength: 80 },
};

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** `/pm_list/:machineTypeId` as OpenAPI writes it. */
export const pathOf = (path: string) =>
  `/api${path.replace(/:(\w+)/g, (_, name: string) => `{${snake(name)}}`)}`;

function refusalsOf({ method, path, isOpen, refusals: more = [] }: Described): number[] {
  if (path === own.path) return [];
  const writes = method !== "GET";
  return [
    ...new Set([
      ...(isOpen ? [] : [401, 403]),
      ...(writes && !isOpen ? [402, 503] : []),
      404,
      ...(writes ? [413, 422] : []),
      ...more,
    ]),
  ].sort();
}

function operation(call: Described) {
  const {
    method,
    path,
    tag,
    summary,
    host,
    isOpen,
    needs,
    query = {},
    body,
    form,
    example,
    status = 200,
    answer,
  } = call;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => snake(name!));
  const where = {
    company: "On a company's host.",
    platform: "On the platform's host.",
    both: "On every host.",
  }[host];
  const type = form ? "multipart/form-data" : "application/json";
  const content =
    answer === "file"
      ? { "*/*": { schema: { type: "string", contentMediaType: "application/octet-stream" } } }
      : { "application/json": { schema: answer } };
  const found = { [status]: { description: answer === "file" ? "The file" : "Done", content } };
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+(\w)?/g, (_, letter: string | undefined) => (letter ?? "").toUpperCase())}`,
    tags: [tag],
    summary,
    description: needs ? `${where} Needs ${needs}.` : where,
    ...(isOpen ? { security: [] } : {}),
    parameters: [
      ...names.map((name) => parameter("path", name, { type: "string" })),
      ...Object.entries(query).map(([name, schema]) => parameter("query", name, schema)),
      ...(method === "GET" || isOpen ? [] : [onceHeader]),
    ],
    ...(body || form
      ? {
          requestBody: {
            required: true,
            content: { [type]: { schema: body ?? form, ...(example ? { example } : {}) } },
          },
        }
      : {}),
    responses: {
      ...found,
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

function build() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of described()) {
    const path = pathOf(call.path);
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } };
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
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: { Problem: problem },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([code, description]) => [code, { description, content }]),
      ),
    },
  };
}

let made: string | undefined;
/** The API's own description as OpenAPI 3.1; made once an isolate. */
export function openapi(): string {
  made ??= JSON.stringify(build());
  return made;
}
