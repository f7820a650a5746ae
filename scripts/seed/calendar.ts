const DAY_MS = 86_400_000;
/** India has one time zone, without summer time. */
const ZONE_MS = 5.5 * 3_600_000;

/** YYYY-MM-DD of an instant, as the companies' clocks show it. */
export const dayOf = (at: number): string => new Date(at + ZONE_MS).toISOString().slice(0, 10);
/** That many days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
/** That many months later; the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
    .toISOString()
    .slice(0, 10);
}
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
/** The instant of a wall-clock time on a day. */
export const instantOf = (day: string, hour: number, minute: number, second: number): number =>
  Date.parse(`${day}T00:00:00Z`) - ZONE_MS + ((hour * 60 + minute) * 60 + second) * 1000;
/** PM-yyMMddHHmmss of an instant. */
export const ticketOf = (at: number): string =>
  `PM-${new Date(at + ZONE_MS).toISOString().replace(/\D/g, "").slice(2, 14)}`;
