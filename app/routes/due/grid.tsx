import { useMemo } from "react";
import { Link, useLocation } from "react-router";
import { type Standing, standings } from "#app/shared/due-standing.ts";
import { unpackedRows } from "#app/shared/packed-rows.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { DueCalendar, DueEntry } from "#worker/domain/due/calendar.ts";
import { CutSources } from "./cut-sources.tsx";
import { DayCell } from "./day-cell.tsx";
import { useMoveDays } from "./use-move-days.ts";
import { calendarUrl, looks, monthTitle, shortDay, weekdayOf } from "./words.ts";

const headed: readonly Standing[] = ["done", "planned", "in_window", "overdue", "held"];

/** How many of each standing there are in days. */
export function sumsOf(days: DueCalendar["days"]): Partial<Record<Standing, number>> {
  const sums: Partial<Record<Standing, number>> = {};
  for (const { counts } of days)
    for (const [standing, count] of Object.entries(counts) as [Standing, number][])
      sums[standing] = (sums[standing] ?? 0) + count;
  return sums;
}

const grouped = <R extends { on: string }>(rows: readonly R[]): ReadonlyMap<string, R[]> => {
  const days = new Map<string, R[]>();
  for (const row of rows) days.set(row.on, [...(days.get(row.on) ?? []), row]);
  return days;
};

export function CalendarBar({
  calendar,
  title,
  names,
  sums,
}: {
  calendar: Pick<DueCalendar, "before" | "after" | "today" | "view">;
  title: string;
  /** What its arrows lead to. */
  names: readonly [string, string];
  sums: Partial<Record<Standing, number>>;
}) {
  const { search } = useLocation();
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
        {headed.map((standing) => (
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
  const { view, date, today, days, capacity, may, opened } = calendar;
  const entries = useMemo(
    () => grouped(unpackedRows<DueEntry>(calendar.entries)),
    [calendar.entries],
  );
  const sources = useMemo(() => grouped(calendar.sources.dates), [calendar.sources]);
  const isWeek = view === "week";
  const month = isWeek ? "" : date.slice(0, 7);
  const own = days.filter(({ on }) => on.startsWith(month));
  const past = sumsOf(own.filter(({ on }) => on < today));
  const move = useMoveDays({ today, days, mayMove: may.edit });
  const title = isWeek
    ? `${shortDay(days[0]!.on)} to ${shortDay(days.at(-1)!.on)} ${date.slice(0, 4)}`
    : monthTitle(date);
  const names = isWeek
    ? (["Week before", "Week after"] as const)
    : ([monthTitle(calendar.before), monthTitle(calendar.after)] as const);
  return (
    <section className="table-wrap" aria-label={title}>
      <CalendarBar {...{ calendar, title, names }} sums={sumsOf(own)} />
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
      <ol className={isWeek ? "month is-week" : "month"} {...move.handlers}>
        {days.map((day) => (
          <DayCell
            key={day.on}
            {...{ day, capacity, today, month, search }}
            entries={entries.get(day.on) ?? []}
            sources={sources.get(day.on) ?? []}
            most={isWeek ? 12 : 3}
            opened={opened?.id ?? ""}
            mayMove={may.edit}
          />
        ))}
      </ol>
      <p className="sr-only" role="status">
        {move.said}
      </p>
      <CutSources cut={calendar.sources.cut} />
      {may.edit && (
        <p className="cal-hint hide-phone">
          Drag an entry to another day to defer it, or press M on it and choose the day with the
          arrow keys.
        </p>
      )}
    </section>
  );
}
