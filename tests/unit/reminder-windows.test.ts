import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { windowOf } from "#worker/domain/notifications/endings.ts";

const START = "2026-01-01";
const leadsOf = fc
  .uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 5 })
  .map((leads) => leads.sort((a, b) => b - a));

test("whatever days the clock misses, each date is reminded of once a lead, by the shortest lead that is due, and never late", () => {
  fc.assert(
    fc.property(
      leadsOf,
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 }),
      (leads, gaps) => {
        const told = new Map<string, number[]>();
        let [today, doneOn] = [START, null as string | null];
        for (const gap of gaps) {
          for (const [at, lead] of leads.entries()) {
            const { after, until } = windowOf(leads, at, { today, doneOn });
            for (let due = addDays(after, 1); due <= until; due = addDays(due, 1)) {
              expect(due >= today).toBe(true);
              const before = told.get(due) ?? [];
              expect(before.every((one) => one > lead)).toBe(true);
              told.set(due, [...before, lead]);
            }
          }
          doneOn = today;
          today = addDays(today, gap);
        }
      },
    ),
  );
});

test("a clock that never misses a day reminds exactly at each lead", () => {
  const leads = [30, 15, 7, 1];
  const due = "2026-03-01";
  const reminded: [string, number][] = [];
  for (
    let today = START, doneOn: string | null = null;
    today <= due;
    doneOn = today, today = addDays(today, 1)
  )
    for (const [at, lead] of leads.entries()) {
      const { after, until } = windowOf(leads, at, { today, doneOn });
      if (due > after && due <= until) reminded.push([today, lead]);
    }
  expect(reminded).toEqual(leads.map((lead) => [addDays(due, -lead), lead]));
});
