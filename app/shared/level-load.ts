import { addDays, daysBetween } from "./company-time.ts";
import { loadByWeek, mondaysBetween } from "./due-load.ts";
import { mondayOf } from "./due-weeks.ts";

/** A planned service that may be done on another day of its window. */
export type Movable = {
  id: string;
  /** The day it is planned for, on or after today. */
  on: string;
  minutes: number;
  /** Its window, both days included. */
  opensOn: string;
  closesOn: string;
  /** How much its day matters: the higher, the later it is moved. */
  rank: number;
};
type Capacity = { onDay: (on: string) => number; inWeek: (monday: string) => number };
type Span = { today: string; from: string; until: string };
export type LoadMove = { id: string; from: string; to: string };
export type LoadWeek = { monday: string; capacity: number; before: number; after: number };
export type Levelled = {
  moves: LoadMove[];
  weeks: LoadWeek[];
  /** Weeks that stay above their capacity. */
  unmet: LoadWeek[];
  /** Days to come above their capacity. */
  fullDays: { before: number; after: number };
};

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Other days for planned services, so that no week is above its capacity, and no day where that can be had: each within its own window and
 * the span, never on a day that has passed nor on a day off. Nothing is moved that need not be; of what must be, the least critical first, and
 * each as little as possible. No week gets more than it can take, nor more than the fullest had. Always the same for the same input.
 * @param fixed what is planned in the span and stays where it is
 */
export function levelLoad(
  items: readonly Movable[],
  fixed: readonly { on: string; minutes: number }[],
  capacity: Capacity,
  { today, from, until }: Span,
): Levelled {
  const placed = new Map(items.map((item) => [item.id, item.on]));
  const days = new Map<string, number>();
  const add = (on: string, minutes: number) => days.set(on, (days.get(on) ?? 0) + minutes);
  for (const { on, minutes } of [...fixed, ...items]) add(on, minutes);
  const weeks = loadByWeek([...fixed, ...items]);
  const fullDays = () =>
    [...days].filter(([on, minutes]) => on >= today && minutes > capacity.onDay(on)).length;
  const fullBefore = fullDays();
  const before = new Map(weeks);
  const fullest = Math.max(0, ...before.values());
  const [first, last] = [from > today ? from : today, until];

  const order = [...items].sort(
    (a, b) => a.rank - b.rank || b.minutes - a.minutes || byText(a.id, b.id),
  );
  const hasDayRoom = (on: string, minutes: number) =>
    (days.get(on) ?? 0) + minutes <= capacity.onDay(on);
  const hasWeekRoom = (monday: string, minutes: number) =>
    (weeks.get(monday) ?? 0) + minutes <= Math.min(capacity.inWeek(monday), fullest);

  /** The nearest working day of an item's window that a test allows; earlier before later, with room in the day first. */
  function target(item: Movable, allowed: (on: string) => boolean): string | null {
    const at = placed.get(item.id)!;
    const begin = item.opensOn > first ? item.opensOn : first;
    const end = item.closesOn < last ? item.closesOn : last;
    let other: string | null = null;
    const most = Math.max(daysBetween(begin, at), daysBetween(at, end), 0);
    for (let far = 1; far <= most; far++)
      for (const on of [addDays(at, -far), addDays(at, far)]) {
        if (on < begin || on > end || capacity.onDay(on) === 0 || !allowed(on)) continue;
        if (hasDayRoom(on, item.minutes)) return on;
        other ??= on;
      }
    return other;
  }
  function put(item: Movable, on: string) {
    const at = placed.get(item.id)!;
    add(at, -item.minutes);
    add(on, item.minutes);
    const [out, into] = [mondayOf(at), mondayOf(on)];
    weeks.set(out, (weeks.get(out) ?? 0) - item.minutes);
    weeks.set(into, (weeks.get(into) ?? 0) + item.minutes);
    placed.set(item.id, on);
  }

  const mondays = mondaysBetween(from, until);
  const over = (monday: string) => (weeks.get(monday) ?? 0) - capacity.inWeek(monday);
  for (const monday of [...mondays].sort((a, b) => over(b) - over(a) || byText(a, b)))
    for (const item of order) {
      if (over(monday) <= 0) break;
      if (mondayOf(placed.get(item.id)!) !== monday) continue;
      const on = target(
        item,
        (to) => mondayOf(to) !== monday && hasWeekRoom(mondayOf(to), item.minutes),
      );
      if (on) put(item, on);
    }

  // Within weeks that can take their work, the days; a move may not make another day too full.
  for (const item of order) {
    const at = placed.get(item.id)!;
    if ((days.get(at) ?? 0) <= capacity.onDay(at)) continue;
    const monday = mondayOf(at);
    const room = (to: string) =>
      hasDayRoom(to, item.minutes) &&
      (mondayOf(to) === monday || hasWeekRoom(mondayOf(to), item.minutes));
    const on = target(item, room);
    if (on) put(item, on);
  }

  const shown = mondays.map((monday) => ({
    monday,
    capacity: capacity.inWeek(monday),
    before: before.get(monday) ?? 0,
    after: weeks.get(monday) ?? 0,
  }));
  return {
    moves: items.flatMap(({ id, on }) => {
      const to = placed.get(id)!;
      return to === on ? [] : [{ id, from: on, to }];
    }),
    weeks: shown,
    unmet: shown.filter((week) => week.after > week.capacity),
    fullDays: { before: fullBefore, after: fullDays() },
  };
}
