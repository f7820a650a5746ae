import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  countsOf,
  firstWeights,
  fiscalYears,
  replacementScore,
  riseOf,
  type Scored,
} from "#app/shared/replacement.ts";
import { linesOf } from "#worker/domain/replacement/budget.ts";

const today = "2026-07-01";
const device: Scored = {
  since: "2016-07-01",
  lifeMonths: 120,
  supportEndsOn: null,
  criticality: "high",
  costRatioBp: null,
  failures: 0,
  failuresBefore: 0,
};
const scored = (more: Partial<Scored> = {}) =>
  replacementScore({ ...device, ...more }, firstWeights, today);

describe("a replacement score", () => {
  test("is the weighted mean of the parts that are known", () => {
    // (30 × 100 + 20 × 0 + 10 × 70) / 60
    expect(scored()).toMatchObject({ score: 62, grade: "flagged" });
    expect(scored().parts).toEqual({
      ...{ age: 100, cost: null, failures: 0, support: null, criticality: 70 },
    });
    // (30 × 100 + 30 × 60 + 20 × 80 + 10 × 100 + 10 × 70) / 100
    expect(
      scored({ costRatioBp: 3_000, failures: 3, failuresBefore: 2, supportEndsOn: "2026-01-01" }),
    ).toMatchObject({ score: 81, grade: "strong", endsOn: "2026-01-01", endsBy: "support" });
  });

  test("says what each part counts beside those that are known", () => {
    const { parts, score } = scored();
    const counts = countsOf(parts, firstWeights);
    expect(counts).toEqual({
      age: 30 / 60,
      cost: 0,
      failures: 20 / 60,
      support: 0,
      criticality: 10 / 60,
    });
    const sum = Object.entries(counts).reduce(
      (all, [part, count]) => all + count * (parts[part as keyof typeof parts] ?? 0),
      0,
    );
    expect(Math.round(sum)).toBe(score);
  });

  test("is flagged over 30 % of the price a year and strong over 50 %", () => {
    const young = { since: "2026-01-01", criticality: "low" };
    expect(scored({ ...young, costRatioBp: 3_000 }).grade).toBe("none");
    expect(scored({ ...young, costRatioBp: 3_001 }).grade).toBe("flagged");
    expect(scored({ ...young, costRatioBp: 5_000 }).grade).toBe("flagged");
    expect(scored({ ...young, costRatioBp: 5_001 }).grade).toBe("strong");
  });

  test("says when the device is to be replaced: at its end, or today where it is strong", () => {
    expect(scored({ lifeMonths: 180 })).toMatchObject({ replaceOn: "2031-07-01", endsBy: "life" });
    expect(scored({ costRatioBp: 6_000 }).replaceOn).toBe(today);
    expect(scored({ since: null }).replaceOn).toBeNull();
  });

  test("is from 0 to 100 and never falls with cost, age or failures", () => {
    const some = fc.record({
      age: fc.integer({ min: 1, max: 30 }),
      costRatioBp: fc.option(fc.integer({ min: 0, max: 20_000 })),
      failures: fc.integer({ min: 0, max: 20 }),
      failuresBefore: fc.integer({ min: 0, max: 20 }),
      criticality: fc.constantFrom("life_support", "high", "medium", "low"),
    });
    fc.assert(
      fc.property(some, ({ age, ...facts }) => {
        const at = (more: Partial<Scored>) =>
          scored({ ...facts, since: `${2026 - age}-07-01`, ...more }).score;
        expect(at({})).toBeGreaterThanOrEqual(0);
        expect(at({})).toBeLessThanOrEqual(100);
        expect(at({ failures: facts.failures + 1 })).toBeGreaterThanOrEqual(at({}));
        expect(at({ since: `${2025 - age}-07-01` })).toBeGreaterThanOrEqual(at({}));
        if (facts.costRatioBp !== null)
          expect(at({ costRatioBp: facts.costRatioBp + 500 })).toBeGreaterThanOrEqual(at({}));
      }),
    );
  });
});

describe("a replacement budget", () => {
  test("is of fiscal years", () => {
    expect(fiscalYears("2026-03-31", "04", 2)).toEqual([
      { from: "2025-04-01", to: "2026-03-31", name: "2025–26" },
      { from: "2026-04-01", to: "2027-03-31", name: "2026–27" },
    ]);
    expect(fiscalYears("2026-03-31", "01", 1)).toEqual([
      { from: "2026-01-01", to: "2026-12-31", name: "2026" },
    ]);
  });

  test("rises with prices, and counts those without one", () => {
    expect(riseOf(500, 2)).toBeCloseTo(1.1025, 10);
    const pumps = { id: "p", name: "Pumps" };
    const due = [
      { ...pumps, year: 0, count: 2, minor: 100_000, unpriced: 1 },
      { ...pumps, year: 2, count: 1, minor: 110_300, unpriced: 0 },
    ];
    expect(linesOf(due)).toEqual([
      { ...pumps, years: [100_000, 0, 110_300, 0, 0], count: 3, unpriced: 1 },
    ]);
  });
});
