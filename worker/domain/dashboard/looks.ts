import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { assets, breakdowns, gatePasses } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Table } from "../../db/db.ts";
import { acrossLocations } from "../../db/scope.ts";
import { keptBy } from "../assets/filters.ts";
import { everywhere, inSight } from "../assets/reach.ts";
import { isOpen } from "../service-calls/figures.ts";
import { lateAt } from "../service-calls/late.ts";
import { type CallFigure, callsNow, filterFigure } from "./morning.ts";

/** So many rows are looked at for one figure; of gate passes, which no morning counts, more. */
const MOST = 3;
const MOST_PASSES = 12;
const MOST_CALLS = 4;

/** A figure as far as it is known: `isCut` when there may be more. */
export type Known = { n: number; isCut: boolean; isOfMorning?: true };
/** Its text. */
export const said = ({ n, isCut }: Known) => (isCut ? `${n}+` : n);
/** How many rows were looked at, and what each that the person sees says. */
type Look = { seen: number; found: readonly (string | null)[] };

/** The index of those outside leads. */
const byReturn = sql`${gatePasses.status}, ${gatePasses.expectedReturnOn}, ${gatePasses.id}`;
const living = sql`${assets.deletedAt} is null`;

/**
 * What the first rows in an order say that a person sees, as a column, and how many were looked at.
 * @param sees whether the person sees a row; undefined when all
 */
const look = (
  db: ReadingDb,
  { from, table, where, order, says = sql`null`, most = MOST, sees }: LookAt,
): SQL => sql`(select json_object('seen', count(*), 'found', json_group_array("said")${
  sees ? sql` filter (where "sees")` : sql``
}) from (select ${says} as "said"${sees ? sql`, ${sees} as "sees"` : sql``}
    from ${from} where ${db.ofOwner(table, where)} order by ${order} limit ${sql.raw(String(most + 1))}))`;
type LookAt = {
  from: SQL;
  table: Table;
  where: SQL;
  order: SQL;
  says?: SQL;
  most?: number;
  sees?: SQL | undefined;
};

/** Days of the figures of cover that ends: one look at the longest tells them all. */
const coverDays = ["30", "60", "90"] as const;
const passLooks: readonly string[] = ["repairs", "passesOverdue"];
const lists = [
  ["lost", "1", asc(assets.assetCode), sql`null`],
  ["cal", "overdue", asc(assets.nextCalOn), sql`null`],
  ["cover", "90", asc(assets.coverUntil), sql`${assets.coverUntil}`],
] as const;

/** Open calls whose clocks run out first: how many were looked at, and of those the person sees, how many are late as their list says it and critical. */
function openCalls(db: ReadingDb, now: number): SQL {
  const place = inSight(db, assets.departmentId);
  const sees = place
    ? sql`exists (select 1 from ${everywhere} where ${db.ofOwner(assets, and(eq(assets.id, breakdowns.assetId), place))})`
    : sql`1`;
  return sql`(select json_object('seen', count(*), 'open', coalesce(sum("sees"), 0), 'late', coalesce(sum("late" and "sees"), 0),
      'critical', coalesce(sum("critical" and "sees"), 0)) from (
    select coalesce(${lateAt(now)}, 0) as "late", ${breakdowns.priority} = 'critical' as "critical", ${sees} as "sees"
    from ${acrossLocations(breakdowns, "it bounds how far a look goes")} where ${db.ofOwner(breakdowns, isOpen)}
    order by ${breakdowns.clockBy} limit ${sql.raw(String(MOST_CALLS + 1))}))`;
}

/** Passes that a limited person sees, which is asked of each of their lines: only where they are few enough to be told. */
const seenPasses = (db: ReadingDb, where: SQL) => sql`(select json_object('seen', "n", 'found',
    json(case when "n" <= ${sql.raw(String(MOST_PASSES))} then (select json_group_array(null) from json_each("ids") as "one" cross join ${gatePasses}
      where ${db.ofOwner(gatePasses, sql`${gatePasses.id} = "one"."value"`)}) else '[]' end))
  from (select count(*) as "n", json_group_array("id") as "ids" from ${db.firstIds(gatePasses, where, byReturn, MOST_PASSES + 1)}))`;

