import { isDay } from "../entity/fields.ts";
import type { MasterName } from "./masters.ts";

/** A field as a spreadsheet's column. */
export type Column = {
  /** The field's name in the form's schema. */
  name: string;
  label: string;
  /** Rows that are added must have it. */
  required?: boolean;
  /** What else people call it, as `plain` text; what is surest stands first. */
  like?: readonly string[];
  as?: "day" | "money" | "whole" | "flag";
  /** The words the field takes, with what people call them. */
  words?: Readonly<Record<string, string>>;
  /** The field names another record. */
  master?: MasterName;
  example?: string;
  hint?: string;
};

/** How the cells of a file are to be read. */
export type Reading = { dayFirst: boolean };
/** A cell as its field's schema takes it, or why it cannot be taken. */
type Read = { value: unknown; wrong?: undefined } | { wrong: string; value?: undefined };

/** A name without what people write in many ways: case, spaces, signs. */
export const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** A word as people call it: "In service" for `in_service`. */
export const called = (word: string) =>
  `${word[0]!.toUpperCase()}${word.slice(1).replaceAll("_", " ")}`;
/** Words with what people call them. */
export const calledWords = (words: readonly string[]): Record<string, string> =>
  Object.fromEntries(words.map((word) => [word, called(word)]));

/** Longest text of a cell that holds a date or an amount. */
const LONGEST_VALUE = 60;
const pad = (part: string | number) => String(part).padStart(2, "0");
const FIRST_SERIAL = 15_000;
const LAST_SERIAL = 80_000;
const EPOCH = Date.UTC(1899, 11, 30);
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const century = (year: string) =>
  year.length === 2 ? `${Number(year) > 69 ? 19 : 20}${year}` : year;

const monthFirst = new Set(["US", "PH", "FM", "MH", "PW"]);
/** Whether a country writes the day of a date before its month. */
export const isDayFirst = (country: string) => !monthFirst.has(country);

/** A date as YYYY-MM-DD: written in full, with a month's name, or as the day number of a spreadsheet; null when it is none. */
export function dayIn(text: string, dayFirst: boolean): string | null {
  if (text.length > LONGEST_VALUE) return null;
  const [on = ""] = text.split(/[T ](?=\d\d?:)/);
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(on);
  const short = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(on);
  const named =
    /^(\d{1,2})[-/. ]?([a-z]{3})[a-z]*[-/. ,]*(\d{4}|\d{2})$/i.exec(on) ??
    /^([a-z]{3})[a-z]*[-/. ]?(\d{1,2})[-/. ,]+(\d{4})$/i.exec(on);
  let full = "";
  if (iso) full = `${iso[1]}-${pad(iso[2]!)}-${pad(iso[3]!)}`;
  else if (short) {
    const [, a, b, year] = short as unknown as [string, string, string, string];
    const [day, month] = dayFirst ? [a, b] : [b, a];
    full = `${century(year)}-${pad(month)}-${pad(day)}`;
  } else if (named) {
    const [day, month] = /^\d/.test(named[1]!) ? [named[1]!, named[2]!] : [named[2]!, named[1]!];
    full = `${century(named[3]!)}-${pad(months.indexOf(month.toLowerCase()) + 1)}-${pad(day)}`;
  } else if (/^\d{5}(\.\d+)?$/.test(on) && Number(on) >= FIRST_SERIAL && Number(on) <= LAST_SERIAL)
    full = new Date(EPOCH + Math.floor(Number(on)) * 86_400_000).toISOString().slice(0, 10);
  return isDay(full) ? full : null;
}

/** Reads "₹ 1,25,000.50" and "1.250,5" as plain numbers; any other text is returned unchanged. */
export function amountIn(text: string): string {
  if (text.length > LONGEST_VALUE) return text;
  const digits = text
    .replace(/[\s\u00a0']/gu, "")
    .replace(/^[\p{L}\p{Sc}]+\.?|[\p{L}\p{Sc}/-]+$/gu, "");
  const last = Math.max(digits.lastIndexOf(","), digits.lastIndexOf("."));
  const mark = digits[last];
  const after = digits.length - last - 1;
  const isDecimal =
    last >= 0 && (digits.split(mark!).length === 2 ? !(mark === "," && after === 3) : false);
  const whole = (isDecimal ? digits.slice(0, last) : digits).replace(/[.,]/g, "");
  const amount = isDecimal ? `${whole || "0"}.${digits.slice(last + 1)}` : whole;
  return /^-?\d+(\.\d*)?$/.test(amount) ? amount : text;
}

const yes = new Set(["yes", "y", "true", "1", "x", "on", "ja", "oui"]);
const no = new Set(["no", "n", "false", "0", "off", "nein", "non", "-"]);

/** One cell with something in it, for a field that names no other record. */
export function readCell({ label, as, words }: Column, text: string, { dayFirst }: Reading): Read {
  if (words) {
    const wanted = plain(text);
    const match = Object.entries(words).find(
      ([word, called]) => plain(word) === wanted || plain(called) === wanted,
    );
    return match
      ? { value: match[0] }
      : { wrong: `${label} must be one of ${Object.values(words).join(", ")}` };
  }
  if (as === "day") {
    const on = dayIn(text, dayFirst);
    return on ? { value: on } : { wrong: `${label} must be a date` };
  }
  if (as === "flag") {
    const word = text.toLowerCase();
    return yes.has(word)
      ? { value: true }
      : no.has(word)
        ? { value: false }
        : { wrong: `${label} must be yes or no` };
  }
  if (as === "money") return { value: amountIn(text) };
  if (as === "whole") return { value: amountIn(text).replace(/\.0*$/, "") };
  return { value: text };
}

/**
 * Proposes by the names of a file's columns where in a row each field is. A column without a value is proposed only where
 * none with values has a name of the field.
 * @param filled the places of the columns that hold a value
 */
export function proposed(
  columns: readonly Column[],
  header: readonly string[],
  filled: ReadonlySet<number>,
): Record<string, number> {
  const mapping: Record<string, number> = {};
  const names = header.map(plain);
  const taken = new Set<number>();
  const ownNames = (c: Column) => [plain(c.label), plain(c.name)];
  const otherNames = (c: Column) => c.like ?? [];
  for (const isFilled of [true, false])
    for (const namesOf of [ownNames, otherNames])
      for (const column of columns) {
        if (column.name in mapping) continue;
        const places = namesOf(column).map((called) =>
          names.findIndex(
            (name, at) => name === called && filled.has(at) === isFilled && !taken.has(at),
          ),
        );
        const at = places.find((place) => place >= 0);
        if (at === undefined) continue;
        mapping[column.name] = at;
        taken.add(at);
      }
  return mapping;
}
