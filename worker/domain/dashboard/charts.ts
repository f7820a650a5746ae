import { and, gte, isNull, lt, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { countByWeek, endOfWeeks, monthsTo, weeksFrom } from "#app/shared/due-weeks.ts";
import { assets, counters, serviceReports } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { datesOfEach, nextOfAll, placesOf } from "../assets/reach.ts";
import type { Known } from "./looks.ts";
import { filterFigure } from "./morning.ts";
import { REPORT_MONTHS, rolledUp } from "./roll-up.ts";

/** Due dates are read up to here; of more is told what was counted in the morning. */
export const MOST_DATES = 10;
/** Reports written since the morning's count are read up to here. */
const MOST_SINCE = 5;

/** The first dates of a Location, or of the whole company. */
type Dated = { dates: string };
type RolledUp = ReadonlyMap<string, number>;

/** How many dates of each Location a limited person's share is. */
const shareOf = ({ scope }: Pick<ReadingDb, "scope">) =>
  Math.max(1, Math.floor(MOST_DATES / Math.max(1, scope?.departments.length ?? 1)));

/** The first PM dates up to the end of the chart, as a statement; hand its rows to `duesOf`. */
export const dueDates = (db: ReadingDb, today: string) => {
  const most = shareOf(db) + 1;
  const until = lt(assets.nextPmOn, endOfWeeks(today));
  const places = placesOf(db);
  const first = sql`(select json_group_array("next_pm_on") as "dates" from (select ${assets.nextPmOn} from ${assets}
    where ${nextOfAll(db, until)} order by ${assets.nextPmOn} limit ${sql.raw(String(most))}))`;
  return db
    .select({ dates: sql<string>`"first"."dates"`.as("dates") })
    .from(sql`${places ? datesOfEach(db, places, most, until) : first} as "first"`);
};

/** The dates that were read, and the first day that may have more; null when all were read. */
function datesOf(read: readonly Dated[], share: number) {
  const lists = read.map(({ dates }) => JSON.parse(dates) as string[]);
  const last = lists.flatMap((dates) => (dates.length > share ? dates.slice(-1) : []));
  return { rows: lists.flat().sort(), cut: last.sort()[0] ?? null };
}

const counted = (n: number | undefined): Known | null =>
  n === undefined ? null : { n, isCut: false, isOfMorning: true };

/** What is overdue and due: exact as far as dates were read, else as it was counted in the morning. */
export function duesOf(
  db: Pick<ReadingDb, "scope">,
  read: readonly Dated[],
  figures: RolledUp,
  today: string,
) {
  const { rows, cut } = datesOf(read, shareOf(db));
  const known = rows.filter((on) => !cut || on < cut);
  const isKnownTo = (on: string) => !cut || on < cut;
  const month = today.slice(0, 7);
  const countedAt = figures.get(rolledUp.at) ?? null;
  const live = countByWeek(today, known);
  const weeks = weeksFrom(today).flatMap((monday) => {
    if (isKnownTo(addDays(monday, 6))) return { monday, due: live[monday] ?? 0 };
    return countedAt === null ? [] : { monday, due: figures.get(rolledUp.week(monday)) ?? 0 };
  });
  const isOverdueKnown = isKnownTo(addDays(today, -1));
  const overdue = rows.filter((on) => on < today).length;
  return {
    overdue: isOverdueKnown
      ? { n: overdue, isCut: false }
      : (counted(figures.get(filterFigure("pm", "overdue"))) ?? {
          n: Math.min(overdue, MOST_DATES),
          isCut: true,
        }),
    oldestDueOn: rows[0] && rows[0] < today ? rows[0] : null,
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
