import type { CalendarDay } from "#app/shared/due-days.ts";
import { plannedOn } from "#app/shared/due-days.ts";
import { isOverfull, loadText } from "#app/shared/due-load.ts";
import { dueSources, sourceStanding, sourceWord } from "#app/shared/due-sources.ts";
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
  listOf: (on: string) => string;
  opened: string;
  mayMove: boolean;
};

/** One day: how full it is, its first entries, and how many more there are. A month has a hundred entries: each is of two elements. */
export function DayCell(props: DayProps) {
  const { day, entries, dates, capacity, today, month, openOf, listOf, opened, mayMove } = props;
  const { on } = day;
  const total = plannedOn(day) + day.dates;
  const more = total - entries.length - dates.length;
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
  return (
    <li
      className={classes.filter(Boolean).join(" ")}
      data-day={on}
      aria-label={dayName(on)}
      aria-current={on === today ? "date" : undefined}
    >
      <div className="day-h">
        <time dateTime={on} data-weekday={weekdayOf(on)} data-month={shortDay(on).slice(-3)}>
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
        <SourceEntry key={date.source + date.href} date={date} today={today} />
      ))}
      {more > 0 && (
        <a className="more" href={listOf(on)} aria-label={`${moreText} on ${shortDay(on)}`}>
          {moreText}
        </a>
      )}
    </li>
  );
}

/** A date that is kept elsewhere: it leads there. */
export function SourceEntry({ date, today }: { date: SourceDate; today: string }) {
  const { source, on, name, code, href } = date;
  const standing = sourceStanding(source, on, today);
  return (
    <a className={`ent ${looks[standing]}`} href={href}>
      {`${dueSources[source]} ${name} `}
      <span>{`${sourceWord(source, on, today)} · ${code}`}</span>
    </a>
  );
}
