import { addDays, addMonths, startOfDay } from "#app/shared/company-time.ts";
import type { dueClosings } from "#drizzle/tenant/index.ts";

type Closing = typeof dueClosings.$inferInsert;

/** What is known of an occurrence on the morning its row is frozen. Instants are epoch milliseconds, days YYYY-MM-DD. */
export type DueFacts = {
  status: string;
  dueOn: string;
  opensOn: string | null;
  closesOn: string | null;
  cancelledAt: number | null;
  cancelledByName: string | null;
  cancelReason: string | null;
  holdFrom: string | null;
  holdUntil: string | null;
  holdReason: string | null;
  heldAt: number | null;
  heldByName: string | null;
  isEnded: boolean;
  isCondemned: boolean;
  isDeleted: boolean;
};
type Excluded = Pick<Closing, "exclusion" | "excludedBy" | "excludedAt" | "reason">;

const UNKNOWN = "Plumbline";

/**
 * Why an occurrence is not counted as due; null where it is. Only what was recorded before its day began counts: a hold that covers the
 * day, or its cancellation. Whatever came later, and any deferral or exception, leaves it due.
 */
export function exclusionOf(facts: DueFacts, timeZone: string): Excluded | null {
  const { dueOn, cancelledAt, heldAt, holdFrom, holdUntil } = facts;
  const begins = startOfDay(dueOn, timeZone);
  const isBefore = (at: number | null): at is number => at !== null && at < begins;
  if (facts.status === "cancelled" && isBefore(cancelledAt))
    return {
      exclusion: facts.isDeleted
        ? "other"
        : facts.isCondemned
          ? "condemned"
          : facts.isEnded
            ? "ended"
            : "re_dated",
      excludedBy: facts.cancelledByName ?? UNKNOWN,
      excludedAt: cancelledAt,
      reason: facts.cancelReason,
    };
  const isCovered = holdFrom !== null && holdUntil !== null;
  if (isCovered && holdFrom <= dueOn && dueOn <= holdUntil && isBefore(heldAt))
    return {
      exclusion: "held",
      excludedBy: facts.heldByName ?? UNKNOWN,
      excludedAt: heldAt,
      reason: facts.holdReason,
    };
  return null;
}

/** The month of a day, YYYY-MM. */
export const monthOf = (on: string) => on.slice(0, 7);
/** The last day of a month. */
export const endOf = (month: string) => addDays(addMonths(`${month}-01`, 1), -1);

/** What is frozen of an occurrence's days: its month, its window, and the day on whose morning its outcome is settled. */
export function frozenDays({
  dueOn,
  opensOn,
  closesOn,
}: Pick<DueFacts, "dueOn" | "opensOn" | "closesOn">) {
  const month = monthOf(dueOn);
  const [opens, closes] = [opensOn ?? dueOn, closesOn ?? dueOn];
  const last = closes > endOf(month) ? closes : endOf(month);
  return { month, dueOn, opensOn: opens, closesOn: closes, settlesOn: addDays(last, 1) };
}

/** What is known of a frozen row on the morning it is settled. */
export type DoneFacts = {
  opensOn: string;
  closesOn: string;
  settlesOn: string;
  status: string;
  doneOn: string | null;
  /** When what shows that it was done was entered; null when nothing does. */
  enteredAt: number | null;
};

/** On time is what was done in its window by a report that existed when the day of the settlement began. */
export function outcomeOf(facts: DoneFacts, timeZone: string): "on_time" | "late" | "not_done" {
  const { status, doneOn, enteredAt, opensOn, closesOn, settlesOn } = facts;
  const existed = enteredAt !== null && enteredAt < startOfDay(settlesOn, timeZone);
  if (status !== "done" || doneOn === null || !existed) return "not_done";
  if (doneOn > closesOn) return "late";
  return doneOn >= opensOn ? "on_time" : "not_done";
}
