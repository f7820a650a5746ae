import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CheckPoint,
  deviationOf,
  failedOn,
  linesAt,
  saidOfChecks,
  seriesOf,
} from "#app/shared/calibration/check-series.ts";
import { driftSeen, driftsOf, saidOfDrift, takenFigure } from "#app/shared/calibration/drift.ts";
import { checkResult } from "#app/shared/metrology/control-chart.ts";
import { decimal } from "#app/shared/metrology/decimal.ts";

const rank = { ok: 0, warn: 1, fail: 2 } as const;
const figure = fc
  .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.nat(4))
  .map(([whole, places]) => decimal(whole).div(decimal(10).pow(places)).toFixed(places));
const limit = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), fc.nat(3))
  .map(([whole, places]) => decimal(whole).div(decimal(10).pow(places)).toFixed(places));
const result = (value: string, reference: string, within: string) =>
  checkResult({ value: Number(value), reference: Number(reference), limit: Number(within) });

test("the further a check is from its reference the worse it is, above as below", () => {
  fc.assert(
    fc.property(
      figure,
      limit,
      fc.array(fc.nat(3000), { minLength: 2 }),
      (reference, within, parts) => {
        const at = (part: number, sign: 1 | -1) =>
          decimal(reference).plus(decimal(within).times(part).div(1000).times(sign)).toFixed(8);
        const ranks = parts
          .toSorted((a, b) => a - b)
          .map((part) => {
            const [above, below] = [at(part, 1), at(part, -1)].map((one) =>
              result(one, reference, within),
            );
            expect(above).toBe(below);
            return rank[above!];
          });
        expect(ranks).toEqual(ranks.toSorted());
        expect(result(at(1000, 1), reference, within)).not.toBe("fail");
      },
    ),
  );
});

test("the lines of a chart are as far above the reference as below it", () => {
  fc.assert(
    fc.property(figure, limit, (reference, within) => {
      const { low, warnLow, middle, warnHigh, high } = linesAt({ reference, limit: within });
      const apart = (a: string, b: string) => decimal(a).minus(decimal(b)).toString();
      expect(middle).toBe(reference);
      expect(apart(high, middle)).toBe(apart(middle, low));
      expect(apart(warnHigh, middle)).toBe(apart(middle, warnLow));
    }),
  );
  expect(linesAt({ reference: "200.0", limit: "1.2" })).toEqual({
    ...{ low: "198.8", warnLow: "199.2", middle: "200.0", warnHigh: "200.8", high: "201.2" },
  });
  // Two thirds of 0.8 do not end.
  expect(linesAt({ reference: "200.0", limit: "0.8" })).toMatchObject({
    ...{ low: "199.2", warnLow: "199.47", warnHigh: "200.53", high: "200.8" },
  });
});

let made = 0;
const point = (value: string, more: Partial<CheckPoint> = {}): CheckPoint => {
  const one = { value, reference: "200.0", limit: "1.2", on: "2026-10-23", ...more };
  return { id: String(++made), ...one, result: result(one.value, one.reference, one.limit) };
};
const said = (...values: string[]) =>
  saidOfChecks({
    ...{ key: "", parameter: "Energy", nominal: "200", unit: "J" },
    points: values.map((value) => point(value)),
  });

test("a chart says what its checks say together", () => {
  expect(said()).toBe("No checks yet.");
  expect(said("200.1")).toBe("One check, inside the warning lines.");
  expect(said("200.1", "199.8", "200.0")).toBe("All 3 checks are inside the warning lines.");
  expect(said("199.9", "200.2", "200.3", "200.5", "200.4", "200.7", "200.6")).toBe(
    "Six checks in a row above 200.0 J: it may be drifting.",
  );
  expect(said("199.9", "200.2", "200.3", "200.5", "200.4", "200.7", "201.6")).toBe(
    "Six checks in a row above 200.0 J, the last 0.4 J above the limit.",
  );
  expect(said("200.1", "198.7")).toBe("The last check is 0.1 J below the limit.");
  expect(said("199.5", "199.7", "200.0", "200.1", "200.3", "200.4")).toBe(
    "Six checks in a row, each higher than the one before: it may be drifting.",
  );
  expect(said("200.9", "200.1", "201.0")).toBe(
    "Two of the last three checks are beyond the upper warning line.",
  );
  expect(said("199.9", "200.1", "199.1")).toBe(
    "The last check is beyond the warning line and within the limit.",
  );
  expect(said("201.9", "200.1")).toBe(
    "The last check is inside the warning lines; one before it was not.",
  );
  expect(deviationOf({ value: "201.6", reference: "200", limit: "1.25" })).toEqual({
    ...{ isAbove: true, off: "1.60", over: "0.35" },
  });
});

