import { z } from "zod";
import { dateFormats } from "#app/shared/dates.ts";
import { MOST_OFFSET, presetKeys } from "#app/shared/label-sheet.ts";
import { weekdays, weekFields, weekIn } from "#app/shared/working-week.ts";
import { whoseFactors } from "../../auth/factors/standing.ts";
import {
  flag,
  optionalEmail,
  optionalMultiline,
  optionalPercent,
  optionalText,
  text,
  whole,
} from "../entity/fields.ts";
import { optionalPhone } from "../entity/formats.ts";
import { taxIds } from "../entity/tax-ids.ts";
import { isZone } from "../platform/countries.ts";
import { certificateForm, certificateInput, certificateSettings } from "./certificate-fields.ts";
import { holidayLines, holidaysOf, MOST_BYTES } from "./holidays.ts";
import { intervalFields, intervalFiguresIn, intervalForm } from "./interval-fields.ts";
import { levelFields, levelInput, levelsIn } from "./level-fields.ts";
import { section, type Values } from "./section.ts";
import { digests, publicFacts } from "./vocabulary.ts";

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
  due: section({
    label: "Planned services",
    keys: ["pm_window_before", "pm_window_after", "capacity_hours"],
    input: z.strictObject({
      pmWindowBefore: whole("Days before", 0, 180),
      pmWindowAfter: whole("Days after", 0, 180),
      capacityHours: whole("Hours", 0, 1000),
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
  replacement: section({
    label: "Replacement",
    keys: ["replacement_weights", "replacement_inflation_bp", "condemn_needs_two"],
    input: z
      .strictObject({
        weightAge: whole("Age to life", 0, 100),
        weightCost: whole("Service cost", 0, 100),
        weightFailures: whole("Failures", 0, 100),
        weightSupport: whole("End of support", 0, 100),
        weightCriticality: whole("Criticality", 0, 100),
        inflation: optionalPercent("Rise of prices a year"),
        condemnNeedsTwo: flag(),
      })
      .refine(
        (values) =>
          values.weightAge + values.weightCost + values.weightFailures + values.weightSupport > 0,
        { message: "One of the first four must count", path: ["weightAge"] },
      ),
    settings: (values) => ({
      replacement_weights: {
        age: values.weightAge,
        cost: values.weightCost,
        failures: values.weightFailures,
        support: values.weightSupport,
        criticality: values.weightCriticality,
      },
      replacement_inflation_bp: values.inflation ?? 0,
    }),
    form: ({ replacement_weights: set, replacement_inflation_bp: bp }) => ({
      weightAge: set.age,
      weightCost: set.cost,
      weightFailures: set.failures,
      weightSupport: set.support,
      weightCriticality: set.criticality,
      inflation: bp,
    }),
  }),
  security: section({
    label: "Security",
    keys: ["session_idle_minutes"],
    input: z.strictObject({ sessionIdleMinutes: whole("Minutes", 5, 720) }),
  }),
  factors: section({
    label: "Second factor",
    isAdminOnly: true,
    keys: ["second_factor_of", "remember_devices"],
    input: z.strictObject({
      secondFactorOf: z.enum(whoseFactors, "Choose who"),
      rememberDevices: flag(),
    }),
  }),
  reminders: section({
    label: "Reminders",
    keys: ["reminder_days", "digest", "due_escalation"],
    input: z.strictObject({
      reminderDays: days(),
      leaderAfterDays: whole("Days until the team leader is told", 1, 365),
      adminAfterDays: whole("Days until Admins are told", 1, 365),
      digest: z.enum(digests, "Choose when"),
    }),
    settings: ({ leaderAfterDays, adminAfterDays }) => ({
      due_escalation: { leader: leaderAfterDays, admin: adminAfterDays },
    }),
    form: ({ reminder_days, due_escalation: { leader, admin } }) => ({
      reminderDays: reminder_days.join(", "),
      leaderAfterDays: leader,
      adminAfterDays: admin,
    }),
  }),
  calibration: section({
    label: "Calibration",
    keys: ["is_allow_calibrator"],
    input: z.strictObject({ isAllowCalibrator: flag() }),
  }),
  certificates: section({
    label: "Certificates",
    keys: ["checker_may_approve", "accreditation", "certificate_statements"],
    input: certificateInput,
    settings: certificateSettings,
    form: certificateForm,
  }),
  intervals: section({
    label: "Proposed intervals",
    keys: ["interval_figures"],
    input: z.strictObject(intervalFields),
    settings: (values) => ({ interval_figures: intervalFiguresIn(values) }),
    form: ({ interval_figures: set }) => intervalForm(set),
  }),
} as const;
export type SectionName = keyof typeof sections;
