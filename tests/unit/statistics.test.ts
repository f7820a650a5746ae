import { describe, expect, test } from "vitest";
import { ageBands, bandOf, bandOn, bandText, daysOfBand } from "#app/shared/asset-ages.ts";
import { DAY_MS } from "#app/shared/asset-metrics.ts";
import { addDays } from "#app/shared/company-time.ts";
import { figureText } from "#app/shared/figure-text.ts";
import {
  backlogBand,
  costPer,
  costRatio,
  failuresAYear,
  isRanked,
  mtbf,
  repairTime,
  share,
  stockTurns,
  uptime,
} from "#worker/domain/statistics/formulas.ts";
import { periodOf } from "#worker/domain/statistics/period.ts";
import { narrowedBy } from "#worker/domain/statistics/read.ts";
import { Tally } from "#worker/domain/statistics/tally.ts";

const HOUR = 3_600_000;

describe("formulas", () => {
  test("uptime is of the time in use, and n/a where no downtime was ever logged", () => {
    // Two devices for thirty days, down 36 hours together: 1404 of 1440 hours.
    const known = { usedMs: 60 * DAY_MS, downMs: 36 * HOUR, failures: 3, logged: 1 };
    expect(uptime(known)).toBeCloseTo(97.5, 10);
    expect(uptime({ ...known, downMs: 0 })).toBe(100);
    expect(uptime({ ...known, downMs: 0, logged: 0 })).toBeNull();
    expect(uptime({ ...known, usedMs: 0 })).toBeNull();
  });

  test("between failures: the time up by their number, or the days without one", () => {
    const known = { usedMs: 60 * DAY_MS, downMs: 36 * HOUR, failures: 3, logged: 1 };
    expect(mtbf(known, 30)).toEqual({ ms: 19.5 * DAY_MS, untroubled: null });
    expect(mtbf({ ...known, failures: 0 }, 30)).toEqual({ ms: null, untroubled: 30 });
    expect(mtbf({ ...known, usedMs: 0, failures: 0 }, 30)).toBeNull();
  });

  test("time to repair: the median stands beside the mean, which one long repair moves", () => {
    expect(repairTime([])).toBeNull();
    expect(repairTime([10, 2, 4, 100])).toEqual({ mean: 29, median: 7, of: 4 });
    expect(repairTime([10, 2, 4])).toEqual({ mean: 16 / 3, median: 4, of: 3 });
  });

  test("what is not the whole is not written as the whole", () => {
    const said = (value: number) =>
      figureText(value, "percent", { locale: "en-IN", currency: "INR" });
    expect([99.94, 99.96, 99.9999, 100].map(said)).toEqual([
      "99.9 %",
      "99.9 %",
      "99.9 %",
      "100.0 %",
    ]);
  });

  test("bands of ages say where they end", () => {
    expect(ageBands.map(bandText)).toEqual([
      "Under 3 years",
      "3 to 5 years",
      "6 to 9 years",
      "10 to 14 years",
      "15 years and older",
    ]);
  });

  test("shares of nothing are n/a", () => {
    expect(share(3, 4)).toBe(75);
    expect(share(0, 0)).toBeNull();
  });

  test("cost, failure rate, stock and ages of calls", () => {
    expect(costPer(1000, 3)).toBe(333);
    expect(costPer(1000, 0)).toBeNull();
    // A hundred in a tenth of the price within 73.05 days is half the price a year.
    expect(
      costRatio(1000, 10_000, { from: "2026-01-01", to: "2026-03-14" }, "2026-12-31"),
    ).toBeCloseTo(50.034, 3);
    expect(costRatio(1000, 0, { from: "2026-01-01", to: "2026-03-14" }, "2026-12-31")).toBeNull();
    expect(failuresAYear(2, 365.25 * DAY_MS)).toBe(2);
    expect(failuresAYear(2, 0)).toBeNull();
    const year = 365.25 * DAY_MS;
    expect([isRanked(year - 1), isRanked(year)]).toEqual([false, true]);
    expect(stockTurns(500, 1000, "2025-01-01", "2025-12-31")).toBeCloseTo(0.50034, 4);
    expect(stockTurns(500, 0, "2025-01-01", "2025-12-31")).toBeNull();
    const ages = [0, 2, 3, 7, 8, 15, 16, 30, 31, 90];
    expect(ages.map(backlogBand)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
  });
});

describe("periods", () => {
  const india = { timeZone: "Asia/Kolkata", settings: {}, country: "IN" };
  const now = Date.parse("2026-11-20T12:00:00Z");
  const period = (search: string, company: typeof india = india) =>
    periodOf(new URLSearchParams(search), company, now);

  test("are twelve months to this one unless the address says otherwise", () => {
    const usual = period("");
    expect([usual.first, usual.last, usual.from, usual.to, usual.months.length]).toEqual([
      "2025-12",
      "2026-11",
      "2025-12-01",
      "2026-11-20",
      12,
    ]);
    expect([usual.before!.first, usual.before!.last]).toEqual(["2024-12", "2025-11"]);
    expect([usual.earlier, usual.later]).toEqual(["2025-11", null]);
  });

  test("begin with the company's fiscal year, and end with the month that has begun", () => {
    const fiscal = period("period=fiscal");
    expect([fiscal.first, fiscal.last, fiscal.months.at(-1)]).toEqual([
      "2026-04",
      "2027-03",
      "2026-11",
    ]);
    expect(fiscal.before!.months).toEqual(
      ["04", "05", "06", "07", "08", "09", "10", "11"].map((month) => `2025-${month}`),
    );
    expect(period("period=quarter").months).toEqual(["2026-10", "2026-11"]);
    expect(period("period=quarter&end=2026-08").months).toEqual(["2026-07", "2026-08", "2026-09"]);
    const calendar = period("period=fiscal&end=2025-02", { ...india, country: "US" });
    expect([calendar.first, calendar.last]).toEqual(["2025-01", "2025-12"]);
    const may = period("period=quarter&end=2026-03", {
      ...india,
      settings: { fiscal_year_start: "02" } as never,
    });
    expect(may.months).toEqual(["2026-02", "2026-03", "2026-04"]);
  });

  test("cost no more than three years, whatever the address asks", () => {
    const long = period("period=custom&from=1970-01&to=9999-12");
    expect(long.months.length).toBeLessThanOrEqual(48);
    expect(long.last <= "2027-10").toBe(true);
    expect(period("period=custom&from=2026-03&to=2026-05").months).toHaveLength(3);
    expect(period("period=custom&from=later&to=2026-99").months).toHaveLength(12);
    expect(period("period=month&compare=year").before!.months).toEqual(["2025-11"]);
    expect(period("period=month&compare=none").before).toBeNull();
  });
});

test("the bands of ages meet without a gap", () => {
  const today = "2026-11-20";
  for (let back = 0; back < 7000; back += 1) {
    const since = addDays(today, -back);
    const inside = ageBands.filter((band) => {
      const { after, until } = daysOfBand(band, today);
      return (!after || since >= after) && (!until || since <= until);
    });
    expect(inside, since).toEqual([bandOn(since, today)]);
  }
  expect([bandOf(-1), bandOn(null, today)]).toEqual([0, null]);
});

test("of several filters beside the Location the first one counts", () => {
  expect(narrowedBy(new URLSearchParams("department=a&vendor=v&category=c"))).toEqual({
    ...{ department: "a", dimension: "category", value: "c", ignored: ["vendor"] },
  });
  expect(narrowedBy(new URLSearchParams("category=%22%5D"))).toEqual({
    ...{ department: null, dimension: null, value: null, ignored: [] },
  });
});

test("a device counts in its Location, in all, and in each of its values, once", () => {
  const tally = new Tally("2026");
  const device = {
    departmentId: "icu",
    values: [
      ["place", "site"],
      ["place", "room"],
    ] as const,
  };
  tally.addIn(device, "opened", 2);
  tally.addIn(device, "opened", 2);
  tally.listIn(device, "repairs", 0, 9);
  tally.listIn(device, "repairs", 0, 4);
  tally.addIn(device, "nothing", 0, 0);
  const rows = tally.rows();
  expect(rows.map(({ id }) => id)).toEqual([
    "2026:all:",
    "2026:all:icu",
    "2026:department:",
    "2026:place:",
    "2026:place:icu",
  ]);
  for (const { figures } of rows)
    for (const metrics of Object.values(figures)) {
      expect(metrics.opened).toEqual([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
      expect((metrics.repairs as number[][])[0]).toEqual([4, 9]);
      expect(Object.keys(metrics).sort()).toEqual(["opened", "repairs"]);
    }
  expect(Object.keys(rows[3]!.figures).sort()).toEqual(["room", "site"]);
});
