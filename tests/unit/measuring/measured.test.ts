import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Measured,
  type MeasuredChange,
  measuredChanges,
  nothingMeasured,
} from "#app/shared/measuring/measured.ts";
import {
  cellsOf,
  withAdjusted,
  withBlock,
  withBothSides,
  withCheck,
  withEnvironment,
  withNotMeasured,
  withReading,
  withSetPoints,
} from "#app/shared/measuring/typing.ts";

const lines = ["a", "b"] as const;
const typed = fc.constantFrom("", "1.0", "2", "6,7", "-0.3");
const step: fc.Arbitrary<(before: Measured) => Measured> = fc.oneof(
  fc
    .record({
      dataset: fc.constantFrom("as_found" as const, "as_left" as const),
      line: fc.constantFrom(...lines),
      side: fc.constantFrom("indication" as const, "reference" as const),
      at: fc.nat(3),
      typed,
    })
    .map(
      ({ typed: text, ...place }) =>
        (before: Measured) =>
          withReading(before, place, text),
    ),
  fc.boolean().map((on) => (before: Measured) => withAdjusted(before, "p", on)),
  fc.boolean().map((on) => (before: Measured) => withBothSides(before, "p", on)),
  fc
    .constantFrom(null, "Broken")
    .map((why) => (before: Measured) => withNotMeasured(before, "a", why)),
  typed.map((value) => (before: Measured) => withCheck(before, "c", { value, answer: "yes" })),
  typed.map((value) => (before: Measured) => withEnvironment(before, 1, "last", value)),
);
const play = (steps: readonly ((before: Measured) => Measured)[], from = nothingMeasured) =>
  steps.reduce((before, one) => one(before), from);

/** What a record of changes says in the end, by the places. */
function told(changes: readonly MeasuredChange[], before = new Map<string, string>()) {
  const all = new Map(before);
  for (const { at, to } of changes) {
    if (to === null) all.delete(at);
    else all.set(at, to);
  }
  return all;
}

describe("the record of a measurement", () => {
  test("told change by change says what the measurement says", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 12 }),
        fc.array(step, { maxLength: 12 }),
        (one, other) => {
          const first = play(one);
          const second = play(other, first);
          const record = told(
            measuredChanges(first, second),
            told(measuredChanges(nothingMeasured, first)),
          );
          expect(record).toEqual(told(measuredChanges(nothingMeasured, second)));
        },
      ),
    );
  });

  test("names no change where nothing changed, and what was there before", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const measured = play(steps);
        expect(measuredChanges(measured, structuredClone(measured))).toEqual([]);
      }),
    );
    const before = withReading(nothingMeasured, at(0), "1.0");
    expect(measuredChanges(before, withReading(before, at(0), "1.1"))).toEqual([
      { at: "as_found:a:reference:1", from: "1.0", to: "1.1", source: "manual" },
    ]);
  });

  test("tells what a file of an instrument brought, until it is typed over", () => {
    const line = { indication: [], reference: ["1", "2"], imported: [0, 1] };
    const brought: Measured = { ...nothingMeasured, as_found: { a: line } };
    expect(measuredChanges(nothingMeasured, brought).map(({ source }) => source)).toEqual([
      ...["import", "import"],
    ]);
    const corrected = withReading(brought, at(1), "2.1");
    expect(corrected.as_found.a!.imported).toEqual({ indication: [0, 1], reference: [0] });
    expect(measuredChanges(brought, corrected)).toEqual([
      { at: "as_found:a:reference:2", from: "2", to: "2.1", source: "manual" },
    ]);
  });
});

const at = (n: number) => ({
  ...{ dataset: "as_found" as const, line: "a", side: "reference" as const, at: n },
});

describe("a block of a spreadsheet", () => {
  const grid = {
    ...{ dataset: "as_found" as const, side: "reference" as const },
    lines: [
      { key: "a", readings: 3 },
      { key: "b", readings: 3 },
    ],
  };
  test("fills readings from its cell on; what lies beyond the grid is left out", () => {
    const block = cellsOf("1\t2\t3\t4\r\n5\t6\r\n7\r\n");
    const { measured, taken } = withBlock(nothingMeasured, { ...grid, row: 0, column: 1 }, block);
    expect(measured.as_found.a!.reference).toEqual(["", "1", "2"]);
    expect(measured.as_found.b!.reference).toEqual(["", "5", "6"]);
    expect(taken).toBe(4);
  });
  test("keeps cells as they are typed, right or wrong", () => {
    const { measured } = withBlock(
      ...([nothingMeasured, { ...grid, row: 1, column: 0 }, cellsOf(" 6,7 \tx")] as const),
    );
    expect(measured.as_found.b!.reference).toEqual(["6,7", "x"]);
  });
});

test("set points go where nothing is typed, on the side that is set alone", () => {
  const line = (key: string, nominal: string | null) => ({ key, nominal, point: { readings: 2 } });
  const lines = [line("a", "50"), line("b", "200"), line("c", null)] as never;
  const typed = { indication: ["", "49.9"], reference: ["50.1"], imported: [0] };
  const before = { ...nothingMeasured, as_found: { a: typed } };
  const after = withSetPoints(before, lines, { dataset: "as_found", side: "indication" });
  expect(after.as_found).toEqual({
    a: { indication: ["50", "49.9"], reference: ["50.1"], imported: [0] },
    b: { indication: ["200", "200"], reference: [], imported: [] },
  });
  expect(withSetPoints(after, lines, { dataset: "as_found", side: "indication" })).toEqual(after);
});
