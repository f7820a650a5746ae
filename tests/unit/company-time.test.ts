import { expect, it } from "vitest";
import { partsIn } from "#app/shared/company-time.ts";

const HOUR_MS = 3_600_000;

it.each([
  ["Asia/Kolkata", "2026-11-23T18:29:59Z", "2026-11-23 23:59:59"],
  ["Asia/Kathmandu", "2026-12-31T18:15:00Z", "2027-01-01 00:00:00"],
  ["Europe/Berlin", "2026-10-25T00:59:59Z", "2026-10-25 02:59:59"],
  ["Europe/Berlin", "2026-10-25T01:00:00Z", "2026-10-25 02:00:00"],
  ["America/New_York", "2026-03-08T06:59:59Z", "2026-03-08 01:59:59"],
  ["America/New_York", "2026-03-08T07:00:00Z", "2026-03-08 03:00:00"],
])("reads the wall clock of %s at %s", (zone, at, wall) => {
  const { year, month, day, hour, minute, second } = partsIn(Date.parse(at), zone);
  expect(`${year}-${month}-${day} ${hour}:${minute}:${second}`).toBe(wall);
});

it("agrees with the engine through a year of a zone that changes its clock by half an hour", () => {
  const zone = "Australia/Lord_Howe";
  const clock = new Intl.DateTimeFormat("en-GB", {
    ...{ timeZone: zone, hourCycle: "h23", hour: "2-digit", minute: "2-digit" },
  });
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 5 * HOUR_MS) {
    const { hour, minute } = partsIn(at, zone);
    expect(`${hour}:${minute}`).toBe(clock.format(at));
  }
});
