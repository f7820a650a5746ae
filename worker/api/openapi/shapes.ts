import { z } from "zod";
import type { AnyEntity } from "../../domain/entity/entity.ts";
import { hidden, wireName } from "../wire.ts";

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type Schema = {
  [key: string]: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
};

export const text: Schema = { type: "string" };
export const id: Schema = { type: "string", description: "Id of a record" };
export const whole: Schema = { type: "integer" };
export const truth: Schema = { type: "boolean" };
export const instant: Schema = { type: "string", format: "date-time" };
export const amount: Schema = {
  type: "string",
  pattern: "^-?\\d+\\.\\d{2}$",
  description: "Money with two decimals",
  examples: ["12.50"],
};
export const list = (items: Schema): Schema => ({ type: "array", items });
export const oneOf = (...words: readonly string[]): Schema => ({ type: "string", enum: words });
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });

/** An object with all of these, and `more` that may be missing. Names nobody knows are refused. */
export const object = (
  properties: Record<string, Schema>,
  more: Record<string, Schema> = {},
): Schema => ({
  type: "object",
  properties: { ...properties, ...more },
  required: Object.keys(properties),
  additionalProperties: false,
});

/** What a call takes, as its zod schema says it, under the names of the wire. */
export function inputShape(input: unknown): Schema {
  const {
    $schema: _,
    properties = {},
    required = [],
    ...rest
  } = z.toJSONSchema(input as z.ZodType, { io: "input", unrepresentable: "any" });
  const renamed = Object.entries(properties as Record<string, Schema>).map(
    ([key, shape]) => [wireName(key), shape] as const,
  );
  return { ...rest, properties: Object.fromEntries(renamed), required: required.map(wireName) };
}

type Column = { dataType: string; notNull: boolean; enumValues?: string[] };
const plain = ({ dataType, enumValues }: Column): Schema => {
  if (enumValues?.length) return oneOf(...enumValues);
  if (dataType === "number") return whole;
  if (dataType === "boolean") return truth;
  return dataType === "json" ? {} : text;
};
function columnShape(key: string, column: Column): Schema {
  const shape = key.endsWith("Minor")
    ? amount
    : key.endsWith("At") && column.dataType === "number"
      ? instant
      : plain(column);
  return column.notNull || column.dataType === "json" ? shape : orNull(shape);
}

/** A row of a table as the wire shows it; with `only`, these columns of it. */
export function rowShape(
  table: AnyEntity["table"],
  only?: readonly string[],
  more: Record<string, Schema> = {},
): Schema {
  const columns = Object.entries(table as Record<string, Column>).filter(
    ([key, column]) =>
      typeof column === "object" && !hidden.has(key) && (!only || only.includes(key)),
  );
  return object({
    ...Object.fromEntries(
      columns.map(([key, column]) => [wireName(key), columnShape(key, column)]),
    ),
    ...more,
  });
}

/** A value such a field takes. */
function exampleOf(name: string, shape: Schema): unknown {
  const first =
    (shape.examples as unknown[] | undefined)?.[0] ??
    (shape.enum as unknown[] | undefined)?.[0] ??
    shape.default;
  if (first !== undefined) return first;
  const inner = (shape.anyOf as Schema[] | undefined)?.[0];
  if (inner) return exampleOf(name, inner);
  if (shape.type === "integer" || shape.type === "number")
    return Math.max(1, Number(shape.minimum ?? 1));
  if (shape.type === "boolean") return true;
  if (shape.type === "array") return [exampleOf(name, (shape.items as Schema | undefined) ?? text)];
  if (shape.format === "email") return "icu@example.com";
  if (shape.format === "date") return "2026-01-15";
  if (name.endsWith("phone")) return "+91 80 5550 0199";
  return name.endsWith("_id") ? "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41" : "Example";
}

/** The least a body may hold. */
export const leastOf = ({ properties = {}, required = [] }: Schema): Record<string, unknown> =>
  Object.fromEntries(required.map((name) => [name, exampleOf(name, properties[name] ?? {})]));
