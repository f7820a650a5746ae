import { z } from "zod";
import { dateFormats } from "#app/shared/dates.ts";
import { MOST_OFFSET, presetKeys } from "#app/shared/label-sheet.ts";
import { weekdays, weekFields, weekIn } from "#app/shared/working-week.ts";
import {
  fieldAbout,
  flag,
  optionalEmail,
  optionalMultiline,
  optionalText,
  text,
  whole,
} from "../entity/fields.ts";
import { optionalPhone } from "../entity/formats.ts";
import { taxIds } from "../entity/tax-ids.ts";
import { isZone } from "../platform/countries.ts";
import { holidayLines, holidaysOf, MOST_BYTES } from "./holidays.ts";
import { levelFields, levelInput, levelsIn } from "./level-fields.ts";
import { digests, publicFacts, type SettingKey, type Settings } from "./vocabulary.ts";

type Values = Record<string, unknown>;
/** The form's field of a setting or a kind of number: `reportHeader` of report_header. */
export const fieldOf = (key: string) =>
  key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** One part of the settings page, which saves alone: what its form holds, and the settings that it sets. */
type Definition<S extends z.ZodObject> = {
  label: string;
  keys: readonly SettingKey[];
  input: S;
  /** The settings that have no field of their name. */
  settings?: (values: z.output<S>) => Partial<Settings>;
  /** What the form shows otherwise than it is stored. */
  form?: (settings: Settings) => Values;
};

/** A setting is stored as its field is sent, a tick box as 1 or 0. */
function section<S extends z.ZodObject>({ label, keys, input, settings, form }: Definition<S>) {
  const named = keys.flatMap((key) => {
    const [field, schema] = [fieldOf(key), input.shape[fieldOf(key)]];
    return schema ? [{ key, field, isFlag: fieldAbout(schema).as === "flag" }] : [];
  });
  return {
    label,
    keys,
    input,
    settings: (values: z.output<S>): Values => ({
      ...Object.fromEntries(
        named.map(({ key, field, isFlag }) => [
          key,
          isFlag ? Number((values as Values)[field]) : (values as Values)[field],
        ]),
      ),
      ...settings?.(values),
    }),
    form: (set: Settings): Values => ({
      ...Object.fromEntries(
        named.map(({ key, field, isFlag }) => [field, isFlag ? set[key] === 1 : set[key]]),
      ),
      ...form?.(set),
    }),
  };
}

const LONGEST_DAYS = 200;
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

const timeField = () => optionalText(5, "Time");
const weekShape = Object.fromEntries(
  weekdays.flatMap(([day]) => [
    [`${day}From`, timeField()],
    [`${day}To`, timeField()],
  ]),
);
/** Lines of date and name. */
const holidays = () =>
  z
    .string()
    .max(MOST_BYTES, { abort: true })
    .default("")
    .transform((text, ctx) => {
      const { holidays: read, problems } = holidaysOf(text);
      for (const message of problems) ctx.addIssue({ code: "custom", message });
      return read;
    });
const calendarInput = z
  .strictObject({ isAlways: flag("Day and night"), ...weekShape, holidays: holidays() })
  .superRefine((values, ctx) => {
    for (const [field, message] of Object.entries(weekIn(values, values.isAlways).problems))
      ctx.addIssue({ code: "custom", message, path: [field] });
  });

const pin = () =>
  optionalText(8, "PIN").refine(
    (value) => value === null || /^\d{4,8}$/.test(value),
    "A PIN has 4 to 8 digits",
  );

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
      phone: optionalPhone("Phone"),
      email: optionalEmail(),
      taxIds: taxIds(),
      dateFormat: z.enum(dateFormats, "Choose a date format"),
      fiscalYearStart: z.string().regex(/^(0[1-9]|1[0-2])$/, "Choose a month"),
      locale: optionalText(20, "Language and region").refine(
        (name) => name === null || isLocale(name),
        "This language and region is not known",
      ),
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
    settings: ({ labelOffsetX, labelOffsetY }) => ({
      label_offset: { x: labelOffsetX, y: labelOffsetY },
    }),
    form: ({ label_offset: { x, y } }) => ({ labelOffsetX: x, labelOffsetY: y }),
  }),
  report: section({
    label: "Report layout",
    keys: ["report_header", "report_footer", "logo_on_report"],
    input: z.strictObject({
      reportHeader: optionalMultiline(500, "Header"),
      reportFooter: optionalMultiline(500, "Footer"),
      logoOnReport: flag(),
    }),
  }),
  device: section({
    label: "Public device page",
    keys: ["qr_public_enabled", "qr_public_report", "qr_public_shows", "qr_report_pin"],
    input: z.strictObject({
      qrPublicEnabled: flag(),
      qrPublicReport: flag(),
      qrReportPin: pin(),
      ...shows,
    }),
    settings: (values) => ({
      qr_public_shows: publicFacts.filter((fact) => (values as Values)[factField(fact)]),
    }),
    form: (set) =>
      Object.fromEntries(
        publicFacts.map((fact) => [factField(fact), set.qr_public_shows.includes(fact)]),
      ),
  }),
  service: section({
    label: "Service levels",
    keys: ["sla", "call_auto_close_days", "call_reopen_days"],
    input: levelInput({
      callAutoCloseDays: whole("Days until it is closed", 1, 90),
      callReopenDays: whole("Days in which it is reopened", 0, 90),
    }),
    settings: (values) => ({ sla: levelsIn(values) }),
    form: ({ sla }) => levelFields(sla),
  }),
  calendar: section({
    label: "Working calendar",
    keys: ["working_calendar"],
    input: calendarInput,
    settings: ({ isAlways, holidays: days, ...values }) => ({
      working_calendar: { week: weekIn(values, isAlways).week, holidays: days },
    }),
    form: ({ working_calendar: { week, holidays: days } }) => ({
      isAlways: week === null,
      ...weekFields(week),
      holidays: holidayLines(days),
    }),
  }),
  movement: section({
    label: "Movement",
    keys: ["transfer_needs_approval", "gate_pass_levels"],
    input: z.strictObject({
      transferNeedsApproval: flag(),
      gatePassLevels: whole("Levels", 0, 4),
    }),
  }),
  security: section({
    label: "Security",
    keys: ["session_idle_minutes"],
    input: z.strictObject({ sessionIdleMinutes: whole("Minutes", 5, 720) }),
  }),
  reminders: section({
    label: "Reminders",
    keys: ["reminder_days", "digest"],
    input: z.strictObject({ reminderDays: days(), digest: z.enum(digests, "Choose when") }),
    form: (set) => ({ reminderDays: set.reminder_days.join(", ") }),
  }),
  calibration: section({
    label: "Calibration",
    keys: ["is_allow_calibrator"],
    input: z.strictObject({ isAllowCalibrator: flag() }),
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
