import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addTallies, tallyOf } from "#app/shared/compliance.ts";
import {
  type DueFacts,
  exclusionOf,
  frozenDays,
  outcomeOf,
} from "#worker/domain/compliance/closing.ts";

const ZONE = "America/New_York";
/** The day on which the clocks change there begins at 05:00 UTC and ends at 04:00. */
const due = "2026-03-08";
const begins = Date.parse("2026-03-08T05:00:00Z");
const facts: DueFacts = {
  ...{ status: "scheduled", dueOn: due, opensOn: null, closesOn: null },
  ...{ cancelledAt: null, cancelledByName: null, cancelReason: null },
  ...{ holdFrom: null, holdUntil: null, holdReason: null, heldAt: null, heldByName: null },
  ...{ isEnded: false, isCondemned: false, isDeleted: false },
};

describe("a date is excluded", () => {
  const cancelled = {
    ...facts,
    status: "cancelled",
    cancelledByName: "Head",
    cancelReason: "Sold",
  };
  test("where it was cancelled before its day began there, by whom, when and why", () => {
    expect(exclusionOf({ ...cancelled, cancelledAt: begins }, ZONE)).toBeNull();
    expect(exclusionOf({ ...cancelled, cancelledAt: begins - 1 }, ZONE)).toEqual({
      ...{ exclusion: "re_dated", excludedBy: "Head", excludedAt: begins - 1, reason: "Sold" },
    });
    const why = (more: Partial<DueFacts>) =>
      exclusionOf({ ...cancelled, cancelledAt: begins - 1, ...more }, ZONE)!.exclusion;
    expect(why({ isEnded: true })).toBe("ended");
    expect(why({ isEnded: true, isCondemned: true })).toBe("condemned");
    expect(why({ isEnded: true, isCondemned: true, isDeleted: true })).toBe("other");
  });

  test("where a hold that was there before covers its day", () => {
    const held = (holdFrom: string, holdUntil: string, heldAt: number) =>
      exclusionOf({ ...facts, holdFrom, holdUntil, heldAt, holdReason: "Works" }, ZONE);
    expect(held(due, due, begins - 1)).toMatchObject({ exclusion: "held", reason: "Works" });
    expect(held(due, due, begins)).toBeNull();
    expect(held("2026-03-09", "2026-04-01", 1)).toBeNull();
    expect(held("2026-01-01", "2026-03-07", 1)).toBeNull();
  });
});

describe("an outcome", () => {
  test("is settled after the month and the window, whichever is later", () => {
    const of = (closesOn: string) => frozenDays({ dueOn: due, opensOn: null, closesOn }).settlesOn;
    expect([of("2026-03-20"), of("2026-03-31"), of("2026-04-05")]).toEqual([
      ...["2026-04-01", "2026-04-01", "2026-04-06"],
    ]);
  });

  test("is on time within the window, by a report that existed when the day of the settlement began", () => {
    const window = { opensOn: "2026-03-01", closesOn: "2026-03-15", settlesOn: "2026-04-01" };
    const settles = Date.parse("2026-04-01T04:00:00Z");
    const of = (doneOn: string, enteredAt: number | null = settles - 1, status = "done") =>
      outcomeOf({ ...window, status, doneOn, enteredAt }, ZONE);
    expect(["2026-02-28", "2026-03-01", "2026-03-15", "2026-03-16"].map((on) => of(on))).toEqual([
      ...["not_done", "on_time", "on_time", "late"],
    ]);
    expect(of("2026-03-10", settles)).toBe("not_done");
    expect(of("2026-03-10", null)).toBe("not_done");
    expect(of("2026-03-10", 1, "missed")).toBe("not_done");
  });
});

describe("figures", () => {
  const counts = fc.record({
    ...{ on_time: fc.nat(2000), late: fc.nat(9), not_done: fc.nat(9), open: fc.nat(9) },
    excluded: fc.nat(50),
  });
  const keyed = (of: Record<string, number>) =>
    Object.fromEntries(Object.entries(of).map(([standing, n]) => [`pm.high.${standing}`, n]));

  test("all but the excluded were due, and a hundred is told only where all was on time", () => {
    fc.assert(
      fc.property(counts, (of) => {
        const tally = tallyOf(keyed(of));
        const due = of.on_time + of.late + of.not_done + of.open;
        expect(tally).toMatchObject({ due, onTime: of.on_time, excluded: of.excluded });
        expect(tally.percent === null).toBe(due === 0);
        expect(tally.percent === 100).toBe(due > 0 && of.on_time === due);
        if (due) expect(tally.percent!).toBeLessThanOrEqual((100 * of.on_time) / due + 1e-9);
      }),
    );
    expect(tallyOf({ "pm.high.on_time": 1999, "pm.high.late": 1 }).percent).toBe(99.9);
  });

  test("of several add up to those of all", () => {
    fc.assert(
      fc.property(counts, counts, (one, other) => {
        const sum = Object.fromEntries(
          Object.entries(one).map(([key, n]) => [key, n + other[key as keyof typeof other]]),
        );
        expect(addTallies([tallyOf(keyed(one)), tallyOf(keyed(other))])).toEqual(
          tallyOf(keyed(sum)),
        );
      }),
    );
  });
});
