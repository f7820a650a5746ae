import { wallClock } from "#app/shared/company-time.ts";
import { DAY_MS, GOOD_DAYS } from "#app/shared/rounds.ts";
import { ticketClock, ticketNow } from "#app/shared/ticket.ts";

/** By more than this a device's clock is wrong, not just slow. */
const MOST_WRONG_MS = DAY_MS;

/** The instant a ticket's wall clock names, as near as a shift by whole time-zone rules can tell. */
const instantOf = (ticket: string, timeZone: string, near: number) => {
  const clock = ticketClock(ticket);
  return clock === null ? null : near + (clock - wallClock(timeZone, near));
};

/**
 * Ticket and date of a report whose device was off by more than a day, as they would be by the server's clock.
 * @param offset the server's clock minus the device's, in ms
 * @returns null where the clock was right enough
 */
export function corrected(
  values: Record<string, string>,
  offset: number,
  openedAt: number,
  timeZone: string,
): Record<string, string> | null {
  if (Math.abs(offset) <= MOST_WRONG_MS) return null;
  const ticket = values.service_ticket ?? "";
  const at = instantOf(ticket, timeZone, openedAt);
  if (at === null) return null;
  const days = Math.round(offset / DAY_MS);
  const on = Date.parse(values.date ?? "");
  const date: Record<string, string> = Number.isNaN(on)
    ? {}
    : { date: new Date(on + days * DAY_MS).toISOString().slice(0, 10) };
  return { ...values, ...date, service_ticket: ticketNow(timeZone, at + offset) };
}

/** A package that is older must be renewed before work. */
export const isStale = (takenAt: number, now: number) => now - takenAt > GOOD_DAYS * DAY_MS;
