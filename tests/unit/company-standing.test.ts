import { describe, expect, test } from "vitest";
import { type Dated, endingOf, standingOf } from "#app/shared/company-standing.ts";

const HOUR_MS = 3_600_000;

/** What a wall calendar in the zone shows, as the engine writes it in American. */
function wallDay(timeZone: string, at: number): string {
  const [month, day, year] = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, year: "numeric", month: "2-digit", day: "2-digit" },
  })
    .format(at)
    .split("/");
  return `${year}-${month}-${day}`;
}

/** The last instant, to the second, at which the zone's calendar still shows the day. */
function lastInstantOf(day: string, timeZone: string): number {
  let [still, over] = [Date.parse(`${day}T00:00:00Z`) - 14 * HOUR_MS, 0];
  over = still + 60 * HOUR_MS;
  while (over - still > 1000) {
    const middle = Math.floor((still + over) / 2000) * 1000;
    if (wallDay(timeZone, middle) <= day) still = middle;
    else over = middle;
  }
  return still;
}

const company = (timeZone: string, periodEnd: string, more: Partial<Dated> = {}): Dated => ({
  ...{ status: "active", graceDays: 10, periodEnd, timeZone, ...more },
});
const around = (dated: Dated, at: number) => [
  standingOf(dated, at),
  standingOf(dated, at + 1000),
  standingOf(dated, at + 2 * HOUR_MS),
];

/** Days on which clocks are turned somewhere, some of them at midnight, and one that is turned nowhere. */
const turns: [day: string, where: string][] = [
  ["2026-03-08", "America/New_York"],
  ["2026-03-29", "Europe/Berlin"],
  ["2026-10-25", "Europe/London"],
  ["2026-11-01", "America/Los_Angeles"],
  ["2026-04-05", "Australia/Lord_Howe"],
  ["2026-09-27", "Pacific/Chatham"],
  ["2026-04-24", "Africa/Cairo"],
  ["2026-10-29", "Africa/Cairo"],
  ["2026-03-29", "Asia/Beirut"],
  ["2026-09-05", "America/Santiago"],
  ["2026-03-08", "America/Havana"],
  ["2026-02-28", "Asia/Kolkata"],
];

describe("a period ends with its last day where the company is, to the second", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  test.each([...new Set(turns.map(([day]) => day))])("in every zone, on %s", (day) => {
    const wrong = zones.filter((zone) => {
      const [on, after, later] = around(company(zone, day), lastInstantOf(day, zone));
      return on !== "active" || after !== "grace" || later !== "grace";
    });
    expect(wrong).toEqual([]);
  });

  test.each(turns)("grace that ends on %s in %s", (day, zone) => {
    const periodEnd = new Date(Date.parse(day) - 10 * 24 * HOUR_MS).toISOString().slice(0, 10);
    const at = lastInstantOf(day, zone);
    expect(around(company(zone, periodEnd), at)).toEqual(["grace", "suspended", "suspended"]);
    const longer = company(zone, periodEnd, { graceDays: 15 });
    expect(around(longer, at)).toEqual(["grace", "grace", "grace"]);
  });

  test("what is one instant is two days: one company works on, the other is in grace", () => {
    const at = Date.parse("2026-11-28T10:30:00Z");
    const standing = (zone: string) => standingOf(company(zone, "2026-11-28"), at);
    expect([standing("Pacific/Kiritimati"), standing("Pacific/Niue")]).toEqual(["grace", "active"]);
  });
});

test("what is ended by people stays so, whatever the dates say; what has no end has none", () => {
  const at = Date.parse("2026-11-28T10:30:00Z");
  for (const status of ["suspended", "closed", "pending_verification"] as const)
    for (const end of ["2099-01-01", "2020-01-01"])
      expect(standingOf(company("UTC", end, { status }), at)).toBe(status);
  for (const status of ["trial", "active", "grace"] as const)
    expect(standingOf({ ...company("UTC", "", { status }), periodEnd: null }, at)).toBe(status);
});

test.each([true, false])(
  "everybody is told of grace, and Admins where a plan is ordered: %s",
  (isAdmin) => {
    const ended = company("UTC", "2026-11-20", { status: "grace" });
    expect(endingOf(ended, isAdmin, Date.parse("2026-11-28T10:30:00Z"))).toEqual({
      ...{ kind: "grace", endedOn: "2026-11-20", worksUntil: "2026-11-30", hasPage: isAdmin },
    });
  },
);

test("an Admin is told of a trial's end in its last fourteen days, by the company's own calendar", () => {
  const trial = company("Asia/Tokyo", "2026-12-12", { status: "trial" });
  const told = (at: string, isAdmin = true) => endingOf(trial, isAdmin, Date.parse(at));
  expect(told("2026-11-27T14:59:59Z")).toBeNull();
  expect(told("2026-11-27T15:00:00Z")).toEqual({ kind: "trial", daysLeft: 14 });
  expect(told("2026-12-12T14:59:59Z")).toEqual({ kind: "trial", daysLeft: 0 });
  expect(told("2026-12-12T14:59:59Z", false)).toBeNull();
});
