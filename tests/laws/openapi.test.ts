import { getTableName } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { formDataOf, fresh, wireFields } from "#tests/support/bodies.ts";
import { ask, type Client } from "#tests/support/client.ts";
import { lawWorld } from "#tests/support/laws.ts";
import { at } from "#tests/support/manifest.ts";
import { bench, freshTicket } from "#tests/support/report.ts";
import { PASSWORD } from "#tests/support/world.ts";
import type { Call } from "#worker/api/call.ts";
import { calls as declared } from "#worker/api/calls.ts";
import { api } from "#worker/api/index.ts";
import { needsOf, pathOf } from "#worker/api/openapi.ts";
import { bodyShape, exampleBody, leastOf } from "#worker/api/shapes.ts";
import { platformResources, resources } from "#worker/domain/index.ts";

const { w, t, admin, staff } = await lawWorld();

type Schema = { [key: string]: unknown; required?: string[]; properties?: Record<string, Schema> };
type Operation = {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Schema; example?: Record<string, unknown> }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }>; $ref?: string }>;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};
const documentAt = async (host: string) =>
  (await (await ask(w, host, "/api/openapi.json")).json()) as Document;

const addresses = (calls: readonly { method: string; path: string }[]) =>
  calls.map(({ method, path }) => `${method} ${path}`).sort();

test("every call is declared: none is mounted by hand, and none twice", () => {
  const mounted = api.routes.filter(({ method }) => method !== "ALL");
  expect(addresses(mounted)).toEqual(addresses(declared));
  expect(new Set(addresses(declared)).size).toBe(declared.length);
});

test("calls that begin with the same path name the same table", () => {
  const tables = new Map<string, Set<unknown>>();
  for (const { path, of } of declared.filter(({ of }) => of)) {
    const [start] = /^.*?:\w+/.exec(path)!;
    tables.set(start, (tables.get(start) ?? new Set()).add(of));
  }
  expect([...tables].filter(([, named]) => named.size > 1).map(([start]) => start)).toEqual([]);
});

describe("the document", () => {
  test("names every declared call, and no other", async () => {
    const { paths } = await documentAt(t.own.company.host);
    const described = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => ({ method: verb.toUpperCase(), path })),
    );
    const expected = declared.map(({ method, path }) => ({ method, path: pathOf(path) }));
    expect(addresses(described)).toEqual(addresses(expected));
  });

  test("is the same for everybody on every host, without a token", async () => {
    const company = await ask(w, t.own.company.host, "/api/openapi.json");
    const apex = await ask(w, "localhost", "/api/openapi.json");
    expect([
      company.status,
      company.headers.get("content-type"),
      company.headers.get("cache-control"),
    ]).toEqual([200, "application/json", "public, max-age=300"]);
    expect(await company.text()).toBe(await apex.text());
  });

  test("refers to what is there, and names each call once", async () => {
    const { openapi, paths, components } = await documentAt("localhost");
    expect(openapi).toBe("3.1.0");
    const operations = Object.values(paths).flatMap((verbs) => Object.values(verbs));
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.length).toBe(new Set(ids).size);
    const refs = [
      ...JSON.stringify({ paths, components }).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g),
    ];
    expect(
      refs.filter(([, kind, name]) => !components[kind!]?.[name!]).map(([ref]) => ref),
    ).toEqual([]);
  });
});

const fits = (schema: object, value: unknown) => {
  const { success, error } = z.fromJSONSchema(schema as never).safeParse(value);
  return success ? [] : error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
};
const called = (method: string, path: string) =>
  declared.find((call) => call.method === method && call.path === path)!;
const answerOf = (call: Call) => call.answer() as object;

/** The example of a call with ids of our own rows, a new name and, where codes are unique on the platform, a new code. */
async function exampleOf(path: string, call: Call): Promise<Record<string, unknown>> {
  const { table } = (resources[path] ?? platformResources[path])!;
  const example = exampleBody(call)!;
  const body: Record<string, unknown> = {
    ...example,
    ...("name" in example ? { name: fresh() } : {}),
    ...(call.host === "platform" && "code" in example
      ? { code: `CODE${fresh()}`.toUpperCase() }
      : {}),
    ...("email" in example ? { email: `${fresh()}@example.com` } : {}),
  };
  for (const name of Object.keys(body).filter((name) => name.endsWith("_id")))
    body[name] =
      t.own.rows[getTableName(table)]?.[name] ??
      t.own.rows[`${name.slice(0, -3)}s`]?.id ??
      (await added(staff, "/api/machine-types", { name: fresh() }));
  // A person has one signature.
  if (path === "signatures") body.user_id = wireFields(path, t.own.rows).user_id;
  return body;
}
async function added(client: Client, path: string, body: object): Promise<string> {
  const { status, data, errors } = await client.call("POST", path, body);
  expect([status, errors], path).toEqual([201, undefined]);
  return data.id;
}

