import type { FieldErrors } from "#app/shared/refusal.ts";
import type { CategoryField } from "#drizzle/tenant/masters.ts";
import { type Spec, specName } from "../assets/own-fields.ts";
import { type CategoryFields, ownColumns, ownName } from "../masters/own-columns.ts";
import { amountIn, type Column, dayIn, plain, type Reading, readCell } from "./columns.ts";
import type { ImportKind } from "./kind.ts";

/** What a field takes, in a few words. */
const takes = ({ type, options = [], required }: CategoryField) => {
  const kind = {
    text: "text",
    number: "a number",
    date: "a date",
    bool: "yes or no",
    option: `one of ${options.join(", ")}`,
  }[type];
  return required ? `${kind}, required` : kind;
};

export const isOwn = (name: string) => name.startsWith(ownName(""));

/** A kind with the columns that the company's categories add to it. */
export function withOwn(kind: ImportKind, rows: readonly CategoryFields[]): ImportKind {
  if (!kind.hasOwnFields) return kind;
  const taken = new Set(kind.columns.map(({ label }) => plain(label)));
  const own = ownColumns(rows).map(
    ({ name, label, of }): Column => ({
      name,
      label: taken.has(plain(label)) ? `${label} (own field)` : label,
      like: [plain(label)],
      mayBeDay: of.some(({ field }) => field.type === "date"),
      hint: of.map(({ category, field }) => `${category}: ${takes(field)}`).join(". "),
    }),
  );
  return { ...kind, columns: [...kind.columns, ...own] };
}

/** A cell as its field takes it: what a spreadsheet writes in many ways, in one. */
function settled(
  { label, type, options = [] }: CategoryField,
  text: string,
  reading: Reading,
): unknown {
  if (type === "date") return dayIn(text, reading.dayFirst) ?? text;
  if (type === "number") return amountIn(text);
  if (type === "bool")
    return readCell({ name: label, label, as: "flag" }, text, reading).value ?? text;
  if (type === "option") return options.find((option) => plain(option) === plain(text)) ?? text;
  return text;
}

/**
 * The own fields that a row's cells hold.
 * @param schema the fields of the row's category
 * @param before the device's values, which empty cells leave as they are
 * @param readingOf how the cells of a field are to be read
 */
export function ownCells(
  schema: readonly CategoryField[],
  fields: Spec,
  before: Spec,
  readingOf: (name: string) => Reading,
): { spec: Spec | null; errors: FieldErrors } {
  const cells = Object.entries(fields);
  const errors: FieldErrors = {};
  const known = schema.flatMap(({ key }) => (key in before ? [[key, before[key]]] : []));
  const spec = Object.fromEntries(known) as Spec;
  for (const [name, text] of cells) {
    const field = schema.find(({ label }) => ownName(label) === name);
    if (field) spec[field.key] = settled(field, String(text), readingOf(name));
    else errors[name] = ["This category has no such field"];
  }
  return { spec: cells.length ? spec : null, errors };
}

/** Messages on own fields under the names of their columns; those the file has no column for are left for later. */
export function ownErrors(
  schema: readonly CategoryField[],
  errors: FieldErrors,
  mapping: Readonly<Record<string, number>>,
): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, messages]) => {
      if (!name.startsWith("spec.")) return [[name, messages]];
      const field = schema.find(({ key }) => specName(key) === name);
      const column = field && ownName(field.label);
      return column && column in mapping ? [[column, messages]] : [];
    }),
  );
}
