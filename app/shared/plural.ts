/** A sentence about a count: `one` for exactly 1, `other` for the rest; both are whole templates with `{n}` for the number. */
export const plural = (count: number, one: string, other: string) =>
  (count === 1 ? one : other).replace("{n}", String(count));
