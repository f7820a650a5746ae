import fc from "fast-check";
import { expect, test } from "vitest";
import { countedUntil, packedDays, plannedOn, sumsOf, unpackedDays } from "#app/shared/due-days.ts";
import { daysFrom } from "#app/shared/due-range.ts";
import { grouped } from "#app/shared/grouped.ts";

const some = fc.nat({ max: 3 });
const day = fc.record({
  ...{ minutes: some, isOff: fc.boolean(), dates: some, isCut: fc.boolean() },
  counts: fc.dictionary(fc.constantFrom("done", "planned", "in_window", "overdue", "held"), some),
});

test("days come out as they were packed, without what is nought, and add up", () => {
  fc.assert(
    fc.property(fc.array(day, { maxLength: 31 }), (rows) => {
      const days = rows.map((row, at) => ({
        ...row,
        on: daysFrom("2026-10-01", "2026-10-31")[at]!,
        counts: Object.fromEntries(Object.entries(row.counts).filter(([, count]) => count > 0)),
      }));
      const read = unpackedDays(packedDays(days));
      expect(read).toEqual(days);
      const all = Object.values(sumsOf(read)).reduce((sum, count) => sum + count, 0);
      expect(all).toBe(read.map(plannedOn).reduce((sum, count) => sum + count, 0));
    }),
  );
});

test("rows are grouped by a key, in their order", () => {
  const rows = ["b1", "a1", "b2"];
  expect([...grouped(rows, (row) => row[0])]).toEqual([
    ["b", ["b1", "b2"]],
    ["a", ["a1"]],
  ]);
});

test("days are counted up to the one before the first that is not", () => {
  const day = (on: string, isCut = false) => ({
    ...{ on, minutes: 0, isOff: false, counts: {}, dates: 0, isCut },
  });
  const [first, second] = ["2026-11-01", "2026-11-02"];
  expect(countedUntil([])).toBeUndefined();
  expect(countedUntil([day(first), day(second)])).toBeUndefined();
  expect(countedUntil([day(first), day(second, true)])).toBe(first);
  expect(countedUntil([day(first, true), day(second, true)])).toBeNull();
});
