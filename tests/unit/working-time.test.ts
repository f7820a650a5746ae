import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantOf, wallClock } from "#app/shared/company-time.ts";
import {
  addWorking,
  type Hours,
  isTime,
  type Week,
  type WorkingCalendar,
  workingBetween,
} from "#app/shared/working-time.ts";

const HOUR = 3_600_000;
const MINUTE = 60_000;
const zones = [
  "Asia/Kolkata",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Africa/Casablanca",
  "America/Havana",
];
const time = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const hours: fc.Arbitrary<Hours> = fc
  .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
  .map(([a, b]) => ({ from: time(Math.min(a, b - 1)), to: time(Math.max(a + 1, b)) }));
const day = fc.option(hours, { freq: 5 });
const instant = fc.integer({ min: Date.UTC(2011, 11, 20), max: Date.UTC(2027, 11, 1) });
const calendar: fc.Arbitrary<WorkingCalendar> = fc.record({
  timeZone: fc.constantFrom(...zones),
  week: fc
    .tuple(day, day, day, day, day, day, day)
    .filter((days) => days.some(Boolean)) as fc.Arbitrary<Week>,
  holidays: fc.array(
    instant.map((at) => new Date(at).toISOString().slice(0, 10)),
    { maxLength: 5 },
  ),
});
const near = fc.integer({ min: 0, max: 40 * 24 * HOUR });
const work = fc.integer({ min: 1, max: 60 * HOUR });

test("work that was added has passed, and none is left over", () => {
  fc.assert(
    fc.property(calendar, instant, work, (one, at, ms) => {
      const end = addWorking(one, at, ms)!;
      expect(workingBetween(one, at, end)).toBe(ms);
      expect(workingBetween(one, at, end - 1)).toBe(ms - 1);
    }),
  );
});

test("working time adds up over any instant between, and later never ends sooner", () => {
  fc.assert(
    fc.property(calendar, instant, near, near, work, (one, at, a, b, ms) => {
      const [middle, end] = [at + a, at + a + b];
      expect(workingBetween(one, at, end)).toBe(
        workingBetween(one, at, middle) + workingBetween(one, middle, end),
      );
      expect(workingBetween(one, at, end)).toBeLessThanOrEqual(end - at);
      expect(addWorking(one, middle, ms)!).toBeGreaterThanOrEqual(addWorking(one, at, ms)!);
      expect(addWorking(one, at, ms + 1)!).toBeGreaterThan(addWorking(one, at, ms)!);
    }),
  );
});

test("all hours of all days are as long as the time itself", () => {
  const always = { from: "00:00", to: "24:00" };
  const week: Week = [always, always, always, always, always, always, always];
  fc.assert(
    fc.property(fc.constantFrom(...zones), instant, near, (timeZone, at, ms) => {
      expect(workingBetween({ timeZone, week, holidays: [] }, at, at + ms)).toBe(ms);
      expect(workingBetween({ timeZone, week: null, holidays: [] }, at, at + ms)).toBe(ms);
      expect(addWorking({ timeZone, week, holidays: [] }, at, ms)).toBe(at + ms);
    }),
  );
});

const nine = { from: "08:00", to: "17:00" };
const weekdays: Week = [nine, nine, nine, nine, nine, null, null];
const daily: Week = [nine, nine, nine, nine, nine, nine, nine];
const nights = { from: "00:00", to: "06:00" };
const nightly: Week = [nights, nights, nights, nights, nights, nights, nights];
const at = (text: string) => Date.parse(text);

