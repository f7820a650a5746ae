import fc from "fast-check";
import { expect, test } from "vitest";
import { dayIn, wallClock } from "#app/shared/company-time.ts";
import { nextMorning } from "#worker/jobs/mornings.ts";

const HOUR = 3_600_000;
const zones = [
  "Asia/Kolkata",
  "America/New_York",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "America/Sao_Paulo",
  "Africa/Casablanca",
];

test("the next morning is the first instant after now at which the wall clock shows the hour, in every zone and over every change of clocks", () => {
  const instant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2032, 0, 1) });
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.constantFrom(6, 7), instant, (zone, hour, at) => {
      const next = nextMorning(zone, hour, at);
      expect(next).toBeGreaterThan(at);
      expect(next - at).toBeLessThanOrEqual(25 * HOUR);
      expect(new Date(wallClock(zone, next)).toISOString().slice(11, 16)).toBe(`0${hour}:00`);
      if (dayIn(zone, next) !== dayIn(zone, at))
        expect(new Date(wallClock(zone, at)).getUTCHours()).toBeGreaterThanOrEqual(hour);
    }),
  );
});

test.each([
  ["America/New_York", "2027-03-13T12:00:00Z", "2027-03-14T10:00:00Z"],
  ["America/New_York", "2027-11-06T11:00:00Z", "2027-11-07T11:00:00Z"],
  ["Europe/Berlin", "2027-03-27T06:00:00Z", "2027-03-28T04:00:00Z"],
])("in %s, after %s, six o'clock is %s", (zone, at, next) => {
  expect(new Date(nextMorning(zone, 6, Date.parse(at))).toISOString()).toBe(
    new Date(next).toISOString(),
  );
});
