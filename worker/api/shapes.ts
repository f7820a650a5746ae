import { z } from "zod";
import { thumbnailNames, thumbnailPart, thumbnailSizes } from "#app/shared/thumbnails.ts";
import type { AnyEntity } from "../domain/entity/entity.ts";
import type { Call } from "./call.ts";
import { hidden, wireName } from "./wire.ts";

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type Schema = {
  [key: string]: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
};

/** The query parameters of a call, by name. */
export type Query = Record<string, Schema>;

/** The id in examples; tests put a real one in its place. */
export const sampleId = "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41";

export const text: Schema = { type: "string" };
export const id: Schema = { type: "string", description: "Id of a record" };
export const whole: Schema = { type: "integer" };
export const truth: Schema = { type: "boolean" };
export const day: Schema = { type: "string", format: "date" };
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

/** An object with these required properties and `more` optional ones. Other names are refused. */
export const object = (
  properties: Record<string, Schema>,
  more: Record<string, Schema> = {},
): Schema => ({
  type: "object",
  properties: { ...properties, ...more },
  required: Object.keys(properties),
  additionalProperties: false,
});

/** The thumbnails that a form may send with the picture in its `field`. */
export const thumbnailParts = (field: string): Record<string, Schema> =>
  Object.fromEntries(
    thumbnailNames.map((size) => {
      const { pixels, kilobytes } = thumbnailSizes[size];
      const description = `The picture as webp or jpeg of at most ${pixels} pixels a side and ${kilobytes} KB; all sizes are sent, or none`;
      return [thumbnailPart(field, size), { ...text, format: "binary", description }];
    }),
  );

/** The JSON Schema of an input, with wire names. */
export function inputShape(input: unknown): Schema {
  const {
    $schema: _,
    properties = {},
    required = [],
    ...rest
  } = z.toJSONSchema(input as z.ZodType, { io: "input", unrepresentable: "any" });
  return onWire({ ...rest, properties: properties as Record<string, Schema>, required });
}

/** The shape of an object by wire names, with those of the rows of its lists. */
function onWire({ properties = {}, required = [], ...rest }: Schema): Schema {
  const renamed = Object.entries(properties).map(([key, shape]) => {
    const items = shape.items as Schema | undefined;
    return [wireName(key), items?.properties ? { ...shape, items: onWire(items) } : shape] as const;
  });
  return { ...rest, properties: Object.fromEntries(renamed), required: required.map(wireName) };
}

type Column = { dataType: string; notNull: boolean; enumValues?: string[] };
function plain(key: string, { dataType, enumValues }: Column): Schema {
  if (key.endsWith("Minor")) return amount;
  if (enumValues?.length) return oneOf(...enumValues);
  if (dataType === "number") return /(?:^at|At)$/.test(key) ? instant : whole;
  if (dataType === "boolean") return truth;
  if (dataType === "json") return {};
  if (/(?:^id|Id)$/.test(key)) return id;
  return /(?:On|Until)$/.test(key) ? day : text;
}
const columnShape = (key: string, column: Column): Schema =>
  column.notNull || column.dataType === "json" ? plain(key, column) : orNull(plain(key, column));

/** Column names separated by spaces; never when one of them is not a column of the table. */
type Columns<T, S extends string> = S extends `${infer Name} ${infer Rest}`
  ? Name extends keyof T
    ? `${Name} ${Columns<T, Rest>}`
    : never
  : S extends keyof T
    ? S
    : never;

/** These columns of a table as the wire shows them; `more` replaces or adds some. */
export function columnsShape<T extends object, S extends string>(
  table: T,
  only: Columns<T, S> | readonly string[],
  more: Record<string, Schema> = {},
): Schema {
  const names: readonly string[] = typeof only === "string" ? only.split(" ") : only;
  const shown = names.map((name) => {
    const column = (table as Record<string, Column>)[name]!;
    return [wireName(name), columnShape(name, column)] as const;
  });
  return object({ ...Object.fromEntries(shown), ...more });
}
/** A whole row of a table as the wire shows it; `more` replaces or adds columns. */
export function rowShape(table: AnyEntity["table"], more: Record<string, Schema> = {}): Schema {
  const columns = Object.entries(table as Record<string, unknown>);
  const names = columns.filter(([key, one]) => typeof one === "object" && !hidden.has(key));
  return columnsShape(
    table as object,
    names.map(([key]) => key),
    more,
  );
}

const version: Schema = {
  ...whole,
  description: "The version that was read; 409 when the record has moved on",
};
/** The JSON body of a call, or its form; an empty object for a call that takes neither. */
export function bodyShape({ input, form, isVersioned, omits = [] }: Call): Schema {
  if (!input) return form ?? object({});
  const { properties = {}, ...rest } = inputShape(input);
  const omitted = omits.map(wireName);
  const taken = Object.entries(properties).filter(([name]) => !omitted.includes(name));
  return {
    ...rest,
    properties: { ...Object.fromEntries(taken), ...(isVersioned ? { version } : {}) },
  };
}

/** The query of a list. */
export const listQuery = (sorts: readonly string[], filters: Query, search = true): Query => ({
  ...(search
    ? { q: { ...text, maxLength: 200, description: "Beginnings of words, or a part of the name" } }
    : {}),
  sort: { type: "string", enum: sorts, default: sorts[0] },
  dir: { type: "string", enum: ["asc", "desc"] },
  size: { type: "integer", enum: [25, 50, 100], default: 25 },
  after: { ...text, description: "`next` of the page before" },
  before: { ...text, description: "Where the page after this one began" },
  ...filters,
});

/** A value that fits a field. */
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
  return name.endsWith("_id") ? sampleId : "Example";
}

/** A body with the required fields only. */
export const leastOf = ({ properties = {}, required = [] }: Schema): Record<string, unknown> =>
  Object.fromEntries(required.map((name) => [name, exampleOf(name, properties[name] ?? {})]));

/** A valid body of a call without files: the fields its schema requires, and the call's own example. */
export const exampleBody = (call: Call): Record<string, unknown> | undefined =>
  call.form ? call.example : { ...leastOf(bodyShape(call)), ...call.example };
