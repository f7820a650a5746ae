/** Limits and reading of a check that measures: decimal texts, empty where there is none. */
export type Limits = { unit: string; low: string; high: string };
export type Reading = Limits & { value: string };

export const LONGEST_UNIT = 20;
const decimal = String.raw`[-−]?\d{1,9}(?:\.\d{1,6})?`;
const isDecimal = /^-?\d{1,9}(?:\.\d{1,6})?$/;
/** Whether a text is a number as limits and readings are kept. */
export const isReading = (text: string) => isDecimal.test(text);
/** What a person typed as a reading: "1,5" and "−3" as well as "1.5" and "-3". */
export const readingOf = (typed: string) =>
  typed
    .trim()
    .replace("−", "-")
    .replace(/^(-?\d+),(\d+)$/, "$1.$2");

/** A number of at most six decimals, without the noise of adding. */
const plain = (number: number) => String(Number(number.toFixed(6)));
const ways: [RegExp, (first: string, second: string) => Omit<Limits, "unit">][] = [
  [new RegExp(`^(${decimal})\\s*(?:–|\\.\\.|to)\\s*(${decimal})`), (low, high) => ({ low, high })],
  [
    new RegExp(`^(${decimal})\\s*(?:±|\\+/-)\\s*(${decimal})`),
    (middle, by) => ({
      low: plain(Number(middle) - Number(by)),
      high: plain(Number(middle) + Number(by)),
    }),
  ],
  [new RegExp(`^(?:≤|<=|max\\.?)\\s*(${decimal})()`), (high) => ({ low: "", high })],
  [new RegExp(`^(?:≥|>=|min\\.?)\\s*(${decimal})()`), (low) => ({ low, high: "" })],
];

/**
 * The limits that the name of a check ends with, in brackets: "Leakage current [≤ 100 µA]", "Tidal volume [450–550 mL]",
 * "Oxygen [60 ± 3 vol%]".
 * @returns null for a name without limits
 */
export function limitsIn(name: string): ({ name: string } & Limits) | null {
  const [, before, inside = ""] = /^(.*\S)\s*\[\s*([^[\]]{1,60}?)\s*\]$/.exec(name.trim()) ?? [];
  for (const [way, limits] of before ? ways : []) {
    const found = way.exec(inside);
    if (!found) continue;
    const unit = inside.slice(found[0].length).trim();
    const ascii = found.slice(1).map((number = "") => number.replace("−", "-"));
    const { low, high } = limits(ascii[0]!, ascii[1]!);
    if (unit.length > LONGEST_UNIT || (low && high && Number(low) > Number(high))) return null;
    return { name: before!, unit, low, high };
  }
  return null;
}

const withUnit = (number: string, unit: string) => (unit ? `${number} ${unit}` : number);

/** The limits as people write them: "450–550 mL"; empty for a check that does not measure. */
export function limitsText({ unit = "", low = "", high = "" }: Partial<Limits>): string {
  if (low && high) return withUnit(`${low}–${high}`, unit);
  if (low) return withUnit(`≥ ${low}`, unit);
  return high ? withUnit(`≤ ${high}`, unit) : "";
}
/** The reading with its unit: "492 mL"; empty where there is none. */
export const readingText = ({ value = "", unit = "" }: Partial<Reading>) =>
  value ? withUnit(value, unit) : "";

/** Whether a check has limits, so that a reading decides about it. */
export const isMeasured = ({ low = "", high = "" }: Partial<Limits>) => low !== "" || high !== "";

/** Why a reading is out of its limits, as a sentence; null while it is within them or there is none. */
export function whyOut({
  unit = "",
  low = "",
  high = "",
  value = "",
}: Partial<Reading>): string | null {
  if (!isReading(value)) return null;
  if (low && Number(value) < Number(low))
    return `${withUnit(value, unit)} is below ${withUnit(low, unit)}`;
  return high && Number(value) > Number(high)
    ? `${withUnit(value, unit)} is above ${withUnit(high, unit)}`
    : null;
}

/** What a reading proposes for its check. @returns null where it has no limits or no reading */
export const proposed = (check: Partial<Reading>): "yes" | "no" | null =>
  !isMeasured(check) || !isReading(check.value ?? "") ? null : whyOut(check) ? "no" : "yes";
