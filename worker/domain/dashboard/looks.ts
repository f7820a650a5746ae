import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { workedOn } from "#app/shared/flows/service-calls.ts";
import { assets, breakdowns, gatePasses } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Table } from "../../db/db.ts";
import { among, rare } from "../../db/predicates.ts";
import { keptBy } from "../assets/filters.ts";
import { isOpen } from "../service-calls/figures.ts";
import { lateAt } from "../service-calls/late.ts";
import { firstRows } from "./first-rows.ts";
import { filterFigure } from "./morning.ts";

/** So many rows are looked at for one figure; of gate passes, which no morning counts, more. */
const MOST = 8;
const MOST_PASSES = 12;
const MOST_CALLS = 25;

/** A figure as far as it is known: `isCut` when there may be more. */
export type Known = { n: number; isCut: boolean; isOfMorning?: true };
/** Its text. */
export const said = ({ n, isCut }: Known) => (isCut ? `${n}+` : n);
/** How many rows were looked at, and what each that the person sees says. */
type Look = { seen: number; found: readonly (string | null)[] };

const living = sql`${assets.deletedAt} is null`;

/** What the first rows in an order say that a person sees, as a column. */
function look(
  db: ReadingDb,
  table: Table,
  where: SQL,
  order: SQL,
  { says = sql`null`, most = MOST }: { says?: SQL; most?: number } = {},
): SQL {
  if (!db.scope)
    return sql`json_object('found', json((select json_group_array("first"."said") from (select ${says} as "said" from ${table}
      where ${db.ofOwner(table, where)} order by ${order} limit ${sql.raw(String(most + 1))}) as "first")))`;
  const ids = db.firstIds(table, where, order, most + 1);
  return sql`json_object('found', json((select json_group_array(${says}) from ${table} where ${db.ofOwner(table, rare(sql`${table.id} in ${ids}`))})),
    'seen', (select count(*) from ${ids}))`;
}

/** Days of the figures of cover that ends: one look at the longest tells them all. */
const coverDays = ["30", "60", "90"] as const;
const passLooks: readonly string[] = ["repairs", "passesOverdue"];
const lists = [
  ["lost", "1", asc(assets.assetCode), sql`null`],
  ["cal", "overdue", asc(assets.nextCalOn), sql`null`],
  ["cover", "90", asc(assets.coverUntil), sql`${assets.coverUntil}`],
] as const;

/** Open calls whose clocks run out first: how many were looked at, are late as their list says it, and are critical. */
function openCalls(db: ReadingDb, now: number): SQL {
  const byPlace = db.scope && {
    where: and(
      rare(inArray(breakdowns.departmentId, among(db.scope.departments))),
      inArray(breakdowns.status, [...workedOn]),
    ),
    order: asc(breakdowns.departmentId),
  };
  const looked = firstRows(db, breakdowns, {
    ...(byPlace ?? { where: isOpen, order: asc(breakdowns.clockBy) }),
    most: MOST_CALLS + 1,
    columns: sql`${lateAt(now)} as "late", ${breakdowns.priority} = 'critical' as "critical"`,
  });
  return sql`(select json_object('seen', count(*), 'late', coalesce(sum("late"), 0), 'critical', coalesce(sum("critical"), 0)) from ${looked})`;
}

/** What is counted by a look that stops early, as one statement; hand its row to `looksOf`. */
export function looks(
  db: ReadingDb,
  today: string,
  now: number,
  may: { assets: boolean; calls: boolean; passes: boolean },
) {
  const isOutside = inArray(gatePasses.status, ["out", "partially_returned"]);
  const ofPasses = (where: SQL) =>
    look(
      db,
      gatePasses,
      and(isOutside, where)!,
      // The index of those outside leads.
      sql`${gatePasses.status}, ${gatePasses.expectedReturnOn}, ${gatePasses.id}`,
      { most: MOST_PASSES },
    );
  const columns: Record<string, SQL> = {
    ...(may.assets
      ? Object.fromEntries(
          lists.map(([filter, value, order, says]) => {
            const { where } = keptBy({ [filter]: value }, { companyId: db.companyId, today })[
              filter
            ]!;
            return [
              `${filter}_${value}`,
              look(db, assets, and(where, living)!, order, { says }),
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

/** Open calls as their look has found them; null where they may not be told. */
export function callsOf(row: Row) {
  if (!row?.calls) return null;
  const { seen, late, critical } = JSON.parse(row.calls) as Record<
    "seen" | "late" | "critical",
    number
  >;
  const isCut = seen > MOST_CALLS;
  const known = (n: number): Known => ({ n: Math.min(n, MOST_CALLS), isCut });
  return { open: known(seen), late: known(late), critical: known(critical) };
}

/** What the morning counted of a filter of the list of devices; null where it is not known. */
export function ofMorning(
  figures: ReadonlyMap<string, number>,
  filter: string,
  value: string,
): Known | null {
  const n = figures.get(filterFigure(filter, value));
  return n === undefined ? null : { n, isCut: false, isOfMorning: true };
}

/**
 * What the looks have found. What is too many to be looked at is told as the morning counted it, where it is known.
 * @param figures the morning's figures
 */
export function looksOf(row: Row, figures: ReadonlyMap<string, number>, today: string) {
  const lookOf = (name: string): Look | null => {
    const text = row?.[name];
    if (!text) return null;
    const { found, seen } = JSON.parse(text) as Omit<Look, "seen"> & { seen?: number };
    return { found, seen: seen ?? found.length };
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
