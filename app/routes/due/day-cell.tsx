import { Link } from "react-router";
import { type DayLoad, isOverfull, loadText } from "#app/shared/due-load.ts";
import { dueSources, sourceStanding, sourceWord } from "#app/shared/due-sources.ts";
import { type DueKind, type Standing, standings } from "#app/shared/due-standing.ts";
import { plural } from "#app/shared/plural.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { CalendarDay, DueEntry } from "#worker/domain/due/calendar.ts";
import type { SourceDate } from "#worker/domain/due/sources.ts";
import { LoadBar } from "./load-bar.tsx";
import { calendarUrl, looks, openUrl, shortDay, shortKind, weekdayOf } from "./words.ts";

/** What is open can be moved to another day. */
const movable: readonly Standing[] = ["planned", "in_window", "overdue", "held"];

export type DayProps = {
  day: CalendarDay;
  entries: readonly DueEntry[];
  sources: readonly SourceDate[];
  capacity: number;
  today: string;
  /** The month that is shown; other days belong to those beside it. Empty where all do. */
  month: string;
  search: string;
  most: number;
  opened: string;
  mayMove: boolean;
};

/** One day: how full it is, its first entries, and how many more there are. */
export function DayCell(props: DayProps) {
  const { day, entries, sources, capacity, today, month, search, most, opened, mayMove } = props;
  const { on, counts } = day;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0) + sources.length;
  const kept = entries.slice(0, most - Math.min(sources.length, 1));
  const others = sources.slice(0, most - kept.length);
  const more = total - kept.length - others.length;
  const isLoaded = day.minutes > 0 || !day.isOff;
  const classes = [
    "day",
    month && !on.startsWith(month) && "is-out",
    day.isOff && "is-off",
    on < today && "is-past",
    on === today && "is-today",
    total === 0 && "no-ent",
  ];
  return (
    <li className={classes.filter(Boolean).join(" ")} data-day={on}>
      <div className="day-h">
        <time dateTime={on}>
          <span className="wd">{weekdayOf(on)} </span>
          {Number(on.slice(8))}
          <span className="wd">{shortDay(on).replace(/^\d+/, "")}</span>
        </time>
        {isLoaded && <LoadWords load={day} capacity={capacity} />}
        {isLoaded && <LoadBar load={day} capacity={capacity} />}
      </div>
      <ul>
        {kept.map((entry) => (
          <li key={entry.id}>
            <Link
              className={`ent ${looks[entry.standing]}${entry.id === opened ? " is-open" : ""}`}
              to={openUrl(search, { on: entry.id })}
              preventScrollReset
              draggable={mayMove && movable.includes(entry.standing) ? true : undefined}
              data-due={mayMove && movable.includes(entry.standing) ? entry.id : undefined}
            >
              <EntryText
                standing={entry.standing}
                word={standings[entry.standing].word}
                text={`${shortKind(entry.kind as DueKind)} ${entry.name}`}
                place={entry.location}
                code={entry.code}
              />
            </Link>
          </li>
        ))}
        {others.map((one) => (
          <SourceEntry key={one.source + one.href} date={one} today={today} />
        ))}
      </ul>
      {more > 0 && (
        <Link
          className="more"
          to={calendarUrl(search, { view: "agenda", date: null, from: on, to: on, tab: "all" })}
        >
          {plural(more, "+ 1 more", "+ {n} more")}
          <span className="sr-only"> on {shortDay(on)}</span>
        </Link>
      )}
    </li>
  );
}

function LoadWords({ load, capacity }: { load: DayLoad; capacity: number }) {
  return (
    <small className={isOverfull(load, capacity) ? "over" : undefined}>
      {loadText(load, capacity)}
    </small>
  );
}

/** A date that is kept elsewhere: it leads there. */
export function SourceEntry({ date, today }: { date: SourceDate; today: string }) {
  const { source, on, name, code, href } = date;
  const standing = sourceStanding(source, on, today);
  return (
    <li>
      <Link className={`ent ${looks[standing]}`} to={href}>
        <EntryText
          standing={standing}
          word={sourceWord(source, on, today)}
          text={`${dueSources[source]} ${name}`}
          code={code}
        />
      </Link>
    </li>
  );
}

type TextProps = { standing: Standing; word: string; text: string; place?: string; code: string };

function EntryText({ standing, word, text, place, code }: TextProps) {
  return (
    <>
      <Icon name={standings[standing].icon} />
      <span className="t">
        <span className="sr-only">{word}: </span>
        {text}
        <span className="more-of">
          {word} · {place && `${place} · `}
          <span className="code">{code}</span>
        </span>
      </span>
    </>
  );
}
