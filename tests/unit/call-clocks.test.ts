import { describe, expect, test } from "vitest";
import { type ClockedCall, callClocks, currentClock, dueText } from "#app/shared/call-clocks.ts";
import type { Week } from "#app/shared/working-time.ts";
import {
  answered,
  type ClockColumns,
  calendarOf,
  ended,
  holding,
  NO_CLOCK,
  promised,
  promisedAnew,
  reopened,
  resuming,
} from "#worker/domain/service-calls/clocks.ts";
import { stagesAhead } from "#worker/domain/service-calls/escalations.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** An instant of a clock in Kolkata. */
const ist = (text: string) => Date.parse(`${text}+05:30`);
const always = { settings: {}, country: "IN", timeZone: "Asia/Kolkata" };
const nine = { from: "08:00", to: "17:00" };
const week: Week = [nine, nine, nine, nine, nine, null, null];
const office = {
  ...always,
  settings: {
    working_calendar: { week, holidays: [{ on: "2026-11-24", name: "Guru Nanak Jayanti" }] },
  },
};
type At = typeof always;

const reported = (company: At, at: string, priority: "critical" | "high" = "critical") =>
  ({
    ...{ status: "new", reportedAt: ist(at), slaPausedMs: 0, heldAt: null, holdReason: null },
    ...{ firstResponseAt: null, resolvedAt: null, assignedTeamId: null, assignedUserId: null },
    escalated: [] as string[],
    ...promised(company, priority, ist(at)),
  }) as ClockColumns & { clockBy: number | null; wakeAt: number | null };
type Call = ReturnType<typeof reported>;
const started = (call: Call, company: At, at: string): Call => ({
  ...call,
  ...answered(call, company, ist(at)),
  status: "in_progress",
});
const held = (call: Call, company: At, reason: string, at: string): Call => ({
  ...call,
  ...holding(call, company, reason, ist(at)),
  status: "on_hold",
});
const resumed = (call: Call, company: At, at: string): Call => ({
  ...call,
  ...resuming(call, company, ist(at)),
  status: "in_progress",
});
const resolved = (call: Call, company: At, at: string): Call => ({
  ...call,
  ...ended(call, company, ist(at), "resolved"),
  status: "resolved",
});
const clocksAt = (call: ClockedCall, company: At, at: string) =>
  callClocks(call, calendarOf(company), ist(at));
const wordsAt = (call: ClockedCall, company: At, at: string) => {
  const { respond, resolve } = clocksAt(call, company, at);
  return [respond.words, resolve.words];
};

test("a call by day and night, as on its page: reported 08:10, answered in 12 min, 1 h 5 min on hold for a part", () => {
  const fresh = reported(always, "2026-11-20T08:10");
  expect([fresh.slaRespondBy, fresh.slaResolveBy]).toEqual([
    ist("2026-11-20T08:40"),
    ist("2026-11-20T16:10"),
  ]);
  expect([fresh.clockBy, fresh.wakeAt]).toEqual([fresh.slaRespondBy, ist("2026-11-20T08:25")]);
  expect(wordsAt(fresh, always, "2026-11-20T08:15")).toEqual(["25 min left", "7 h 55 min left"]);

  const taken = started(fresh, always, "2026-11-20T08:22");
  expect(taken.clockBy).toBe(taken.slaResolveBy);
  const waits = held(taken, always, "awaiting_part", "2026-11-20T10:40");
  expect([waits.clockBy, waits.wakeAt]).toEqual([NO_CLOCK, null]);
  expect(wordsAt(waits, always, "2026-11-20T11:00")).toEqual([
    "Responded in 12 min",
    "Paused at 5 h 30 min",
  ]);
  const again = resumed(waits, always, "2026-11-20T11:45");
  expect([again.slaResolveBy, again.slaPausedMs, again.heldAt]).toEqual([
    ist("2026-11-20T17:15"),
    65 * MINUTE,
    null,
  ]);
  expect(again.clockBy).toBe(ist("2026-11-20T17:15"));
  expect(wordsAt(again, always, "2026-11-20T14:20")[1]).toBe("2 h 55 min left");
  const { resolve } = clocksAt(again, always, "2026-11-20T14:20");
  expect([resolve.totalMs, resolve.usedMs, resolve.isNear]).toEqual([
    8 * HOUR,
    5 * HOUR + 5 * MINUTE,
    false,
  ]);
  expect(dueText(resolve, ist("2026-11-20T14:20"), always)).toBe("Resolve by 17:15");
  expect(clocksAt(again, always, "2026-11-20T15:40").resolve.isNear).toBe(true);
  expect(wordsAt(again, always, "2026-11-20T17:20")[1]).toBe("Late by 5 min");

  const done = resolved(again, always, "2026-11-20T16:15");
  expect([done.clockBy, done.wakeAt]).toEqual([null, ist("2026-11-27T16:15")]);
  expect(wordsAt(done, always, "2026-12-24T00:00")).toEqual([
    "Responded in 12 min",
    "Resolved in 7 h",
  ]);
});

