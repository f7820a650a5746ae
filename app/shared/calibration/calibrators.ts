import { addDays, daysBetween } from "../company-time.ts";
import { dueBadge, lookOf } from "../due.ts";
import { folded } from "../folded.ts";
import type { Choice } from "../list.ts";
import { plural } from "../plural.ts";
import { choicesFrom as choices, intervalUnitWords } from "./machine-words.ts";

/** What a standard is. */
export const calibratorKinds = {
  reference_standard: "Reference standard",
  working_standard: "Working standard",
  reference_material: "Reference material",
  simulator: "Simulator",
  analyser: "Analyser",
  auxiliary: "Auxiliary equipment",
} as const;
export const kindChoices = choices(calibratorKinds);
export const kindText = (kind: string): string =>
  (calibratorKinds as Readonly<Record<string, string>>)[kind] ?? kind;

export const unitChoices = choices(intervalUnitWords);
/** How often it is checked between calibrations. */
export const checkedEvery = (value: number, unit: keyof typeof intervalUnitWords): string =>
  unit === "day"
    ? plural(value, "Checked every day", "Checked every {n} days")
    : unit === "month"
      ? plural(value, "Checked every month", "Checked every {n} months")
      : plural(value, "Checked every year", "Checked every {n} years");

/** Who says how often it is calibrated. */
export const intervalSources = {
  manufacturer: "Manufacturer",
  customer: "Customer",
  regulation: "Regulation",
  history: "Its history",
  default: "Own decision",
} as const;
export const sourceChoices = choices(intervalSources);

/** The roles that tests of devices ask for; a company may have others. */
export const knownRoles = [
  "agent_analyser",
  "analytical_balance",
  "artificial_ear",
  "balance",
  "barometer",
  "conductivity_meter",
  "defibrillator_analyser",
  "ecg_simulator",
  "electrical_safety_analyser",
  "esu_analyser",
  "flow_meter",
  "gas_flow_analyser",
  "image_scanner",
  "inclinometer",
  "incubator_analyser",
  "infusion_analyser",
  "kv_dose_meter",
  "lux_meter",
  "mass_set_m1",
  "nibp_simulator",
  "oxygen_analyser",
  "patient_simulator",
  "phantom",
  "phototherapy_radiometer",
  "pressure_meter",
  "reference_thermometer",
  "ruler",
  "sensor_simulator",
  "sound_level_meter",
  "spo2_simulator",
  "stirred_bath",
  "syringe_3l",
  "tachometer",
  "tape_measure",
  "temperature_logger",
  "temperature_pressure_logger",
  "temperature_reference",
  "test_lung",
  "thermometer",
  "timer",
  "ultrasound_power_meter",
  "vacuum_meter",
] as const;

const abbreviations: Readonly<Record<string, string>> = {
  ecg: "ECG",
  esu: "ESU",
  kv: "kV",
  nibp: "NIBP",
  spo2: "SpO2",
  m1: "M1",
  "3l": "3 L",
};
/** A role as people read it: "ecg_simulator" is "ECG simulator". */
export function roleText(code: string): string {
  const text = code
    .split("_")
    .map((part) => abbreviations[part] ?? part)
    .join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
/** A standard stands in for no more roles than this. */
export const MOST_ROLES = 20;
export const LONGEST_ROLE = 40;
export const ROLE = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;
/** The code of a role as somebody types it: "ECG simulator" is "ecg_simulator". */
export const roleCode = (typed: string): string => typed.trim().toLowerCase().replace(/ +/g, "_");
export const roleChoices: Choice[] = knownRoles.map((value) => ({ value, label: roleText(value) }));

/** Codes as a form or a record holds them: a list, or one text with commas between them. */
export const roleCodesIn = (held: unknown): string[] =>
  (Array.isArray(held) ? held.map(String) : String(held ?? "").split(","))
    .map(roleCode)
    .filter(Boolean);
/** The roles that hold every word of a text; one that is none of them can be chosen as a company's own. */
export function rolesFor(typed: string): Choice[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const found = roleChoices.filter(({ label }) =>
    words.every((word) => folded(label).includes(word)),
  );
  const code = roleCode(typed);
  const isOwn = ROLE.test(code) && code.length <= LONGEST_ROLE;
  const isKnown = roleChoices.some(
    ({ value, label }) => value === code || folded(label) === folded(typed.trim()),
  );
  return isOwn && !isKnown
    ? [...found, { value: code, label: roleText(code), hint: "own role" }]
    : found;
}

/** Due within so many days, as filters say it. */
export const dueWindows = { expired: "Expired", "30": "30 days", "60": "60 days", "90": "90 days" };

/** The day until which a certificate falls due to be within a window of days from one day on; null for no such window. */
export function lastDayOf(window: string, today: string): string | null {
  if (window === "expired") return addDays(today, -1);
  return /^\d{1,3}$/.test(window) ? addDays(today, Number(window)) : null;
}

type Dated = { dueOn: string | null };
/** How a standard stands by its certificate in force. @param date writes a day as the company does */
export function certificateBadge({ dueOn }: Dated, today: string, date: (on: string) => string) {
  if (dueOn === null)
    return { state: "none", tone: "amber", icon: "alert", calm: false, text: "No certificate" };
  const badge = dueBadge({ required: true, last: today, next: dueOn }, today, date);
  return badge.state === "late" ? { ...badge, text: `Expired ${date(dueOn)}` } : badge;
}

/** Checks come often: the next one is near only so many days before. */
const CHECK_SOON_DAYS = 7;
type Checked = {
  last: string | null;
  /** The day of a failed check that still stands. */
  failed: string | null;
  next: string | null;
};
/** How a standard stands by its checks. @param date writes a day as the company does */
export function checkBadge(
  { last, failed, next }: Checked,
  today: string,
  date: (on: string) => string,
) {
  if (failed !== null)
    return { tone: "overdue", icon: "cross", calm: false, text: `Failed ${date(failed)}` } as const;
  const left = next === null ? 0 : daysBetween(today, next);
  return next !== null && last !== null && left > CHECK_SOON_DAYS
    ? { ...lookOf(left, CHECK_SOON_DAYS), text: `In date to ${date(next)}` }
    : dueBadge({ required: true, last, next }, today, date);
}
