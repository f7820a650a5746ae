import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decimal,
  isTypedNumber,
  plainText,
  toDouble,
  typedNumber,
} from "#app/shared/metrology/decimal.ts";
import { type RoundingMode, rounded, roundedU } from "#app/shared/metrology/rounding.ts";
import {
  type Limits,
  limitsOf,
  type Tolerance,
  ToleranceError,
} from "#app/shared/metrology/tolerance.ts";
import {
  converted,
  convertedDifference,
  isUnit,
  UnitError,
  unitCodes,
  units,
} from "#app/shared/metrology/units.ts";
import templates from "#worker/domain/calibration/biomed-templates.json" with { type: "json" };

describe("a typed number", () => {
  test.each(["0", "10.00", "-1.5", "+3", ".5", "5.", "1e3", "1.2E-12", " 7 "])(
    "%j is one",
    (text) => {
      expect(typedNumber(text)).not.toBeNull();
    },
  );
  test.each([
    "",
    " ",
    "-",
    ".",
    "1,5",
    "1 000",
    "−5",
    "NaN",
    "Infinity",
    "0x1F",
    "1e",
    "1e123",
    "1.2.3",
    "--1",
    "1e3.5",
    "٣",
    "1".repeat(25),
  ])("%j is none", (text) => {
    expect(typedNumber(text)).toBeNull();
  });
  test("null is none, and what is typed stays as it is", () => {
    expect(isTypedNumber("1".repeat(24))).toBe(true);
    expect(typedNumber(null)).toBeNull();
    expect(isTypedNumber(" 7")).toBe(false);
    expect(plainText(decimal("0.1").plus("0.2"))).toBe("0.3");
    expect(plainText(decimal(1e-12))).toBe("0.000000000001");
    expect(toDouble(decimal("1e-7"))).toBe(1e-7);
    expect(() => decimal(Number.NaN)).toThrow(RangeError);
  });
});

const texts = ({ lower, upper }: Limits) => [lower && plainText(lower), upper && plainText(upper)];

