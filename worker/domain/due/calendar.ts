import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { type DueView, dueViews, rangeOf } from "#app/shared/due-range.ts";
import type { Standing } from "#app/shared/due-standing.ts";
import type { Choice } from "#app/shared/list.ts";
import { packedRows } from "#app/shared/packed-rows.ts";
import { assets, departments, dueOccurrences as table } from "#drizzle/tenant/index.ts";
import { ruleFor } from "../../access.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { pointsTo } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { isDay } from "../entity/fields.ts";
import { chosenOf } from "../lists/chosen.ts";
import { askedOf } from "../lists/list-query.ts";
import { calendarFilters, dueRecords, keptDue, standingSql } from "./due-filters.ts";
import { type Counted, heldDays, type KeptDay, keptDays, standingDays } from "./kept-days.ts";
import { dayLoads, minutesADay, minutesSql, plannedBetween, teamQuery } from "./load.ts";
import { openedDue } from "./opened.ts";
import { sourceDates } from "./sources.ts";

const EARLIEST = "2000-01-01";
const LATEST = "2099-12-31";
/** Entries that are read of a day. */
const A_DAY: Record<DueView, number> = { month: 3, week: 12, agenda: 0, year: 0 };

/** Nothing, where the person may not see planned services. */
const none = (db: ReadingDb) =>
  db.select({ none: sql`1`.as("none") }).from(sql`(select 1 where 0)`);

/** How many occurrences of each standing are planned for each day of a range, and how long they take. */
const counts = (
  db: ReadingDb,
  today: string,
  range: SQL,
  kept: SQL | undefined,
  isTimed: boolean,
) => {
  const standing = standingSql(db, today);
  const fields = {
    on: sql<string>`${table.planOn}`.as("count_on"),
    standing: sql<Standing>`${standing}`.as("count_standing"),
    count: sql<number>`count(*)`.as("count_of"),
    minutes: (isTimed ? sql<number>`sum(${minutesSql})` : sql<number>`0`).as("count_minutes"),
  };
  const where = db.ofOwner(table, and(range, sql`${table.status} <> 'cancelled'`, kept));
  return db.select(fields).from(table).where(where).groupBy(sql`1`, sql`2`);
};

/** What is open comes before what is done; the index holds each status of a day by itself. */
const inOrder = ["in_progress", "deferred", "scheduled", "missed", "done"] as const;

/** The first occurrences of each day of a range, with their devices. */
function firstOfDays(
  db: ReadingDb,
  today: string,
  days: readonly string[],
  most: number,
  kept: SQL | undefined,
) {
  const ofDay = (status: (typeof inOrder)[number]) =>
    db
      .select({ id: table.id })
      .from(table)
      .where(db.ofOwner(table, and(eq(table.planOn, sql`"day"."value"`), eq(table.status, status))))
      .limit(most);
  const each = inOrder.map((status) => sql`select * from ${ofDay(status)}`);
  const top = sql.raw(String(most));
  // What filters keep is looked for once in all days.
  const places = sql.raw(inOrder.map((status, at) => `when '${status}' then ${at}`).join(" "));
  const first = kept
    ? sql`(select "id" from (select ${table.id} as "id", row_number() over (partition by ${table.planOn} order by case ${table.status} ${places} end, ${table.id}) as "nth"
        from ${table} where ${db.ofOwner(table, and(plannedBetween(days[0]!, days.at(-1)!), ne(table.status, "cancelled"), kept))}) where "nth" <= ${top})`
    : sql`(select "one"."value" from json_each(${JSON.stringify(days)}) as "day", json_each((select json_group_array("id") from (select * from (${sql.join(each, sql` union all `)}) limit ${top}))) as "one")`;
  return (
    db
      .select({
        id: sql<string>`${table.id}`.as("due_id"),
        on: sql<string>`${table.planOn}`.as("due_on_day"),
        kind: table.kind,
        standing: sql<Standing>`${standingSql(db, today)}`.as("due_standing"),
        isStarted: sql<number>`${table.status} = 'in_progress'`.as("due_started"),
        name: sql<string>`${assets.name}`.as("asset_name"),
        code: sql<string>`${assets.assetCode}`.as("asset_code"),
        location: sql<string>`${departments.name}`.as("department_name"),
      })
      .from(table)
      .innerJoin(assets, pointsTo(table.assetId, assets))
      .innerJoin(departments, pointsTo(assets.departmentId, departments))
      .where(db.ofOwner(table, sql`${table.id} in ${first}`))
      // The plus keeps SQLite from walking the company by its days for their order.
      .orderBy(sql`+${table.planOn}`, sql`${table.status} = 'done'`, assets.name, table.id)
  );
}

