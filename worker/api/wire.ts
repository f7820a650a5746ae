import { formatMinor } from "#app/shared/money.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { snake } from "#drizzle/columns.ts";

const camel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
/** The wire name of a field of the domain. */
export const wireName = (key: string) => snake(key.replace(/Minor$/, ""));
/** Columns that are never sent. */
export const hidden = new Set(["companyId", "deletedAt", "passwordHash", "totpSecret", "qrToken"]);

/** A row as the wire shows it: snake_case names, money as text with two decimals, instants in ISO 8601. */
export function toWire(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([key]) => !hidden.has(key))
      .map(([key, value]) => {
        if (key.endsWith("Minor"))
          return [wireName(key), value === null ? null : formatMinor(Number(value))];
        if (/(?:^at|At)$/.test(key) && typeof value === "number")
          return [snake(key), new Date(value).toISOString()];
        return [snake(key), value];
      }),
  );
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
