import fc from "fast-check";
import { expect, test } from "vitest";
import { drawn, isSignature, LONGEST_SIGNATURE, SIGNATURE } from "#app/shared/signature.ts";

const anywhere = fc.record({
  x: fc.double({ min: -50, max: 400, noNaN: true }),
  y: fc.double({ min: -50, max: 200, noNaN: true }),
});

test("whatever is drawn is a signature of bounded length within its field", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anywhere, fc.boolean()), { minLength: 1, maxLength: 900 }),
      (points) => {
        const path = points.reduce(
          (d, [point, isFirst], at) => drawn(d, point, isFirst || at === 0),
          "",
        );
        expect(isSignature(path)).toBe(true);
        expect(path.length).toBeLessThanOrEqual(LONGEST_SIGNATURE);
        const numbers = [...path.matchAll(/(\d+) (\d+)/g)];
        expect(numbers.every(([, x]) => Number(x) <= SIGNATURE.width)).toBe(true);
        expect(numbers.every(([, , y]) => Number(y) <= SIGNATURE.height)).toBe(true);
      },
    ),
  );
});

test("a point is a dot, one that does not move adds nothing, and other paths are refused", () => {
  const dot = drawn("", { x: 10.4, y: 20 }, true);
  expect(dot).toBe("M10 20L10 20");
  expect(drawn(dot, { x: 10, y: 20.2 }, false)).toBe(dot);
  for (const path of ["", "M1 1z", "M1 1C2 2 3 3 4 4", "L1 1", 'M1 1"/>', "M1 1 L2 2", "M1000 1"])
    expect(isSignature(path)).toBe(false);
});
