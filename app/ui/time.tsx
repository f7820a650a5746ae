import { useFormat } from "./format.ts";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** YYYY-MM-DD as "28 Oct 2026". Written by hand: engines disagree on "Sep" and "Sept", and hydration would too. */
export function dateText(on: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(on) ?? [];
  const name = months[Number(month) - 1];
  return name ? `${day} ${name} ${year}` : on;
}

/** An instant as date and time of day in a zone: "28 Oct 2026, 09:41". */
export function timeText(at: string | number, timeZone: string): string {
  const instant = new Date(at);
  if (Number.isNaN(instant.getTime())) return String(at);
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? "";
  return `${dateText(`${part("year")}-${part("month")}-${part("day")}`)}, ${part("hour")}:${part("minute")}`;
}

/** How long ago: "4 min", "3 h", "12 days". */
export function ageText(at: string | number, now: string | number): string {
  const minutes = Math.max(0, Math.floor((new Date(now).getTime() - new Date(at).getTime()) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / 1440)} days`;
}

const iso = (at: string | number) => (Number.isNaN(new Date(at).getTime()) ? undefined : new Date(at).toISOString());
const dash = <span className="quiet">–</span>;

/** A calendar date; it has no time zone. */
export function DateText({ on, title }: { on: string | null | undefined; title?: string }) {
  if (!on) return dash;
  return (
    <time dateTime={on} title={title}>
      {dateText(on)}
    </time>
  );
}

/** An instant, in the company's time zone unless another is given. */
export function TimeText({ at, timeZone }: { at: string | number | null | undefined; timeZone?: string }) {
  const format = useFormat();
  if (at === null || at === undefined || at === "") return dash;
  return <time dateTime={iso(at)}>{timeText(at, timeZone ?? format.timeZone)}</time>;
}

/** An age with the exact time as its title; `now` comes from the loader, so that both renderings agree. */
export function AgeText({ at, now, timeZone }: { at: string | number; now: string | number; timeZone?: string }) {
  const format = useFormat();
  return (
    <time dateTime={iso(at)} title={timeText(at, timeZone ?? format.timeZone)}>
      {ageText(at, now)}
    </time>
  );
}
