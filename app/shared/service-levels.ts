import { type CallPriority, callPriorities } from "./call-words.ts";
import { addWorking, type WorkingCalendar } from "./working-time.ts";

export type Priority = CallPriority;
/** Priorities of a service call, from the most urgent. */
export const priorities: readonly Priority[] = callPriorities.map(({ value }) => value);

/** Hours within which a call is answered and resolved, of the working calendar; null where none is promised. */
export type ServiceLevel = { respond: number | null; resolve: number | null };
export type ServiceLevels = Record<Priority, ServiceLevel>;

/** What is promised until a company sets it. */
export const firstLevels: ServiceLevels = {
  critical: { respond: 0.5, resolve: 8 },
  high: { respond: 2, resolve: 24 },
  medium: { respond: 8, resolve: 72 },
  low: { respond: 24, resolve: 168 },
};

/** Hours of a promise at most. */
export const MOST_HOURS = 2000;

const HOUR = 3_600_000;

/** By when a call that is reported at an instant is to be answered and resolved; null where nothing is promised. */
export function promiseOf(
  { respond, resolve }: ServiceLevel,
  calendar: WorkingCalendar,
  at: number,
) {
  const by = (hours: number | null) =>
    hours === null ? null : addWorking(calendar, at, Math.round(hours * HOUR));
  return { slaRespondBy: by(respond), slaResolveBy: by(resolve) };
}

/** Priorities as people read them. */
export const priorityWords = Object.fromEntries(
  callPriorities.map(({ value, label }) => [value, label]),
) as Record<Priority, string>;
