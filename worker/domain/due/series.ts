import { and, eq, inArray, sql } from "drizzle-orm";
import { addDays, addMonths } from "#app/shared/company-time.ts";
import { datesBetween, HORIZON_DAYS, type Series } from "#app/shared/due-series.ts";
import { dueOccurrences, schedules } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import {
  cancellingOccurrences,
  daysOfWindow,
  insertingOccurrences,
  type NewSchedule,
  occurrencesOf,
  untouched,
  type WindowsOf,
} from "./occurrences-of.ts";
import { openOfSchedule, openOfSchedules } from "./open-ones.ts";

/** Dates that a command makes for one schedule; the generator makes the others within the minute. */
const MOST_AT_ONCE = 60;
/** Dates that a command makes together. */
const MOST_TOGETHER = 5000;

type SeriesRow = Series & Pick<NewSchedule, "mode">;

/** The first dates of a series from a day on, and the one after them, from where the generator goes on. */
function firstDates(series: SeriesRow, from: string, until: string, most: number) {
  if (series.mode === "floating") return { dates: [series.anchorOn], nextOn: null };
  const found = datesBetween(series, addDays(from, -1), until, most + 1);
  const last = found.length > most ? found.pop()! : null;
  if (last) return { dates: found, nextOn: last };
  // The first date beyond the horizon; none where the series ends before it.
  const [beyond = null] = datesBetween(series, until, "9999-12-31", 1);
  return { dates: found, nextOn: beyond };
}

/**
 * Begins schedules in the batch of a command: their rows, the dates up to the horizon of 400 days (60 of each, and 5,000 together; the
 * generator goes on with the rest within the minute). A fixed series begins at its anchor, though not earlier than 400 days ago: what is
 * due since then is shown as overdue. A floating one has its anchor as its one open date. A plan (`isPlan`) is begun by `plan.ts` alone.
 * @param rows rows of `schedules` with ids, without the company; `nextOn` is set here
 * @param today the company's day
 * @param company whose settings give windows that a schedule leaves open, such as `session.company`
 */
export function startSchedules(
  db: CompanyDb,
  rows: readonly NewSchedule[],
  today: string,
  company: WindowsOf,
): Statement[] {
  const until = addDays(today, HORIZON_DAYS);
  const oldest = addDays(today, -HORIZON_DAYS);
  let left = MOST_TOGETHER;
  const begun = rows.map((schedule) => {
    const from = schedule.anchorOn > oldest ? schedule.anchorOn : oldest;
    const first = firstDates(schedule, from, until, Math.min(MOST_AT_ONCE, left));
    left -= first.dates.length;
    return { schedule, ...first };
  });
  if (!begun.length) return [];
  return [
    db.insertingAll(
      schedules,
      begun.map(({ schedule, nextOn }) => ({ isActive: true, ...defaults, ...schedule, nextOn })),
    ),
    ...insertingOccurrences(
      db,
      begun.flatMap(({ schedule, dates }) => occurrencesOf(schedule, dates, company)),
    ),
  ];
}
/** What the table gives a row that leaves these out; a set of rows names its columns. */
const defaults = { leadDays: 30, needsSignature: false, isPlan: false };

/** `startSchedules` for one. */
export const startSchedule = (
  db: CompanyDb,
  schedule: NewSchedule,
  today: string,
  company: WindowsOf,
): Statement[] => startSchedules(db, [schedule], today, company);

/** A schedule as it is after an edit. */
export type EditedSchedule = NewSchedule & Series;

/**
 * After an edit of the interval, anchor, end, window or team: puts the dates from today on in the place of those that were planned. The
 * caller updates the row of the schedule in the same batch; `nextOn` is set here.
 *
 * Of the scheduled ones that the series has no more, those that begin after this month and whose window is not open are deleted; the others
 * are cancelled with who, when and why. A date that stays keeps its person, and takes the new window while its own is not open. What is in
 * progress, deferred, done or missed stays, and so does what is overdue. The open date of a floating series gives way to an anchor that is
 * today or later and was no date of it before; else it stays, and a new interval counts from when it is done.
 * @param schedule its row after the edit
 */
