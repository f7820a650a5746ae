import { z } from "zod";
import { type IntervalFigures, usualFigures } from "#app/shared/calibration/intervals.ts";
import { type StatementKey, statementKeys } from "#app/shared/certificates/document.ts";
import { dateFormats } from "#app/shared/dates.ts";
import { presetKeys } from "#app/shared/label-sheet.ts";
import { firstWeights, type ScoreWeights } from "#app/shared/replacement.ts";
import { firstLevels, MOST_HOURS, type ServiceLevels } from "#app/shared/service-levels.ts";
import { isTime, MOST_HOLIDAYS, type Week } from "#app/shared/working-time.ts";
import { whoseFactors } from "../../auth/factors/standing.ts";
import type { Company } from "../../session.ts";

type At = Pick<Company, "country">;
type Setting<V> = { value: z.ZodType<V>; first: (company: At) => V };
const setting = <V>(value: z.ZodType<V>, first: V | ((company: At) => V)): Setting<V> => ({
  value,
  first: typeof first === "function" ? (first as (company: At) => V) : () => first,
});
const onOff = () => z.union([z.literal(0), z.literal(1)]);
const text = (max: number) => z.string().max(max).nullable();

/** What a public device page may tell, in the order in which it is offered. */
export const publicFacts = [
  "name",
  "model",
  "place",
  "state",
  "nextPm",
  "calibration",
  "company",
] as const;
export const digests = ["daily", "weekly", "off"] as const;
const months = ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"] as const;

const hours = z.number().positive().max(MOST_HOURS).nullable();
/** Days after a due date. */
const daysLate = z.number().int().min(1).max(365);
const level = z.object({ respond: hours, resolve: hours });
const levels: z.ZodType<ServiceLevels> = z.object({
  critical: level,
  high: level,
  medium: level,
  low: level,
});

const weight = z.number().int().min(0).max(100);
const weights: z.ZodType<ScoreWeights> = z.object({
  ...{ age: weight, cost: weight, failures: weight, support: weight, criticality: weight },
});

/** A figure of the methods that propose intervals. */
const figure = (least: number, most: number) => z.number().min(least).max(most);
const intervalFigures: z.ZodType<IntervalFigures> = z.object({
  ...{ longer: figure(1, 2), shorter: figure(0.1, 1), within: figure(0.1, 1), most: figure(1, 5) },
  ...{ target: figure(0.5, 0.99), step: figure(0.01, 0.5), confidence: figure(0.05, 0.99) },
});

const time = z.string().refine(isTime);
const hoursOfDay = z
  .object({ from: time, to: time })
  .refine(({ from, to }) => from < to)
  .nullable();
const week: z.ZodType<Week | null> = z
  .tuple([hoursOfDay, hoursOfDay, hoursOfDay, hoursOfDay, hoursOfDay, hoursOfDay, hoursOfDay])
  .refine((days) => days.some(Boolean))
  .nullable();
/** A day on which nobody works. */
export type Holiday = { on: string; name: string };
const holidays: z.ZodType<Holiday[]> = z
  .array(z.object({ on: z.iso.date(), name: z.string().max(60) }))
  .max(MOST_HOLIDAYS);

export type Accreditation = { body: string; number: string; url: string | null };
const accreditation: z.ZodType<Accreditation | null> = z
  .object({
    body: z.string().max(120),
    number: z.string().max(60),
    url: z.string().max(300).nullable(),
  })
  .nullable();
const statements = z.partialRecord(z.enum(statementKeys), z.string().max(1000)) as z.ZodType<
  Partial<Record<StatementKey, string>>
>;