/** Worked out by hand from the zone's rules. 20 Nov 2026 is a Friday. */
const cases: [string, Week, string[], string, number, string][] = [
  ["Asia/Kolkata", weekdays, [], "2026-11-20T16:00+05:30", 2 * HOUR, "2026-11-23T09:00+05:30"],
  ["Asia/Kolkata", weekdays, [], "2026-11-20T16:00+05:30", HOUR, "2026-11-20T17:00+05:30"],
  ["Asia/Kolkata", weekdays, [], "2026-11-21T03:00+05:30", HOUR, "2026-11-23T09:00+05:30"],
  [
    ...["Asia/Kolkata", weekdays, ["2026-11-23", "2026-11-24"]],
    ...["2026-11-20T16:59+05:30", 2 * MINUTE, "2026-11-25T08:01+05:30"],
  ] as never,
  // Clocks go forward at 02:00 on 29 Mar 2026: a day's work is no shorter, a night's is.
  ["Europe/Berlin", daily, [], "2026-03-28T17:00+01:00", 9 * HOUR, "2026-03-29T17:00+02:00"],
  ["Europe/Berlin", nightly, [], "2026-03-28T23:00+01:00", 5 * HOUR, "2026-03-29T06:00+02:00"],
  ["Europe/Berlin", nightly, [], "2026-03-28T23:00+01:00", 6 * HOUR, "2026-03-30T01:00+02:00"],
  // And back at 03:00 on 25 Oct 2026: the night has seven hours.
  ["Europe/Berlin", nightly, [], "2026-10-24T23:00+02:00", 7 * HOUR, "2026-10-25T06:00+01:00"],
  ["America/New_York", daily, [], "2026-03-08T01:00-05:00", 9 * HOUR, "2026-03-08T17:00-04:00"],
  ["America/New_York", nightly, [], "2026-11-01T00:30-04:00", 6 * HOUR, "2026-11-01T05:30-05:00"],
  // Half an hour: back at 02:00 on 5 Apr 2026, forward at 02:00 on 4 Oct.
  [
    ...["Australia/Lord_Howe", nightly, []],
    ...["2026-04-04T20:00+11:00", 6.5 * HOUR, "2026-04-05T06:00+10:30"],
  ] as never,
  [
    ...["Australia/Lord_Howe", nightly, []],
    ...["2026-10-03T20:00+10:30", 6 * HOUR, "2026-10-05T00:30+11:00"],
  ] as never,
  // Samoa had no 30 Dec 2011, a Friday: work goes on on Monday.
  ["Pacific/Apia", weekdays, [], "2011-12-29T16:00-10:00", 2 * HOUR, "2012-01-02T09:00+14:00"],
  ["Pacific/Apia", daily, [], "2011-12-29T16:00-10:00", 2 * HOUR, "2011-12-31T09:00+14:00"],
  // Morocco leaves its summer time for Ramadan: back at 03:00 on 15 Feb 2026, forward at 02:00 on 22 Mar.
  ["Africa/Casablanca", nightly, [], "2026-02-14T22:00+01:00", 7 * HOUR, "2026-02-15T06:00Z"],
  ["Africa/Casablanca", nightly, [], "2026-03-21T22:00Z", 5 * HOUR, "2026-03-22T06:00+01:00"],
];

describe("worked out by hand", () => {
  test.each(cases)("%s %j without %j: %s and %d ms is %s", (timeZone, week, off, from, ms, to) => {
    const one = { timeZone, week, holidays: off };
    expect(new Date(addWorking(one, at(from), ms)!).toISOString()).toBe(new Date(to).toISOString());
    expect(workingBetween(one, at(from), at(to))).toBe(ms);
  });
});

test("hours that end at midnight go on with the next day's, and a day's end belongs to that day", () => {
  const late = { from: "22:00", to: "24:00" };
  const early = { from: "00:00", to: "02:00" };
  const one = {
    timeZone: "Asia/Kolkata",
    week: [late, early, null, null, null, null, null] as Week,
    holidays: ["2026-11-24"],
  };
  // Monday the 23rd has its two hours, Tuesday the 24th is a holiday, the next week has both.
  expect(workingBetween(one, at("2026-11-23T23:00+05:30"), at("2026-12-01T06:00+05:30"))).toBe(
    (1 + 2 + 2) * HOUR,
  );
  expect(addWorking(one, at("2026-11-23T23:00+05:30"), HOUR)).toBe(at("2026-11-24T00:00+05:30"));
  expect(addWorking(one, at("2026-11-30T23:00+05:30"), 2 * HOUR)).toBe(
    at("2026-12-01T01:00+05:30"),
  );
});

test("a calendar without any work, or without enough in eleven years, ends nothing", () => {
  const week: Week = [null, null, null, null, null, null, null];
  const none = { timeZone: "Europe/Berlin", week, holidays: [] };
  expect(addWorking(none, 0, 1)).toBeNull();
  expect(workingBetween(none, 0, 1e12)).toBe(0);
  const little: Week = [{ from: "08:00", to: "08:01" }, null, null, null, null, null, null];
  expect(addWorking({ ...none, week: little }, 0, 2000 * HOUR)).toBeNull();
});

test("an hour that a zone repeats or leaves out has one instant, and instants keep their order", () => {
  const wall = (text: string) => Date.parse(`${text}Z`);
  expect(instantOf(wall("2026-10-25T02:30"), "Europe/Berlin")).toBe(at("2026-10-25T02:30+02:00"));
  expect(instantOf(wall("2026-03-29T02:30"), "Europe/Berlin")).toBe(at("2026-03-29T03:00+02:00"));
  expect(instantOf(wall("2011-12-30T12:00"), "Pacific/Apia")).toBe(at("2011-12-31T00:00+14:00"));
  fc.assert(
    fc.property(fc.constantFrom(...zones), instant, near, (zone, from, more) => {
      expect(instantOf(from + more, zone)).toBeGreaterThanOrEqual(instantOf(from, zone));
      const exact = Math.floor(from / 1000) * 1000;
      const first = instantOf(wallClock(zone, exact), zone);
      expect(wallClock(zone, first)).toBe(wallClock(zone, exact));
      expect(first).toBeLessThanOrEqual(exact);
    }),
  );
});

test("a time of day is written with two digits each, up to midnight", () => {
  expect(["00:00", "23:59", "24:00"].every(isTime)).toBe(true);
  expect(["24:01", "8:00", "08:60", "", "0800"].some(isTime)).toBe(false);
});
