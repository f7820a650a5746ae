import { isDay } from "../entity/fields.ts";
import type { MasterName } from "./masters.ts";
import { synonymsOf } from "./synonyms/index.ts";

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
  /** Some records of the kind take a date in it. */
  mayBeDay?: boolean;
  example?: string;
  hint?: string;
};

/** How the cells of a column are to be read; where nobody knows which of two numbers is the day, a date that needs it is refused. */
export type Reading = { dayFirst: boolean | null };
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

/** A date without its time of day. */
const withoutTime = (text: string) => text.split(/[T ](?=\d\d?:)/)[0] ?? "";

/** The parts of a date of two numbers and a year, such as 03/04/2026, of which either number may be the day; null for other texts. */
export function shortDate(text: string): { first: number; second: number; year: string } | null {
  if (text.length > LONGEST_VALUE) return null;
  const [, first, second, year] =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(withoutTime(text)) ?? [];
  return year ? { first: Number(first), second: Number(second), year: century(year) } : null;
}

const MONTHS = 12;
/** Which number of a date is the day, as far as the date itself tells; "either" where both may be and it makes a difference. */
export function dayOf(text: string): "first" | "second" | "either" | null {
  const date = shortDate(text);
  if (!date || date.first === date.second) return null;
  const [isFirst, isSecond] = [date.first > MONTHS, date.second > MONTHS];
  if (isFirst && isSecond) return null;
  return isFirst ? "first" : isSecond ? "second" : "either";
}

/**
 * A date as YYYY-MM-DD: written in full, with a month's name, or as the day number of a spreadsheet; null when it is none.
 * @param dayFirst 03/04/2026 is the third of April; with null such a date is none, as nobody knows
 */
export function dayIn(text: string, dayFirst: boolean | null): string | null {
  if (text.length > LONGEST_VALUE) return null;
  const on = withoutTime(text);
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(on);
  const short = shortDate(text);
  const named =
    /^(\d{1,2})[-/. ]?([a-z]{3})[a-z]*[-/. ,]*(\d{4}|\d{2})$/i.exec(on) ??
    /^([a-z]{3})[a-z]*[-/. ]?(\d{1,2})[-/. ,]+(\d{4})$/i.exec(on);
  let full = "";
  if (iso) full = `${iso[1]}-${pad(iso[2]!)}-${pad(iso[3]!)}`;
  else if (short) {
    const told = dayOf(text);
    if (dayFirst === null && told === "either") return null;
    const isFirst = dayFirst ?? told !== "second";
    const [day, month] = isFirst ? [short.first, short.second] : [short.second, short.first];
    full = `${short.year}-${pad(month)}-${pad(day)}`;
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
    if (on) return { value: on };
    return dayFirst === null && dayOf(text) === "either"
      ? { wrong: `${label} may be two days. Write the month as a word, or the year first.` }
      : { wrong: `${label} must be a date` };
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

/** A heading without what it says of its cells: "Cost (INR)" asks for the cost. */
const withoutBrackets = (heading: string) => heading.replace(/[([{][^)\]}]{0,80}[)\]}]/g, "");

/**
 * Proposes by the names of a file's columns where in a row each field is. A column without a value is proposed only where
 * none with values has a name of the field.
 * @param filled the places of the columns that hold a value
 * @param known fields whose places are known, and places that hold something else
 */
export function proposed(
  columns: readonly Column[],
  header: readonly string[],
  filled: ReadonlySet<number>,
  known: { mapping: Readonly<Record<string, number>>; taken: Iterable<number> } = noneKnown,
): Record<string, number> {
  const mapping: Record<string, number> = { ...known.mapping };
  const bare = header.map((heading) => plain(withoutBrackets(heading)) || plain(heading));
  const whole = header.map(plain);
  const taken = new Set<number>([...Object.values(mapping), ...known.taken]);
  const ownNames = (c: Column) => [plain(c.label), plain(c.name)];
  const otherNames = (c: Column) => [...(c.like ?? []), ...synonymsOf(c.label)];
  const ways = [
    { names: whole, namesOf: ownNames },
    { names: whole, namesOf: otherNames },
    { names: bare, namesOf: ownNames },
    { names: bare, namesOf: otherNames },
  ];
  for (const isFilled of [true, false])
    for (const { names, namesOf } of ways)
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
const noneKnown = { mapping: {}, taken: [] };
