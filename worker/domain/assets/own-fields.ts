import type { FieldErrors } from "#app/shared/refusal.ts";
import type { CategoryField } from "#drizzle/tenant/masters.ts";
import { isDay } from "../entity/fields.ts";

export type Spec = Record<string, unknown>;
type Before = { categoryId: string; spec: Spec } | null;

const LONGEST = 500;
const yes = new Set(["1", "true", "on", "yes"]);
const no = new Set(["0", "false", "off", "no"]);

/** The fields a category adds; a schema that is none adds none. */
export const fieldsIn = (schema: unknown): CategoryField[] =>
  Array.isArray(schema) ? (schema as CategoryField[]) : [];
/** The name of a category's own field in forms and in `errors`. */
export const specName = (key: string) => `spec.${key}`;

/** A value as its field keeps it: `undefined` when it is empty, a sentence in `wrong` when it does not fit. */
function read(
  { label, type, options = [] }: CategoryField,
  given: unknown,
): { value?: unknown; wrong?: string } {
  const text =
    typeof given === "string"
      ? given.trim()
      : given === null || given === undefined
        ? ""
        : String(given);
  if (text === "") return {};
  switch (type) {
    case "number":
      return Number.isFinite(Number(text)) && typeof given !== "boolean"
        ? { value: Number(text) }
        : { wrong: `${label} must be a number` };
    case "date":
      return isDay(text) ? { value: text } : { wrong: `${label} must be a date` };
    case "bool":
      if (yes.has(text.toLowerCase())) return { value: true };
      return no.has(text.toLowerCase())
        ? { value: false }
        : { wrong: `${label} must be yes or no` };
    case "option":
      return options.includes(text)
        ? { value: text }
        : { wrong: `${label} is not one of its options` };
    default:
      return text.length <= LONGEST
        ? { value: text }
        : { wrong: `${label} can have at most ${LONGEST} characters` };
  }
}

/**
 * A device's values of its category's own fields.
 * @param given null leaves them as they were, as far as the category still has them
 * @returns errors by `spec.{key}`; a required field that was empty before only warns, so that an unrelated edit is not held up
 */
export function ownValues(schema: unknown, categoryId: string, given: Spec | null, before: Before) {
  const fields = fieldsIn(schema);
  const known = new Set(fields.map(({ key }) => key));
  const isSame = before?.categoryId === categoryId;
  const old = before?.spec ?? {};
  const spec: Spec = {};
  const errors: FieldErrors = {};
  const warnings: string[] = [];
  for (const field of fields) {
    const { key, label, required } = field;
    const asked = given === null ? old[key] : given[key];
    const { value, wrong } = read(field, asked);
    if (value !== undefined) spec[key] = value;
    // A value that no longer fits because the field was changed may stay.
    else if (wrong && isSame && asked === old[key]) spec[key] = asked;
    else if (wrong) errors[specName(key)] = [wrong];
    else if (required && isSame && (old[key] === undefined || old[key] === null))
      warnings.push(`${label} is empty`);
    else if (required) errors[specName(key)] = [`${label} is required`];
  }
  for (const key of Object.keys(given ?? {}))
    if (!known.has(key) && !(isSame && key in old))
      errors[specName(key)] = ["This category has no such field"];
  if (isSame)
    for (const [key, value] of Object.entries(old)) if (!known.has(key)) spec[key] = value;
  return { spec, errors, warnings };
}

/** Own fields as the activity log shows them: each under its label. */
export const loggedSpec = (schema: unknown, spec: Spec): Spec =>
  Object.fromEntries(
    Object.entries(spec).map(([key, value]) => [
      `spec:${fieldsIn(schema).find((field) => field.key === key)?.label ?? key}`,
      value,
    ]),
  );
