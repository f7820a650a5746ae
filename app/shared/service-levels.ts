/** Priorities of a service call, from the most urgent. */
export const priorities = ["critical", "high", "medium", "low"] as const;
export type Priority = (typeof priorities)[number];

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
