import { addDays } from "#app/shared/company-time.ts";
import { BrokenSheet } from "#app/shared/sheets/broken.ts";
import { sheetCount } from "#app/shared/sheets/limits.ts";
import { readCsv } from "#app/shared/sheets/read-csv.ts";
import { MOST_HOLIDAYS } from "#app/shared/working-time.ts";
import { isDay, isOneLine } from "../entity/fields.ts";
import type { Holiday } from "./vocabulary.ts";

const LONGEST_NAME = 60;
/** Days of one entry of a calendar at most. */
const MOST_DAYS = 31;
export const MOST_BYTES = 100_000;
const MOST_PROBLEMS = 10;

/** What a list of holidays holds, and what is wrong in it by line. */
export type ReadHolidays = { holidays: Holiday[]; problems: string[] };

const at = (line: number, text: string) => `Line ${line}: ${text}`;

/** One date each, the first name kept, in the order of the calendar. */
export const joinedHolidays = (...lists: readonly (readonly Holiday[])[]): Holiday[] => {
  const names = new Map<string, string>();
  for (const { on, name } of lists.flat()) if (!names.has(on)) names.set(on, name);
  return [...names]
    .map(([on, name]) => ({ on, name }))
    .sort((one, other) => one.on.localeCompare(other.on));
};

function entry(line: number, on: string | null, name: string, into: ReadHolidays): void {
  if (on === null || !isDay(on))
    into.problems.push(at(line, "The date is not readable. Write it as 2026-01-26."));
  else if (!name) into.problems.push(at(line, "The name of the holiday is missing"));
  else if (name.length > LONGEST_NAME || !isOneLine(name))
    into.problems.push(at(line, `The name can have at most ${LONGEST_NAME} characters`));
  else into.holidays.push({ on, name });
}

/** Lines of date and name, in any usual order of a date's parts and with any usual delimiter; a heading is left out. */
function readLines(bytes: Uint8Array, dayOf: (text: string) => string | null): ReadHolidays {
  const read: ReadHolidays = { holidays: [], problems: [] };
  for (const { rowNo, cells } of readCsv(bytes, sheetCount())) {
    const [date = "", ...rest] = cells.map((cell) => cell.trim());
    if (!date && !rest.some(Boolean)) continue;
    const isHeading = rowNo === 1 && !/\d/.test(date);
    if (!isHeading) entry(rowNo, dayOf(date), rest.find(Boolean) ?? "", read);
  }
  return read;
}

type IcsEvent = { line: number; name: string; from: string; to: string; repeats: boolean };
const icsDay = (value: string) => value.replace(/^(\d{4})(\d{2})(\d{2}).*$/, "$1-$2-$3");
const icsText = (value: string) =>
  value.replace(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? " " : sign)).trim();

/** The entries of a calendar file; a long line is folded onto lines that begin with a space. */
function readIcs(text: string): ReadHolidays {
  const read: ReadHolidays = { holidays: [], problems: [] };
  let event: IcsEvent | null = null;
  const lines = text.split(/\r\n|\r|\n/);
  for (let number = 0; number < lines.length; number++) {
    const line = number + 1;
    let whole = lines[number]!;
    while (/^[ \t]/.test(lines[number + 1] ?? "")) whole += lines[++number]!.slice(1);
    const [, name = "", value = ""] = /^([A-Z-]+)[^:]*:(.*)$/i.exec(whole) ?? [];
    const word = name.toUpperCase();
    if (word === "BEGIN" && value.toUpperCase() === "VEVENT")
      event = { line, name: "", from: "", to: "", repeats: false };
    else if (!event) continue;
    else if (word === "SUMMARY") event.name = icsText(value);
    else if (word === "DTSTART") event.from = icsDay(value);
    else if (word === "DTEND") event.to = icsDay(value);
    else if (word === "RRULE") event.repeats = true;
    else if (word === "END") {
      readEvent(event, read);
      event = null;
    }
  }
  return read;
}

/** The days of an entry; its end is the day after the last one. */
function readEvent({ line, name, from, to, repeats }: IcsEvent, into: ReadHolidays): void {
  if (repeats) {
    into.problems.push(at(line, "This entry repeats. Export the calendar of one year."));
    return;
  }
  const end = isDay(to) && isDay(from) && to > from ? to : "";
  if (end && addDays(from, MOST_DAYS) < end) {
    into.problems.push(at(line, `An entry can have at most ${MOST_DAYS} days`));
    return;
  }
  entry(line, from, name, into);
  if (end && into.holidays.at(-1)?.on === from)
    for (let on = addDays(from, 1); on < end; on = addDays(on, 1)) entry(line, on, name, into);
}

/**
 * Reads holidays out of lines of date and name, or of a calendar file (ICS).
 * @param dayOf a date of a line as YYYY-MM-DD; null when it is none
 * @returns what was read, and the first problems by line
 */
export function readHolidays(
  bytes: Uint8Array,
  dayOf: (text: string) => string | null,
): ReadHolidays {
  if (bytes.length > MOST_BYTES) return { holidays: [], problems: ["This list is too long"] };
  try {
    const text = new TextDecoder().decode(bytes);
    const isCalendar = /^\s*BEGIN:VCALENDAR/i.test(text);
    const { holidays, problems } = isCalendar ? readIcs(text) : readLines(bytes, dayOf);
    const joined = joinedHolidays(holidays);
    if (joined.length > MOST_HOLIDAYS)
      problems.push(`A calendar can have at most ${MOST_HOLIDAYS} holidays`);
    return { holidays: joined, problems: problems.slice(0, MOST_PROBLEMS) };
  } catch (error) {
    if (!(error instanceof BrokenSheet)) throw error;
    return { holidays: [], problems: [error.message] };
  }
}

/** The holidays of a text whose dates are written as YYYY-MM-DD. */
export const holidaysOf = (text: string): ReadHolidays =>
  readHolidays(new TextEncoder().encode(text), (date) => (isDay(date) ? date : null));

/** Holidays as lines of date and name, as a form shows them. */
export const holidayLines = (holidays: readonly Holiday[]) =>
  holidays
    .map(({ on, name }) =>
      /[",;\t|]/.test(name) ? `${on},"${name.replaceAll('"', '""')}"` : `${on},${name}`,
    )
    .join("\n");
