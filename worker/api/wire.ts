import { kept } from "#app/shared/kept.ts";
import { formatMinor } from "#app/shared/money.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { snake } from "#drizzle/columns.ts";

const camel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
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

type Shape = { shape?: Record<string, unknown> };

/** Gives a body the names of the schema. Unknown names stay as they are, so that they are refused by name. */
export function fromWire(body: Record<string, unknown>, schema: unknown): Record<string, unknown> {
  const known = (schema as Shape).shape ?? {};
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const name = camel(key);
      if (name in known || name === "version") return [name, value];
      return [`${name}Minor` in known ? `${name}Minor` : key, value];
    }),
  );
}

/** The keys of `errors` as the wire names them. */
export const errorsToWire = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([key, list]) => [wireName(key), list]));