export function replaceFuture(
  db: CompanyDb,
  schedule: EditedSchedule,
  today: string,
  reason: string,
  company: WindowsOf,
  at = Date.now(),
): Statement[] {
  const until = addDays(today, HORIZON_DAYS);
  const month = addDays(addMonths(`${today.slice(0, 7)}-01`, 1), -1);
  const isFloating = schedule.mode === "floating";
  const all = isFloating
    ? [schedule.anchorOn].filter((on) => on >= today)
    : datesBetween(schedule, addDays(today, -1), until);
  const { nextOn } = firstDates(schedule, today, until, MOST_AT_ONCE);
  const first = all.slice(0, MOST_AT_ONCE);
  const { scheduleId, dueOn, opensOn, status } = dueOccurrences;
  const planned = and(
    eq(scheduleId, schedule.id),
    eq(status, "scheduled"),
    sql`${dueOn} >= ${today}`,
  )!;
  const hasAnchor = db.exists(
    dueOccurrences,
    sql`${eq(scheduleId, schedule.id)} and ${eq(dueOn, schedule.anchorOn)} and ${status} <> 'cancelled'`,
  );
  const firstOpen = sql`(select min("open"."due_on") from (select ${dueOn} as "due_on" from ${dueOccurrences}
    where ${db.ofOwner(dueOccurrences, openOfSchedule(schedule))}) as "open")`;
  const isBegunAnew = all.length ? sql`not ${hasAnchor}` : sql`0`;
  const gone = and(
    planned,
    isFloating
      ? sql`iif(${isBegunAnew}, ${dueOn} <> ${schedule.anchorOn}, ${dueOn} > ${firstOpen})`
      : sql`${dueOn} not in ${among(all)}`,
  )!;
  const isFar = sql`${dueOn} > ${month} and coalesce(${opensOn}, ${dueOn}) > ${today}`;
  const [before, after] = daysOfWindow(schedule, company);
  return [
    db.removing(dueOccurrences, and(gone, isFar, untouched(db))!),
    ...cancellingOccurrences(db, gone, reason, at),
    db.updating(dueOccurrences, and(planned, isFar)!, {
      opensOn: sql`date(${dueOn}, ${`-${before} days`})`,
      closesOn: sql`date(${dueOn}, ${`+${after} days`})`,
      assignedTeamId: schedule.teamId ?? null,
    }),
    ...insertingOccurrences(
      db,
      occurrencesOf(schedule, first, company),
      isFloating
        ? sql`not ${hasAnchor} and not ${db.exists(dueOccurrences, openOfSchedule(schedule))}`
        : undefined,
    ),
    db.updating(schedules, eq(schedules.id, schedule.id), {
      nextOn,
      version: sql`${schedules.version}`,
    }),
  ];
}

/**
 * Ends schedules: what of them is open is cancelled, with who, when and why; what is done or missed stays.
 * @param where which, such as `eq(schedules.id, id)`; those that have ended before stay as they are
 * @param on the last day, at the latest
 */
export function endSchedules(
  db: CompanyDb,
  where: ReturnType<typeof eq>,
  on: string,
  reason: string,
  at = Date.now(),
): Statement[] {
  const these = and(eq(schedules.isActive, true), where)!;
  return [
    ...cancellingOccurrences(db, openOfSchedules(db, these), reason, at),
    db.updating(schedules, these, {
      isActive: false,
      nextOn: null,
      endsOn: sql`min(coalesce(${schedules.endsOn}, ${on}), ${on})`,
      endedBy: db.stamp.actorId,
      endedAt: at,
      endReason: reason,
    }),
  ];
}

/** `endSchedules` for the ids that are given. */
export const endSchedule = (
  db: CompanyDb,
  ids: string | readonly string[],
  on: string,
  reason: string,
  at = Date.now(),
): Statement[] =>
  endSchedules(db, inArray(schedules.id, among([ids].flat() as string[])), on, reason, at);
