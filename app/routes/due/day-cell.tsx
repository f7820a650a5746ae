import type { CalendarDay } from "#app/shared/due-days.ts";
import { plannedOn } from "#app/shared/due-days.ts";
import { isOverfull, loadText } from "#app/shared/due-load.ts";
import { datesTogether, dueSources, sourceStanding, sourceWord } from "#app/shared/due-sources.ts";
import { type DueKind, type Standing, standings } from "#app/shared/due-standing.ts";
import { plural } from "#app/shared/plural.ts";
import type { DueEntry } from "#worker/domain/due/first-entries.ts";
import type { SourceDate } from "#worker/domain/due/sources.ts";
import { LoadBar } from "./load-bar.tsx";
import { dayName, looks, shortDay, shortKind, weekdayOf } from "./words.ts";

/** What is open can be moved to another day. */
const movable: readonly Standing[] = ["planned", "in_window", "overdue", "held"];

export type DayProps = {
  day: CalendarDay;
  /** What of the day is shown. */
  entries: readonly DueEntry[];
  dates: readonly SourceDate[];
  capacity: number;
  today: string;
  /** The month that is shown; other days belong to those beside it. Empty where all do. */
  month: string;
  /** Where an entry opens, and where all of a day are listed. */
  openOf: (id: string) => string;
  listOf: (on: string, kind?: string) => string;
  opened: string;
  mayMove: boolean;
};

/** One day: how full it is, its first entries, and how many more there are. A month has a hundred entries: each is of two elements. */
export function DayCell(props: DayProps) {
  const { day, entries, dates, capacity, today, month, openOf, listOf, opened, mayMove } = props;
  const { on } = day;
  const total = plannedOn(day) + day.dates;
  const more = dates.reduce((left, { count }) => left - count, total - entries.length);
  const isLoaded = !day.isCut && (day.minutes > 0 || !day.isOff);
  const classes = [
    "day",
    month && !on.startsWith(month) && "is-out",
    day.isOff && "is-off",
    on < today && "is-past",
    on === today && "is-today",
    total === 0 && "no-ent",
    day.isCut && "is-cut",
  ];
  const moreText = plural(more, "+ 1 more", "+ {n} more");
  const date = shortDay(on);
  return (
    <li
      className={classes.filter(Boolean).join(" ")}
      data-day={on}
      aria-label={dayName(on)}
      aria-current={on === today ? "date" : undefined}
    >
      <div className="day-h">
        <time dateTime={on} data-weekday={weekdayOf(on)} data-month={date.slice(-3)}>
          {Number(on.slice(8))}
        </time>
        {isLoaded && (
          <small className={isOverfull(day, capacity) ? "over" : undefined}>
            {loadText(day, capacity)}
          </small>
        )}
        {day.isCut && <small>not counted</small>}
        {isLoaded && <LoadBar load={day} capacity={capacity} />}
      </div>
      {entries.map(({ id, kind, standing, name, location, code }) => (
        <a
          key={id}
          className={id === opened ? `ent ${looks[standing]} is-open` : `ent ${looks[standing]}`}
          href={openOf(id)}
          data-due={mayMove && movable.includes(standing) ? "" : undefined}
        >
          {`${shortKind(kind as DueKind)} ${name} `}
          <span>{`${standings[standing].word} · ${location} · ${code}`}</span>
        </a>
      ))}
      {dates.map((date) => (
        <SourceEntry
          key={date.source + date.href}
          {...{ date, today }}
          href={date.href || listOf(on, date.source)}
        />
      ))}
      {more > 0 && (
        <a className="more" href={listOf(on)} aria-label={`${moreText} on ${date}`}>
          {moreText}
        </a>
      )}
    </li>
  );
}

type OfSource = { date: SourceDate; today: string; href: string };
/** A date that is kept elsewhere, or several of them: it leads there. */
export function SourceEntry({ date, today, href }: OfSource) {
  const { source, on, count, name, code } = date;
  const word = sourceWord(source, on, today);
  const isAlone = date.href !== "";
  return (
    <a className={`ent ${looks[sourceStanding(source, on, today)]}`} href={href}>
      {isAlone ? `${dueSources[source]} ${name} ` : `${datesTogether(source, count)} `}
      <span>{isAlone ? `${word} · ${code}` : word}</span>
    </a>
  );
}
