import { z } from "zod";
import {
  day,
  described,
  flag,
  money,
  optionalText,
  optionalWhole,
  text,
  whole,
} from "../entity/fields.ts";
import { lineList } from "../entity/word-list.ts";
import { currencyChoices, hasTwoDecimals, notTwoDecimals } from "./countries.ts";

export const MOST_FEATURES = 20;
export const LONGEST_FEATURE = 120;
const MOST_LIMITED = 10_000_000;
const LONGEST_TRIAL = 365;

const letters = /^[A-Z]{3}$/;
const onOffer = new Set(currencyChoices.map(({ value }) => value));
/** A currency on offer, whose amounts have two decimals. */
export const currency = () =>
  described(
    z
      .string({ error: "Currency is required" })
      .trim()
      .toUpperCase()
      .min(1, { error: "Currency is required", abort: true })
      .regex(letters, { error: "Currency has three letters", abort: true })
      .refine(hasTwoDecimals, { error: notTwoDecimals, abort: true })
      .refine((code) => onOffer.has(code), "This currency is not on offer")
      .meta({ examples: ["INR"] }),
    { label: "Currency" },
  );

const limit = (label: string) => optionalWhole(label, 0, MOST_LIMITED);

/** What a plan says by itself. */
export const planFields = {
  code: text("Code", 40).refine(
    (code) => /^[A-Za-z0-9][A-Za-z0-9-]*$/.test(code),
    "Code takes letters, digits and hyphens",
  ),
  name: text("Name", 80),
  summary: optionalText(200, "Summary"),
  serviceType: described(whole("Service type", 0, 2), { label: "Service type" }),
  isPublic: flag("Public").default(true),
  sort: described(whole("Order", 0, 10_000).default(0), { label: "Order" }),
};

/** What it costs and allows from a day on. A limit that is empty is none. */
export const versionFields = {
  currency: currency(),
  priceMonthlyMinor: money("Price a month"),
  priceYearlyMinor: money("Price a year"),
  trialDays: described(whole("Trial days", 0, LONGEST_TRIAL), { label: "Trial days" }),
  maxAssets: limit("Assets"),
  maxUsers: limit("People"),
  maxStorageMb: limit("Storage"),
  maxCertificatesPerMonth: limit("Certificates a month"),
  features: lineList("Features", MOST_FEATURES, LONGEST_FEATURE),
  validFrom: described(day("Holds from"), { label: "Holds from", as: "day" }),
};

export const planInput = z.strictObject(planFields);
export const newPlanInput = z.strictObject({ ...planFields, ...versionFields });
export const versionInput = z.strictObject({
  ...versionFields,
  /** The version that the form began with; another one since then is refused. */
  after: optionalWhole("Version", 1),
});
export type VersionValues = z.output<z.ZodObject<typeof versionFields>>;
