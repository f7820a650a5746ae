import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { dueBadge, dueState } from "#app/shared/due.ts";
import { spanText } from "#app/shared/span.ts";
import { timeScale } from "#app/shared/time-scale.ts";

const TODAY = "2026-11-23";
const day = (from: number) => addDays(TODAY, from);
const anyDay = fc.integer({ min: -4000, max: 4000 }).map(day);
const perhaps = fc.option(anyDay);

test.each([
  [{ required: false, last: null, next: null }, "Not required"],
  [{ required: true, last: null, next: null }, "Not planned"],
  [{ required: true, last: null, next: day(142) }, "First due 14 Apr 2027"],
  [{ required: true, last: null, next: day(5) }, "First due in 5 days"],
  [{ required: true, last: null, next: day(0) }, "First due today"],
  [{ required: true, last: null, next: day(-3) }, "Overdue 3 days"],
  [{ required: true, last: day(-40), next: day(142) }, "In date to 14 Apr 2027"],
  [{ required: true, last: day(-40), next: day(30) }, "Due in 30 days"],
  [{ required: true, last: day(-40), next: day(1) }, "Due in 1 day"],
  [{ required: false, last: day(-40), next: day(0) }, "Due today"],
  [{ required: true, last: day(-400), next: day(-1121) }, "Overdue 3 years"],
])("a service is told: %j", (service, text) => {
  expect(dueBadge(service, TODAY, (on) => (on === day(142) ? "14 Apr 2027" : on)).text).toBe(text);
});

test("what was never done is never in date", () => {
  fc.assert(
    fc.property(perhaps, fc.boolean(), (next, required) => {
      const service = { required, last: null, next };
      expect(dueState(service, TODAY)).not.toBe("in-date");
      expect(dueBadge(service, TODAY, String).text).not.toMatch(/in date/i);
    }),
  );
});

test.each([
  [1, "1 day"],
  [60, "60 days"],
  [61, "2 months"],
  [345, "11 months"],
  [729, "23 months"],
  [731, "2 years"],
  [1121, "3 years"],
])("%i days are %s", (days, text) => {
  expect(spanText(days)).toBe(text);
});

test("a span never claims more days than there are, and grows with them", () => {
  const unit = { day: 1, month: 30.4, year: 365.25 };
  const daysOf = (text: string) => {
    const [, count, name] = /^(\d+) (day|month|year)s?$/.exec(text)!;
    return Number(count) * unit[name as keyof typeof unit];
  };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), (days) => {
      const told = daysOf(spanText(days));
      expect(told).toBeLessThanOrEqual(days);
      expect(told).toBeGreaterThan(days / 1.6);
    }),
  );
});

test("a scale of time keeps the order of days, and today within it", () => {
  fc.assert(
    fc.property(fc.array(perhaps, { maxLength: 8 }), anyDay, anyDay, (days, a, b) => {
      const { at, today, from, to, marks } = timeScale(days, TODAY);
      expect(from < TODAY && TODAY < to).toBe(true);
      expect(today).toBeGreaterThan(30);
      expect(today).toBeLessThan(90);
      for (const place of [at(a), at(b)]) {
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(100);
      }
      if (a <= b) expect(at(a)).toBeLessThanOrEqual(at(b));
      expect(marks.map(({ at }) => at)).toEqual(marks.map(({ at }) => at).sort((x, y) => x - y));
      for (const mark of marks) expect(Math.abs(mark.at - today)).toBeGreaterThanOrEqual(7);
    }),
  );
});
