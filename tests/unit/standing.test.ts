import { expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { type StandingFacts, standingOf } from "#app/shared/standing.ts";

const today = "2026-11-23";
const well: StandingFacts = {
  lifecycle: "in_service",
  condition: "working",
  isDown: false,
  openBreakdownCount: 0,
  openGatePassId: null,
  openTransferId: null,
  notLocatedSince: null,
  failedChecks: 0,
  nextPmOn: null,
  nextCalOn: null,
};
const stands = (facts: Partial<StandingFacts>) => {
  const { headline, reasons } = standingOf({ ...well, ...facts }, today);
  return reasons ? `${headline}: ${reasons}` : headline;
};

test("a device has one headline, the worst, and its reasons", () => {
  expect(stands({})).toBe("In service");
  expect(stands({ lifecycle: "standby" })).toBe("Standby");
  expect(stands({ condition: "not_working" })).toBe("Do not use: Not working");
  expect(
    stands({ isDown: true, openBreakdownCount: 2, nextPmOn: addDays(today, -23), failedChecks: 1 }),
  ).toBe("Do not use: Down, 2 calls open, 1 check failed, PM 23 days late");
  expect(stands({ nextPmOn: addDays(today, -1) })).toBe("Overdue: PM 1 day late");
  expect(stands({ nextPmOn: today, nextCalOn: addDays(today, 30) })).toBe(
    "Due: PM today, calibration in 30 days",
  );
  expect(stands({ nextPmOn: addDays(today, 31) })).toBe("In service");
  expect(stands({ condition: "working_limited", nextPmOn: addDays(today, -2) })).toBe(
    "Overdue: Works with limits, PM 2 days late",
  );
});

test("a device that left service says so and nothing else", () => {
  expect(stands({ lifecycle: "condemned", isDown: true, nextPmOn: "2020-01-01" })).toBe(
    "Condemned",
  );
});