describe("holds against cases worked out by hand", () => {
  // 20 Nov 2026 is a Friday; the 24th is a holiday. High: 2 h to respond, 24 h to resolve.
  const call = started(reported(office, "2026-11-20T16:00", "high"), office, "2026-11-20T16:30");

  test("what is promised on a Friday afternoon", () => {
    // Friday 1 h, then Monday 1 h; 1 + 9 h by Monday evening, the 24th off, 9 h on Wednesday, 5 h on Thursday.
    expect([call.slaRespondBy, call.slaResolveBy]).toEqual([
      ist("2026-11-23T09:00"),
      ist("2026-11-26T13:00"),
    ]);
  });

  test.each([
    ["from before to after midnight", "2026-11-23T23:50", "2026-11-24T00:10", 0],
    ["from an evening over a weekend", "2026-11-20T17:30", "2026-11-23T07:59", 0],
    ["over a weekend, a minute of work at each end", "2026-11-20T16:59", "2026-11-23T08:01", 2],
    ["over a holiday, from midnight to midnight", "2026-11-24T00:00", "2026-11-25T00:00", 0],
    ["into the morning after a holiday", "2026-11-23T16:00", "2026-11-25T09:30", 150],
    ["within a holiday", "2026-11-24T09:00", "2026-11-24T16:00", 0],
    ["no time at all", "2026-11-23T10:00", "2026-11-23T10:00", 0],
  ])("%s: %s to %s", (_, from, to, minutes) => {
    const waits = held(call, office, "awaiting_vendor", from);
    const before = clocksAt(waits, office, from).resolve;
    expect(clocksAt(waits, office, to).resolve.leftMs).toBe(before.leftMs);
    const again = resumed(waits, office, to);
    expect(again.slaPausedMs).toBe(minutes * MINUTE);
    expect(again.slaResolveBy).toBe(
      minutes === 0 ? call.slaResolveBy : ist("2026-11-26T13:00") + minutes * MINUTE,
    );
    expect(clocksAt(again, office, to).resolve.leftMs).toBe(before.leftMs);
  });

  test("a hold for another reason pauses nothing, and both times are shown", () => {
    const waits = held(call, office, "asset_in_use", "2026-11-23T10:00");
    expect(waits.clockBy).toBe(waits.slaResolveBy);
    expect(clocksAt(waits, office, "2026-11-23T12:00").resolve.isRunning).toBe(true);
    const part = held(waits, office, "awaiting_part", "2026-11-23T12:00");
    expect(part.slaPausedMs).toBe(0);
    const vendor = held(part, office, "awaiting_vendor", "2026-11-23T13:00");
    expect(vendor.slaPausedMs).toBe(HOUR);
    expect(resumed(vendor, office, "2026-11-23T15:00").slaPausedMs).toBe(3 * HOUR);
  });

  test("what is resolved out of a hold has paused until then", () => {
    const waits = held(call, office, "awaiting_part", "2026-11-23T10:00");
    const done = resolved(waits, office, "2026-11-23T16:00");
    expect([done.slaPausedMs, done.holdReason]).toEqual([6 * HOUR, null]);
    expect(wordsAt(done, office, "2026-12-01T00:00")[1]).toBe("Resolved in 3 h");
  });
});

