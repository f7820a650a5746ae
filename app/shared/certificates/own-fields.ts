/** Fields of one's own: a form asks for them, people fill them in on a report, and the report says them beside what every report says. */
import { dateText } from "../dates.ts";
import { decimal, isTypedNumber } from "../metrology/decimal.ts";
import { ExpressionError, expressionOf } from "../metrology/expression.ts";
import { withSymbol } from "../metrology/measured.ts";
import { reckon } from "../metrology/reckon.ts";
import { isUnit, units } from "../metrology/units.ts";
import type { DocumentFile } from "./document-file.ts";

export const ownFieldTypes = [
  ...([
    "text",
    "textarea",
    "number",
    "date",
    "datetime",
    "select",
    "multiselect",
    "radio",
  ] as const),
  ...(["checkbox", "user", "calibrator", "machine", "consumer", "file", "image"] as const),
  ...(["signature", "unit", "calc"] as const),
] as const;
export type OwnFieldType = (typeof ownFieldTypes)[number];
/** Those that name a record of the company. */
export const recordTypes = ["user", "calibrator", "machine", "consumer"] as const;
export type RecordType = (typeof recordTypes)[number];
export const isRecordType = (type: OwnFieldType): type is RecordType =>
  recordTypes.some((one) => one === type);
/** Those whose answer is chosen among words of the form. */
export const isChosen = (type: OwnFieldType): boolean =>
  type === "select" || type === "multiselect" || type === "radio";
/** Those whose answer is a file of the report. */
export const isFileType = (type: OwnFieldType): type is "file" | "image" =>
  type === "file" || type === "image";

/** A field as a form asks for it. */
export type OwnField = {
  /** What conditions and texts call it by: `own.storage_temperature`. */
  key: string;
  label: string;
  type: OwnFieldType;
  required: boolean;
  /** What is chosen from. */
  options: readonly string[];
  /** A code of `units.ts`, of a number or of what is reckoned. */
  unit: string | null;
  /** What is reckoned, over the keys of numbers. */
  expression: string | null;
  /** Decimals of what is reckoned. */
  decimals: number;
};

export type NamedRecord = { id: string; name: string };
/** What was filled in: a text as it was typed, the words that were chosen, or a record with its name of then. */
export type OwnValue = string | readonly string[] | NamedRecord;
export type OwnValues = Readonly<Record<string, OwnValue>>;

/** What a document says of a field. */
export type OwnAnswer = {
  key: string;
  label: string;
  type: OwnFieldType;
  /** As typed or reckoned; the `d` of a path for a drawn signature; null where nothing was filled in. */
  value: string | readonly string[] | null;
  unit: string | null;
  /** Of a file, which is kept with the report. */
  file?: DocumentFile;
};

/** A field as it begins. */
export const newOwnField = (key: string): OwnField => ({
  ...{ key, label: "", type: "text", required: false, options: [] },
  ...{ unit: null, expression: null, decimals: 2 },
});

/** Bounds of what is filled in. */
export const OWN_LIMITS = { fields: 40, options: 40, label: 80, option: 120, text: 4000 } as const;

/** What conditions and texts call a field by. */
export const ownName = (key: string) => `own.${key}`;

const given = (values: OwnValues, key: string): OwnValue | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;
const textOf = (value: OwnValue | undefined): string =>
  typeof value === "string" ? value.trim() : "";
const isRecord = (value: OwnValue | undefined): value is NamedRecord =>
  typeof value === "object" && !Array.isArray(value);
const chosenOf = (value: OwnValue | undefined): readonly string[] =>
  Array.isArray(value) ? value : [];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})$/;

/** The keys of numbers, which what is reckoned may name. */
export const numberKeys = (fields: readonly OwnField[]): string[] =>
  fields.flatMap(({ key, type }) => (type === "number" ? [key] : []));

/** Why a field cannot be reckoned by its expression; null where it can. */
export function expressionProblem(
  { expression }: OwnField,
  keys: readonly string[],
): string | null {
  if (!expression?.trim()) return "Say what is reckoned";
  try {
    expressionOf(expression, keys);
    return null;
  } catch (cause) {
    if (cause instanceof ExpressionError) return cause.message;
    throw cause;
  }
}

