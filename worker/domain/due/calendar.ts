import { dayIn } from "#app/shared/company-time.ts";
import { type CalendarDay, packedDays } from "#app/shared/due-days.ts";
import type { DayLoad } from "#app/shared/due-load.ts";
import { dueViews, rangeOf } from "#app/shared/due-range.ts";
import type { Standing } from "#app/shared/due-standing.ts";
import type { Choice } from "#app/shared/list.ts";
import { packedRows } from "#app/shared/packed-rows.ts";
import { ruleFor } from "../../access.ts";
import type { Lists } from "../../db/as-lists.ts";
import { readParts } from "../../db/read-parts.ts";
import type { Session } from "../../session.ts";
import { isDay } from "../entity/fields.ts";
import { chosenOf } from "../lists/chosen.ts";
import { askedOf } from "../lists/list-query.ts";
import { calendarFilters, dueRecords } from "./due-filters.ts";
import { A_DAY, BESIDE, type DueEntry } from "./first-entries.ts";
import { holdsBetween, holdsIn } from "./holds.ts";
import type { Counted } from "./kept-days.ts";
import { dayLoads, minutesADay, teamQuery } from "./load.ts";
import { narrowedDays } from "./narrowed-days.ts";
import { narrowingOf } from "./narrowing.ts";
import { openedDue } from "./opened.ts";
import { type SourceDate, type SourceDates, sourceDates } from "./sources.ts";
import { wholeDays } from "./whole-days.ts";

const EARLIEST = "2000-01-01";
const LATEST = "2099-12-31";

const dateFields = ["source", "on", "count", "name", "code", "href"];
const entryFields = ["id", "on", "kind", "standing", "name", "code", "location"];

const dayOf = (asked: string | null, today: string) =>
  asked && isDay(asked) && asked >= EARLIEST && asked <= LATEST ? asked : today;

/** What an address asks of the calendar. */
export function askedCalendar(session: Session, params: URLSearchParams, now = Date.now()) {
  const today = dayIn(session.company.timeZone, now);
  const asked = params.get("view");
  const view = dueViews.find((one) => one === asked) ?? "month";
  const date = dayOf(params.get("date"), today);
  const query = askedOf(params, ["plan"], calendarFilters);
  return { today, view, date, isChosen: asked === view, query, ...rangeOf(view, date) };
}

/**
 * A month, a week or a year of what falls due: for each day how much of each standing, how full it is, and its first entries.
 * One round trip.
 */
export async function dueCalendar(session: Session, params: URLSearchParams) {
  const now = Date.now();
  const { query, ...at } = askedCalendar(session, params, now);
  const { view, today, from, to } = at;
  const db = session.authorize("view-asset");
  const asker = { session, db, today, now };
  // Kept by the day for the company as a whole; what is narrowed is counted.
  const narrowing = narrowingOf(asker, query.filters);
  // A month is looked at before the days of those beside it.
  const month = at.date.slice(0, 7);
  const first = view === "month" ? `${month}-01` : from;
  const isYear = view === "year";
  const loads = dayLoads(session.company, from, to, []);
  const isBeside = (on: string) => view === "month" && !on.startsWith(month);
  const planned = narrowing.whole
    ? narrowedOf(asker, { view, from, to, first }, query.filters, narrowing)
    : wholeDays(db, { view, days: loads.map(({ on }) => on), isBeside, today });
  const elsewhere = sourceDates(
    session,
    db,
    { from, to },
    // A month shows one entry for each source of a day, so that its planned services keep their room.
    {
      values: isYear ? { none: "1" } : query.filters,
      today,
      isBrief: view === "month",
    },
  );
  const chosen = chosenOf(db, dueRecords, query.filters);
  const opened = openedDue(session, db, params, today);
  const { team } = query.filters;
  const [ofDays, teams, ofSources, ofChosen, ofOpened] = (await readParts(db, [
    planned.statements,
    team ? [teamQuery(db, team)] : [],
    elsewhere.statements,
    chosen.statements,
    opened.statements,
  ])) as [Lists[][], { minutes: number | null }[][], unknown[][], Choice[][], unknown[][]];
  const { dates, counts: datesOn, cut } = elsewhere.of(ofSources);
  const found = planned.of(ofDays);
  const room = (on: string) => (isBeside(on) ? BESIDE : A_DAY[view]);
  const shown = firstOf(room, found.entries, dates);
  return {
    ...at,
    query,
    capacity: minutesADay(session.company, teams[0]?.[0]),
    days: packedDays(daysWith(loads, found.counted, datesOn, found.cut)),
    entries: packedRows(shown.entries, entryFields),
    dates: packedRows(shown.dates, dateFields),
    cut,
    chosen: chosen.of(ofChosen),
    opened: opened.of(ofOpened),
    may: mayOf(session),
  };
}
export type DueCalendar = Awaited<ReturnType<typeof dueCalendar>>;

/** What filters or Locations leave of a range, as statements like those of the whole. */
function narrowedOf(...asked: Parameters<typeof narrowedDays>) {
  const [{ db }, { view, from, to }] = asked;
  const narrowed = narrowedDays(...asked);
  const holds = view === "year" ? [] : [holdsBetween(db, from, to)];
  return {
    statements: [narrowed.statement, ...holds],
    of: ([days = [], holding = []]: readonly (readonly Lists[])[]) =>
      narrowed.of(days, holdsIn(holding)),
  };
}

/** What a person may do in the calendar. */
export const mayOf = (session: Session) => ({
  edit: session.can("edit-asset"),
  export: session.can("export-asset"),
  plan: writesAt(session, "/schedule/create"),
  feeds: writesAt(session, "/calendar-feeds"),
});
/** Whether a page of forms that belongs to the calendar opens to the person, and is of use now. */
const writesAt = (session: Session, path: string) => {
  const rule = ruleFor(path);
  return rule !== undefined && session.opens(rule) && !session.isReadOnly;
};

/** What is on hold or could not be done is no work of its day. */
const idle: readonly Standing[] = ["held", "missed"];

function daysWith(
  loads: readonly DayLoad[],
  counted: readonly Counted[],
  dates: SourceDates["counts"],
  cut: ReadonlySet<string>,
): CalendarDay[] {
  const days = loads.map(
    (load): CalendarDay => ({
      ...{ ...load, counts: {}, dates: dates[load.on] ?? 0, isCut: cut.has(load.on) },
    }),
  );
  const byDay = new Map(days.map((day) => [day.on, day]));
  for (const { on, standing, count, minutes } of counted) {
    const day = byDay.get(on);
    if (!day) continue;
    day.counts[standing] = count;
    if (!idle.includes(standing)) day.minutes += minutes;
  }
  return days;
}

/** What of each day is shown: its first planned services, and where there is room for more than one, one date at least that is kept elsewhere. */
function firstOf(
  room: (on: string) => number,
  entries: readonly DueEntry[],
  dates: readonly SourceDate[],
) {
  const others = new Set(dates.map(({ on }) => on));
  const taken = new Map<string, number>();
  const hasRoom = (on: string, most: number) => {
    const count = taken.get(on) ?? 0;
    if (count >= most) return false;
    taken.set(on, count + 1);
    return true;
  };
  const ofEntries = (on: string) => Math.max(1, others.has(on) ? room(on) - 1 : room(on));
  return {
    entries: entries.filter(({ on }) => hasRoom(on, ofEntries(on))),
    dates: dates.filter(({ on }) => hasRoom(on, room(on))),
  };
}
