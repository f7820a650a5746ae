import { wallClock } from "./company-time.ts";

const PATTERN = /^PM-(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/;
const two = (n: number) => String(n).padStart(2, "0");

/** A wall-clock instant (as if UTC) as PM-yyMMddHHmmss. */
function ticketAt(clock: number): string {
  const at = new Date(clock);
  return `PM-${two(at.getUTCFullYear() % 100)}${two(at.getUTCMonth() + 1)}${two(at.getUTCDate())}${two(at.getUTCHours())}${two(at.getUTCMinutes())}${two(at.getUTCSeconds())}`;
}

/** The Service Ticket No of a moment, in the company's time zone. */
export const ticketNow = (timeZone: string, at = Date.now()) => ticketAt(wallClock(timeZone, at));

/** The wall clock a ticket names, as if UTC; null for what is no real time. */
export function ticketClock(ticket: string): number | null {
  const match = PATTERN.exec(ticket);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const clock = Date.UTC(2000 + year, month - 1, day, hour, minute, second);
  return ticketAt(clock) === ticket ? clock : null;
}

/** A ticket and those of the following seconds: the first one not yet used is taken. */
export function ticketsFrom(ticket: string, seconds = 120): string[] {
  const clock = ticketClock(ticket);
  return clock === null
    ? []
    : Array.from({ length: seconds + 1 }, (_, step) => ticketAt(clock + step * 1000));
}
