import { expect, test } from "vitest";
import { normalOf, seeded } from "#app/shared/metrology/monte-carlo.ts";
import { globalRisks } from "#app/shared/metrology/risk.ts";

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
