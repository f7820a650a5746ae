import { z } from "zod";
import { parseMoney } from "#app/shared/money.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { invalid } from "../../refusals.ts";

/** Characters nobody sees: control characters, and those that turn the direction of what follows. Breaks of lines stay. */
const UNSEEN = /(?![\t\n\v\f\r\u0085])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;
/** A text as people typed it, without what nobody sees. */
const typed = (params?: { error: string }) =>
  z.string(params).overwrite((text) => text.replace(UNSEEN, ""));

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;
export const isOneLine = (text: string) => !LINE_BREAK.test(text);

/** What a field is besides its rule, for spreadsheets, exports and messages. */
export type FieldAbout = {
  label?: string | undefined;
  /** How a cell of a spreadsheet is read. */
  as?: "day" | "money" | "whole" | "flag";
  /** The words it takes. */
  words?: readonly string[];
};
const known = z.registry<FieldAbout>();
/** Stores what a field is beside its rule. */
export const described = <S extends z.ZodType>(schema: S, about: FieldAbout): S => {
  known.add(schema, about);
  return schema;
};

/** What a field was declared as, also through added rules, defaults and transformations. */
export function fieldAbout(schema: z.core.$ZodType): FieldAbout {
  const { in: source, innerType } = schema._zod.def as {
    in?: z.core.$ZodType;
    innerType?: z.core.$ZodType;
  };
  const inner = source ?? innerType;
  return known.get(schema) ?? (inner ? fieldAbout(inner) : {});
}

/** Checking stops at a text that is longer than its limit. */
const atMost = (max: number, label: string) => ({
  error: `${label} can have at most ${max} characters`,
  abort: true,
});

/** A required text that may have several lines. */
export const multiline = (label: string, max = 120) =>
  described(
    typed({ error: `${label} is required` })
      .trim()
      .min(1, `${label} is required`)
      .max(max, atMost(max, label)),
    { label },
  );

/** A required text of one line. */
export const text = (label: string, max = 120) =>
  multiline(label, max).refine(isOneLine, `${label} must be one line`);

const orNothing = (text: z.ZodString, label?: string) =>
  described(
    text
      .transform((value) => value || null)
      .nullish()
      .transform((value) => value ?? null),
    { label },
  );
/** Starts messages about a field without a label. */
const UNNAMED = "This";

/** An optional text box that may have several lines: what a browser sends empty is stored as nothing. */
export const optionalMultiline = (max = 120, label?: string) =>
  orNothing(
    typed()
      .trim()
      .max(max, atMost(max, label ?? UNNAMED)),
    label,
  );
/** An optional text of one line. */
export const optionalText = (max = 120, label?: string) =>
  orNothing(
    typed()
      .trim()
      .max(max, atMost(max, label ?? UNNAMED))
      .refine(isOneLine, `${label ?? UNNAMED} must be one line`),
    label,
  );

const NOT_AN_ADDRESS = "Not an e-mail address";
export const email = () =>
  z
    .string()
    .trim()
    .max(254, { error: NOT_AN_ADDRESS, abort: true })
    .toLowerCase()
    .meta({ format: "email" })
    .pipe(z.email(NOT_AN_ADDRESS));
export const optionalEmail = (label?: string) =>
  described(
    z
      .union([z.literal("").transform(() => null), email()])
      .nullish()
      .transform((value) => value ?? null),
    { label },
  );

/** An empty or missing value becomes null. */
const orEmpty = <S extends z.ZodType>(schema: S) =>
  z
    .union([z.literal("").transform(() => null), z.null(), schema])
    .optional()
    .transform((value) => value ?? null);

/** A whole number, also as text from a form. Empty is nothing. */
export const optionalWhole = (label: string, min = 0, max = 1_000_000_000) =>
  described(
    orEmpty(
      z.coerce
        .number()
        .int(`${label} must be a whole number`)
        .min(min, `${label} must be at least ${min}`)
        .max(max),
    ),
    { label, as: "whole" },
  );
export const whole = (label: string, min = 0, max = 1_000_000_000) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .max(20, { abort: true })
          .regex(/^-?\d+$/, `${label} must be a whole number`)
          .transform(Number),
      ],
      { error: `${label} must be a whole number` },
    )
    .pipe(
      z
        .number()
        .int(`${label} must be a whole number`)
        .min(min, `${label} must be at least ${min}`)
        .max(max, `${label} must be at most ${max}`),
    );

/** Money as text or number with at most two decimals, to minor units. */
export const money = (label: string) =>
  described(
    z
      .union([z.string(), z.number()], { error: `${label} is not an amount` })
      .meta({ examples: ["12.50"] })
      .transform((value, ctx) => {
        if (value === "") {
          ctx.addIssue({ code: "custom", message: `${label} is required` });
          return z.NEVER;
        }
        const minor = parseMoney(String(value));
        if (minor === null || minor < 0) {
          ctx.addIssue({
            code: "custom",
            message: `${label} must be an amount of 0 or more with at most two decimals`,
          });
          return z.NEVER;
        }
        return minor;
      }),
    { label, as: "money" },
  );