test("200 and 200.0 are one point, and so many checks of it are drawn", () => {
  const rows = ["200", "200.0", "2e2", "300"].map((nominal, at) => ({
    ...point("200.1", { on: `2026-01-0${9 - at}` }),
    ...{ parameter: at % 2 ? "energy" : "Energy", nominal, unit: "J" },
  }));
  const [first, second] = seriesOf(rows, 2);
  expect(first!.points.map(({ on }) => on)).toEqual(["2026-01-08", "2026-01-09"]);
  expect(second!.points).toHaveLength(1);
});

describe("a failed check", () => {
  const rowOf = (on: string, value: string, more: object = {}) => ({
    ...{ ...point(value, { on }), parameter: "Energy", nominal: "200", unit: "J", ...more },
  });
  /** @param rows the oldest first */
  const failed = (rows: ReturnType<typeof rowOf>[], calibratedOn: string | null = null) =>
    failedOn(seriesOf(rows.toReversed(), 9), calibratedOn);
  const bad = rowOf("2026-01-05", "205");

  test("stands until the next check of its series, also one of the same day", () => {
    expect(failed([])).toBeNull();
    expect(failed([rowOf("2026-01-04", "200"), bad])).toBe("2026-01-05");
    expect(failed([bad, rowOf("2026-01-05", "200.1")])).toBeNull();
    expect(failed([bad, rowOf("2026-01-05", "200.1", { nominal: "200.0" })])).toBeNull();
    expect(failed([bad, rowOf("2026-01-05", "200.1"), bad])).toBe("2026-01-05");
  });

  test("is not answered by a check of another series", () => {
    for (const other of [{ parameter: "Time" }, { nominal: "300" }, { unit: "mJ" }])
      expect(failed([bad, rowOf("2026-01-06", "200", other)])).toBe("2026-01-05");
  });

  test("is answered by a calibration after it", () => {
    expect(failed([bad], "2026-01-04")).toBe("2026-01-05");
    expect(failed([bad], "2026-01-05")).toBe("2026-01-05");
    expect(failed([bad], "2026-01-06")).toBeNull();
  });
});

const years = [
  ["2022-05-19", "-0.2"],
  ["2023-05-18", "+0.4"],
  ["2024-05-16", "-0.6"],
  ["2025-05-14", "-0.3"],
  ["2026-05-13", "0.0"],
] as const;
type Kind = "from_history" | "per_year_pct";
const driftOf = (taken: number, driftKind: Kind = "from_history", steady = false) =>
  driftsOf(
    years
      .slice(0, taken)
      .map(([on, correction]) => [on, steady ? "0.1" : correction] as const)
      .map(([calibratedOn, correction], at) => ({
        ...{ certificateId: String(at), certificateNo: `C-${at}`, calibratedOn },
        ...{
          isInForce: at === taken - 1,
          parameter: "Energy",
          unit: "J",
          driftKind,
          driftValue: "0.5",
        },
        points: [
          {
            nominal: "200",
            reference: "200",
            indicated: "200",
            correction,
            u: "2",
            k: "2",
            dof: null,
          },
        ],
      }))
      .toReversed(),
  )[0]!;
const drift = (...of: Parameters<typeof driftOf>) => saidOfDrift(driftOf(...of));

test("drift is told with the largest change and what budgets take for it", () => {
  expect(drift(5)).toBe(
    "Corrections of five certificates, bars ±U. Largest change 1.0 J, 2023 to 2024. Budgets take ±1.0 J as rectangular.",
  );
  expect(drift(2)).toBe(
    "Corrections of two certificates, bars ±U. Change 0.6 J, 2022 to 2023. Budgets take drift from history once there are three certificates.",
  );
  expect(drift(1, "per_year_pct")).toBe(
    "One certificate; the next one shows a change. Budgets take ±0.5 % a year.",
  );
  expect(drift(3, "from_history", true)).toBe(
    "Corrections of three certificates, bars ±U. None differs from the one before. No drift was seen, and budgets take none.",
  );
});

test("a table and a range tell drift as a figure", () => {
  expect(takenFigure(driftOf(5))).toBe("±1.0 J");
  expect(takenFigure(driftOf(2))).toBe("From three certificates on");
  expect(takenFigure(driftOf(3, "from_history", true))).toBe("No drift seen");
  expect(takenFigure(driftOf(5, "per_year_pct"))).toBe("±0.5 % a year");
  expect(takenFigure({ ...driftOf(5), taken: null })).toBeNull();
  expect(driftSeen([driftOf(3), driftOf(5)], "energy", "J")?.change).toBe("1.0");
  expect(driftSeen([driftOf(5)], "Energy", "V")).toBeNull();
  expect(driftSeen([driftOf(2)], "Energy", "J")).toBeNull();
});
