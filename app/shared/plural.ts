/**
 * A sentence about a count: `one` for exactly 1, `other` for the rest; both are whole templates with `{n}` for the number.
 * @param text the number as it is written, such as "10,000"
 */
export const plural = (count: number, one: string, other: string, text = String(count)) =>
  (count === 1 ? one : other).replace("{n}", text);
