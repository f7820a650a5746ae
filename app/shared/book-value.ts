/** What depreciation needs to know of a device. Money in minor units, the rate in hundredths of a percent a year. */
export type Depreciating = {
  costMinor: number | null;
  salvageMinor: number | null;
  method: "none" | "slm" | "wdv" | null;
  lifeMonths: number | null;
  rateBp: number | null;
  /** The day it begins: put to use, or else bought. */
  from: string | null;
};

/** Whole months from one day to another; 0 when the other comes first. */
export function monthsBetween(from: string, to: string): number {
  const [y1 = 0, m1 = 0, d1 = 0] = from.split("-").map(Number);
  const [y2 = 0, m2 = 0, d2 = 0] = to.split("-").map(Number);
  // On the last day of a shorter month a whole month has passed.
  const lastDay = new Date(Date.UTC(y2, m2, 0)).getUTCDate();
  const whole = (y2 - y1) * 12 + (m2 - m1) - (d2 < d1 && d2 < lastDay ? 1 : 0);
  return Math.max(0, whole);
}

/** The part of an amount, half up, exact for any amount. */
const partOf = (minor: number, numerator: number, denominator: number): number => {
  const [top, bottom] = [BigInt(minor) * BigInt(numerator), BigInt(denominator)];
  return Number((top * 2n + bottom) / (bottom * 2n));
};

/**
 * Book value of a device on a day, in minor units. Straight line: cost − (cost − salvage) × months / life. Written down:
 * cost × (1 − rate)^years. Never below salvage.
 * @returns null when cost, day or what the method needs is not known
 */
export function bookValue(
  { costMinor, salvageMinor, method, lifeMonths, rateBp, from }: Depreciating,
  on: string,
): number | null {
  if (costMinor === null || method === null) return null;
  if (method === "none") return costMinor;
  if (from === null) return null;
  const floor = Math.min(salvageMinor ?? 0, costMinor);
  const months = monthsBetween(from, on);
  if (method === "slm") {
    if (!lifeMonths) return null;
    return costMinor - partOf(costMinor - floor, Math.min(months, lifeMonths), lifeMonths);
  }
  if (rateBp === null) return null;
  const left = Math.max(0, 1 - rateBp / 10_000) ** (months / 12);
  return Math.max(floor, Math.min(costMinor, Math.floor(costMinor * left + 0.5)));
}
