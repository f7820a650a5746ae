import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyPoint, MOST_POINTS } from "#app/shared/calibration/certificates.ts";
import {
  blockOf,
  pasted,
  pointColumns,
  sentRanges,
  typedRanges,
} from "#app/shared/calibration/typed-ranges.ts";

test("a block of a spreadsheet is written over the cells from where it is pasted", () => {
  const block = blockOf("100\t100.0\t100.3\r\n200\t200.1\t200.4\r\n");
  expect(block).toEqual([
    ["100", "100.0", "100.3"],
    ["200", "200.1", "200.4"],
  ]);
  const points = pasted([emptyPoint], { row: 0, column: 0 }, block);
  expect(points).toHaveLength(2);
  expect(points[1]).toEqual({
    ...emptyPoint,
    ...{ nominal: "200", reference: "200.1", indicated: "200.4" },
  });
  const over = pasted(points, { row: 1, column: 4 }, [["2.0", "2", "", "beyond"]]);
  expect(over[1]).toMatchObject({ indicated: "200.4", u: "2.0", k: "2", dof: "" });
  expect(blockOf("\u22121.5")).toEqual([["-1.5"]]);
});

test("a pasted block never makes more points than there may be, and leaves all others as they are", () => {
  const cell = fc.string({ maxLength: 5 });
  const block = fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 250 });
  const row = fc.nat(MOST_POINTS - 1);
  fc.assert(
    fc.property(block, row, fc.nat(6), fc.nat(20), (cells, at, column, many) => {
      const before = Array.from({ length: many }, (_, n) => ({ ...emptyPoint, nominal: `${n}` }));
      const after = pasted(before, { row: at, column }, cells);
      expect(after.length).toBeLessThanOrEqual(MOST_POINTS);
      for (const [place, point] of after.entries())
        for (const [nth, name] of pointColumns.entries()) {
          const wanted = cells[place - at]?.[nth - column] ?? (before[place] ?? emptyPoint)[name];
          expect(point[name]).toBe(wanted);
        }
    }),
    { numRuns: 30 },
  );
});

test("ranges that a form has sent are read back; blank rows are left out", () => {
  const [range] = typedRanges([{ parameter: "Energy", unit: "J", uAbs: null, points: [] }]);
  expect(range).toMatchObject({ parameter: "Energy", uAbs: "", uK: "2" });
  const full = { ...range!, points: [emptyPoint, { ...emptyPoint, nominal: "1" }] };
  expect(typedRanges(sentRanges([full]))[0]!.points).toEqual([{ ...emptyPoint, nominal: "1" }]);
  for (const odd of ["", "{", "null", "[1]", null, 7, [{ points: "x" }]])
    expect(Array.isArray(typedRanges(odd))).toBe(true);
});
