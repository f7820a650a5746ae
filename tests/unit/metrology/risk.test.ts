import { describe, expect, test } from "vitest";
import { normalCdf } from "#app/shared/metrology/distributions.ts";
import { normalOf, seeded } from "#app/shared/metrology/monte-carlo.ts";
import {
  capability,
  conformance,
  globalRisks,
  riskAtLimit,
  tails,
} from "#app/shared/metrology/risk.ts";

test("risks over a population agree with random devices", () => {
  const { falseAccept, falseReject } = globalRisks(1, 0.9, 0.6, 0.2);
  const random = seeded(7);
  let [accepted, rejected] = [0, 0];
  const trials = 400_000;
  for (let n = 0; n < trials; n++) {
    const device = 0.6 * normalOf(random);
    const isAccepted = Math.abs(device + 0.2 * normalOf(random)) <= 0.9;
    if (isAccepted && Math.abs(device) > 1) accepted++;
    if (!isAccepted && Math.abs(device) <= 1) rejected++;
  }
  expect(Math.abs(accepted / trials - falseAccept)).toBeLessThan(5e-4);
  expect(Math.abs(rejected / trials - falseReject)).toBeLessThan(1e-3);
});

test("all that is accepted measures within the acceptance limits, normal of both variances", () => {
  for (const [process, of] of [
    [0.3, 0.1],
    [0.6, 0.5],
    [5, 2],
  ] as const) {
    const { falseAccept, falseReject, falseAcceptOfAccepted } = globalRisks(1, 0.9, process, of);
    const accepted = 1 - 2 * normalCdf(-0.9 / Math.hypot(process, of));
    expect(falseAccept / falseAcceptOfAccepted).toBeCloseTo(accepted, 9);
    // So do those that conform, less the rejected, with those that do not and are accepted.
    expect(1 - 2 * normalCdf(-1 / process) - falseReject + falseAccept).toBeCloseTo(accepted, 9);
  }
});

describe("probabilities beyond limits", () => {
  const limits = { lower: 5, upper: 10 };
  test("without uncertainty are nothing or all, and at a limit nothing", () => {
    expect([5, 5.5, 10].map((y) => tails(y, 0, limits))).toEqual(
      [0, 0, 0].map(() => ({ lower: 0, upper: 0 })),
    );
    expect(tails(4.9, 0, limits)).toEqual({ lower: 1, upper: 0 });
    expect(tails(10.1, 0, limits)).toEqual({ lower: 0, upper: 1 });
  });
  test("are nothing on an open side", () => {
    expect(tails(5, 1, { lower: 5, upper: null })).toEqual({ lower: 0.5, upper: 0 });
    expect(tails(5, 1, { lower: null, upper: 5 })).toEqual({ lower: 0, upper: 0.5 });
    expect(conformance(5, 1, { lower: 5, upper: null })).toBe(0.5);
  });
  test("of a result at the acceptance limit, by the table of the normal distribution", () => {
    // Φ(-2), Φ(-1) and Φ(0).
    const found = [1, 0.5, 0].map(riskAtLimit);
    for (const [at, one] of [0.022_750_13, 0.158_655_25, 0.5].entries())
      expect(found[at]).toBeCloseTo(one, 8);
  });
});

test("capability is the distance to the nearer limit over three standard deviations", () => {
  expect(capability(10.2, 0.1, { lower: 9.7, upper: 10.8 })).toBeCloseTo(5 / 3, 12);
  expect(capability(10.2, 0.1, { lower: 9.7, upper: 10.5 })).toBeCloseTo(1, 12);
  expect(capability(10.2, 0.1, { lower: 9.7, upper: null })).toBeCloseTo(5 / 3, 12);
  expect(capability(10.2, 0.1, { lower: null, upper: 10.5 })).toBeCloseTo(1, 12);
});
