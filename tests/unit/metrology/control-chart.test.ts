import fc from "fast-check";
import { expect, test } from "vitest";
import { checkResult, controlRuns, driftFromHistory } from "#app/shared/metrology/control-chart.ts";

const series = (...values: number[]) =>
  values.map((value, at) => ({ on: `2026-01-${10 + at}`, value, reference: 200, limit: 1.2 }));

test("a check alone", () => {
  const of = (value: number) => checkResult({ value, reference: 200, limit: 1.2 });
  expect([200, 200.8, 199.2, 200.81, 199.19, 201.2, 198.8, 201.21, 198.79].map(of)).toEqual([
    ...["ok", "ok", "ok", "warn", "warn", "warn", "warn", "fail", "fail"],
  ]);
  expect(checkResult({ value: 10.05, reference: 10, limit: 0.05 })).toBe("warn");
  // 1000 - 999.999 is more than 0.001 in doubles.
  expect(checkResult({ value: 999.999, reference: 1000, limit: 0.001 })).toBe("warn");
  expect(() => checkResult({ value: 1, reference: 1, limit: 0 })).toThrow(RangeError);
});

test("runs on one side, trends, and two of three near the limit", () => {
  expect(controlRuns(series(200.1, 200.2, 200.3, 200.5, 200.4, 200.7))).toEqual([
    { kind: "one_side", from: 0, to: 5, above: true },
  ]);
  expect(controlRuns(series(200.1, 200.2, 200.3, 200.5, 200.4))).toEqual([]);
  expect(controlRuns(series(200, 200.2, 199.9, 199.8, 199.7, 199.6, 199.5))).toContainEqual({
    kind: "trend",
    ...{ from: 1, to: 6, rising: false },
  });
  expect(controlRuns(series(199.7, 199.8, 199.9, 200.1, 200.2, 200.3))).toEqual([
    { kind: "trend", from: 0, to: 5, rising: true },
  ]);
  expect(controlRuns(series(200.9, 200, 201.1, 198.9, 201.6))).toEqual([
    { kind: "beyond", from: 4, to: 4 },
    { kind: "near_limit", from: 0, to: 2, above: true },
  ]);
  expect(controlRuns(series(199, 201, 199.1))).toEqual([
    { kind: "near_limit", from: 0, to: 2, above: false },
  ]);
});

test("two of three are near the limit where each warns alone, also at the lines themselves", () => {
  const check = fc.record({
    steps: fc.constantFrom(-3, -2, 2, 3),
    third: fc.constantFrom(0.1, 0.2, 0.4, 0.5),
    reference: fc.constantFrom(0, 10, 37, 200, 1000),
  });
  fc.assert(
    fc.property(check, ({ steps, third, reference }) => {
      const limit = Number((3 * third).toFixed(1));
      const at = (value: number) => ({ on: "2026-01-10", value, reference, limit });
      const one = at(Number((reference + steps * third).toFixed(1)));
      const warns = Math.abs(steps) === 3;
      expect(checkResult(one)).toBe(warns ? "warn" : "ok");
      const run = { kind: "near_limit", from: 0, to: 2, above: steps > 0 };
      expect(controlRuns([one, at(reference), one])).toEqual(warns ? [run] : []);
    }),
  );
  // Each three of a series is looked at.
  expect(controlRuns(series(201, 200, 201, 201))).toEqual([
    { kind: "near_limit", from: 0, to: 2, above: true },
    { kind: "near_limit", from: 1, to: 3, above: true },
  ]);
});

test("a new limit breaks no trend, since deviations are parts of their limits", () => {
  const at = (value: number, limit: number) => ({ on: "2026-01-10", value, reference: 200, limit });
  const wide = [200.2, 200.4, 200.6].map((value) => at(value, 2));
  const narrow = [200.4, 200.5, 200.6].map((value) => at(value, 1));
  expect(controlRuns([...wide, ...narrow])).toContainEqual({
    ...{ kind: "trend", from: 0, to: 5, rising: true },
  });
});

test("two that are alike end a trend", () => {
  const values = [199.7, 199.8, 199.9, 199.9, 200.2, 200.3];
  expect(controlRuns(series(...values))).toEqual([]);
  expect(controlRuns(series(...values.toReversed()))).toEqual([]);
});

test("neither are steps back and forth a trend", () => {
  const values = [200.3, 200.4, 200.1, 200.2, 199.9, 200, 199.7, 199.8];
  expect(controlRuns(series(...values))).toEqual([]);
  expect(controlRuns(series(...values.toReversed()))).toEqual([]);
});

test("what is turned about its reference has the same runs on the other side", () => {
  const values = fc.array(fc.integer({ min: -15, max: 15 }), { maxLength: 20 });
  fc.assert(
    fc.property(values, (all) => {
      const turned = (sign: number) =>
        controlRuns(series(...all.map((one) => 200 + (sign * one) / 10)));
      const shape = (runs: ReturnType<typeof turned>) =>
        runs.map(({ kind, from, to }) => `${kind} ${from} ${to}`).sort();
      expect(shape(turned(1))).toEqual(shape(turned(-1)));
    }),
  );
});

test("drift is the largest step between certificates", () => {
  expect(driftFromHistory([-0.2, 0.4, -0.6, -0.3, 0])).toBeCloseTo(1, 12);
  expect(driftFromHistory([1, 2, 4])).toBe(2);
  expect([driftFromHistory([]), driftFromHistory([1, 2])]).toEqual([null, null]);
});
