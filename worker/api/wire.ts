import { camel } from "#app/shared/camel.ts";
import { kept } from "#app/shared/kept.ts";
import { formatMinor } from "#app/shared/money.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { snake } from "#drizzle/columns.ts";

/** The wire name of a field of the domain. */
export const wireName = (key: string) => snake(key.replace(/Minor$/, ""));
/** Columns that are never sent. */
export const hidden = new Set(["companyId", "deletedAt", "passwordHash", "totpSecret", "qrToken"]);

/** How a field of the domain goes over the wire. */
const wireField = kept(
  (key) => ({
    name: wireName(key),
    isHidden: hidden.has(key),
    isMoney: key.endsWith("Minor"),
    isInstant: /(?:^at|At)$/.test(key),
  }),
  2_000,
);

/** A row as the wire shows it: snake_case names, money as text with two decimals, instants in ISO 8601. */
export function toWire(row: object): Record<string, unknown> {
  const fields: [string, unknown][] = [];
  for (const [key, value] of Object.entries(row)) {
    const { name, isHidden, isMoney, isInstant } = wireField(key);
    if (isHidden) continue;
    if (isMoney) fields.push([name, value === null ? null : formatMinor(Number(value))]);
    else if (isInstant && typeof value === "number")
      fields.push([name, new Date(value).toISOString()]);
    else fields.push([name, value]);
  }
  return Object.fromEntries(fields);
}

/** What an answer holds as the wire shows it: rows by their names there; any other value stays as it is. */
export const shown = (value: unknown): unknown => {
  const row = (one: unknown) => (typeof one === "object" && one !== null ? toWire(one) : one);
  return Array.isArray(value) ? value.map(row) : row(value);
};

type Fields = Record<string, unknown>;
type Shape = {
  shape?: Fields;
  element?: unknown;
  def?: { innerType?: unknown; in?: unknown; out?: unknown; options?: readonly unknown[] };
};

/** The schema of a list's rows, also through defaults and added rules; undefined for what is no list of rows. */
function rowOf(schema: unknown): Shape | undefined {
  const { element, def } = (schema ?? {}) as Shape;
  if (element) return (element as Shape).shape && (element as Shape);
  const inner = def?.innerType ?? def?.in ?? def?.options?.find(rowOf);
  // What is looked at before it is read leads to the list it is read as.
  return (inner ? rowOf(inner) : undefined) ?? (def?.out ? rowOf(def.out) : undefined);
}
const isRow = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Gives a body the names of the schema, and the rows of its lists those of theirs. Unknown names stay as they are, so that they are refused by name. */
export function fromWire(body: Fields, schema: unknown): Fields {
  const known = (schema as Shape).shape ?? {};
  const nameOf = (key: string) => {
    const name = camel(key);
    if (name in known || name === "version") return name;
    return `${name}Minor` in known ? `${name}Minor` : key;
  };
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const name = nameOf(key);
      const row = Array.isArray(value) ? rowOf(known[name]) : undefined;
      if (!row) return [name, value];
      return [name, (value as unknown[]).map((one) => (isRow(one) ? fromWire(one, row) : one))];
    }),
  );
}

/** The keys of `errors` as the wire names them. */
export const errorsToWire = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([key, list]) => [wireName(key), list]));
