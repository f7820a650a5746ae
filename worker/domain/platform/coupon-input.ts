import { z } from "zod";
import { formatMinor, parseMoney } from "#app/shared/money.ts";
import { couponKinds } from "#drizzle/control/index.ts";
import {
  always,
  day,
  described,
  flag,
  optionalMoney,
  optionalWhole,
  text,
  whole,
  word,
} from "../entity/fields.ts";
import { idList } from "../entity/word-list.ts";
import { currency } from "./plan-input.ts";

export const MOST_CODES = 200;
export const LONGEST_PREFIX = 10;
const LONGEST_CODE = 20;
const MOST_PLANS = 50;
const MOST_USES = 1_000_000;

type Kind = (typeof couponKinds)[number];
const PERCENT = /^\d{1,3}$/;

/** What a coupon takes off as its column keeps it: per cent, or minor units. @returns null for what is neither */
export function discountOf(kind: Kind, value: unknown): number | null {
  if (typeof value !== "string") return null;
  if (kind === "flat") return parseMoney(value) || null;
  const percent = PERCENT.test(value) ? Number(value) : 0;
  return percent >= 1 && percent <= 100 ? percent : null;
}
/** The same as people write it. */
export const discountSaid = (kind: Kind, value: number): string =>
  kind === "flat" ? formatMinor(value) : String(value);

const capitals = (label: string, fewest: number, longest: number) =>
  described(
    z
      .string({ error: `${label} is required` })
      .trim()
      .max(longest, { error: `${label} can have at most ${longest} characters`, abort: true })
      .toUpperCase()
      .regex(
        new RegExp(`^[A-Z0-9]{${fewest},${longest}}$`),
        fewest
          ? `${label} takes ${fewest} to ${longest} letters and digits`
          : `${label} takes letters and digits`,
      )
      .meta({ examples: [label === "Code" ? "WELCOME10" : "NEW"] }),
    { label },
  );

const optionalCurrency = () =>
  z
    .union([z.literal("").transform(() => null), z.null(), currency()])
    .optional()
    .transform((value) => value ?? null);

/** What a coupon takes off, when and how often. */
const terms = {
  kind: word("Kind", couponKinds, "Choose per cent or an amount"),
  /** Per cent, or an amount with two decimals. */
  value: described(text("Value", 20).meta({ examples: ["10"] }), { label: "Value" }),
  currency: described(optionalCurrency(), { label: "Currency" }),
  maxDiscountMinor: optionalMoney("Largest discount"),
  minOrderMinor: optionalMoney("Smallest order"),
  startsOn: described(day("Starts"), { label: "Starts", as: "day" }),
  endsOn: described(day("Ends"), { label: "Ends", as: "day" }),
  maxRedemptions: optionalWhole("Uses in all", 1, MOST_USES),
  perCompanyLimit: described(whole("Uses a company", 1, MOST_USES).default(1), {
    label: "Uses a company",
  }),
  planIds: idList("Plans", MOST_PLANS),
  isActive: flag("Active").default(true),
};
export type Terms = z.output<z.ZodObject<typeof terms>>;

type Rule = [path: keyof Terms, message: string, isBroken: (terms: Terms) => boolean];
const rules: Rule[] = [
  [
    "value",
    "Value is a whole number from 1 to 100",
    ({ kind, value }) => kind === "percent" && discountOf(kind, value) === null,
  ],
  [
    "value",
    "Value is an amount of more than 0 with at most two decimals",
    ({ kind, value }) => kind === "flat" && discountOf(kind, value) === null,
  ],
  [
    "currency",
    "Choose the currency of the amounts",
    ({ kind, currency, maxDiscountMinor, minOrderMinor }) =>
      !currency && (kind === "flat" || maxDiscountMinor !== null || minOrderMinor !== null),
  ],
  [
    "maxDiscountMinor",
    "Only a discount in per cent has a largest one",
    ({ kind, maxDiscountMinor }) => kind === "flat" && maxDiscountMinor !== null,
  ],
  ["endsOn", "Ends must not be before starts", ({ startsOn, endsOn }) => endsOn < startsOn],
];
/** The rules over several fields of the terms. */
const keepsRules = <S extends z.ZodObject<typeof terms>>(schema: S): S =>
  rules.reduce(
    (checked, [path, message, isBroken]) =>
      checked.refine((sent) => !isBroken(sent as Terms), { path: [path], message, ...always }),
    schema,
  );

export const couponInput = keepsRules(
  z.strictObject({ code: capitals("Code", 4, LONGEST_CODE), ...terms }),
);
export const generateInput = keepsRules(
  z.strictObject({
    prefix: capitals("Prefix", 0, LONGEST_PREFIX),
    count: described(whole("How many", 1, MOST_CODES), { label: "How many" }),
    ...terms,
  }),
);