describe("clocks where clocks change, against cases worked out by hand", () => {
  const berlin = { settings: {}, country: "DE", timeZone: "Europe/Berlin" };
  const byDay = {
    ...berlin,
    settings: {
      working_calendar: { week: [nine, nine, nine, nine, nine, nine, nine], holidays: [] },
    },
  };
  const at = (text: string) => Date.parse(text);
  const begun = (company: At, on: string) => ({
    ...reported(company, "2026-01-01T00:00"),
    ...{ reportedAt: at(on), ...promised(company, "critical", at(on)) },
    ...{ status: "in_progress" as const, firstResponseAt: at(on) },
  });

  // Critical: 8 h to resolve. Clocks go forward at 02:00 on 29 Mar 2026 and back at 03:00 on 25 Oct.
  test.each([
    [
      "day and night, over the missing hour",
      berlin,
      "2026-03-28T22:00+01:00",
      "2026-03-29T07:00+02:00",
    ],
    [
      "day and night, over the hour that comes twice",
      berlin,
      "2026-10-24T22:00+02:00",
      "2026-10-25T05:00+01:00",
    ],
    [
      "in working hours, over the missing hour",
      byDay,
      "2026-03-28T16:00+01:00",
      "2026-03-29T15:00+02:00",
    ],
    [
      "in working hours, over the hour that comes twice",
      byDay,
      "2026-10-24T16:00+02:00",
      "2026-10-25T15:00+01:00",
    ],
  ] as const)("a promise, %s", (_, company, from, by) => {
    expect(begun(company, from).slaResolveBy).toBe(at(by));
  });

  test.each([
    [
      "the missing hour",
      berlin,
      "2026-03-28T20:00+01:00",
      "2026-03-29T00:30+01:00",
      "2026-03-29T04:30+02:00",
      180,
    ],
    [
      "the hour that comes twice",
      berlin,
      "2026-10-24T20:00+02:00",
      "2026-10-25T00:30+02:00",
      "2026-10-25T04:30+01:00",
      300,
    ],
    [
      "a night in which nobody works",
      byDay,
      "2026-10-24T09:00+02:00",
      "2026-10-24T16:30+02:00",
      "2026-10-25T08:15+01:00",
      45,
    ],
  ] as const)("a hold over %s", (_, company, from, held, resumed, minutes) => {
    const call = begun(company, from);
    const waits = {
      ...call,
      ...holding(call, company, "awaiting_part", at(held)),
      status: "on_hold" as const,
    };
    const left = callClocks(waits, calendarOf(company), at(resumed)).resolve.leftMs;
    const again = {
      ...waits,
      ...resuming(waits, company, at(resumed)),
      status: "in_progress" as const,
    };
    expect(again.slaPausedMs).toBe(minutes * MINUTE);
    expect(callClocks(again, calendarOf(company), at(resumed)).resolve.leftMs).toBe(left);
    expect(callClocks(again, calendarOf(company), at(resumed)).resolve.totalMs).toBe(8 * HOUR);
  });

  test("in a zone of three quarters of an hour, over a day off and a holiday", () => {
    const kathmandu = {
      ...{ country: "NP", timeZone: "Asia/Kathmandu" },
      settings: {
        working_calendar: {
          week: [nine, nine, nine, nine, nine, null, nine],
          holidays: [{ on: "2026-11-22", name: "Feast" }],
        },
      },
    };
    // Friday 16:00, one hour; Saturday is off, Sunday the feast; seven hours on Monday.
    const call = begun(kathmandu, "2026-11-20T16:00+05:45");
    expect(call.slaResolveBy).toBe(at("2026-11-23T15:00+05:45"));
    const stages = stagesAhead({ ...call, escalated: [] }, calendarOf(kathmandu));
    // Four fifths of eight hours: the hour of Friday, and 5 h 24 min of Monday.
    expect(stages.map(({ name, at: on }) => [name, on])).toEqual([
      ["resolve_soon", at("2026-11-23T13:24+05:45")],
      ["resolve_late", at("2026-11-23T15:00+05:45")],
    ]);
  });
});

test("a hold does not stop the clock to respond", () => {
  const waits = held(
    reported(always, "2026-11-20T08:10"),
    always,
    "awaiting_vendor",
    "2026-11-20T08:20",
  );
  expect(waits.clockBy).toBe(waits.slaRespondBy);
  expect(wordsAt(waits, always, "2026-11-20T08:45")).toEqual([
    "Late by 5 min",
    "Paused at 7 h 50 min",
  ]);
  expect(currentClock(clocksAt(waits, always, "2026-11-20T08:45")).name).toBe("respond");
});

test("late is told without a length while nobody works, and a length is never negative", () => {
  const call = started(reported(office, "2026-11-20T08:00"), office, "2026-11-20T09:00");
  expect(wordsAt(call, office, "2026-11-20T20:00")).toEqual([
    "Responded late by 30 min",
    "Late by 1 h",
  ]);
  const evening = reported(office, "2026-11-20T16:30");
  expect(wordsAt(evening, office, "2026-11-20T22:00")[0]).toBe("Late");
  for (const at of ["2026-11-20T08:00", "2026-11-22T00:00", "2027-11-20T08:00"])
    for (const { leftMs, lateMs, usedMs, totalMs } of Object.values(clocksAt(call, office, at)))
      expect(Math.min(leftMs, lateMs, usedMs, totalMs)).toBeGreaterThanOrEqual(0);
});

test("a pause after the promise is broken makes it no later", () => {
  const call = started(reported(always, "2026-11-20T08:00"), always, "2026-11-20T08:10");
  const waits = held(call, always, "awaiting_part", "2026-11-20T17:00");
  expect(wordsAt(waits, always, "2026-11-20T18:00")[1]).toBe("Paused, late");
  const again = resumed(waits, always, "2026-11-20T22:00");
  expect(wordsAt(again, always, "2026-11-20T22:30")[1]).toBe("Late by 1 h 30 min");
});

