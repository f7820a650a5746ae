import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  common,
  costOfYears,
  costRatio,
  covered,
  DAY_MS,
  type Figure,
  isFailure,
  type Measured,
  type MeasuredCall,
  marksOf,
  partYears,
  reliability,
} from "#app/shared/asset-metrics.ts";

const stretch = fc
  .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 400 }))
  .map(([from, length]) => ({ from, to: from + length }));
const figure: fc.Arbitrary<Figure | null> = fc.option(
  fc.record(
    {
      value: fc.integer({ min: 0, max: 20 }),
      bound: fc.constantFrom("more" as const, "less" as const),
    },
    { requiredKeys: ["value"] },
  ),
) as fc.Arbitrary<Figure | null>;

describe("stretches", () => {
  test("cover as many moments of a window as lie in one of them", () => {
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 8 }), stretch, (all, window) => {
        let moments = 0;
        for (let at = window.from; at < window.to; at++)
          if (all.some(({ from, to }) => from <= at && at < to)) moments++;
        expect(covered(all, window)).toBe(moments);
      }),
    );
  });

  test("have in common what each of them has", () => {
    fc.assert(
      fc.property(stretch, stretch, (a, b) => {
        const { from, to } = common(a, b);
        expect(to - from).toBe(covered([a], b));
        expect(covered([b], a)).toBe(covered([a], b));
      }),
    );
  });
});

const HOUR = 3_600_000;
const year = { from: 0, to: 365 * DAY_MS };
const call = (more: Partial<MeasuredCall> = {}): MeasuredCall => ({
  reportedAt: 10 * DAY_MS,
  failedAt: null,
  restoredAt: null,
  isDown: true,
  status: "closed",
  causeCode: "battery",
  ...more,
});
const device = (more: Partial<Measured> = {}): Measured => ({
  used: year,
  calls: [],
  callsCut: false,
  down: [],
  downCut: false,
  isDownKnown: false,
  ...more,
});