/** Every setting of a company: what it may hold, and what holds until it is set. A key that is not here is no setting. */
export const vocabulary = {
  date_format: setting(z.enum(dateFormats), ({ country }) =>
    country === "US" ? "MMM DD, YYYY" : "DD MMM YYYY",
  ),
  fiscal_year_start: setting(z.enum(months), ({ country }) => (country === "IN" ? "04" : "01")),
  locale: setting<string | null>(z.string().max(20).nullable(), null),
  report_header: setting(text(500), null),
  report_footer: setting(text(500), null),
  logo_on_report: setting(onOff(), 1),
  qr_public_enabled: setting(onOff(), 1),
  qr_public_report: setting(onOff(), 1),
  qr_public_shows: setting(z.array(z.enum(publicFacts)), () => [...publicFacts]),
  label_preset: setting(z.enum(presetKeys), "a4-24"),
  label_offset: setting(z.object({ x: z.number(), y: z.number() }), { x: 0, y: 0 }),
  session_idle_minutes: setting(z.number().int().min(5).max(720), 30),
  /** Who has to have a second factor. */
  second_factor_of: setting(z.enum(whoseFactors), "nobody"),
  /** Whether people may have a browser remembered, in which it is not asked for. */
  remember_devices: setting(onOff(), 1),
  reminder_days: setting(z.array(z.number().int().min(0).max(365)).max(10), () => [30, 15, 7, 1]),
  digest: setting(z.enum(digests), "daily"),
  /** After so many days a planned service that is overdue is told to the team's leader, and to Admins; one of life support at once. */
  due_escalation: setting(z.object({ leader: daysLate, admin: daysLate }), () => ({
    leader: 3,
    admin: 10,
  })),
  /** Days before and after a due date in which a planned service counts as on time. */
  pm_window_before: setting(z.number().int().min(0).max(180), 15),
  pm_window_after: setting(z.number().int().min(0).max(180), 15),
  /** Hours of planned work that the company can do on a working day; teams may have their own. */
  capacity_hours: setting(z.number().int().min(0).max(1000), 8),
  is_allow_calibrator: setting(onOff(), 1),
  sla: setting(levels, () => firstLevels),
  working_calendar: setting(
    z.object({ week, holidays }),
    (): { week: Week | null; holidays: Holiday[] } => ({ week: null, holidays: [] }),
  ),
  call_auto_close_days: setting(z.number().int().min(1).max(90), 7),
  call_reopen_days: setting(z.number().int().min(0).max(90), 7),
  transfer_needs_approval: setting(onOff(), 1),
  gate_pass_levels: setting(z.number().int().min(0).max(4), 1),
  /** How much each part of a replacement score counts beside the others. */
  replacement_weights: setting(weights, () => firstWeights),
  /** How much prices rise in a year, in 1/100 of a percent. */
  replacement_inflation_bp: setting(z.number().int().min(0).max(10_000), 500),
  /** How calibration intervals are proposed from history. */
  interval_figures: setting(intervalFigures, () => usualFigures),
  condemn_needs_two: setting(onOff(), 1),
  /** Whoever has checked a certificate may approve it too; whoever measured never does. */
  checker_may_approve: setting(onOff(), 0),
  /** The laboratory's accreditation, as certificates name it; null: it has none. */
  accreditation: setting<Accreditation | null>(accreditation, null),
  /** Texts of certificates that the company words itself, by what they are about. */
  certificate_statements: setting<Partial<Record<StatementKey, string>>>(statements, () => ({})),
  /** There are records that were made to try the product with. */
  sample_data: setting(z.boolean(), false),
  /** An Admin has put the first steps away. */
  first_steps_away: setting(z.boolean(), false),
  qr_report_pin: setting<string | null>(
    z
      .string()
      .regex(/^\d{4,8}$/)
      .nullable(),
    null,
  ),
} as const;

export type SettingKey = keyof typeof vocabulary;
type SettingValue<K extends SettingKey> = ReturnType<(typeof vocabulary)[K]["first"]>;
export type Settings = { [K in SettingKey]: SettingValue<K> };

/** A setting as it is set, or as it is until then; a stored value that is none counts as not set. */
export function settingOf<K extends SettingKey>(
  company: Pick<Company, "settings" | "country">,
  key: K,
): SettingValue<K> {
  const { value, first } = vocabulary[key] as unknown as Setting<SettingValue<K>>;
  const set = value.safeParse(company.settings[key]);
  return set.success ? set.data : first(company);
}
