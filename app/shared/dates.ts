import { partsIn, zoneMinutes } from "./company-time.ts";

export const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** How a company may write its dates. */
export const dateFormats = [
  "DD MMM YYYY",
  "DD/MM/YYYY",
  "DD-MM-YYYY",
  "DD.MM.YYYY",
  "MM/DD/YYYY",
  "MMM DD, YYYY",
  "YYYY-MM-DD",
] as const;

/** YYYY-MM-DD as "28 Oct 2026". Written by hand: engines disagree on "Sep" and "Sept", and hydration would too. */
export function dateText(on: string, format: string = dateFormats[0]): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(on) ?? [];
  const name = monthNames[Number(month) - 1]?.slice(0, 3);
  if (!name) return on;
  const parts: Record<string, string> = { YYYY: year!, MMM: name, MM: month!, DD: day! };
  return format.replace(/YYYY|MMM|MM|DD/g, (part) => parts[part]!);
}

/** YYYY-MM as "Oct 2026". */
export const monthText = (month: string): string => dateText(`${month}-01`).slice(3);

/** An instant as date and time of day in a zone: "28 Oct 2026, 09:41". */
export function timeText(at: string | number, timeZone: string, format?: string): string {
  const instant = new Date(at);
  if (Number.isNaN(instant.getTime())) return String(at);
  const { year, month, day, hour, minute } = partsIn(instant.getTime(), timeZone);
  return `${dateText(`${year}-${month}-${day}`, format)}, ${hour}:${minute}`;
}

const two = (number: number) => String(number).padStart(2, "0");
/** How far a zone's clock is from UTC at an instant: "UTC+05:30". */
export function offsetText(at: number, timeZone: string): string {
  const minutes = zoneMinutes(timeZone, at);
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? "−" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** An instant with its day, time and distance from UTC: "28 Oct 2026, 09:41 UTC+05:30". */
export const instantText = (at: number, timeZone: string, format?: string): string =>
  `${timeText(at, timeZone, format)} ${offsetText(at, timeZone)}`;