describe("limits", () => {
  const at = { setpoint: "200", range: { lo: "-50", hi: "350" }, resolution: "0.1" };
  test.each<[Tolerance, string | null, string | null]>([
    [{ op: "sym", abs: "3" }, "197", "203"],
    [{ op: "sym", pct: "1.5" }, "197", "203"],
    [{ op: "sym", ppm: "50" }, "199.99", "200.01"],
    [{ op: "sym", pct_range: "1" }, "196", "204"],
    [{ op: "sym", digits: "3" }, "199.7", "200.3"],
    [{ op: "sym", pct: "1", abs: "3", combine: "max" }, "197", "203"],
    [{ op: "sym", pct: "1", abs: "3", combine: "min" }, "198", "202"],
    [{ op: "sym", pct: "1", abs: "3", digits: "2", combine: "sum" }, "194.8", "205.2"],
    [{ op: "sym", abs: "3", cap_hi: "201", cap_lo: "198.5" }, "198.5", "201"],
    [{ op: "asym", plus: "2", minus: "1" }, "199", "202"],
    [{ op: "le", value: "500" }, null, "500"],
    [{ op: "ge", value: "80" }, "80", null],
    [{ op: "band", lo: "1", hi: "2" }, "1", "2"],
    [{ op: "info" }, null, null],
    [{ op: "sym", abs: "0" }, "200", "200"],
    [{ op: "asym", plus: "0", minus: "1" }, "199", "200"],
    [{ op: "asym", plus: "1", minus: "0" }, "200", "201"],
    [{ op: "band", lo: "2", hi: "2" }, "2", "2"],
  ])("%j", (tolerance, lower, upper) => {
    expect(texts(limitsOf(tolerance, at))).toEqual([lower, upper]);
  });

  test("per cent are of the set point or the reference, and the limits stand where it was really set", () => {
    const real = { setpoint: "-100", centre: "-100.5", reference: "-100.5" };
    expect(texts(limitsOf({ op: "sym", pct: "2" }, real))).toEqual(["-102.5", "-98.5"]);
    expect(texts(limitsOf({ op: "sym", pct: "2", of: "reference" }, real))).toEqual([
      "-102.51",
      "-98.49",
    ]);
  });

  test("a rule goes by the load", () => {
    const rules = templates.rules;
    const mpe = (setpoint: string | null) =>
      texts(limitsOf({ op: "rule", rule: "mpe_class_iii_in_service" }, { setpoint, rules }));
    expect([mpe("500"), mpe("500.1"), mpe("2000"), mpe("3000")]).toEqual([
      ["499", "501"],
      ["498.1", "502.1"],
      ["1998", "2002"],
      ["2997", "3003"],
    ]);
    expect(mpe(null)).toEqual([null, null]);
  });

  test.each<[Tolerance, string]>([
    [{ op: "sym" }, "no figure"],
    [{ op: "sym", abs: "1", pct: "1" }, "how they combine"],
    [{ op: "sym", abs: "1,5" }, "not a number"],
    [{ op: "sym", abs: "-1" }, "not negative"],
    [{ op: "asym", plus: "1", minus: "-1" }, "not negative"],
    [{ op: "band", lo: "2", hi: "1" }, "above"],
    [{ op: "rule", rule: "toString" }, "no rule"],
  ])("%j is refused", (tolerance, said) => {
    expect(() => limitsOf(tolerance, at)).toThrow(ToleranceError);
    expect(() => limitsOf(tolerance, at)).toThrow(said);
  });

  test("what is missing at the point is said", () => {
    expect(() => limitsOf({ op: "sym", abs: "1" }, { setpoint: null })).toThrow("The set point");
    expect(() => limitsOf({ op: "sym", pct: "1", of: "reference" }, { setpoint: "1" })).toThrow(
      "The reference value",
    );
    expect(() => limitsOf({ op: "sym", digits: "1" }, { setpoint: "1" })).toThrow("The resolution");
    expect(() => limitsOf({ op: "sym", pct_range: "1" }, { setpoint: "1" })).toThrow("The range");
  });

  test("of every test of the templates equal those of the file", () => {
    const rules = templates.rules;
    let tests = 0;
    for (const device of templates.devices)
      for (const one of device.tests) {
        tests++;
        for (const [n, setpoint] of one.setpoints.entries())
          expect(
            texts(limitsOf(one.tolerance as Tolerance, { setpoint, rules })),
            `${device.key}: ${one.test}`,
          ).toEqual(one.limits[n]);
        expect(isUnit(one.unit), one.unit).toBe(true);
      }
    expect([templates.devices.length, tests]).toEqual([
      templates.counts.devices,
      templates.counts.tests,
    ]);
  });
});

describe("units", () => {
  test.each([
    ["20", "degC", "K", "293.15"],
    ["0", "K", "degC", "-273.15"],
    ["1", "cmH2O", "kPa", "0.0980665"],
    ["760", "mmHg", "kPa", "101.3250144354"],
    ["3600", "mL/h", "mL/min", "60"],
    ["1", "L/min", "mL/h", "60000"],
    ["60", "bpm", "Hz", "1"],
    ["2.5", "L", "uL", "2500000"],
    ["50", "%", "1", "0.5"],
  ] as const)("%s %s in %s", (value, from, to, expected) => {
    expect(plainText(converted(decimal(value), from, to))).toBe(expected);
  });

  test("a difference has no offset", () => {
    expect(plainText(convertedDifference(decimal("0.5"), "degC", "K"))).toBe("0.5");
    expect(() => convertedDifference(decimal(1), "mmHg", "mL")).toThrow(UnitError);
    expect(() => converted(decimal(1), "%RH", "%")).toThrow("relative humidity is not ratio");
    expect(isUnit("constructor")).toBe(false);
  });

  test("there and back is where it was", () => {
    const pairs = unitCodes.flatMap((from) =>
      unitCodes
        .filter((to) => units[to].quantity === units[from].quantity)
        .map((to) => [from, to] as const),
    );
    const figure = fc
      .tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.integer({ min: -6, max: 3 }))
      .map(([n, e]) => decimal(`${n}e${e}`));
    fc.assert(
      fc.property(fc.constantFrom(...pairs), figure, ([from, to], value) => {
        for (const through of [converted, convertedDifference]) {
          const back = through(through(value, from, to), to, from);
          expect(back.minus(value).abs().lte("1e-30")).toBe(true);
        }
      }),
    );
  });
});

