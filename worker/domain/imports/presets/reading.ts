import { plain } from "../columns.ts";

/** Reads a state by the words in it; the first that fits. What no word fits is left to the field's own default. */
export const stateBy =
  (words: readonly (readonly [RegExp, string])[]) =>
  (text: string): string =>
    words.find(([pattern]) => pattern.test(plain(text)))?.[1] ?? "";

const months = "JanFebMarAprMayJunJulAugSepOctNovDec";
/** A date as Java writes it: "Thu Jan 15 00:00:00 UTC 2026" as 2026-01-15; any other text is returned unchanged. */
export function javaDay(text: string): string {
  const [, month, day, year] =
    /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{2}) \d{2}:\d{2}:\d{2} \S{1,10} (\d{4})$/.exec(
      text.slice(0, 60),
    ) ?? [];
  const at = month ? months.indexOf(month) : -1;
  return at < 0 || at % 3 ? text : `${year}-${String(at / 3 + 1).padStart(2, "0")}-${day}`;
}

/** Years as the months they have; any other text is returned unchanged. */
export const yearsAsMonths = (text: string): string =>
  /^\d{1,3}$/.test(text) ? String(Number(text) * 12) : text;

/** A text without what databases write for nothing. */
export const unlessEmpty = (text: string): string =>
  /^(null|0000-00-00|0)$/i.test(text.trim()) ? "" : text;
