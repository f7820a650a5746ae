import { useMemo } from "react";
import { Link, useLocation } from "react-router";
import { daysBetween } from "#app/shared/company-time.ts";
import {
  type CalendarDay,
  countedUntil,
  plannedOn,
  sumsOf,
  unpackedDays,
} from "#app/shared/due-days.ts";
import { type Standing, standings } from "#app/shared/due-standing.ts";
import { mondayOf } from "#app/shared/due-weeks.ts";
import { grouped } from "#app/shared/grouped.ts";
import { plural } from "#app/shared/plural.ts";
import { RowLinks } from "#app/ui/row-links.tsx";
import type { DueCalendar } from "#worker/domain/due/calendar.ts";
import { CutDays } from "./cut-days.tsx";
import { CalendarBar } from "./grid.tsx";
import { calendarUrl, dayListOf, dayName, monthTitle, shortDay } from "./words.ts";

const shown: readonly Standing[] = ["done", "planned", "in_window", "overdue", "held", "missed"];
const STEPS = 4;

/** "Fri 20 Nov: 12 planned services, 1 overdue". */
function cellText(day: CalendarDay): string {
  if (day.isCut) return `${dayName(day.on)}: not counted`;
  const total = plannedOn(day);
  const parts = shown.flatMap((standing) => {
    const count = day.counts[standing] ?? 0;
    return count ? [`${count} ${standings[standing].word.toLowerCase()}`] : [];
  });
  const all = plural(total, "1 planned service", "{n} planned services");
  return `${dayName(day.on)}: ${[all, ...(total ? parts : [])].join(", ")}`;
}

/** A year as a heat map, a cell for each day; the same in a table. */
export function YearMap({ calendar }: { calendar: DueCalendar }) {
  const { search } = useLocation();
  const { date, today } = calendar;
  const days = useMemo(() => unpackedDays(calendar.days), [calendar.days]);
  const byMonth = grouped(days, ({ on }) => on.slice(0, 7));
  const year = date.slice(0, 4);
  const most = Math.max(1, ...days.map(plannedOn));
  const listOf = dayListOf(search);
  const names = [String(Number(year) - 1), String(Number(year) + 1)] as const;
  return (
    <section className="table-wrap" aria-label={year}>
      <CalendarBar {...{ calendar, names, days }} title={year} />
      <CutDays {...{ days }} own={days} />
      <RowLinks>
        <div className="year goes">
          {[...byMonth].map(([month, own]) => (
            <Month key={month} {...{ month, most, today, search, listOf }} days={own} />
          ))}
        </div>
      </RowLinks>
      <p className="heat-key">
        None
        <span className="heat" aria-hidden="true">
          {Array.from({ length: STEPS + 1 }, (_, level) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
            <span key={level} className={level ? `h${level}` : undefined} />
          ))}
        </span>
        {plural(most, "1 a day", "{n} a day")}, with a red line where some are overdue
      </p>
      <details className="chart-table">
        <summary>Table</summary>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Month</th>
              {shown.map((standing) => (
                <th key={standing} scope="col" className="num">
                  {standings[standing].word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...byMonth].map(([month, own]) => {
              const sums = sumsOf(own);
              const until = countedUntil(own);
              return (
                <tr key={month}>
                  <th scope="row">
                    {monthTitle(`${month}-01`)}
                    {until && `, up to ${shortDay(until)}`}
                  </th>
                  {until === null ? (
                    <td className="num" colSpan={shown.length}>
                      Not counted
                    </td>
                  ) : (
                    shown.map((standing) => (
                      <td key={standing} className="num">
                        {sums[standing] ?? 0}
                      </td>
                    ))
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function Month({
  month,
  days,
  most,
  today,
  search,
  listOf,
}: {
  month: string;
  days: readonly CalendarDay[];
  most: number;
  today: string;
  search: string;
  listOf: (on: string) => string;
}) {
  const first = `${month}-01`;
  const before = daysBetween(mondayOf(first), first);
  return (
    <section aria-label={monthTitle(first)}>
      <h3>
        <Link className="plain" to={calendarUrl(search, { view: "month", date: first })}>
          {monthTitle(first)}
        </Link>
      </h3>
      <ol className="heat">
        {Array.from({ length: before }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: days of the month before have no name
          <li key={place} aria-hidden="true" />
        ))}
        {days.map((day) => {
          const level = Math.ceil((plannedOn(day) / most) * STEPS);
          const classes = [
            level > 0 && `h${level}`,
            day.counts.overdue && "is-late",
            day.isCut && "is-cut",
            day.on === today && "is-now",
          ];
          const text = cellText(day);
          return (
            <li key={day.on}>
              <a
                className={classes.filter(Boolean).join(" ") || undefined}
                href={listOf(day.on)}
                title={text}
                aria-label={text}
              >
                {Number(day.on.slice(8))}
              </a>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
