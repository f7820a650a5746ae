import { describe, expect, test } from "vitest";
import { replay } from "#app/shared/metrology/replay.ts";

const close = (got: unknown, value: number, tolerance: number) =>
  expect(Math.abs(Number(got) - value), `${got} is not ${value}`).toBeLessThanOrEqual(tolerance);

test("the reliability of s, GUM Table E.1", () => {
  const printed = { 2: 76, 3: 52, 4: 42, 5: 36, 10: 24, 20: 16, 30: 13, 50: 10 };
  const rows = Object.keys(printed).map((n) => ({ n: Number(n) }));
  const answer = replay({ kind: "sd_of_sd", rows }).rows as {
    n: keyof typeof printed;
    pct: number;
  }[];
  for (const { n, pct } of answer) close(pct, printed[n], 0.75);
});

test("the factor of few readings, UKAS M3003 Table", () => {
  const printed = { 2: 7, 3: 2.3, 4: 1.7, 5: 1.4, 6: 1.3, 7: 1.3, 8: 1.2, 9: 1.2, 10: 1.2 };
  const rows = Object.keys(printed).map((n) => ({ n: Number(n) }));
  const answer = replay({ kind: "small_n_factor", rows }).rows as {
    n: keyof typeof printed;
    h: number;
  }[];
  for (const { n, h } of answer) close(h, printed[n], 0.051);
});

test("a Zener voltage on ten days, GUM H.5", () => {
  const found = replay({
    ...{ kind: "anova", unit: "V", n_per_day: 5 },
    day_means: [
      ...[10.000_172, 10.000_116, 10.000_013, 10.000_144, 10.000_106],
      ...[10.000_031, 10.000_06, 10.000_125, 10.000_163, 10.000_041],
    ],
    day_stdevs: [60, 77, 111, 101, 67, 93, 80, 73, 88, 86],
  });
  close(found.grand_mean, 10.000_097_1, 5e-8);
  close(found.s_of_day_means, 57, 0.6);
  close(found.s_a, 128, 0.6);
  close(found.s_b, 85, 0.6);
  close(found.F, 2.25, 0.02);
  close(found.s_between, 43, 0.6);
  close(found.u_mean, 18, 0.6);
  expect([found.dof_a, found.dof_b]).toEqual([9, 40]);
});

test("terms of second order of the end gauge, GUM H.1.7", () => {
  const found = replay({
    ...{ kind: "second_order", u_first: 31.658_16, lS: 50_000_623 },
    ...{ u_dalpha: 0.58e-6, u_theta: 0.41, u_alphaS: 1.2e-6, u_dtheta: 0.029 },
  });
  close(found.u_c, 34, 0.5);
});

/** GUM H.4, Table H.7: counts of cycles of 60 minutes, with their times in minutes. */
const counting = {
  kind: "h4",
  tS: [243.74, 984.53, 1723.87, 2463.17, 3217.56, 3956.83],
  CS: [15_380, 14_978, 14_394, 13_254, 12_516, 11_058],
  tB: [305.56, 1046.1, 1785.43, 2524.73, 3279.12, 4018.38],
  CB: [4054, 3922, 4200, 3830, 3956, 3980],
  tx: [367.37, 1107.66, 1846.99, 2586.28, 3340.68, 4079.94],
  Cx: [41_432, 38_706, 35_860, 32_238, 29_640, 26_356],
  ...{ lam: 1.258_94e-4, T0: 60 },
  ...{ AS: 0.1368, uAS: 0.0018, mS: 5.0192, umS: 0.005, mx: 5.0571, umx: 0.001 },
};
test("radon by counting, both ways, GUM H.4", () => {
  const found = replay(counting);
  close(found.Rx, 652.6, 0.005);
  close(found.RS, 206.09, 0.005);
  close(found.r, 0.646, 0.0005);
  close(found.R, 3.17, 0.005);
  close(found.A1, 0.43, 0.0001);
  close(found.u1, 0.0083, 0.0001);
  close(found.A2, 0.4304, 0.0001);
  close(found.u2, 0.0084, 0.0001);
});

describe("lines", () => {
  const x = [0, 1, 2, 3, 4, 5];
  const y = [0.1, 1.1, 1.9, 3.2, 3.9, 5.1];

  test("equal weights are the weights of no weights", () => {
    const plain = replay({ kind: "regression_ols", x, y, x0: 1 });
    const weighted = replay({ kind: "regression_wls", x, y, x0: 1, u_y: x.map(() => 0.2) });
    for (const name of ["intercept", "slope", "r"])
      close(weighted[name], Number(plain[name]), 1e-12);
    close(weighted.u_slope, 0.2 / Math.sqrt(17.5), 1e-12);
  });

  test("of known uncertainties, Numerical Recipes 15.2", () => {
    const found = replay({
      ...{ kind: "regression_wls", x: [1, 2, 3], y: [1, 2, 2.5], u_y: [0.1, 0.2, 0.5], x0: 0 },
    });
    const w = [100, 25, 4];
    const sums = (f: (x: number, y: number) => number) =>
      w.reduce((all, weight, at) => all + weight * f(at + 1, [1, 2, 2.5][at]!), 0);
    const [s, sx, sy] = [sums(() => 1), sums((a) => a), sums((_, b) => b)];
    const [sxx, sxy] = [sums((a) => a * a), sums((a, b) => a * b)];
    const delta = s * sxx - sx ** 2;
    close(found.slope, (s * sxy - sx * sy) / delta, 1e-12);
    close(found.intercept, (sxx * sy - sx * sxy) / delta, 1e-12);
    close(found.u_intercept, Math.sqrt(sxx / delta), 1e-12);
    close(found.r, -sx / Math.sqrt(s * sxx), 1e-12);
  });

  test("cadmium read back from a line, EURACHEM/CITAC CG 4 A5", () => {
    const found = replay({
      kind: "inverse_regression",
      x: [0.1, 0.1, 0.1, 0.3, 0.3, 0.3, 0.5, 0.5, 0.5, 0.7, 0.7, 0.7, 0.9, 0.9, 0.9],
      y: [
        ...[0.028, 0.029, 0.029, 0.084, 0.083, 0.081, 0.135, 0.131, 0.133],
        ...[0.18, 0.181, 0.183, 0.215, 0.23, 0.216],
      ],
      y_new: [0.0714, 0.0714],
    });
    close(found.slope, 0.241, 0.0005);
    close(found.intercept, 0.0087, 0.00005);
    close(found.x0, 0.26, 0.0005);
    close(found.u_x0, 0.018, 0.0005);
    expect(found.dof).toBe(13);
  });
});