describe.each([
  ...Object.keys(resources).map((path) => [path, "company"] as const),
  ...Object.keys(platformResources).map((path) => [path, "platform"] as const),
])("%s", (path, host) => {
  const client = host === "company" ? admin : staff;
  test("its example is accepted, and each required field is required", async () => {
    const call = called("POST", `/${path}`);
    const body = await exampleOf(path, call);
    expect(fits(bodyShape(call), body)).toEqual([]);
    const id = await added(client, `/api/${path}`, body);
    for (const name of bodyShape(call).required ?? []) {
      const { [name]: _, ...without } = body;
      const { status, errors } = await client.call("POST", `/api/${path}`, without);
      expect([status, Object.keys(errors!)], name).toEqual([422, [name]]);
    }
    const change = called("PUT", `/${path}/:id`);
    const { properties = {} } = bodyShape(change);
    const again = {
      ...leastOf(bodyShape(change)),
      ...Object.fromEntries(Object.entries(body).filter(([name]) => name in properties)),
    };
    expect(fits(bodyShape(change), again)).toEqual([]);
    expect((await client.call("PUT", `/api/${path}/${id}`, again)).status).toBe(200);
    // A plan that was offered is archived.
    if (called("DELETE", `/${path}/:id`))
      expect((await client.call("DELETE", `/api/${path}/${id}`)).status).toBe(200);
  });

  test("it answers what the document says", async () => {
    const example = await exampleOf(path, called("POST", `/${path}`));
    const id = await added(client, `/api/${path}`, example);
    const read = async (address: string) => (await client.api(address)).json();
    const one = await read(`/api/${path}/${id}`);
    expect(fits(answerOf(called("GET", `/${path}/:id`)), one)).toEqual([]);
    const list = (await read(`/api/${path}?state=all&size=100`)) as { data: unknown[] };
    expect(list.data.length).toBeGreaterThan(0);
    expect(fits(answerOf(called("GET", `/${path}`)), list)).toEqual([]);
  });
});

test("other calls answer what the document says", async () => {
  const { rows } = t.own;
  const get = async (path: string, id = "", client = admin) =>
    fits(answerOf(called("GET", path)), await (await client.api(at(`/api${path}`, id))).json());
  for (const [path, id] of [
    ["/service-report/:reportId", rows.service_reports!.id],
    ["/service-reports/:reportId", rows.service_reports!.id],
    ["/service-reports", ""],
    ["/stocks/:id/ledger", rows.stock_items!.id],
    ["/stocks/:id/uses", rows.stock_items!.id],
    ["/store-item/get", ""],
    ["/activity-logs", ""],
    ["/settings", ""],
    ["/notifications", ""],
    ["/notifications/preferences", ""],
    ["/machine_types/get", ""],
    ["/pm_list/:machineTypeId", rows.service_reports!.machine_type_id],
  ] as const)
    expect(await get(path, String(id)), path).toEqual([]);
  const closing = { reason: "Asked for by letter", password: PASSWORD };
  const asked = await staff.call("POST", `/api/companies/${t.near.company.id}/close`, closing);
  expect(asked.status).toBe(200);
  const waiting = await staff.api("/api/companies?waiting=any&size=100");
  expect(fits(answerOf(called("GET", "/companies")), await waiting.json())).toEqual([]);
  expect(await get("/companies", "", staff)).toEqual([]);
  expect(await get("/companies/:id", t.own.company.id, staff)).toEqual([]);
  for (const [client, before] of [
    [admin, ""],
    [staff, "/super-admin"],
  ] as const) {
    const verified = await ask(w, client.host, `/api${before}/verify-token`, {
      method: "POST",
      body: { token: client.token },
    });
    expect(fits(answerOf(called("POST", `${before}/verify-token`)), await verified.json())).toEqual(
      [],
    );
  }
});

