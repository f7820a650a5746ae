import { beforeAll, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
});

type Field = { key?: string; label: string; type: string; required?: boolean; options?: string[] };
type Category = { id: string; field_schema: Field[]; retired_fields: Record<string, string> };
let nth = 0;
const name = () => `Fields ${++nth} ${Date.now()}`;
const make = (field_schema: unknown) =>
  admin.call("POST", "/api/categories", { name: name(), field_schema });
const put = (id: string, field_schema: unknown) =>
  admin.call("PUT", `/api/categories/${id}`, { name: name(), field_schema });
const read = async (id: string) =>
  (await admin.call<Category>("GET", `/api/categories/${id}`)).data;

test("a field gets its key of its label once, and keeps it", async () => {
  const { data, status } = await make([
    { label: "Tube voltage (kV)", type: "number", required: true },
    { label: "Tube voltage", type: "text" },
    { label: "Größe", type: "option", options: ["S", "M"] },
  ]);
  expect(status).toBe(201);
  const [first, second, third] = (await read(data.id)).field_schema as [Field, Field, Field];
  expect([first.key, second.key, third.key]).toEqual(["tube_voltage_kv", "tube_voltage", "gro_e"]);
  expect((await put(data.id, [third, { ...first, label: "Voltage" }])).status).toBe(200);
  const now = await read(data.id);
  expect(now.field_schema.map(({ key, label }) => [key, label])).toEqual([
    ["gro_e", "Größe"],
    ["tube_voltage_kv", "Voltage"],
  ]);
  expect(now.retired_fields).toEqual({ tube_voltage: "text" });
});

test("a key is never used again for another type", async () => {
  const { data } = await make([{ label: "Weight", type: "number" }]);
  await put(data.id, []);
  await put(data.id, [{ label: "Weight", type: "text" }]);
  expect((await read(data.id)).field_schema).toMatchObject([{ key: "weight_2", type: "text" }]);
  await put(data.id, [{ label: "Weight", type: "number" }]);
  expect((await read(data.id)).field_schema).toMatchObject([{ key: "weight", type: "number" }]);
  expect((await put(data.id, [{ key: "weight", label: "Weight", type: "date" }])).errors).toEqual({
    "field_schema.0.type": ["Weight keeps its type. Take it out and add a new field instead."],
  });
  expect(
    (await put(data.id, [{ key: "strange", label: "Strange", type: "date" }])).errors,
  ).toHaveProperty(["field_schema.0.key"]);
});

test.each([
  ["field_schema.0.label", [{ label: "", type: "text" }]],
  ["field_schema.0.type", [{ label: "A", type: "colour" }]],
  ["field_schema.0.options", [{ label: "A", type: "option" }]],
  ["field_schema.0.options", [{ label: "A", type: "text", options: ["x"] }]],
  ["field_schema.0.options", [{ label: "A", type: "option", options: ["x", "X"] }]],
  [
    "field_schema.1.label",
    [
      { label: "A", type: "text" },
      { label: "a", type: "date" },
    ],
  ],
  ["secret", [{ label: "A", type: "text", secret: 1 }]],
  ["field_schema", Array.from({ length: 41 }, (_, at) => ({ label: `F${at}`, type: "text" }))],
  ["field_schema", "{not json"],
])("what is no list of fields is refused at %s", async (place, fields) => {
  const { status, errors } = await make(fields);
  expect([status, Object.keys(errors ?? {})]).toEqual([422, [place]]);
});

test("a list of fields may be JSON in a text", async () => {
  expect((await make(JSON.stringify([{ label: "A", type: "text" }]))).status).toBe(201);
});

test("the form of an asset learns what a category brings, the sub-category first", async () => {
  const { data } = await admin.call("POST", "/api/categories", {
    name: name(),
    default_pm_months: 12,
    default_criticality: "high",
    field_schema: [{ label: "Flow", type: "number" }],
  });
  const sub = await admin.call("POST", "/api/sub-categories", {
    category_id: data.id,
    name: "Small",
    default_pm_months: 6,
  });
  const defaults = async (query: string) =>
    (await admin.page(`/choices?list=category-defaults&${query}`)).json();
  expect(await defaults(`of=${data.id}`)).toMatchObject({
    defaultPmMonths: 12,
    defaultCriticality: "high",
    fields: [{ key: "flow" }],
    subCategories: [{ value: sub.data.id, label: "Small" }],
  });
  expect(await defaults(`of=${data.id}&sub=${sub.data.id}`)).toMatchObject({
    defaultPmMonths: 6,
    defaultCriticality: "high",
  });
  expect((await admin.page("/choices?list=category-defaults&of=nowhere")).status).toBe(404);
  const offered = await admin.page(`/choices?list=sub-categories&of=${data.id}&q=`);
  expect(await offered.json()).toEqual([{ value: sub.data.id, label: "Small" }]);
});

test("a doubtful GSTIN warns and is saved", async () => {
  const tax_ids = [{ label: "GSTIN", value: "nonsense" }];
  const vendor = { name: name(), phone: "4321", is_supplier: true, tax_ids };
  const { status, warnings } = await admin.call("POST", "/api/vendors", vendor);
  expect([status, warnings]).toEqual([
    201,
    ["nonsense does not look like a GSTIN. It was saved as it is."],
  ]);
});
