import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { capacityOf, dayOffOn } from "#app/shared/due-load.ts";
import { mondayOf } from "#app/shared/due-weeks.ts";
import { levelLoad } from "#app/shared/level-load.ts";
import type { Week } from "#app/shared/working-time.ts";

const hours = { from: "08:00", to: "17:00" };
const week: Week = [hours, hours, hours, hours, hours, null, null];
const today = "2026-11-23";
const span = { today, from: today, until: addDays(today, 41) };
const calendar = { week, holidays: [{ on: "2026-12-01", name: "Founders' Day" }] };

const item = fc.record({
  ahead: fc.integer({ min: 0, max: 41 }),
  minutes: fc.integer({ min: 5, max: 240 }),
  before: fc.integer({ min: 0, max: 20 }),
  after: fc.integer({ min: 0, max: 20 }),
  rank: fc.integer({ min: 0, max: 3 }),
});
const problem = fc.record({
  items: fc.array(item, { maxLength: 60 }),
  fixed: fc.array(
    fc.record({
      ahead: fc.integer({ min: 0, max: 41 }),
      minutes: fc.integer({ min: 5, max: 300 }),
    }),
    { maxLength: 10 },
  ),
  minutesADay: fc.integer({ min: 0, max: 480 }),
});
type Problem = typeof problem extends fc.Arbitrary<infer P> ? P : never;

const solved = ({ items, fixed, minutesADay }: Problem) => {
  const movable = items.map(({ ahead, before, after, ...one }, at) => {
    const on = addDays(today, ahead);
    return {
      ...one,
      id: `o${at}`,
      on,
      opensOn: addDays(on, -before),
      closesOn: addDays(on, after),
    };
  });
  const still = fixed.map(({ ahead, minutes }) => ({ on: addDays(today, ahead), minutes }));
  const capacity = capacityOf(calendar, minutesADay);
  return { movable, capacity, levelled: levelLoad(movable, still, capacity, span), still };
};
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

describe("levelling the load", () => {
  test("never leaves a window, and never chooses a past day or a day off", () => {
    fc.assert(
      fc.property(problem, (given) => {
        const { movable, levelled } = solved(given);
        const known = new Map(movable.map((one) => [one.id, one]));
        for (const { id, from, to } of levelled.moves) {
          const { on, opensOn, closesOn } = known.get(id)!;
          expect(from).toBe(on);
          expect(to >= opensOn && to <= closesOn && to >= today && to <= span.until).toBe(true);
          expect(dayOffOn(calendar, to)).toBeNull();
        }
      }),
    );
  });

  test("says how many days to come are above what can be done, and makes it no more", () => {
    fc.assert(
      fc.property(problem, (given) => {
        const { movable, still, capacity, levelled } = solved(given);
        const to = new Map(levelled.moves.map((move) => [move.id, move.to]));
        const full = (place: (one: { id?: string; on: string }) => string) => {
          const days = new Map<string, number>();
          for (const one of [...movable, ...still])
            days.set(place(one), (days.get(place(one)) ?? 0) + one.minutes);
          return [...days].filter(([on, minutes]) => minutes > capacity.onDay(on)).length;
        };
        expect(levelled.fullDays).toEqual({
          before: full(({ on }) => on),
          after: full(({ id, on }) => to.get(id ?? "") ?? on),
        });
      }),
    );
  });

  test("keeps the total, and makes no week fuller than the fullest was or than it can take", () => {
    fc.assert(
      fc.property(problem, (given) => {
        const { weeks } = solved(given).levelled;
        expect(sum(weeks.map(({ after }) => after))).toBe(sum(weeks.map(({ before }) => before)));
        const most = (loads: number[]) => Math.max(...loads);
        expect(most(weeks.map(({ after }) => after))).toBeLessThanOrEqual(
          most(weeks.map(({ before }) => before)),
        );
        for (const { before, after, capacity } of weeks)
          expect(after).toBeLessThanOrEqual(Math.max(before, capacity));
      }),
    );
  });

  test("tells just those weeks that stay above their capacity, and answers the same again", () => {
    fc.assert(
      fc.property(problem, (given) => {
        const { levelled, movable, capacity, still } = solved(given);
        const after = new Map(movable.map(({ id, on }) => [id, on]));
        for (const { id, to } of levelled.moves) after.set(id, to);
        for (const { monday, after: load } of levelled.weeks) {
          const planned = [
            ...movable.map((one) => ({ on: after.get(one.id)!, minutes: one.minutes })),
            ...still,
          ].filter(({ on }) => mondayOf(on) === monday);
          expect(load).toBe(sum(planned.map(({ minutes }) => minutes)));
        }
        expect(levelled.unmet).toEqual(
          levelled.weeks.filter(({ monday, after: load }) => load > capacity.inWeek(monday)),
        );
        expect(levelLoad(movable, still, capacity, span)).toEqual(levelled);
      }),
    );
  });

  test("moves what matters least, as little as it can", () => {
    const at = (id: string, rank: number) => ({
      ...{ id, rank, on: "2026-11-25", minutes: 60 },
      ...{ opensOn: "2026-11-18", closesOn: "2026-12-09" },
    });
    const many = [at("ventilator", 3), at("bed", 0), at("pump", 1)];
    const { moves, weeks } = levelLoad(many, [], capacityOf(calendar, 20), {
      ...span,
      until: "2026-12-12",
    });
    expect(moves.map(({ id }) => id)).toEqual(["bed", "pump"].slice(0, moves.length));
    expect(weeks.map(({ before }) => before)).toEqual([180, 0, 0]);
    expect(moves[0]).toMatchObject({ id: "bed", from: "2026-11-25", to: "2026-11-30" });
  });

  test("what is planned for a day off goes to the nearest working day", () => {
    const sunday = {
      ...{ id: "o", rank: 0, on: "2026-11-29", minutes: 30 },
      ...{ opensOn: "2026-11-20", closesOn: "2026-12-06" },
    };
    const { moves } = levelLoad([sunday], [], capacityOf(calendar, 480), span);
    expect(moves).toEqual([{ id: "o", from: "2026-11-29", to: "2026-11-30" }]);
  });
});
