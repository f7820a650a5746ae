import { z } from "zod";
import { dateFormats } from "#app/shared/dates.ts";
import { MOST_OFFSET, presetKeys } from "#app/shared/label-sheet.ts";
import {
  flag,
  optionalEmail,
  optionalMultiline,
  optionalText,
  taxIds,
  text,
  whole,
} from "../entity/fields.ts";
import { isZone } from "../platform/countries.ts";
import { digests, publicFacts, type SettingKey, type Settings } from "./vocabulary.ts";

type Values = Record<string, unknown>;
/** One part of the settings page, which saves alone: what its form holds, and the settings that it sets. */
type Section<S extends z.ZodType, K extends SettingKey> = {
  label: string;
  keys: readonly K[];
  input: S;
  settings: (values: z.output<S>) => { [Key in K]: Settings[Key] };
  form: (settings: Settings) => Values;
};
const section = <S extends z.ZodType, const K extends SettingKey>(definition: Section<S, K>) =>
  definition;

const LONGEST_DAYS = 200;
const onOff = (value: boolean) => (value ? 1 : 0);
/** "30, 15, 7, 1": days before, each once, the earliest reminder first. */
const days = () =>
  z.string({ error: "Days are required" }).transform((text, ctx) => {
    const numbers = text
      .slice(0, LONGEST_DAYS)
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(Number);
    const good =
      text.length < LONGEST_DAYS &&
      numbers.length <= 10 &&
      numbers.every((day) => Number.isInteger(day) && day >= 0 && day <= 365);
    if (good) return [...new Set(numbers)].sort((a, b) => b - a);
    ctx.addIssue({
      code: "custom",
      message: "Write up to ten whole numbers of days from 0 to 365, such as 30, 15, 7, 1",
    });
    return z.NEVER;
  });

const isLocale = (name: string) => {
  try {
    return Intl.NumberFormat.supportedLocalesOf([name]).length > 0;
  } catch {
    return false;
  }
};
/** To a tenth of a millimetre. */
export const millimetres = (label: string) =>
  z.coerce
    .number(`${label} must be a number`)
    .min(-MOST_OFFSET, `${label} must be at least -${MOST_OFFSET} mm`)
    .max(MOST_OFFSET, `${label} must be at most ${MOST_OFFSET} mm`)
    .transform((value) => Math.round(value * 10) / 10);

const capital = (word: string) => `${word[0]!.toUpperCase()}${word.slice(1)}`;
/** The tick box of a fact that a public page may tell. */
const factField = (fact: (typeof publicFacts)[number]) => `shows${capital(fact)}`;
const shows = Object.fromEntries(publicFacts.map((fact) => [factField(fact), flag()]));

export const sections = {
  company: section({
    label: "Company",
    keys: ["date_format", "fiscal_year_start", "locale"],
    input: z.strictObject({
      name: text("Name", 150),
      timeZone: text("Time zone", 60).refine(isZone, "This time zone is not known"),
      currency: text("Currency", 3)
        .toUpperCase()
        .regex(/^[A-Z]{3}$/, "Currency has three letters"),
      address: optionalMultiline(500, "Address"),
      phone: optionalText(30, "Phone"),
      email: optionalEmail(),
      taxIds: taxIds(),
      dateFormat: z.enum(dateFormats, "Choose a date format"),
      fiscalYearStart: z.string().regex(/^(0[1-9]|1[0-2])$/, "Choose a month"),
      locale: optionalText(20, "Language and region").refine(
        (name) => name === null || isLocale(name),
        "This language and region is not known",
      ),
    }),
    settings: ({ dateFormat, fiscalYearStart, locale }) => ({
      date_format: dateFormat,
      fiscal_year_start: fiscalYearStart as Settings["fiscal_year_start"],
      locale,
    }),
    form: (set) => ({
      dateFormat: set.date_format,
      fiscalYearStart: set.fiscal_year_start,
      locale: set.locale,
    }),
  }),
  labels: section({
    label: "Labels",
    keys: ["label_preset", "label_offset"],
    input: z.strictObject({
      labelPreset: z.enum(presetKeys, "Choose a sheet or roll"),
      labelOffsetX: millimetres("Offset to the right"),
      labelOffsetY: millimetres("Offset down"),
    }),
    settings: (values) => ({
      label_preset: values.labelPreset,
      label_offset: { x: values.labelOffsetX, y: values.labelOffsetY },
    }),
    form: (set) => ({
      labelPreset: set.label_preset,
      labelOffsetX: set.label_offset.x,
      labelOffsetY: set.label_offset.y,
    }),
  }),
  report: section({
    label: "Report layout",
    keys: ["report_header", "report_footer", "logo_on_report"],
    input: z.strictObject({
      reportHeader: optionalMultiline(500, "Header"),
      reportFooter: optionalMultiline(500, "Footer"),
      logoOnReport: flag(),
    }),
    settings: (values) => ({
      report_header: values.reportHeader,
      report_footer: values.reportFooter,
      logo_on_report: onOff(values.logoOnReport),
    }),
    form: (set) => ({
      reportHeader: set.report_header,
      reportFooter: set.report_footer,
      logoOnReport: set.logo_on_report === 1,
    }),
  }),
  device: section({
    label: "Public device page",
    keys: ["qr_public_enabled", "qr_public_report", "qr_public_shows"],
    input: z.strictObject({ qrPublicEnabled: flag(), qrPublicReport: flag(), ...shows }),
    settings: (values) => ({
      qr_public_enabled: onOff(values.qrPublicEnabled),
      qr_public_report: onOff(values.qrPublicReport),
      qr_public_shows: publicFacts.filter((fact) => (values as Values)[factField(fact)]),
    }),
    form: (set) => ({
      qrPublicEnabled: set.qr_public_enabled === 1,
      qrPublicReport: set.qr_public_report === 1,
      ...Object.fromEntries(
        publicFacts.map((fact) => [factField(fact), set.qr_public_shows.includes(fact)]),
      ),
    }),
  }),
  security: section({
    label: "Security",
    keys: ["session_idle_minutes"],
    input: z.strictObject({ sessionIdleMinutes: whole("Minutes", 5, 720) }),
    settings: (values) => ({ session_idle_minutes: values.sessionIdleMinutes }),
    form: (set) => ({ sessionIdleMinutes: set.session_idle_minutes }),
  }),
  reminders: section({
    label: "Reminders",
    keys: ["reminder_days", "digest"],
    input: z.strictObject({ reminderDays: days(), digest: z.enum(digests, "Choose when") }),
    settings: (values) => ({ reminder_days: values.reminderDays, digest: values.digest }),
    form: (set) => ({ reminderDays: set.reminder_days.join(", "), digest: set.digest }),
  }),
  calibration: section({
    label: "Calibration",
    keys: ["is_allow_calibrator"],
    input: z.strictObject({ isAllowCalibrator: flag() }),
    settings: (values) => ({ is_allow_calibrator: onOff(values.isAllowCalibrator) }),
    form: (set) => ({ isAllowCalibrator: set.is_allow_calibrator === 1 }),
  }),
} as const;
export type SectionName = keyof typeof sections;

/** A section as the code that handles all of them sees it. */
export type AnySection = {
  label: string;
  keys: readonly SettingKey[];
  input: z.ZodType<Values>;
  settings: (values: Values) => Record<string, unknown>;
  form: (settings: Settings) => Values;
};