describe("reliability", () => {
  test("of a device that failed twice in a year", () => {
    const { mtbf, mttr, uptime, calls, failuresPerYear } = reliability(
      device({
        calls: [
          call({ restoredAt: 10 * DAY_MS + 4 * HOUR }),
          call({ failedAt: 9 * DAY_MS, restoredAt: 10 * DAY_MS + 8 * HOUR }),
          call({ isDown: false }),
          call({ status: "cancelled" }),
          call({ causeCode: "user_error" }),
        ],
        down: [
          { from: 10 * DAY_MS, to: 11 * DAY_MS, isPlanned: false },
          { from: 20 * DAY_MS, to: 22 * DAY_MS, isPlanned: true },
        ],
        isDownKnown: true,
      }),
      year,
    );
    expect(calls).toEqual({ value: 4 });
    expect(mtbf).toEqual({ value: (364 * DAY_MS) / 2 });
    expect(failuresPerYear!.value).toBeCloseTo(2, 1);
    expect(mttr).toEqual({ mean: 18 * HOUR, median: 18 * HOUR, of: 2 });
    expect(uptime!.value).toBeCloseTo((100 * 364) / 365, 10);
  });

  test("says nothing it cannot know", () => {
    expect(reliability(device(), year)).toMatchObject({
      ...{ calls: { value: 0 }, mtbf: null, mttr: null, down: null, uptime: null },
      failuresPerYear: { value: 0 },
    });
    expect(reliability(device({ used: null, calls: [call()] }), year)).toMatchObject({
      ...{ usedMs: 0, mtbf: null, failuresPerYear: null, uptime: null },
    });
  });

  test("what was not read makes failures more, and the time between them less", () => {
    const some = device({ calls: [call({ restoredAt: 11 * DAY_MS })], callsCut: true });
    expect(reliability(some, year)).toMatchObject({
      ...{ calls: { bound: "more" }, failuresPerYear: { bound: "more" } },
      ...{ mtbf: { bound: "less" }, mttr: null },
    });
  });

  test("is within its bounds for any calls and times down", () => {
    const arbitrary = fc.record({
      calls: fc.array(
        fc
          .record({
            isDown: fc.boolean(),
            status: fc.constantFrom("new", "closed", "cancelled", "closed_duplicate"),
            causeCode: fc.option(fc.constantFrom("battery", "user_error", "no_problem_found")),
            restoredAt: fc.option(fc.integer({ min: 0, max: year.to })),
          })
          .map(call),
        { maxLength: 10 },
      ),
      down: fc.array(
        fc.tuple(stretch, fc.boolean()).map(([{ from, to }, isPlanned]) => ({
          from: from * DAY_MS,
          to: to * DAY_MS,
          isPlanned,
        })),
        { maxLength: 6 },
      ),
      used: fc.option(stretch.map(({ from, to }) => ({ from: from * DAY_MS, to: to * DAY_MS }))),
    });
    fc.assert(
      fc.property(arbitrary, (read) => {
        const { uptime, mtbf, down, usedMs, failures, mttr } = reliability(
          device({ ...read, isDownKnown: true }),
          year,
        );
        expect(failures.value).toBe(read.calls.filter(isFailure).length);
        expect(usedMs).toBeGreaterThanOrEqual(0);
        if (read.used) expect(down!.value).toBeLessThanOrEqual(usedMs);
        if (uptime) expect(uptime.value >= 0 && uptime.value <= 100).toBe(true);
        if (mtbf) expect(mtbf.value >= 0 && mtbf.value <= usedMs).toBe(true);
        if (mttr) expect(mttr.mean).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("costs of a period", () => {
  const years = {
    "2024": [100, 20, 3] as [number, number, number],
    "2025": [1000, 200, 30] as [number, number, number],
    "2026": [10_000, 2000, 300] as [number, number, number],
  };

  test.each([
    ["2025-01-01", "2025-12-31", [], 1200, 30],
    ["2025-01-01", "2026-06-01", [], 13_200, 330],
    ["2025-06-02", "2026-06-01", [["2025-06-02", "2025-12-31"]], 12_000, 300],
    ["2026-01-01", "2030-12-31", [], 12_000, 300],
    ["2025-03-01", "2025-04-01", [["2025-03-01", "2025-04-01"]], 0, 0],
    [
      "2024-02-01",
      "2026-05-31",
      [
        ["2024-02-01", "2024-12-31"],
        ["2026-01-01", "2026-05-31"],
      ],
      1200,
      30,
    ],
    ["2027-01-01", "2027-12-31", [], 0, 0],
  ])("%s to %s", (from, to, parts, labourMinor, partsMinor) => {
    expect(partYears({ from, to }, "2026-06-01")).toEqual(
      parts.map(([first, last]) => ({ from: first, to: last })),
    );
    expect(costOfYears(years, { from, to }, "2026-06-01")).toEqual({ labourMinor, partsMinor });
  });

  test("whole years and the days of part years are each day of the period once", () => {
    const day = fc
      .integer({ min: 0, max: 2000 })
      .map((days) => new Date(Date.UTC(2022, 0, 1) + days * DAY_MS).toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, day, day, (a, b, today) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const last = to < today ? to : today;
        const parts = partYears({ from, to }, today);
        const all = Object.fromEntries(
          ["2022", "2023", "2024", "2025", "2026", "2027"].map((one) => [
            one,
            [0, 0, 1] as [number, number, number],
          ]),
        );
        const whole = costOfYears(all, { from, to }, today).partsMinor;
        const touched = from > last ? 0 : Number(last.slice(0, 4)) - Number(from.slice(0, 4)) + 1;
        expect(whole + parts.length).toBe(touched);
        for (const part of parts) expect(part.from >= from && part.to <= last).toBe(true);
      }),
    );
  });

  test("are a share of the price a year", () => {
    expect(
      costRatio(100, 1000, { from: "2025-01-01", to: "2025-12-31" }, "2026-06-01"),
    ).toBeCloseTo(10, 1);
    expect(costRatio(100, null, { from: "2025-01-01", to: "2025-12-31" }, "2026-06-01")).toBeNull();
    expect(costRatio(100, 1000, { from: "2027-01-01", to: "2027-12-31" }, "2026-06-01")).toBeNull();
  });
});

describe("best and worst", () => {
  test("of known figures, by the direction that is better", () => {
    const values = [3, 1, null, 2].map((value) => (value === null ? null : { value }));
    expect(marksOf(values, "low")).toEqual(["worst", "best", null, null]);
    expect(marksOf(values, "high")).toEqual(["best", "worst", null, null]);
    expect(marksOf([{ value: 1 }, { value: 1 }], "low")).toEqual([null, null]);
    expect(marksOf([{ value: 1 }, null], "low")).toEqual([null, null]);
  });

  test("no figure that another may surpass is marked", () => {
    expect(marksOf([{ value: 9 }, { value: 5, bound: "more" }, { value: 2 }], "low")).toEqual([
      null,
      null,
      "best",
    ]);
    expect(marksOf([{ value: 5 }, { value: 5, bound: "more" }], "high")).toEqual(["worst", "best"]);
  });

  test("hold whatever the bounded figures truly are", () => {
    const drawn = fc.array(fc.tuple(figure, fc.integer({ min: 0, max: 30 })), {
      minLength: 2,
      maxLength: 5,
    });
    fc.assert(
      fc.property(drawn, fc.constantFrom("high" as const, "low" as const), (cases, better) => {
        const marks = marksOf(
          cases.map(([one]) => one),
          better,
        );
        const truth = cases.map(([one, by]) => {
          if (!one) return null;
          if (one.bound === "more") return one.value + by;
          return one.bound === "less" ? one.value - by : one.value;
        });
        const known = truth.filter((value) => value !== null);
        marks.forEach((mark, at) => {
          if (!mark) return;
          const isTop = (mark === "best") === (better === "high");
          expect(truth[at]).toBe(isTop ? Math.max(...known) : Math.min(...known));
        });
      }),
    );
  });
});