test("a reopened call goes on where it stopped, and is told of again", () => {
  const call = {
    ...started(reported(always, "2026-11-20T08:00"), always, "2026-11-20T08:10"),
    escalated: ["unacknowledged", "resolve_soon"],
  };
  const done = resolved(call, always, "2026-11-20T10:00");
  const again: Call = {
    ...done,
    ...reopened(done, always, ist("2026-11-22T10:00")),
    status: "in_progress",
  };
  expect([again.resolvedAt, again.escalated]).toEqual([null, []]);
  expect(wordsAt(again, always, "2026-11-22T10:00")[1]).toBe("6 h left");
  expect(again.wakeAt).toBe(ist("2026-11-22T14:24"));
});

test("another priority promises as if the call had been reported with it, less its pauses", () => {
  const waits = held(
    started(reported(always, "2026-11-20T08:00", "high"), always, "2026-11-20T08:10"),
    always,
    ...(["awaiting_part", "2026-11-20T09:00"] as const),
  );
  const again = resumed(waits, always, "2026-11-20T10:00");
  const { slaResolveBy, slaRespondBy } = promisedAnew(again, always, "critical");
  expect([slaRespondBy, slaResolveBy]).toEqual([ist("2026-11-20T08:30"), ist("2026-11-20T17:00")]);
});

test("another priority is told of again, a call that is not acknowledged is not", () => {
  const escalated = ["unacknowledged", "respond_soon", "respond_late", "resolve_soon"];
  const call = { ...reported(always, "2026-11-20T08:00", "high"), escalated };
  expect(promisedAnew(call, always, "critical").escalated).toEqual(["unacknowledged"]);
});

test("what is resolved at once was answered with it", () => {
  const done = resolved(reported(always, "2026-11-20T08:00"), always, "2026-11-20T08:20");
  expect(done.firstResponseAt).toBe(ist("2026-11-20T08:20"));
  expect(wordsAt(done, always, "2026-11-20T12:00")).toEqual([
    "Responded in 20 min",
    "Resolved in 20 min",
  ]);
});

test("what a company does not promise has no clock, and what ended otherwise is not late", () => {
  const none = { respond: null, resolve: null };
  const silent = {
    ...always,
    settings: { sla: { critical: none, high: none, medium: none, low: none } },
  };
  const call = reported(silent, "2026-11-20T08:00");
  expect([call.clockBy, call.wakeAt]).toEqual([NO_CLOCK, null]);
  expect(wordsAt(call, silent, "2026-11-21T08:00")).toEqual([
    "No time promised",
    "No time promised",
  ]);
  const fresh = reported(always, "2026-11-20T08:00");
  const gone: Call = {
    ...fresh,
    ...ended(fresh, always, ist("2026-11-20T08:05"), "cancelled"),
    status: "cancelled",
  };
  expect([gone.clockBy, gone.wakeAt, gone.firstResponseAt]).toEqual([null, null, null]);
  expect(wordsAt(gone, always, "2026-12-20T08:05")).toEqual([
    "Ended without a response",
    "Ended without a resolution",
  ]);
});

test("the stages of a call come in their order, each as long as it concerns it", () => {
  const fresh = reported(always, "2026-11-20T08:00");
  const ahead = (call: Call) =>
    stagesAhead(call, calendarOf(always)).map(({ name, at }) => [
      name,
      (at - call.reportedAt) / MINUTE,
    ]);
  expect(ahead(fresh)).toEqual([
    ["unacknowledged", 15],
    ["respond_soon", 24],
    ["respond_late", 30],
    ["unassigned", 96],
    ["resolve_soon", 384],
    ["resolve_late", 480],
  ]);
  expect(
    ahead({ ...fresh, status: "acknowledged", escalated: ["respond_soon"] }).map(([n]) => n),
  ).toEqual(["respond_late", "unassigned", "resolve_soon", "resolve_late"]);
  for (const given of [{ assignedTeamId: "team" }, { assignedUserId: "person" }])
    expect(ahead({ ...fresh, ...given }).map(([n]) => n)).not.toContain("unassigned");
  const waits = held(
    started(fresh, always, "2026-11-20T08:10"),
    always,
    ...(["awaiting_part", "2026-11-20T09:00"] as const),
  );
  expect(ahead(waits)).toEqual([]);
  expect(ahead(resumed(waits, always, "2026-11-20T10:00"))).toEqual([
    ["resolve_soon", 384 + 60],
    ["resolve_late", 480 + 60],
  ]);
});
