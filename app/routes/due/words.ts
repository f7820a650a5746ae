import { monthNames } from "#app/shared/dates.ts";
import { type DueKind, dueKinds, type Standing } from "#app/shared/due-standing.ts";
import { weekdays } from "#app/shared/working-week.ts";

/** How each standing looks among the entries of a day. */
export const looks: Record<Standing, string> = {
  done: "done",
  planned: "plan",
  in_window: "soon",
  overdue: "late",
  held: "held",
  missed: "held",
  cancelled: "held",
};

/** Kinds as they stand before the name of a device, where there is little room. */
export const shortKind = (kind: DueKind): string => shortKinds[kind] ?? dueKinds[kind];
const shortKinds: Partial<Record<DueKind, string>> = {
  electrical_safety: "Safety",
  contract_visit: "Visit",
};

const parts = (on: string) => {
  const [year = "", month = "", day = ""] = on.split("-");
  return { year, month: monthNames[Number(month) - 1] ?? "", day: Number(day) };
};
/** The three letters of a day's weekday: "Mon". */
export const weekdayOf = (on: string): string =>
  weekdays[(new Date(`${on}T00:00:00Z`).getUTCDay() + 6) % 7]![1].slice(0, 3);
/** "20 Nov". */
export const shortDay = (on: string): string => `${parts(on).day} ${parts(on).month.slice(0, 3)}`;
/** "Fri 20 Nov". */
export const dayName = (on: string): string => `${weekdayOf(on)} ${shortDay(on)}`;
/** "November 2026". */
export const monthTitle = (on: string): string => `${parts(on).month} ${parts(on).year}`;

const PATH = "/due-service-calendar";
/** What of an address belongs to a moment of the page, not to its view. */
const passing = ["on", "do", "day", "after", "before", "cols", "tab", "sort", "dir", "size"];

/** The calendar at another view or day; the filters stay. Null takes a parameter away. */
export function calendarUrl(
  search: string,
  changes: Readonly<Record<string, string | null>>,
  path = PATH,
): string {
  const params = new URLSearchParams(search);
  for (const name of passing) params.delete(name);
  for (const [name, value] of Object.entries(changes))
    if (value) params.set(name, value);
    else params.delete(name);
  const query = params.toString();
  return query ? `${path}?${query}` : path;
}

/** The same page with a planned service, or one of its dialogs, open; null closes. */
export function openUrl(search: string, opened: Readonly<Record<string, string | null>>): string {
  const params = new URLSearchParams(search);
  for (const name of ["do", "day"]) params.delete(name);
  for (const [name, value] of Object.entries(opened))
    if (value) params.set(name, value);
    else params.delete(name);
  const query = params.toString();
  return query ? `${PATH}?${query}` : PATH;
}

/** Where each planned service opens on this page: built once for all of them. */
export function openerOf(search: string): (id: string) => string {
  const closed = openUrl(search, { on: null });
  const query = closed.slice(PATH.length);
  const begin = query ? `${query}&on=` : "?on=";
  return (id) => begin + id;
}

/** Where all that is planned for a day is listed: built once for all days. */
export function dayListOf(search: string): (on: string, kind?: string) => string {
  const begin = calendarUrl(search, {
    ...{ view: "agenda", date: null, tab: "all", from: null, to: null },
  }).slice(PATH.length);
  const isOfKind = new URLSearchParams(search).has("kind");
  return (on, kind) => `${begin}&from=${on}&to=${on}${kind && !isOfKind ? `&kind=${kind}` : ""}`;
}
