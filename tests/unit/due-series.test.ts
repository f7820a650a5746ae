import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { addDays, dayIn, daysBetween, startOfDay } from "#app/shared/company-time.ts";
import { datesBetween, intervalUnits, nthDate, windowOf } from "#app/shared/due-series.ts";
import { standingOf } from "#app/shared/due-standing.ts";
import { daysApart, seriesDays, walked } from "#tests/support/plain-calendar.ts";

describe("a series", () => {
  test("is reckoned from its anchor each time", () => {
    const monthly = { anchorOn: "2026-01-31", intervalUnit: "month", intervalCount: 1 } as const;
    expect(datesBetween(monthly, "2026-01-30", "2026-05-31")).toEqual([
      "2026-01-31",
      "2026-02-28",
      "2026-03-31",
      "2026-04-30",
      "2026-05-31",
    ]);
    const yearly = { anchorOn: "2024-02-29", intervalUnit: "year", intervalCount: 1 } as const;
    expect([1, 2, 3, 4].map((n) => nthDate(yearly, n))).toEqual([
      "2025-02-28",
      "2026-02-28",
      "2027-02-28",
      "2028-02-29",
    ]);
  });

  test("steps over no date and repeats none, wherever one begins to look", () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((n) => {
      return new Date(n * 86_400_000).toISOString().slice(0, 10);
    });
    fc.assert(
      fc.property(
        fc.record({
          anchorOn: day,
          intervalUnit: fc.constantFrom(...intervalUnits),
          intervalCount: fc.integer({ min: 1, max: 40 }),
        }),
        day,
        fc.integer({ min: 0, max: 900 }),
        (series, after, days) => {
          const until = new Date(Date.parse(after) + days * 86_400_000).toISOString().slice(0, 10);
          const all: string[] = [];
          for (let n = 0, on = nthDate(series, 0); on <= until; n++, on = nthDate(series, n))
            if (on > after) all.push(on);
          expect(datesBetween(series, after, until)).toEqual(all);
        },
      ),
    );
  });

  test("ends on its last day", () => {
    const series = {
      anchorOn: "2026-01-01",
      intervalUnit: "week",
      intervalCount: 1,
      endsOn: "2026-01-15",
    } as const;
    expect(datesBetween(series, "2026-01-01", "2027-01-01")).toEqual(["2026-01-08", "2026-01-15"]);
  });
});

describe("how an occurrence stands", () => {
  const { opensOn } = windowOf("2026-11-20", 15, 15);
  const facts = { status: "scheduled", planOn: "2026-11-20", opensOn } as const;
  test.each([
    ["2026-11-04", "planned"],
    ["2026-11-05", "in_window"],
    ["2026-11-20", "in_window"],
    ["2026-11-21", "overdue"],
  ])("follows from its dates on %s", (today, standing) => {
    expect(standingOf(facts, today)).toBe(standing);
  });
  test("is on hold while its schedule holds its day, and done whatever the day", () => {
    const hold = { holdFrom: "2026-11-20", holdUntil: "2026-11-20" };
    expect(standingOf({ ...facts, ...hold }, "2026-11-25")).toBe("held");
    expect(standingOf({ ...facts, ...hold, planOn: "2026-11-21" }, "2026-11-25")).toBe("overdue");
    expect(standingOf({ ...facts, ...hold, status: "done" }, "2026-11-25")).toBe("done");
  });
});

/** Zones that change their clocks at midnight, by half an hour, by a day, never, and not as their neighbours do. */
const zones = [
  ...["UTC", "Asia/Kolkata", "Europe/Berlin", "America/New_York", "America/Sao_Paulo"],
  ...["Australia/Lord_Howe", "Pacific/Kiritimati", "Pacific/Apia", "Africa/Cairo", "Asia/Beirut"],
];
const machine = process.env.TZ;
afterEach(() => {
  if (machine === undefined) delete process.env.TZ;
  else process.env.TZ = machine;
});

describe("against a calendar that is walked day by day", () => {
  const edges = [
    "2024-02-29",
    "2000-02-29",
    "2100-02-28",
    "2026-01-31",
    "2025-12-31",
    "2026-08-30",
  ];
  const clocks = ["2026-03-08", "2026-03-29", "2026-10-25", "2026-11-01", "2011-12-29"];
  const anchor = fc.oneof(
    fc.constantFrom(...edges, ...clocks),
    fc.integer({ min: 0, max: 3000 }).map((days) => walked("2021-06-30", days)),
  );

  test("a series has the same days, whatever the zone of the machine", () => {
    fc.assert(
      fc.property(
        fc.record({
          ...{ anchor, count: fc.integer({ min: 1, max: 30 }) },
          unit: fc.constantFrom(...intervalUnits),
          ends: fc.option(anchor, { nil: null }),
        }),
        fc.integer({ min: -500, max: 900 }),
        fc.integer({ min: 0, max: 800 }),
        fc.constantFrom(...zones),
        (every, offset, days, zone) => {
          process.env.TZ = zone;
          const { anchor: anchorOn, unit: intervalUnit, count: intervalCount, ends } = every;
          const series = { anchorOn, intervalUnit, intervalCount, endsOn: ends };
          const from = walked(anchorOn, offset);
          const until = walked(from, days);
          expect(datesBetween(series, walked(from, -1), until)).toEqual(
            seriesDays(every, from, until),
          );
          expect(datesBetween(series, walked(from, -1), until, 3)).toEqual(
            seriesDays(every, from, until).slice(0, 3),
          );
          expect(addDays(from, days)).toBe(until);
          expect(daysBetween(from, until)).toBe(daysApart(from, until));
        },
      ),
      { numRuns: 300 },
    );
  });

  test("how a date stands on each day is what its window, plan and hold say", () => {
    const near = fc.integer({ min: -40, max: 40 });
    const far = fc.nat(30);
    fc.assert(
      fc.property(
        anchor,
        near,
        near,
        far,
        far,
        near,
        far,
        (due, today, later, before, after, held, long) => {
          const { opensOn, closesOn } = windowOf(due, before, after);
          expect([opensOn, closesOn]).toEqual([walked(due, -before), walked(due, after)]);
          const planOn = walked(due, later);
          const on = walked(due, today);
          const hold = { holdFrom: walked(due, held), holdUntil: walked(due, held + long) };
          const isHeld = later >= held && later <= held + long;
          const plain = today > later ? "overdue" : today >= -before ? "in_window" : "planned";
          for (const status of ["scheduled", "in_progress", "deferred"] as const) {
            expect(standingOf({ status, planOn, opensOn }, on)).toBe(plain);
            expect(standingOf({ status, planOn, opensOn, ...hold }, on)).toBe(
              isHeld ? "held" : plain,
            );
          }
        },
      ),
    );
  });

  test("today is the company's: a day ends where its midnight is, also when the clocks change", () => {
    fc.assert(
      fc.property(anchor, fc.nat(400), fc.constantFrom(...zones), (from, days, zone) => {
        const on = walked(from, days);
        const begins = startOfDay(on, zone);
        // Samoa left out 30 December 2011.
        if (zone === "Pacific/Apia" && on.startsWith("2011-12")) return;
        expect([dayIn(zone, begins), dayIn(zone, begins - 1) < on]).toEqual([on, true]);
        const hours = (startOfDay(walked(on, 1), zone) - begins) / 3_600_000;
        expect(hours).toBeGreaterThanOrEqual(23);
        expect(hours).toBeLessThanOrEqual(25);
      }),
      { numRuns: 300 },
    );
  });
});
