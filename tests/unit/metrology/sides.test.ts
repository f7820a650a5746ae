import { describe, expect, test } from "vitest";
import type { PointInput } from "#app/shared/metrology/point.ts";
import { close, component, point, repeatability } from "#tests/support/worked-point.ts";

describe("sides", () => {
  const thermometer: Partial<PointInput> = {
    ...{ setting: "set_std_read_duc", unit: "degC", nominal: "37", references: [], readings: 3 },
    ...{ indications: ["37.1", "37.2", "37.1"], resolution: "0.1", correction: "0.02" },
    ...{ tolerance: { op: "sym", abs: "0.2" }, names: {}, rule: { kind: "simple" } },
    components: [
      repeatability,
      component("std", { distribution: "normal_k", value: "0.03", k: "2" }),
      component("res", { source: "duc_resolution", distribution: "resolution", value: "0.1" }),
    ],
  };

  test("what is set has its correction, and the limits stand about it", () => {
    const found = point(thermometer);
    expect(found).toMatchObject({
      reference: "37.02",
      lower: "36.82",
      upper: "37.22",
      verdict: "pass",
    });
    expect(found.indication).toMatch(/^37\.1333333/);
    // What is judged and reported is the indication itself.
    expect(found.value_reported).toBe("37.13");
    expect(found.error).toMatch(/^0\.1133333/);
  });

  test("scatter of the display alone is counted once", () => {
    const found = point(thermometer);
    expect(found.flags).toContain("resolution_dominates");
    expect(found.budget.map(({ contribution }) => Number(contribution) > 0)).toEqual([
      true,
      true,
      false,
    ]);
    const wide = point({ ...thermometer, indications: ["37.0", "37.3", "37.1"] });
    expect(wide.flags).not.toContain("resolution_dominates");
    expect(wide.budget.map(({ contribution }) => Number(contribution) > 0)).toEqual([
      true,
      true,
      true,
    ]);
    // Of few readings that all agree more is hidden than the step itself tells.
    const equal = point({ ...thermometer, indications: ["37.1", "37.1"], readings: 2 });
    expect(equal.budget.map(({ contribution }) => Number(contribution) > 0)).toEqual([
      true,
      true,
      false,
    ]);
    expect(equal.flags).toContain("resolution_dominates");
  });

  test("a scatter of just the step is the display's, and of one reading none is told", () => {
    const step = point({
      ...{ ...thermometer, indications: ["36", "37", "38"], resolution: "1" },
      components: [
        repeatability,
        component("res", { source: "duc_resolution", distribution: "resolution", value: "1" }),
      ],
    });
    expect(step.flags).toContain("resolution_dominates");
    expect(step.budget.map(({ u }) => Number(u) > 0)).toEqual([true, false]);
    const pooled = { ...repeatability, pooled: { s: "0.01", n: 9, dof: 8 } };
    const one = point({
      ...thermometer,
      indications: ["37.1"],
      readings: 1,
      components: [pooled, ...thermometer.components!.slice(1)],
    });
    expect(one.flags).not.toContain("resolution_dominates");
    expect(one.budget.map(({ u }) => Number(u) > 0)).toEqual([true, true, true]);
    // A display alone, or readings alone, are not counted twice.
    for (const some of [thermometer.components!.slice(1), [repeatability]]) {
      const found = point({ ...thermometer, components: some });
      expect(found).toMatchObject({ verdict: "pass" });
      expect(found.flags).not.toContain("resolution_dominates");
    }
  });

  test("the display is counted once in whichever order they stand, and stays where both are as large", () => {
    const shown = component("res", {
      ...{ source: "duc_resolution", distribution: "resolution", value: "0.001" },
    });
    const alike = Array.from({ length: 4 }, () => "37.1");
    const found = point({
      ...{ ...thermometer, indications: alike, readings: 4, resolution: "0.001" },
      components: [shown, repeatability],
    });
    expect(found.flags).toContain("resolution_dominates");
    // Readings of four or more that all agree tell the same as the step, which is known without any scatter.
    expect(found.budget.map(({ contribution }) => Number(contribution) > 0)).toEqual([true, false]);
    expect(found.nu_eff).toBeNull();
  });

  test("both sides may be read", () => {
    expect(point({ ...thermometer, references: ["37.0", "37.1", "37.0"] }).reference).toMatch(
      /^37\.0533333/,
    );
    expect(point({ ...thermometer, references: ["37.0", "", "37.0"] })).toMatchObject({
      reasons: [{ side: "reference", at: 2 }],
    });
  });

  test("the side that is set is read also where it was read once", () => {
    const once = point({
      ...{ ...thermometer, indications: ["37.1"], references: ["37.05"], readings: 1 },
      components: thermometer.components!.slice(1),
    });
    expect(once).toMatchObject({ reference: "37.07", error: "0.03" });
  });

  test("a display without a known step hides nothing", () => {
    for (const resolution of [null, undefined])
      expect(point({ ...thermometer, resolution })).toMatchObject({ verdict: "pass" });
  });

  test("one-sided has no error", () => {
    const leakage = point({
      ...{
        unit: "uA",
        nominal: null,
        references: ["212"],
        readings: 1,
        tolerance: { op: "le", value: "500" },
      },
      ...{
        components: [component("std", { distribution: "normal_k", value: "10" })],
        rule: { kind: "guard_U" },
      },
    });
    expect(leakage).toMatchObject({
      verdict: "pass",
      error: null,
      error_reported: null,
      value_reported: "212",
      u_reported: "10",
      tur: null,
      lower: null,
    });
    close(leakage.accept_upper, 490, 0.001);
  });
});
