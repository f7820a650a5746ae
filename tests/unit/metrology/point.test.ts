import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cmcAt } from "#app/shared/metrology/evaluate-point.ts";
import type { PointInput } from "#app/shared/metrology/point.ts";
import { close, component, point } from "#tests/support/worked-point.ts";

describe("the worked point", () => {
  const result = point();
  test("is as it was worked by hand", () => {
    expect(result).toMatchObject({
      ...{ verdict: "pass", reference: "198.66", indication: "200", error: "1.34", reasons: [] },
      ...{ lower: "170", upper: "230", guard: "0", value_reported: "198.7", u_reported: "2.3" },
      ...{ error_reported: "1.3", coverage: "p", flags: [] },
    });
    close(result.s, 0.36469, 5e-6);
    close(result.u_c, 1.158861, 5e-7);
    close(result.nu_eff, 10195.8, 0.05);
    close(result.k, 2.0, 5e-4);
    close(result.u_used, 2.318, 5e-4);
    close(result.tur, 12.9, 0.05);
    const contributions = [0.163095, 0.9933, 0.573482, 0.028868];
    for (const [at, value] of contributions.entries())
      close(result.budget[at]!.contribution, value, 5e-7);
    expect(result.budget.reduce((all, { share }) => all + Number(share), 0)).toBeCloseTo(1, 12);
  });

  test("comes out the same each time, to the last digit", () => {
    expect(point()).toEqual(result);
  });
});

describe("readings", () => {
  test.each([
    ["", "A reading is missing"],
    ["  ", "A reading is missing"],
    [null, "A reading is missing"],
    ["-", "Not a number"],
    ["1,5", "Not a number"],
    ["NaN", "Not a number"],
    ["1e999", "Not a number"],
  ])("%j is never a pass", (typed, message) => {
    const found = point({ references: ["198.2", typed, "198.7", "198.9", "198.4"] });
    expect(found).toMatchObject({
      verdict: "invalid",
      u_c: null,
      reasons: [{ side: "reference", at: 2, message }],
    });
  });

  test("too few, none, and what is not plausible", () => {
    expect(point({ references: ["198.2"] }).reasons).toHaveLength(4);
    expect(point({ references: [], readings: 0 })).toMatchObject({
      verdict: "invalid",
      reasons: [{ side: "reference", at: 1 }],
    });
    expect(point({ plausible: { lo: "0", hi: "198.8" } }).reasons.map(({ at }) => at)).toEqual([
      2, 4,
    ]);
    // The ends are plausible themselves.
    expect(point({ plausible: { lo: "198.2", hi: "199.1" } }).reasons).toEqual([]);
  });

  test("whatever is typed gives a verdict, and a pass only of numbers", () => {
    const typed = fc.oneof(
      fc.constantFrom("198", "199.5", "", "abc", "1,2", null),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(typed, { minLength: 1, maxLength: 6 }), (references) => {
        const found = point({ references, readings: references.length });
        const areNumbers = references.every(
          (one) =>
            one !== null &&
            one.trim() !== "" &&
            Number.isFinite(Number(one)) &&
            !/^\s*0[xob]/i.test(one),
        );
        if (!areNumbers) expect(found.verdict).toBe("invalid");
        if (found.verdict !== "invalid") expect(found.u_used).not.toBeNull();
      }),
    );
  });
});

