import { z } from "zod";
import type { FieldErrors } from "#app/shared/refusal.ts";
import type { CategoryField } from "#drizzle/tenant/masters.ts";
import { invalid } from "../../refusals.ts";
import { flag, text } from "../entity/fields.ts";

const MOST_FIELDS = 40;
const MOST_OPTIONS = 50;
const types = ["text", "number", "date", "bool", "option"] as const;
type Known = Record<string, CategoryField["type"]>;

const field = z
  .strictObject({
    /** Assigned by the server; a new field has none yet. */
    key: z.string().max(60).nullish(),
    label: text("Label", 60),
    type: z.enum(types, "Choose a type"),
    required: flag(),
    options: z
      .array(text("Option", 60))
      .max(MOST_OPTIONS, `At most ${MOST_OPTIONS} options`)
      .nullish(),
  })
  .superRefine(({ type, options }, ctx) => {
    const list = (options ?? []).map((option) => option.toLowerCase());
    const say = (message: string) => ctx.addIssue({ code: "custom", path: ["options"], message });
    if (type === "option" && list.length === 0) say("Write at least one option");
    if (type !== "option" && list.length > 0) say("Only a choice has options");
    if (new Set(list).size < list.length) say("An option is there twice");
  });
type FieldInput = z.output<typeof field>;

/** Room for every field with every option. */
const LONGEST_LIST = 250_000;
const fromText = (value: unknown) => {
  if (typeof value !== "string") return value ?? [];
  if (value.length > LONGEST_LIST) return value;
  try {
    return value.trim() === "" ? [] : JSON.parse(value);
  } catch {
    return value;
  }
};

/** A category's own fields, in their order: a list, or its JSON. */
export const fieldList = () =>
  z
    .unknown()
    .optional()
    .meta({ type: "array", items: { type: "object" }, maxItems: MOST_FIELDS })
    .transform(fromText)
    .pipe(z.array(field, "Fields must be a list").max(MOST_FIELDS, `At most ${MOST_FIELDS} fields`))
    .superRefine((fields, ctx) => {
      const seen = new Set<string>();
      for (const [at, { label }] of fields.entries()) {
        if (seen.has(label.toLowerCase()))
          ctx.addIssue({
            code: "custom",
            path: [at, "label"],
            message: `There are two fields called ${label}`,
          });
        seen.add(label.toLowerCase());
      }
    });

const slugOf = (label: string) =>
  label
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 40) || "field";

/**
 * Gives new fields their keys. A key comes from the first label; it stays when the label changes and is never reused for another type.
 * @returns what is stored: the fields, and the keys of those taken out with their types
 * @throws Response 422 at the field whose type was changed or whose key is not known
 */
export function settleFields(
  fields: readonly FieldInput[],
  before: readonly CategoryField[],
  retired: Known,
) {
  const known = new Map<string, CategoryField["type"]>([
    ...Object.entries(retired),
    ...before.map(({ key, type }) => [key, type] as const),
  ]);
  const errors: FieldErrors = {};
  const taken = new Set(fields.flatMap(({ key }) => (key ? [key] : [])));
  if (taken.size < fields.filter(({ key }) => key).length)
    errors.fieldSchema = ["A field is there twice"];
  for (const [at, { key, label, type }] of fields.entries()) {
    const was = key ? known.get(key) : type;
    if (!was) errors[`fieldSchema.${at}.key`] = [`${label} is not a field of this category`];
    else if (was !== type)
      errors[`fieldSchema.${at}.type`] = [
        `${label} keeps its type. Take it out and add a new field instead.`,
      ];
  }
  if (Object.keys(errors).length) invalid(errors);

  const fieldSchema = fields.map(({ key, label, type, required, options }): CategoryField => {
    const fieldKey = key || freeKey(slugOf(label), type, known, taken);
    taken.add(fieldKey);
    return {
      key: fieldKey,
      label,
      type,
      required,
      ...(type === "option" ? { options: options ?? [] } : {}),
    };
  });
  const retiredFields = Object.fromEntries([...known].filter(([key]) => !taken.has(key)));
  return { fieldSchema, retiredFields };
}

/** A key from the label that no other field has and that never had another type. */
function freeKey(
  slug: string,
  type: CategoryField["type"],
  known: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
): string {
  for (let nth = 1; ; nth++) {
    const key = nth === 1 ? slug : `${slug}_${nth}`;
    if (!taken.has(key) && (known.get(key) ?? type) === type) return key;
  }
}
