import { dateText, monthText, timeText } from "#app/shared/dates.ts";
import { spanText } from "#app/shared/span.ts";
import { useFormat } from "./format.ts";

export { dateText, monthText, timeText };

/** Dates and times as the company writes them, for texts. */
export function useDates() {
  const { timeZone, dateFormat } = useFormat();
  return {
    date: (on: string) => dateText(on, dateFormat),
    time: (at: string | number) => timeText(at, timeZone, dateFormat),
  };
}

/** How long ago: "less than a minute", "4 min", "3 h", "12 days", "5 months", "3 years". */
export function ageText(at: string | number, now: string | number): string {
  const minutes = Math.max(
    0,
    Math.floor((new Date(now).getTime() - new Date(at).getTime()) / 60_000),
  );
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return spanText(Math.floor(minutes / 1440));
}

const iso = (at: string | number) =>
  Number.isNaN(new Date(at).getTime()) ? undefined : new Date(at).toISOString();
const dash = <span className="quiet">–</span>;

/** A calendar date; it has no time zone. */
export function DateText({ on, title }: { on: string | null | undefined; title?: string }) {
  const { dateFormat } = useFormat();
  if (!on) return dash;
  return (
    <time dateTime={on} title={title}>
      {dateText(on, dateFormat)}
    </time>
  );
}

/** An instant, in the company's time zone unless another is given. */
export function TimeText({
  at,
  timeZone,
}: {
  at: string | number | null | undefined;
  timeZone?: string;
}) {
  const format = useFormat();
  if (at === null || at === undefined || at === "") return dash;
  return (
    <time dateTime={iso(at)}>{timeText(at, timeZone ?? format.timeZone, format.dateFormat)}</time>
  );
}

/** An age with the exact time as its title; `now` comes from the loader, so that both renderings agree. */
export function AgeText({
  at,
  now,
  timeZone,
}: {
  at: string | number;
  now: string | number;
  timeZone?: string;
}) {
  const format = useFormat();
  return (
    <time dateTime={iso(at)} title={timeText(at, timeZone ?? format.timeZone, format.dateFormat)}>
      {ageText(at, now)}
    </time>
  );
}