describe("rounding", () => {
  test.each([
    ["2345", "987654", 2, "ea5", "2300", "987700"],
    ["0.000996", "-0.00451", 2, "ea5", "0.0010", "-0.0045"],
    ["0.0149", "1", 1, "nearest", "0.01", "1.00"],
    ["0.0149", "1", 1, "ea5", "0.02", "1.00"],
    ["0.01049", "1", 2, "ea5", "0.010", "1.000"],
    ["0.01059", "1.0005", 2, "ea5", "0.011", "1.001"],
    ["0.0101", "1", 2, "up", "0.011", "1.000"],
    ["0.010", "1", 2, "up", "0.010", "1.000"],
    ["1.25", "-2.25", 2, "nearest", "1.3", "-2.3"],
    ["99.6", "5", 2, "ea5", "100", "10"],
    ["0.5", "-0.04", 1, "ea5", "0.5", "0.0"],
    ["0", "1.230", 2, "ea5", "0", "1.23"],
  ] as const)("U %s and %s to %d (%s)", (u, value, digits, mode, uText, valueText) => {
    const shown = rounded(decimal(value), decimal(u), { digits, mode });
    expect([shown.u, shown.value]).toEqual([uText, valueText]);
  });

  test("says where it went up", () => {
    expect(rounded(98.7654, 2.3456)).toEqual({ value: "98.8", u: "2.3", place: 1, isUp: false });
    expect(rounded(decimal("1.25"), 0)).toEqual({
      value: "1.25",
      u: "0",
      place: null,
      isUp: false,
    });
    expect(rounded(7, 0)).toEqual({ value: "7", u: "0", place: null, isUp: false });
    expect(rounded(1, 0.0149, { digits: 1, mode: "ea5" }).isUp).toBe(true);
    expect(rounded(1, 0.0149, { digits: 1, mode: "nearest" }).isUp).toBe(false);
    expect(rounded(1, 0.0151, { digits: 1, mode: "ea5" }).isUp).toBe(false);
    expect(() => roundedU(decimal(0), { digits: 2, mode: "ea5" })).toThrow(RangeError);
  });

  test("the value and U share their last place, and ea5 lowers U by 5 % at most", () => {
    const digits = fc.constantFrom(1 as const, 2 as const);
    const modes = fc.constantFrom<RoundingMode>("ea5", "nearest", "up");
    const figure = (least: number) =>
      fc
        .tuple(fc.integer({ min: least, max: 99_999_999 }), fc.integer({ min: -12, max: 6 }))
        .map(([n, e]) => decimal(`${n}e${e}`));
    fc.assert(
      fc.property(figure(1), figure(-99_999_999), digits, modes, (u, value, count, mode) => {
        const shown = rounded(value, u, { digits: count, mode });
        const [uRounded, valueRounded] = [decimal(shown.u), decimal(shown.value)];
        const place = (text: string) => text.split(".")[1]?.length ?? 0;
        expect(place(shown.u)).toBe(place(shown.value));
        const step = decimal(`1e${-shown.place!}`);
        expect(valueRounded.minus(value).abs().lte(step.div(2))).toBe(true);
        if (mode === "up") expect(uRounded.gte(u)).toBe(true);
        if (mode === "ea5") expect(uRounded.gte(u.times("0.95"))).toBe(true);
        if (mode === "nearest") expect(uRounded.minus(u).abs().lte(step.div(2))).toBe(true);
        expect(uRounded.minus(u).abs().lt(step)).toBe(true);
        expect(rounded(valueRounded, uRounded, { digits: count, mode })).toMatchObject({
          u: shown.u,
          value: shown.value,
        });
      }),
      { numRuns: 2000 },
    );
  });
});