/** What is counted by a look that stops early, as one statement; hand its row to `looksOf`. */
export function looks(
  db: ReadingDb,
  today: string,
  now: number,
  may: { assets: boolean; calls: boolean; passes: boolean },
) {
  const isOutside = inArray(gatePasses.status, ["out", "partially_returned"]);
  const ofPasses = (which: SQL) => {
    const where = and(isOutside, which)!;
    return db.scope
      ? seenPasses(db, where)
      : look(db, {
          ...{ from: sql`${gatePasses}`, table: gatePasses },
          ...{ where, order: byReturn, most: MOST_PASSES },
        });
  };
  const columns: Record<string, SQL> = {
    ...(may.assets
      ? Object.fromEntries(
          lists.map(([filter, value, order, says]) => {
            const { where } = keptBy({ [filter]: value }, { companyId: db.companyId, today })[
              filter
            ]!;
            return [
              `${filter}_${value}`,
              look(db, {
                ...{ from: everywhere, table: assets, where: and(where, living)!, order, says },
                sees: inSight(db, assets.departmentId),
              }),
            ] as const;
          }),
        )
      : {}),
    ...(may.calls ? { calls: openCalls(db, now) } : {}),
    ...(may.passes ? { repairs: ofPasses(eq(gatePasses.purpose, "repair")) } : {}),
    // The company's own are counted as they go.
    ...(may.passes && db.scope
      ? { passesOverdue: ofPasses(sql`${gatePasses.expectedReturnOn} < ${today}`) }
      : {}),
    none: sql`null`,
  };
  const fields = Object.entries(columns).map(
    ([name, value]) => [name, sql<string | null>`${value}`.as(name)] as const,
  );
  return db
    .select(Object.fromEntries(fields) as Record<string, SQL.Aliased<string | null>>)
    .from(sql`(select 1)`);
}

type Row = Record<string, string | null> | undefined;

type Figures = ReadonlyMap<string, number>;

/** Open calls as their look has found them, of more as the morning counted them; null where they may not be told. */
export function callsOf(row: Row, figures: Figures) {
  if (!row?.calls) return null;
  const { seen, ...found } = JSON.parse(row.calls) as Record<"seen" | CallFigure, number>;
  const isCut = seen > MOST_CALLS;
  const known = (name: CallFigure): Known => {
    if (!isCut) return { n: found[name], isCut };
    const n = figures.get(callsNow(name));
    return n === undefined
      ? { n: Math.min(found[name], MOST_CALLS), isCut }
      : { n, isCut: false, isOfMorning: true };
  };
  return { open: known("open"), late: known("late"), critical: known("critical") };
}

/** What the morning counted of a filter of the list of devices; null where it is not known. */
export function ofMorning(figures: Figures, filter: string, value: string): Known | null {
  const n = figures.get(filterFigure(filter, value));
  return n === undefined ? null : { n, isCut: false, isOfMorning: true };
}

/**
 * What the looks have found. What is too many to be looked at is told as the morning counted it, where it is known.
 * @param figures the morning's figures
 */
export function looksOf(row: Row, figures: Figures, today: string) {
  const lookOf = (name: string): Look | null => {
    const text = row?.[name];
    return text ? (JSON.parse(text) as Look) : null;
  };
  return (name: string): Known | null => {
    const [filter = "", value = ""] = name.split("_");
    const isCover = filter === "cover" && coverDays.some((days) => days === value);
    const seen = lookOf(isCover ? "cover_90" : name);
    if (!seen) return null;
    const until = isCover ? addDays(today, Number(value)) : null;
    const n = seen.found.filter((on) => until === null || on! <= until).length;
    const most = passLooks.includes(name) ? MOST_PASSES : MOST;
    const isCut = seen.seen > most && (n === seen.found.length || seen.seen > seen.found.length);
    if (!isCut) return { n, isCut };
    return ofMorning(figures, filter, value) ?? { n: Math.min(n, most), isCut };
  };
}
