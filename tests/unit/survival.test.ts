import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kaplanMeier, type Life, medianOf, weibull } from "#app/shared/survival.ts";

const life = (days: number, failed = true): Life => ({ days, failed });
/** Weeks in remission under 6-MP, Freireich and others 1963, as in Cox and Oakes; those with a plus go on. */
const remission = [
  ...[6, 6, 6, 7, 10, 13, 16, 22, 23].map((weeks) => life(weeks)),
  ...[6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35].map((weeks) => life(weeks, false)),
];
/** Millions of revolutions of ball bearings until they failed, Lieblein and Zelen 1956. */
const bearings = [
  17.88, 28.92, 33, 41.52, 42.12, 45.6, 48.48, 51.84, 51.96, 54.12, 55.56, 67.8, 68.64, 68.64,
  68.88, 84.12, 93.12, 98.64, 105.12, 105.84, 127.92, 128.04, 173.4,
].map((revolutions) => life(revolutions));

const lives = fc.array(
  fc.record({ days: fc.integer({ min: 1, max: 5_000 }), failed: fc.boolean() }),
  { minLength: 1, maxLength: 80 },
);

describe("the share without a failure", () => {
  test("is that of the published example, with its band", () => {
    const steps = kaplanMeier(remission);
    const published = [
      [6, 0.8571, 0.6197, 0.9516],
      [7, 0.8067, 0.5631, 0.9228],
      [10, 0.7529, 0.5032, 0.8894],
      [13, 0.6902, 0.4316, 0.8491],
      [16, 0.6275, 0.3675, 0.8049],
      [22, 0.5378, 0.2678, 0.7468],
      [23, 0.4482, 0.1881, 0.6801],
    ];
    expect(steps.map(([days]) => days)).toEqual(published.map(([days]) => days));
    for (const [at, [, ...values]] of published.entries())
      for (const [n, value] of values.entries()) expect(steps[at]![n + 1]).toBeCloseTo(value, 3);
    expect(medianOf(steps)).toBe(23);
  });

  test("falls, stays within its band, and is what is left where all were seen to the end", () => {
    fc.assert(
      fc.property(lives, (all) => {
        const steps = kaplanMeier(all);
        let before = 1;
        for (const [, share, low, high] of steps) {
          expect(share).toBeLessThan(before);
          expect(low).toBeLessThanOrEqual(share + 1e-12);
          expect(high).toBeGreaterThanOrEqual(share - 1e-12);
          before = share;
        }
        if (all.every(({ failed }) => failed)) expect(before).toBeCloseTo(0, 9);
        const whole = all.map((one) => ({ ...one, failed: true }));
        for (const [days, share] of kaplanMeier(whole))
          expect(share).toBeCloseTo(
            whole.filter((one) => one.days > days).length / whole.length,
            9,
          );
      }),
    );
  });

  test("has no middle while fewer than half have failed", () => {
    expect(medianOf(kaplanMeier([life(5), life(9, false), life(9, false)]))).toBeNull();
    expect(kaplanMeier([life(9, false)])).toEqual([]);
  });
});

describe("the fitted distribution", () => {
  test("is that of the published examples", () => {
    const bearing = weibull(bearings)!;
    expect(bearing.shape).toBeCloseTo(2.102, 2);
    expect(bearing.scale).toBeCloseTo(81.88, 1);
    const kept = weibull(remission, 9)!;
    expect(kept.shape).toBeCloseTo(1.354, 2);
    expect(kept.scale).toBeCloseTo(33.77, 1);
  });

  test("is not fitted to fewer than ten failures", () => {
    expect(weibull(bearings.slice(0, 9))).toBeNull();
    expect(weibull(remission)).toBeNull();
  });

  test("keeps its shape and grows with the unit of time", () => {
    fc.assert(
      fc.property(lives, fc.integer({ min: 2, max: 50 }), (all, factor) => {
        const fit = weibull(all);
        const scaled = weibull(all.map(({ days, failed }) => life(days * factor, failed)));
        if (!fit || !scaled) {
          expect(scaled).toEqual(fit);
          return;
        }
        expect(scaled.shape).toBeCloseTo(fit.shape, 5);
        expect(scaled.scale / factor / fit.scale).toBeCloseTo(1, 5);
      }),
    );
  });
});