/** An entry of a day as the page reads it. */
export type DueEntry = {
  id: string;
  on: string;
  kind: string;
  standing: Standing;
  isStarted: number;
  name: string;
  code: string;
  location: string;
};
const entryFields = ["id", "on", "kind", "standing", "isStarted", "name", "code", "location"];

const dayOf = (asked: string | null, today: string) =>
  asked && isDay(asked) && asked >= EARLIEST && asked <= LATEST ? asked : today;

/** What an address asks of the calendar. */
export function askedCalendar(session: Session, params: URLSearchParams, now = Date.now()) {
  const today = dayIn(session.company.timeZone, now);
  const asked = params.get("view");
  const view = dueViews.find((one) => one === asked) ?? "month";
  const date = dayOf(params.get("date"), today);
  const query = askedOf(params, ["plan"], calendarFilters);
  return { today, view, date, isChosen: asked === view, query, ...rangeOf(view, date) };
}

/**
 * A month, a week or a year of what falls due: for each day how much of each standing, how full it is, and its first entries.
 * One round trip.
 */
export async function dueCalendar(session: Session, params: URLSearchParams) {
  const now = Date.now();
  const { query, ...at } = askedCalendar(session, params, now);
  const { view, today, from, to } = at;
  const db = session.authorize("view-asset");
  const asker = { session, db, today, now };
  const kept = keptDue(asker, query.filters);
  const range = plannedBetween(from, to);
  const isYear = view === "year";
  const sources = sourceDates(
    session,
    db,
    { from, to },
    isYear ? { none: "1" } : query.filters,
    today,
  );
  const chosen = chosenOf(db, dueRecords, query.filters);
  const opened = openedDue(session, db, params, today);
  const days = dayLoads(session.company, from, to, []);
  // Kept by the day for the company as a whole; what is narrowed is counted.
  const isWhole = !kept && !db.scope;
  const [counted, held, rows, team, ...others] = (await db.read(
    isWhole ? keptDays(db, from, to) : counts(db, today, range, kept, !isYear),
    isWhole ? heldDays(db, from, to) : none(db),
    isYear
      ? none(db)
      : firstOfDays(
          db,
          today,
          days.map(({ on }) => on),
          A_DAY[view],
          kept,
        ),
    teamQuery(db, query.filters.team ?? null),
    ...sources.statements,
    ...chosen.statements,
    ...opened.statements,
  )) as unknown as [
    Counted[] & KeptDay[],
    KeptDay[],
    DueEntry[],
    { minutes: number | null }[],
    ...unknown[][],
  ];
  const rest = (begin: number, count: number) => others.slice(begin, begin + count);
  const [ofSources, ofChosen] = [sources.statements.length, chosen.statements.length];
  return {
    ...at,
    query,
    capacity: minutesADay(session.company, team[0]),
    days: daysWith(days, isWhole ? standingDays(counted, held, today) : counted),
    entries: packedRows(rows, entryFields),
    sources: sources.of(rest(0, ofSources)),
    chosen: chosen.of(rest(ofSources, ofChosen) as Choice[][]),
    opened: opened.of(others.slice(ofSources + ofChosen)),
    may: mayOf(session),
  };
}
export type DueCalendar = Awaited<ReturnType<typeof dueCalendar>>;

/** What a person may do in the calendar. */
export const mayOf = (session: Session) => ({
  edit: session.can("edit-asset") && !session.isReadOnly,
  export: session.can("export-asset"),
  /** Whether the pages that belong to it open to the person. */
  plan: opens(session, "/schedule/create"),
  feeds: opens(session, "/calendar-feeds"),
});
const opens = (session: Session, path: string) => {
  const rule = ruleFor(path);
  return rule !== undefined && session.opens(rule);
};

/** A day of the calendar: its work in minutes, and how many of each standing it has. */
export type CalendarDay = {
  on: string;
  minutes: number;
  isOff: boolean;
  counts: Partial<Record<Standing, number>>;
};

/** What is on hold or could not be done is no work of its day. */
const idle: readonly Standing[] = ["held", "missed"];

function daysWith(
  days: readonly Omit<CalendarDay, "counts">[],
  counted: readonly Counted[],
): CalendarDay[] {
  const byDay = new Map<string, Counted[]>();
  for (const row of counted) byDay.set(row.on, [...(byDay.get(row.on) ?? []), row]);
  return days.map(({ on, isOff }) => {
    const rows = byDay.get(on) ?? [];
    return {
      ...{ on, isOff },
      minutes: rows
        .filter(({ standing }) => !idle.includes(standing))
        .reduce((sum, { minutes }) => sum + minutes, 0),
      counts: Object.fromEntries(rows.map(({ standing, count }) => [standing, count])),
    };
  });
}
