import { dayIn, daysBetween } from "#app/shared/company-time.ts";
import type { Session } from "../../session.ts";
import { isDay } from "../entity/fields.ts";
import { askedCalendar, mayOf } from "./calendar.ts";
import { listOccurrences } from "./occurrence-list.ts";
import { openedDue } from "./opened.ts";
import { sourceDates } from "./source-dates.ts";

const MOST_DAYS = 31;

/**
 * Planned services as a list by their days, with what else has a date on these days where the address names few of them. Two
 * batches, side by side. @throws Response 403
 */
export async function dueAgenda(session: Session, params: URLSearchParams) {
  const today = dayIn(session.company.timeZone);
  const at = askedCalendar(session, params);
  const db = session.authorize("view-asset");
  const [from = "", to = ""] = ["from", "to"].map((name) => params.get(name) ?? "");
  const isShort = isDay(from) && isDay(to) && from <= to && daysBetween(from, to) < MOST_DAYS;
  const sources = isShort
    ? sourceDates(session, db, { from, to }, { values: at.query.filters, today, isBrief: false })
    : null;
  const opened = openedDue(session, db, params, today);
  const statements = [...(sources?.statements ?? []), ...opened.statements];
  const [list, answers] = await Promise.all([
    listOccurrences(session, params, today),
    statements.length ? db.read(...(statements as [never])) : [],
  ]);
  const count = sources?.statements.length ?? 0;
  return {
    ...list,
    view: "agenda" as const,
    today,
    date: at.date,
    sources: sources?.of(answers.slice(0, count) as unknown[][]) ?? {
      dates: [],
      counts: {},
      cut: [],
    },
    opened: opened.of(answers.slice(count) as unknown[][]),
    may: mayOf(session),
  };
}
export type DueAgenda = Awaited<ReturnType<typeof dueAgenda>>;
