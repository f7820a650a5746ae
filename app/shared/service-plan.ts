const LEAST_SCORE = 12;
const HALF_YEARLY_SCORE = 17;

/** How often PM is proposed for an EM score: 12 to 16 yearly, 17 to 20 half-yearly; null below. In months. */
export const proposedMonths = (score: number | null): number | null =>
  score === null || score < LEAST_SCORE ? null : score < HALF_YEARLY_SCORE ? 12 : 6;

/** Function, risk and maintenance together; null until all three are known. */
export function scoreOf(parts: readonly (string | number | null | undefined)[]): number | null {
  const numbers = parts.map((part) =>
    part === null || part === undefined || part === "" ? Number.NaN : Number(part),
  );
  return numbers.some((part) => !Number.isInteger(part))
    ? null
    : numbers.reduce((sum, part) => sum + part, 0);
}
