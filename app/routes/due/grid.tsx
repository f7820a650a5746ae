import { useMemo } from "react";
import { Link, useLocation } from "react-router";
import { type CalendarDay, countedUntil, sumsOf, unpackedDays } from "#app/shared/due-days.ts";
import { type Standing, standings } from "#app/shared/due-standing.ts";
import { grouped } from "#app/shared/grouped.ts";
import { type PackedRows, unpackedRows } from "#app/shared/packed-rows.ts";
import { Icon } from "#app/ui/icon.tsx";
import { RowLinks } from "#app/ui/row-links.tsx";
import type { DueCalendar } from "#worker/domain/due/calendar.ts";
import type { DueEntry } from "#worker/domain/due/first-entries.ts";
import type { SourceDate } from "#worker/domain/due/sources.ts";
import { CutDays } from "./cut-days.tsx";
import { CutSources } from "./cut-sources.tsx";
import { DayCell } from "./day-cell.tsx";
import { useMoveDays } from "./use-move-days.ts";
import { useTodayInView } from "./use-today-in-view.ts";
import {
  calendarUrl,
  dayListOf,
  looks,
  monthTitle,
  openerOf,
  shortDay,
  weekdayOf,
} from "./words.ts";

const headed: readonly Standing[] = ["done", "planned", "in_window", "overdue", "held"];

const byDay = <R extends { on: string }>(packed: PackedRows): ReadonlyMap<string, R[]> =>
  grouped(unpackedRows<R>(packed), ({ on }) => on);

export function CalendarBar({
  calendar,
  title,
  names,
  days,
}: {
  calendar: Pick<DueCalendar, "before" | "after" | "today" | "view">;
  title: string;
  /** What its arrows lead to. */
  names: readonly [string, string];
  /** The days that are counted together. */
  days: readonly CalendarDay[];
}) {
  const { search } = useLocation();
  const sums = sumsOf(days);
  const until = countedUntil(days);
  const { before, after, today } = calendar;
  return (
    <div className="cal-bar">
      <span className="chips">
        <Link
          className="btn btn-sm btn-icon"
          to={calendarUrl(search, { date: before })}
          aria-label={names[0]}
          prefetch="intent"
          preventScrollReset
        >
          <Icon name="left" />
        </Link>
        <Link
          className="btn btn-sm btn-icon"
          to={calendarUrl(search, { date: after })}
          aria-label={names[1]}
          prefetch="intent"
          preventScrollReset
        >
          <Icon name="right" />
        </Link>
        <Link className="btn btn-sm" to={calendarUrl(search, { date: today })} preventScrollReset>
          Today
        </Link>
      </span>
      <h2>{title}</h2>
      <div className="end">
        {until && <span>{`Up to ${shortDay(until)}:`}</span>}
        {until === null && <span>Not counted</span>}
        {until !== null &&
          headed.map((standing) => (
            <span key={standing}>
              <span className={looks[standing]}>
                <Icon name={standings[standing].icon} size="s" />
              </span>
              {standings[standing].word} {sums[standing] ?? 0}
            </span>
          ))}
      </div>
    </div>
  );
}

/** A month or a week as a list of days: a grid from 768 px, an agenda under it. */
export function DayGrid({ calendar }: { calendar: DueCalendar }) {
  const { search } = useLocation();
  const { view, date, today, capacity, may, opened } = calendar;
  const days = useMemo(() => unpackedDays(calendar.days), [calendar.days]);
  const entries = useMemo(() => byDay<DueEntry>(calendar.entries), [calendar.entries]);
  const dates = useMemo(() => byDay<SourceDate>(calendar.dates), [calendar.dates]);
  const [openOf, listOf] = [openerOf(search), dayListOf(search)];
  const isWeek = view === "week";
  const month = isWeek ? "" : date.slice(0, 7);
  const own = days.filter(({ on }) => on.startsWith(month));
  const before = own.filter(({ on }) => on < today);
  const past = countedUntil(before) === undefined ? sumsOf(before) : {};
  const list = useTodayInView(isWeek ? days[0]!.on : null);
  const move = useMoveDays({ today, days, mayMove: may.edit });
  const title = isWeek
    ? `${shortDay(days[0]!.on)} to ${shortDay(days.at(-1)!.on)} ${date.slice(0, 4)}`
    : monthTitle(date);
  const names = isWeek
    ? (["Week before", "Week after"] as const)
    : ([monthTitle(calendar.before), monthTitle(calendar.after)] as const);
  return (
    <section className="table-wrap" aria-label={title}>
      <CalendarBar {...{ calendar, title, names }} days={own} />
      {!isWeek && (past.overdue || past.done) ? (
        <Link
          className="earlier phone-only"
          to={calendarUrl(search, {
            ...{ view: "agenda", date: null, tab: "all" },
            ...{ from: own[0]!.on, to: today },
          })}
        >
          <Icon name="alert" />
          {`${past.overdue ?? 0} overdue before today, ${past.done ?? 0} done`}
        </Link>
      ) : null}
      <div className="month-head" aria-hidden="true">
        {days.slice(0, 7).map(({ on }) => (
          <span key={on}>{weekdayOf(on)}</span>
        ))}
      </div>
      <RowLinks>
        <ol className={isWeek ? "month is-week goes" : "month goes"} ref={list} {...move.handlers}>
          {days.map((day) => (
            <DayCell
              key={day.on}
              {...{ day, capacity, today, month, openOf, listOf }}
              entries={entries.get(day.on) ?? []}
              dates={dates.get(day.on) ?? []}
              opened={opened?.id ?? ""}
              mayMove={may.edit}
            />
          ))}
        </ol>
      </RowLinks>
      <p className="sr-only" role="status">
        {move.said}
      </p>
      <CutDays {...{ days, own, isWeek }} />
      <CutSources cut={calendar.cut} />
      {may.edit && (
        <p className="cal-hint hide-phone">
          Drag an entry to another day to defer it, or press M on it and choose the day with the
          arrow keys.
        </p>
      )}
    </section>
  );
}
