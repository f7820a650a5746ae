import { addDays, addMonths, dayIn, startOfDay } from "#app/shared/company-time.ts";
import { isDay } from "../entity/fields.ts";

/** A period of whole days, both of them part of it. */
export type Period = { from: string; to: string };

const FIRST = "1970-01-01";
/** The twelve months that end today. */
const lastYear = (today: string): Period => ({
  from: addDays(addMonths(today, -12), 1),
  to: today,
});

/** The period an address asks for; the last twelve months where it names none that can be. */
export function periodOf(params: URLSearchParams, timeZone: string): Period {
  const today = dayIn(timeZone);
  const usual = lastYear(today);
  const asked = (name: string, otherwise: string) => {
    const on = params.get(name) ?? "";
    return isDay(on) && on >= FIRST ? on : otherwise;
  };
  const to = asked("to", usual.to);
  const from = asked("from", to < usual.from ? to : usual.from);
  return from <= to ? { from, to } : { from: to, to: from };
}

/** The instants at which a period begins and ends; one that is not over ends now. */
export function windowOf({ from, to }: Period, timeZone: string, now: number) {
  const start = startOfDay(from, timeZone);
  return { from: start, to: Math.max(start, Math.min(startOfDay(addDays(to, 1), timeZone), now)) };
}
