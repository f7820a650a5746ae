import { and, gte, isNull, lt, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { countByWeek, endOfWeeks, monthsTo, weeksFrom } from "#app/shared/due-weeks.ts";
import { assets, counters, serviceReports } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { nextAmong, nextOfAll, placesOf } from "../assets/reach.ts";
import type { Known } from "./looks.ts";
import { filterFigure } from "./morning.ts";
import { REPORT_MONTHS, rolledUp } from "./roll-up.ts";

/** Due dates are read up to here; of more is told what was counted in the morning. */
export const MOST_DATES = 20;
/** Reports written since the morning's count are read up to here. */
const MOST_SINCE = 10;

type Dated = { on: string };
type RolledUp = ReadonlyMap<string, number>;

/** The first PM dates up to the end of the chart, as a statement; hand its rows to `duesOf`. */
export const dueDates = (db: ReadingDb, today: string) => {
  const most = MOST_DATES + 1;
  const until = lt(assets.nextPmOn, endOfWeeks(today));
  const places = placesOf(db);
  const dates = db.select({
    on: sql<string>`${places ? sql`"next"."due_on"` : assets.nextPmOn}`.as("due_on"),
  });
  return places
    ? dates
        .from(sql`${nextAmong(db, places, most, until)} as "next"`)
        .orderBy(sql`"next"."due_on"`)
    : dates.from(assets).where(nextOfAll(db, until)).orderBy(assets.nextPmOn).limit(most);
};

const counted = (n: number | undefined): Known | null =>
  n === undefined ? null : { n, isCut: false, isOfMorning: true };

/** What is overdue and due: exact as far as dates were read, else as it was counted in the morning. */
export function duesOf(rows: readonly Dated[], figures: RolledUp, today: string) {
  // The first day that may have more dates than were read.
  const cut = rows.length > MOST_DATES ? rows.at(-1)!.on : null;
  const known = rows.filter(({ on }) => !cut || on < cut).map(({ on }) => on);
  const isKnownTo = (on: string) => !cut || on < cut;
  const month = today.slice(0, 7);
  const countedAt = figures.get(rolledUp.at) ?? null;
  const live = countByWeek(today, known);
  const weeks = weeksFrom(today).flatMap((monday) => {
    if (isKnownTo(addDays(monday, 6))) return { monday, due: live[monday] ?? 0 };
    return countedAt === null ? [] : { monday, due: figures.get(rolledUp.week(monday)) ?? 0 };
  });
  const isOverdueKnown = isKnownTo(addDays(today, -1));
  const overdue = rows.filter(({ on }) => on < today).length;
  return {
    overdue: isOverdueKnown
      ? { n: overdue, isCut: false }
      : (counted(figures.get(filterFigure("pm", "overdue"))) ?? {
          n: Math.min(overdue, MOST_DATES),
          isCut: true,
        }),
    oldestDueOn: rows[0] && rows[0].on < today ? rows[0].on : null,
    /** Due in this calendar month, what is overdue of it as well. */
    inMonth: isKnownTo(`${month}-31`)
      ? { n: known.filter((on) => on.startsWith(month)).length, isCut: false }
      : counted(figures.get(filterFigure("pm", "month"))),
    weeks,
    /** The instant of the count that stands in for dates that were not read. */
    countedAt: cut && !isKnownTo(addDays(endOfWeeks(today), -1)) ? countedAt : null,
  };
}

/** Reports written since the morning's count, as a statement; hand its rows to `reportsOf`. */
export const reportsSince = (db: ReadingDb) => {
  const counted = db
    .select({ value: counters.value })
    .from(counters)
    .where(db.ofOwner(counters, sql`${counters.id} = ${rolledUp.at}`));
  const bound = sql`(select substr("hex", 1, 8) || '-' || substr("hex", 9) from (select printf('%012x', coalesce(${counted}, 0)) as "hex"))`;
  return db
    .select({
      type: sql<"pm" | "other">`${serviceReports.serviceType}`.as("type"),
      on: sql<string>`${serviceReports.serviceOn}`.as("on_day"),
    })
    .from(serviceReports)
    .where(
      db.ofOwner(
        serviceReports,
        and(gte(serviceReports.id, bound), isNull(serviceReports.cancelledAt)),
      ),
    )
    .orderBy(serviceReports.id)
    .limit(MOST_SINCE + 1);
};

/** Reports of each type by month: the morning's count and what was written since. Null where neither is known. */
export function reportsOf(
  rows: readonly { type: "pm" | "other"; on: string }[],
  figures: RolledUp,
  today: string,
) {
  const countedAt = figures.get(rolledUp.at) ?? null;
  const isMore = rows.length > MOST_SINCE;
  if (isMore && countedAt === null) return null;
  const written = (type: "pm" | "other", month: string) =>
    (figures.get(rolledUp.reports(type, month)) ?? 0) +
    (isMore ? 0 : rows.filter((row) => row.type === type && row.on.startsWith(month)).length);
  return {
    months: monthsTo(today, REPORT_MONTHS).map((month) => ({
      month,
      pm: written("pm", month),
      other: written("other", month),
    })),
    countedAt: isMore ? countedAt : null,
  };
}
