import { addDays, dayIn, daysBetween } from "#app/shared/company-time.ts";
import { dueSources } from "#app/shared/due-sources.ts";
import { readParts } from "../../db/read-parts.ts";
import type { Session } from "../../session.ts";
import { isDay } from "../entity/fields.ts";
import { entryOf } from "../lists/list-query.ts";
import { askedCalendar, mayOf } from "./calendar.ts";
import { listOccurrences } from "./occurrence-list.ts";
import { openedDue } from "./opened.ts";
import { sourceDates } from "./sources.ts";

const MOST_DAYS = 31;

/**
 * The days whose dates kept elsewhere are told beside the list: those that an address names, where they are few. Where it asks for one
 * kind of such dates, so many days from the first that it names, or from today.
 */
function alsoDays(params: URLSearchParams, today: string): { from: string; to: string } | null {
  const [from, to] = ["from", "to"].map((name) => {
    const on = params.get(name) ?? "";
    return isDay(on) ? on : null;
  });
  const isShort = from && to && from <= to && daysBetween(from, to) < MOST_DAYS;
  if (isShort) return { from, to };
  if (!entryOf(dueSources, params.get("kind") ?? "")) return null;
  const first = from ?? (to && to < today ? addDays(to, 1 - MOST_DAYS) : today);
  const last = addDays(first, MOST_DAYS - 1);
  return { from: first, to: to && to < last ? to : last };
}

/**
 * Planned services as a list by their days, with what else has a date on these days where the address names few of them. Two
 * batches, side by side. @throws Response 403
 */
export async function dueAgenda(session: Session, params: URLSearchParams) {
  const today = dayIn(session.company.timeZone);
  const at = askedCalendar(session, params);
  const db = session.authorize("view-asset");
  const also = alsoDays(params, today);
  const sources = also
    ? sourceDates(session, db, also, { values: at.query.filters, today, isBrief: false })
    : null;
  const opened = openedDue(session, db, params, today);
  const [list, [ofSources = [], ofOpened = []]] = await Promise.all([
    listOccurrences(session, params, today),
    readParts(db, [sources?.statements ?? [], opened.statements]),
  ]);
  return {
    ...list,
    view: "agenda" as const,
    today,
    date: at.date,
    also,
    sources: sources?.of(ofSources) ?? {
      dates: [],
      counts: {},
      cut: [],
    },
    opened: opened.of(ofOpened),
    may: mayOf(session),
  };
}
export type DueAgenda = Awaited<ReturnType<typeof dueAgenda>>;