/** What is reckoned of the numbers that were typed; null while one is missing, or where it comes to no number. */
export function reckonedOf(
  field: OwnField,
  fields: readonly OwnField[],
  values: OwnValues,
): string | null {
  if (expressionProblem(field, numberKeys(fields)) !== null) return null;
  const result = reckon(expressionOf(field.expression!), (key) => {
    const typed = textOf(given(values, key));
    return isTypedNumber(typed) ? Number(typed) : Number.NaN;
  });
  return Number.isFinite(result) ? decimal(result).toFixed(field.decimals) : null;
}

/** What is wrong with what was filled in, or missing; null where nothing is. */
export function ownProblem(
  field: OwnField,
  fields: readonly OwnField[],
  values: OwnValues,
): string | null {
  const { type, required, options, key } = field;
  const value = given(values, key);
  if (type === "calc")
    return required && reckonedOf(field, fields, values) === null
      ? "it cannot be reckoned yet"
      : null;
  if (type === "checkbox") return required && value !== "yes" ? "it is not ticked" : null;
  const isEmpty = isRecord(value)
    ? false
    : type === "multiselect"
      ? chosenOf(value).length === 0
      : textOf(value) === "";
  if (isEmpty) return required ? "it is missing" : null;
  const text = textOf(value);
  if (type === "number" && !isTypedNumber(text)) return "it is no number";
  if (type === "unit" && !isUnit(text)) return "it is no unit";
  if (type === "date" && !DAY.test(text)) return "it is no date";
  if (type === "datetime" && !MOMENT.test(text)) return "it is no date and time";
  const words = type === "multiselect" ? chosenOf(value) : [text];
  return isChosen(type) && words.some((word) => !options.includes(word))
    ? "it is none of the choices"
    : null;
}

/** Something wrong with a field. */
export type OwnProblem = { key: string; label: string; says: string };
/** Every problem of a form's fields, by field. */
export const ownProblems = (fields: readonly OwnField[], values: OwnValues): OwnProblem[] =>
  fields.flatMap((field) => {
    const says = ownProblem(field, fields, values);
    return says === null ? [] : [{ key: field.key, label: field.label, says }];
  });

/** What a document says of each field. @param files of the report, by id */
export const answersOf = (
  fields: readonly OwnField[],
  values: OwnValues,
  files: ReadonlyMap<string, DocumentFile>,
): OwnAnswer[] =>
  fields.map((field) => {
    const { key, label, type, unit } = field;
    const value = given(values, key);
    const said = { key, label, type, unit };
    if (type === "calc") return { ...said, value: reckonedOf(field, fields, values) };
    if (type === "checkbox") return { ...said, value: value === "yes" ? "yes" : "no" };
    if (isFileType(type)) {
      const file = files.get(textOf(value));
      if (!file) return { ...said, value: null };
      const { id, name, mime, bytes, sha256 } = file;
      return { ...said, value: name, file: { id, name, mime, bytes, sha256 } };
    }
    if (isRecord(value)) return { ...said, value: value.name };
    if (type === "multiselect") return { ...said, value: chosenOf(value) };
    return { ...said, value: textOf(value) || null };
  });

const momentText = (moment: string): string => {
  const [, day = "", time = ""] = MOMENT.exec(moment) ?? [];
  return day ? `${dateText(day)}, ${time}` : moment;
};

/** An answer as people read it; null where there is none, and for what is drawn. */
export function answerText({ type, value, unit }: OwnAnswer): string | null {
  if (value === null || type === "signature" || type === "image") return null;
  if (typeof value !== "string") return value.join(", ") || null;
  switch (type) {
    case "number":
    case "calc":
      return withSymbol(value, unit && isUnit(unit) ? units[unit].symbol : "");
    case "date":
      return DAY.test(value) ? dateText(value) : value;
    case "datetime":
      return momentText(value);
    case "checkbox":
      return value === "yes" ? "Yes" : "No";
    case "unit":
      return isUnit(value) ? units[value].symbol : value;
    default:
      return value;
  }
}

/** An answer as conditions compare it. */
export function answerValue({ type, value }: OwnAnswer): string | number | null {
  if (value === null) return null;
  if (typeof value !== "string") return value.join(", ");
  return (type === "number" || type === "calc") && isTypedNumber(value) ? Number(value) : value;
}