export const optionalMoney = (label: string) =>
  described(orEmpty(money(label)), { label, as: "money" });

const yes = new Set(["1", "true", "on", "yes"]);
const no = new Set(["0", "false", "", "off", "no"]);
/** A tick box or flag: true/false/1/0/on; absent means no. */
export const flag = (label?: string) =>
  described(
    z
      .union([z.boolean(), z.number(), z.string()])
      .nullish()
      .transform((value, ctx) => {
        const word = String(value ?? "").toLowerCase();
        if (yes.has(word)) return true;
        if (no.has(word)) return false;
        ctx.addIssue({ code: "custom", message: "Must be yes or no" });
        return z.NEVER;
      }),
    { label, as: "flag" },
  );

/** The id of a record. @param label what messages call it, where that is not its entity's own word */
export const optionalId = (label?: string) => described(optionalText(64), { label });
export const id = (message: string, label?: string) =>
  described(z.string({ error: message }).trim().min(1, message).max(64), { label });

/** A day of the calendar as YYYY-MM-DD. */
export const isDay = (value: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);
export const day = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .refine(isDay, `${label} must be a date`)
    .meta({ format: "date" });
export const optionalDay = (label: string) => described(orEmpty(day(label)), { label, as: "day" });

type Words = readonly [string, ...string[]];
/** One of a list of words. */
export const word = <const W extends Words>(label: string, words: W, message: string) =>
  described(z.enum(words, message), { label, words });
/** The same; an empty choice is nothing. */
export const optionalWord = <const W extends Words>(words: W, label?: string) =>
  described(orEmpty(z.enum(words)), { label, words });

const LONGEST_TAX_IDS = 400;
const taxId = z.strictObject({ label: text("Tax id", 20), value: text("Tax id", 40) });
/** "GSTIN: 33ABCDE1234F1Z5" as its two sides. */
const taxIdIn = (line: string): TaxId => {
  const [label = "", ...value] = line.split(":");
  return { label: label.trim(), value: value.join(":").trim() };
};
const isTaxId = ({ label, value }: TaxId) =>
  label.length > 0 && label.length <= 20 && value.length > 0 && value.length <= 40;

/** Tax ids as a list, or as text with one "Label: number" a line. */
export const taxIds = () => described(taxIdList, { label: "Tax ids" });
const taxIdList = z
  .union([z.array(taxId), z.string()], { error: "Tax ids must be a list" })
  .optional()
  .transform((entries, ctx) => {
    if (typeof entries !== "string") return entries ?? [];
    const isLong = entries.length > LONGEST_TAX_IDS;
    const read = isLong
      ? []
      : entries
          .split("\n")
          .filter((line) => line.trim())
          .map(taxIdIn);
    if (!isLong && read.every(isTaxId)) return read;
    const message = isLong
      ? `Tax ids can have at most ${LONGEST_TAX_IDS} characters`
      : "Write one tax id a line, such as GSTIN: 33ABCDE1234F1Z5";
    ctx.addIssue({ code: "custom", message });
    return z.NEVER;
  })
  .pipe(z.array(taxId).max(5, "At most 5 tax ids"));

export type TaxId = { label: string; value: string };
/** Tax ids as their text box holds them. */
export const taxIdsText = (ids: readonly TaxId[]) =>
  ids.map(({ label, value }) => `${label}: ${value}`).join("\n");

/** The message of a failed choice between empty and a value is that of the value. */
const messageOf = (issue: z.core.$ZodIssue): string =>
  issue.code === "invalid_union" && issue.message === "Invalid input"
    ? (issue.errors.at(-1)?.at(-1)?.message ?? issue.message)
    : issue.message;

/** Parses values by a strict schema: its output, or every message by field. Unknown keys are refused. */
export function problems<S extends z.ZodType>(
  schema: S,
  values: unknown,
): { values: z.output<S>; errors?: undefined } | { values?: undefined; errors: FieldErrors } {
  const result = schema.safeParse(values);
  if (result.success) return { values: result.data };
  const errors: FieldErrors = Object.create(null);
  for (const issue of result.error.issues) {
    const keys = issue.code === "unrecognized_keys" ? issue.keys : [issue.path.join(".") || "form"];
    for (const key of keys) {
      errors[key] ??= [];
      errors[key].push(
        issue.code === "unrecognized_keys"
          ? `${key} is not a field of this form`
          : messageOf(issue),
      );
    }
  }
  return { errors };
}

/**
 * Parses against a strict schema.
 * @throws Response 422 with every message by field
 */
export function checked<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const { values: output, errors } = problems(schema, values);
  return errors ? invalid(errors) : output;
}
