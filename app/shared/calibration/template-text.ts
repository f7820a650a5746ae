/** A template's tests as people type and read them. */
import { type Decimal, plainText } from "../metrology/decimal.ts";
import { signed } from "../metrology/measured.ts";
import { type Limits, limitsOf, NO_LIMITS, ToleranceError } from "../metrology/tolerance.ts";
import { toleranceWords } from "../metrology/tolerance-text.ts";
import { units } from "../metrology/units.ts";
import { plural } from "../plural.ts";
import type { TemplateRole, TemplateTest } from "./device-template.ts";
import { toleranceRules } from "./tolerance-rules.ts";

/** Set points with commas; nothing of a test without one. */
export const setpointsText = (points: TemplateTest["setpoints"]): string =>
  points.filter((point) => point !== null).join(", ");

/** Set points as they were typed, with commas or one a line; a test without one has a single one that is null. */
export function setpointsIn(text: string): (string | null)[] {
  const points = text
    .split(/[,;\n]/)
    .map((point) => point.trim())
    .filter(Boolean);
  return points.length ? points : [null];
}

/** Codes as people read them: "defibrillator analyser". */
const roleWord = (code: string) => code.replaceAll("_", " ");
/** Standards of which one set is enough are written with "or", those of a set with "+". */
export const roleText = (role: TemplateRole): string =>
  typeof role === "string"
    ? roleWord(role)
    : role.any_of.map((set) => set.map(roleWord).join(" + ")).join(" or ");

/** The limits of a test at a set point; none where they also depend on the device, such as on its range. */
export function limitsAt(
  { tolerance }: Pick<TemplateTest, "tolerance">,
  setpoint: string | null,
): Limits {
  try {
    return limitsOf(tolerance, { setpoint, rules: toleranceRules });
  } catch (error) {
    if (error instanceof ToleranceError) return NO_LIMITS;
    throw error;
  }
}

/** The same as one text; null where there are none. */
export function limitsText(test: TemplateTest, setpoint: string | null): string | null {
  const { lower, upper } = limitsAt(test, setpoint);
  if (lower && upper) return `${read(lower)} to ${read(upper)}`;
  if (upper) return `≤ ${read(upper)}`;
  return lower ? `≥ ${read(lower)}` : null;
}
const read = (limit: Decimal) => signed(plainText(limit));

/** A test in one line: what is set, how far it may be off. */
export function testText({ setpoints, unit, tolerance, readings }: TemplateTest): string {
  const { symbol } = units[unit];
  const points = setpointsText(setpoints);
  return [
    points && `${points} ${symbol}`.trim(),
    toleranceWords(tolerance, symbol),
    readings && plural(readings, "1 reading", "{n} readings"),
  ]
    .filter(Boolean)
    .join("; ");
}