test("every example is of its schema", () => {
  const wrong = declared.flatMap((call) =>
    call.input ? fits(bodyShape(call), exampleBody(call)).map((no) => `${call.path} ${no}`) : [],
  );
  expect(wrong).toEqual([]);
});

test("the settings and preferences that are read are those that are saved", async () => {
  const read = async <D>(path: string) => (await admin.call<D>("GET", path)).data;
  type Sections = { sections: Record<string, Record<string, unknown>> };
  const { sections } = await read<Sections>("/api/settings");
  for (const [name, section] of Object.entries(sections)) {
    const call = called("PUT", `/settings/${name}`);
    expect(fits(bodyShape(call), section), name).toEqual([]);
    const answer = await admin.api(`/api/settings/${name}`, { method: "PUT", body: section });
    const saved = (await answer.json()) as { data: { version: number } };
    expect([answer.status, fits(answerOf(call), saved)], name).toEqual([200, []]);
    const { [name]: after } = (await read<Sections>("/api/settings")).sections;
    expect(after).toEqual({ ...section, version: saved.data.version });
  }
  const path = "/api/notifications/preferences";
  const { preferences } = await read<{ preferences: object }>(path);
  expect((await admin.call("PUT", path, preferences)).status).toBe(200);
});

test("the example of a report is accepted, and so is the one of its change", async () => {
  const b = await bench(w, t.own.company, [{ quantity: 9 }]);
  const send = async (path: string, id: string, more: Record<string, string>) => {
    const call = called("POST", path);
    const form = formDataOf({ ...call.example, "parts[0][id]": b.items[0]!, ...more });
    const response = await admin.api(at(`/api${path}`, id), { method: "POST", body: form });
    const told = (await response.json()) as { data: { id: string } };
    expect([response.status, fits(answerOf(call), told)]).toEqual([call.status ?? 200, []]);
    return told.data.id;
  };
  const id = await send("/service-report/create/:assetId", b.asset, {
    service_ticket: freshTicket(),
  });
  await send("/service-report/update/:reportId", id, {});
});

const shapeOf = ({ type, enum: words, anyOf, const: only }: Schema): string => {
  if (only !== undefined) return JSON.stringify(only);
  if (words) return (words as string[]).map((word) => word || '""').join(" / ");
  if (anyOf)
    return [...new Set((anyOf as Schema[]).map(shapeOf))]
      .filter((word) => word !== '""')
      .join(" or ");
  return String(type ?? "any");
};
const fieldLines = ({ properties = {}, required = [], patternProperties = {} }: Schema) => [
  ...Object.entries(properties).map(
    ([name, shape]) =>
      `- \`${name}\`${required.includes(name) ? " (required)" : ""}: ${shapeOf(shape)}`,
  ),
  ...Object.entries(patternProperties as Record<string, Schema>).map(([pattern, shape]) => {
    const name = /\\\[(\w+)\\\]\$$/.exec(pattern)?.[1];
    return `- \`parts[i][${name}]\`: ${shapeOf(shape)}`;
  }),
];
/** The text of docs/api-calls.md. */
function written(): string {
  const about = (call: Call) => {
    const { method, path, says, host, query = {}, form } = call;
    const needs = needsOf(call);
    const names = Object.keys(query).map((name) => `\`${name}\``);
    const fields = fieldLines(bodyShape(call));
    return [
      `### ${method} ${pathOf(path)}`,
      `${says}.${needs ? ` Needs: ${needs}.` : ""}${host === "platform" ? " Platform's host." : ""}`,
      ...(names.length ? [`Query: ${names.join(", ")}.`] : []),
      ...(fields.length ? [`${form ? "Form" : "Body"}:`, fields.join("\n")] : []),
    ];
  };
  const tags = new Set(declared.map(({ tag }) => tag));
  const parts = [...tags].flatMap((tag) => [
    `## ${tag}`,
    ...declared.filter((call) => call.tag === tag).flatMap(about),
  ]);
  return `${["# Calls of the API", "Made from the code by tests/laws/openapi.test.ts. How to call them: [api.md](api.md). With answers: `/api/openapi.json`.", ...parts].join("\n\n")}\n`;
}

test("docs/api-calls.md names every call with its fields; `-u` writes it anew", async () => {
  await expect(written()).toMatchFileSnapshot("../../docs/api-calls.md");
});
