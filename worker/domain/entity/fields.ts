import { z } from "zod";
import { parseMoney } from "#app/shared/money.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { invalid } from "../../refusals.ts";
import { issueWords, messageOf, named } from "./issue-words.ts";

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
/** An optional text box that may have several lines: what a browser sends empty is stored as nothing. */
export const optionalMultiline = (max = 120, label?: string) =>
  orNothing(
    typed()
      .trim()
      .max(max, atMost(max, named(label))),
    label,
  );
/** An optional text of one line. */
export const optionalText = (max = 120, label?: string) =>
  orNothing(
    typed()
      .trim()
      .max(max, atMost(max, named(label)))
      .refine(isOneLine, `${named(label)} must be one line`),
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
    .pipe(z.email({ error: ({ input }) => (input ? NOT_AN_ADDRESS : "E-mail is required") }));
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

const WHOLE = /^-?\d{1,20}$/;
/** A whole number, also as the text of a form. @param error what is said of anything else */
const wholeNumber = (error: string) =>
  z.preprocess(
    (sent: string | number) =>
      typeof sent === "string" && WHOLE.test(sent.trim()) ? Number(sent) : sent,
    z.number(error).int({ error, abort: true }),
  );
const within = (label: string, min: number, max: number) =>
  z
    .number()
    .min(min, `${label} must be at least ${min}`)
    .max(max, `${label} must be at most ${max}`);
const notWhole = (label: string) => `${label} must be a whole number`;

/** A whole number within limits. */
export const whole = (label: string, min = 0, max = 1_000_000_000) =>
  z
    .union(
      [z.number(), z.string().trim().max(20, { abort: true }).regex(WHOLE).transform(Number)],
      notWhole(label),
    )
    .pipe(z.number().int({ error: notWhole(label), abort: true }))
    .pipe(within(label, min, max));
/** The same; empty is nothing. */
export const optionalWhole = (label: string, min = 0, max = 1_000_000_000) =>
  described(orEmpty(wholeNumber(notWhole(label)).pipe(within(label, min, max))), {
    label,
    as: "whole",
  });

/** A percentage of 0 to 100 as hundredths of a percent. Empty is nothing. */
export const optionalPercent = (label: string) =>
  described(
    orEmpty(
      wholeNumber(`${label} must be a percentage with at most two decimals`).refine(
        (hundredths) => hundredths >= 0 && hundredths <= 10_000,
        `${label} must be from 0 to 100 %`,
      ),
    ),
    { label, as: "whole" },
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
        ctx.addIssue({ code: "custom", message: `${named(label)} must be yes or no` });
        return z.NEVER;
      }),
    { label, as: "flag" },
  );

/** The same where absent or empty says nothing. */
export const optionalFlag = (label: string) =>
  described(orEmpty(flag(label)), { label, as: "flag" });

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
    .refine(isDay, {
      error: ({ input }) => (input === "" ? `${label} is required` : `${label} must be a date`),
    })
    .meta({ format: "date" });
export const optionalDay = (label: string) => described(orEmpty(day(label)), { label, as: "day" });

type Words = readonly [string, ...string[]];
/** One of a list of words. */
export const word = <const W extends Words>(label: string, words: W, message: string) =>
  described(z.enum(words, message), { label, words });
/** The same; an empty choice is nothing. */
export const optionalWord = <const W extends Words>(words: W, label?: string) =>
  described(orEmpty(z.enum(words)), { label, words });

/** For a rule over several fields: it is checked together with the rules of each, so that all that is wrong is told at once. */
export const always = {
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

/** What messages call the field at a path of a schema. */
const labelAt = (schema: z.core.$ZodType, [name]: readonly PropertyKey[]) => {
  const { shape } = schema._zod.def as { shape?: Record<PropertyKey, z.core.$ZodType> };
  const field = name === undefined ? undefined : shape?.[name];
  return field && fieldAbout(field).label;
};

/** Parses values by a strict schema: its output, or every message by field. Unknown keys are refused. */
export function problems<S extends z.ZodType>(
  schema: S,
  values: unknown,
): { values: z.output<S>; errors?: undefined } | { values?: undefined; errors: FieldErrors } {
  const result = schema.safeParse(values, { error: issueWords });
  if (result.success) return { values: result.data };
  const errors: FieldErrors = Object.create(null);
  for (const issue of result.error.issues) {
    const keys = issue.code === "unrecognized_keys" ? issue.keys : [issue.path.join(".") || "form"];
    for (const key of keys) {
      errors[key] ??= [];
      errors[key].push(
        issue.code === "unrecognized_keys"
          ? `${key} is not a field of this form`
          : messageOf(issue, issue.path.length > 1 ? undefined : labelAt(schema, issue.path)),
      );
    }
  }
  return { errors };
}

/** The values of the fields that are right, and null for the others: for the rules that look further than one field. */
export function rightOnes<S extends z.ZodObject>(schema: S, values: Record<string, unknown>) {
  const entries = Object.entries(schema.shape).map(([name, field]) => {
    const read = (field as z.ZodType).safeParse(values[name]);
    return [name, read.success ? read.data : null];
  });
  return Object.fromEntries(entries) as z.output<S>;
}

/**
 * Parses against a strict schema.
 * @throws Response 422 with every message by field
 */
export function checked<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const { values: output, errors } = problems(schema, values);
  return errors ? invalid(errors) : output;
}
