import { daysBetween } from "./company-time.ts";
import { plural } from "./plural.ts";
import { spanText } from "./span.ts";
import { SOON_DAYS } from "./standing.ts";

/** A service that comes again: when it was done last, when it is due, and whether the device needs it at all. */
export type Service = { required: boolean; last: string | null; next: string | null };

type State = "none" | "unplanned" | "first" | "in-date" | "soon" | "late";
type Look = {
  tone: "in-date" | "amber" | "overdue" | "hold";
  icon: "ok" | "clock" | "alert" | "pause";
  calm: boolean;
};
const looks = {
  none: { tone: "hold", icon: "pause", calm: true },
  unplanned: { tone: "hold", icon: "pause", calm: true },
  first: { tone: "hold", icon: "clock", calm: true },
  "in-date": { tone: "in-date", icon: "ok", calm: true },
  soon: { tone: "amber", icon: "clock", calm: false },
  late: { tone: "overdue", icon: "alert", calm: false },
} as const satisfies Record<State, Look>;

/** Whether a date so many days away is passed, near or far off. */
const nearness = (daysLeft: number, soonDays: number) =>
  daysLeft < 0 ? "late" : daysLeft <= soonDays ? "soon" : "in-date";

/** How a date looks that is some days away. */
export const lookOf = (daysLeft: number, soonDays = SOON_DAYS) =>
  looks[nearness(daysLeft, soonDays)];

/** How a service stands today. What was never done is never in date: its planned date is its first. */
export function dueState({ required, last, next }: Service, today: string): State {
  if (next === null) return required ? "unplanned" : "none";
  const near = nearness(daysBetween(today, next), SOON_DAYS);
  return near === "in-date" && last === null ? "first" : near;
}

/**
 * A service's state as a badge.
 * @param date writes a day as the company does
 */
export function dueBadge(service: Service, today: string, date: (on: string) => string) {
  const state = dueState(service, today);
  const { last, next } = service;
  const left = next === null ? 0 : daysBetween(today, next);
  const texts: Record<State, () => string> = {
    none: () => "Not required",
    unplanned: () => "Not planned",
    first: () => `First due ${date(next!)}`,
    "in-date": () => `In date to ${date(next!)}`,
    soon: () =>
      left === 0
        ? last === null
          ? "First due today"
          : "Due today"
        : last === null
          ? plural(left, "First due in 1 day", "First due in {n} days")
          : plural(left, "Due in 1 day", "Due in {n} days"),
    late: () => `Overdue ${spanText(-left)}`,
  };
  return { state, ...looks[state], text: texts[state]() };
}
