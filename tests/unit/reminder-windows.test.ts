import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { toldOf } from "#worker/domain/notifications/due/shares.ts";
import { sweepsOf } from "#worker/domain/notifications/due/sweeps.ts";
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

test("a schedule's own lead and the company's never tell of one date on one morning, and each speaks once", () => {
  fc.assert(
    fc.property(
      leadsOf,
      fc.integer({ min: 0, max: 60 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 }),
      (leads, own, gaps) => {
        const told = new Map<string, number[]>();
        let [today, doneOn] = [START, null as string | null];
        for (const gap of gaps) {
          const before = new Map(told);
          const sweeps = sweepsOf(leads, [own], { leader: 3, admin: 10 }, { today, doneOn });
          for (const { what, lead = own, days, after, until, spokenFor = [] } of sweeps)
            for (let due = addDays(after, 1); what === "coming" && due <= until; ) {
              const isSpokenFor = spokenFor.some((one) => one.lead === own && due <= one.until);
              if (lead === own && !isSpokenFor) {
                expect(told.get(due), "once a morning").toBe(before.get(due));
                expect((told.get(due) ?? []).every((one) => one > days)).toBe(true);
                told.set(due, [...(told.get(due) ?? []), days]);
              }
              due = addDays(due, 1);
            }
          doneOn = today;
          today = addDays(today, gap);
        }
      },
    ),
  );
});

test("a clock that never misses a day tells at the company's leads and at the schedule's own", () => {
  const due = "2026-03-01";
  const reminded: number[] = [];
  for (
    let today = START, doneOn: string | null = null;
    today <= due;
    doneOn = today, today = addDays(today, 1)
  )
    for (const sweep of sweepsOf([30, 15, 1], [20], { leader: 3, admin: 10 }, { today, doneOn }))
      if (sweep.what === "coming" && due > sweep.after && due <= sweep.until)
        if (!sweep.spokenFor?.some(({ lead, until }) => lead === 20 && due <= until))
          reminded.push(sweep.days);
  expect(reminded).toEqual([30, 20, 15, 1]);
});

test("a leader who is an Admin is told of one service once a morning, whatever the days of escalation", () => {
  const group = { kind: "pm" as const, userId: null, teamId: "t", leaderId: "boss", ids: ["1"] };
  const boss = { id: "boss", isAdmin: true, isInCharge: true, places: null, teams: [] };
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      (leader, admin, gap, isLifeSupport) => {
        const today = "2026-06-01";
        const day = { today, doneOn: addDays(today, -gap) };
        const late = sweepsOf([], [], { leader, admin }, day).filter(
          (sweep) => sweep.isLifeSupport === isLifeSupport,
        );
        for (let days = 1; days <= 80; days++) {
          const on = addDays(today, -days);
          const told = late
            .filter(({ after, until }) => on > after && on <= until)
            .flatMap((sweep) => toldOf({ ...group, departmentId: null }, [boss], sweep, on));
          const isLate = late.some(({ after, until }) => on > after && on <= until);
          expect(told.length).toBe(isLate ? 1 : 0);
        }
      },
    ),
  );
});
