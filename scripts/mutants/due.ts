// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files
import type { Mutant } from "./mutant.ts";

const series = { file: "app/shared/due-series.ts", tests: ["tests/unit/due-series.test.ts"] };
const standing = { ...series, file: "app/shared/due-standing.ts" };
const closing = {
  file: "worker/domain/compliance/closing.ts",
  tests: ["tests/unit/compliance.test.ts"],
};
const counts = { ...closing, file: "app/shared/compliance.ts" };
const formulas = {
  file: "worker/domain/statistics/formulas.ts",
  tests: ["tests/unit/statistics.test.ts"],
};
const model = { tests: ["tests/domain/schedule-model.test.ts"] };

/** What falls due and when, what of it is frozen, and the figures that are reckoned from it. */
export const due: Mutant[] = [
  {
    ...series,
    name: "due: a series steps over a date of longer months",
    from: "month: 31, year: 366",
    to: "month: 28, year: 366",
  },
  {
    ...series,
    name: "due: a series goes on after its last day",
    from: "series.endsOn && series.endsOn < until ? series.endsOn : until",
    to: "until",
  },
  {
    ...series,
    name: "due: a window closes by its days before",
    from: "closesOn: addDays(dueOn, afterDays)",
    to: "closesOn: addDays(dueOn, beforeDays)",
  },
  {
    ...standing,
    name: "due: a date is overdue on its own day",
    from: "if (today > planOn)",
    to: "if (today >= planOn)",
  },
  {
    ...standing,
    name: "due: a hold has no end",
    from: "holdFrom <= planOn && planOn <= holdUntil",
    to: "holdFrom <= planOn",
  },
  {
    ...closing,
    name: "due: what was recorded later excludes a date",
    from: "at !== null && at < begins",
    to: "at !== null",
  },
  {
    ...closing,
    name: "due: a report that is entered later raises a settled month",
    from: "enteredAt !== null && enteredAt < startOfDay(settlesOn, timeZone)",
    to: "enteredAt !== null",
  },
  {
    ...closing,
    name: "due: what is done before its window is on time",
    from: 'doneOn >= opensOn ? "on_time" : "not_done"',
    to: '"on_time"',
  },
  {
    ...closing,
    name: "due: a month is settled before it is over",
    from: "closes > endOf(month) ? closes : endOf(month)",
    to: "closes",
  },
  {
    ...counts,
    name: "due: what is late is left out of what was due",
    from: "tally.due += n;",
    to: 'tally.due += standing === "late" ? 0 : n;',
  },
  {
    ...counts,
    name: "due: a hundred percent is told where one is missing",
    from: "Math.floor((1000 * part) / whole)",
    to: "Math.round((1000 * part) / whole)",
  },
  {
    ...formulas,
    name: "figures: uptime is told where no downtime was ever logged",
    from: "logged > 0 ? uptimeOf(usedMs, downMs) : null",
    to: "uptimeOf(usedMs, downMs)",
  },
  {
    ...formulas,
    name: "figures: a share of nothing is a hundred",
    from: "whole > 0 ? (100 * part) / whole : null",
    to: "whole > 0 ? (100 * part) / whole : 100",
  },
  {
    ...formulas,
    name: "figures: nothing in use goes without a failure",
    from: "return usedMs > 0 ? { ms: null, untroubled: days } : null;",
    to: "return { ms: null, untroubled: days };",
  },
  {
    ...formulas,
    name: "figures: failures are ranked under a device year",
    from: "usedMs >= 365.25 * DAY_MS",
    to: "usedMs > 365 * DAY_MS",
  },
  {
    ...formulas,
    name: "figures: a call of two days is in the next band",
    from: "days <= most",
    to: "days < most",
  },
  {
    ...formulas,
    name: "figures: a period is a day too short",
    from: "daysBetween(from, to) + 1",
    to: "daysBetween(from, to)",
  },
  {
    ...model,
    name: "due: a fixed PM whose window is over is done by any report",
    file: "worker/domain/due/fulfil.ts",
    from: "sql`(${lastDay} >= ${on} or ${isFloating})`,",
    to: "sql`(${lastDay} >= ${on} or ${isFloating} or 1)`,",
  },
  {
    ...model,
    name: "due: a report does the first PM in whose window it falls",
    file: "worker/domain/due/fulfil.ts",
    from: "abs(julianday(${planOn}) - julianday(${on})), ${dueOn}",
    to: "${dueOn}",
  },
  {
    ...model,
    name: "due: an edit forgets a date that was touched",
    file: "worker/domain/due/series.ts",
    from: "and(gone, isFar, untouched(db))!",
    to: "and(gone, isFar)!",
  },
  {
    ...model,
    name: "due: a floating series goes on after its last day",
    file: "worker/domain/due/next-date.ts",
    from: 'and (${isPlan} or ${endsOn} is null or "free"."on" <= ${endsOn}) and',
    to: "and",
  },
  {
    ...model,
    name: "due: what a report lets go of an ended schedule stays open",
    file: "worker/domain/due/release.ts",
    from: "const left = and(eq(dueOccurrences.id, dueOccurrenceId), isOpen, ended)!;",
    to: "const left = and(eq(dueOccurrences.id, dueOccurrenceId), isOpen, ended, sql`0`)!;",
  },
  {
    ...model,
    name: "due: what could not be done goes on from today",
    file: "worker/domain/due/occurrences.ts",
    from: "on: sql`${before.dueOn}`",
    to: "on: sql`date('now')`",
  },
  {
    tests: ["tests/domain/due-dates.test.ts"],
    name: "due: a date that is made again opens what could not be done",
    file: "worker/domain/due/occurrences-of.ts",
    from: `where "due_occurrences"."status" = 'cancelled'\``,
    to: `where "due_occurrences"."status" in ('cancelled', 'missed')\``,
  },
  {
    tests: ["tests/domain/closed-months.test.ts"],
    name: "due: a date joins a month that is closed",
    file: "worker/domain/compliance/freeze.ts",
    from: "gte(dueOccurrences.dueOn, on || from)",
    to: 'gte(dueOccurrences.dueOn, on || "2000-01-01")',
  },
  {
    tests: ["tests/domain/due-calendar.test.ts"],
    only: "on hold as such",
    name: "due: an entry of the calendar stands as if its schedule were not on hold",
    file: "worker/domain/due/first-entries.ts",
    from: '...holds.get(scheduleId ?? "") }, today)',
    to: "}, today)",
  },
  {
    tests: ["tests/web/month-evidence.test.ts"],
    only: "without the right to read reports",
    name: "due: a month's pack has reports for whom may not read them",
    file: "worker/domain/evidence/proof.ts",
    from: "const done = readsReports(session) ? refs.flatMap(({ reports }) => reports) : [];",
    to: "const done = refs.flatMap(({ reports }) => reports);",
  },
  {
    tests: ["tests/domain/report-runs.test.ts"],
    name: "due: the file of a run takes no room of the plan",
    file: "worker/domain/runs/go-on.ts",
    from: "      ...takingRoom(db, file.bytes),\n",
    to: "",
  },
];