describe("what is reported", () => {
  test("is not better than the scope, and the guard band uses it", () => {
    const inScope = point({ cmc: { abs: "1", pct: "1" }, rule: { kind: "guard_U" } });
    expect(inScope.flags).toContain("cmc_applied");
    expect(inScope).toMatchObject({
      cmc: "2.9866",
      u_used: "2.9866",
      guard: "2.9866",
      u_reported: "3.0",
    });
    const better = point({ cmc: { abs: "1", pct: null } });
    expect(better.flags).not.toContain("cmc_applied");
    expect(better.u_used).toBe(better.u_raw);
  });

  test("what the scope allows below zero is as much as above", () => {
    expect(cmcAt({ abs: "0.1", pct: "1" }, -50)).toBe(0.6);
    expect(cmcAt(null, -50)).toBeNull();
  });

  test("a reading far from the others is shown, not dropped", () => {
    const found = point({ references: ["198.2", "198.3", "198.2", "198.3", "209"] });
    expect(found.flags).toContain("outlier_suspected");
    expect(found.reference).toBe("200.4");
  });

  test("few degrees of freedom are less than ten", () => {
    const few = (dof: string) =>
      point({ components: [component("a", { distribution: "normal_std", value: "1", dof })] });
    expect(few("10").flags).not.toContain("nu_low");
    expect(few("9.99").flags).toContain("nu_low");
  });

  test("far from a line is more than a tenth of the variance, to either side", () => {
    const flags = (model: string) =>
      point({ model, components: [component("x", { distribution: "normal_std", value: "1" })] })
        .flags;
    // Of x + q·x² at 0 the terms of second order are 2·q²·u⁴.
    expect(flags("indication - reference + x + 0.2236*x**2")).not.toContain("nonlinear");
    expect(flags("indication - reference + x + 0.2241*x**2")).toContain("nonlinear");
    // Of sin(x) they are -u⁴.
    expect(flags("indication - reference + sin(x)")).toContain("nonlinear");
    expect(point({ components: [] }).flags).toEqual([]);
  });

  test("limits may be told by the range or the display, and the ratio by the distance from the nominal", () => {
    const limits = (more: Partial<PointInput>) => {
      const { lower, upper } = point({ ...more, rule: { kind: "simple" } });
      return [lower, upper];
    };
    const range = { lo: "-50", hi: "350" };
    expect(limits({ tolerance: { op: "sym", pct_range: "1" }, range })).toEqual(["196", "204"]);
    expect(limits({ tolerance: { op: "sym", digits: "3" }, resolution: "0.5" })).toEqual([
      "198.5",
      "201.5",
    ]);
    const oneSided = point({
      ...{ tolerance: { op: "le", value: "500" }, rule: { kind: "simple" } },
      components: [component("std", { distribution: "normal_k", value: "10" })],
    });
    close(oneSided.tur, 300 / Number(oneSided.u_used), 1e-9);
  });

  test("an asymmetric tolerance has its own limits, each with the guard band inside it", () => {
    const found = point({
      tolerance: { op: "asym", plus: "4", minus: "10" },
      rule: { kind: "guard_U" },
    });
    expect(found).toMatchObject({ lower: "190", upper: "204", verdict: "pass" });
    expect(found.guard).toBe(found.u_used);
    close(found.accept_lower, 190 + Number(found.u_used), 1e-9);
    close(found.accept_upper, 204 - Number(found.u_used), 1e-9);
    // 1.34 below its nominal: outside of what is allowed below, not of what is allowed above.
    const below = { op: "asym", plus: "4", minus: "1" } as const;
    expect(point({ tolerance: below, rule: { kind: "simple" } }).verdict).toBe("fail");
    const above = { op: "asym", plus: "1", minus: "4" } as const;
    expect(point({ tolerance: above, rule: { kind: "simple" } }).verdict).toBe("pass");
  });

  test("a rule that cannot judge, a tolerance without figures and no tolerance", () => {
    expect(point({ tolerance: { op: "le", value: "210" } }).reasons[0]!.message).toContain(
      "a lower and an upper limit",
    );
    expect(point({ tolerance: { op: "sym" } }).reasons[0]!.message).toContain("no figure");
    expect(point({ tolerance: null })).toMatchObject({
      verdict: "not_stated",
      lower: null,
      pc: null,
    });
    expect(point({ components: [] })).toMatchObject({
      verdict: "pass",
      u_reported: "0",
      u_used: "0",
      tur: null,
    });
  });
});
