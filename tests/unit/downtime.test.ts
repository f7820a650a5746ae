import fc from "fast-check";
import { expect, test } from "vitest";
import { type Stretch, unionMs } from "#app/shared/downtime.ts";

const instant = fc.integer({ min: 0, max: 200 });
const stretch: fc.Arbitrary<Stretch> = fc
  .tuple(instant, fc.option(fc.integer({ min: 1, max: 60 }), { freq: 5 }))
  .map(([startedAt, length]) => ({
    startedAt,
    endedAt: length === null ? null : startedAt + length,
  }));
const window = fc
  .tuple(instant, instant)
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

test("the union counts each instant in which at least one stretch goes on, once", () => {
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 12 }), window, (all, [from, to]) => {
      let expected = 0;
      for (let at = from; at < to; at++)
        if (all.some(({ startedAt, endedAt }) => startedAt <= at && at < (endedAt ?? Infinity)))
          expected++;
      expect(unionMs(all, from, to)).toBe(expected);
    }),
  );
});

test("it is at least each stretch, at most the window, and the same in any order and in parts", () => {
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 12 }), window, instant, (all, [from, to], cut) => {
      const union = unionMs(all, from, to);
      for (const one of all) expect(union).toBeGreaterThanOrEqual(unionMs([one], from, to));
      expect(union).toBeLessThanOrEqual(to - from);
      expect(unionMs(all.toReversed(), from, to)).toBe(union);
      const middle = Math.min(Math.max(cut, from), to);
      expect(unionMs(all, from, middle) + unionMs(all, middle, to)).toBe(union);
    }),
  );
});
