import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import { assets, counters } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { devicesMatching } from "../search/device-search.ts";
import type { AssetRow } from "./columns.ts";
import { counterOf } from "./effects.ts";
import { reach } from "./reach.ts";
import { living } from "./walk.ts";

/** What a list tells of all its devices together; null is not known without reading them. */
export type AssetSums = {
  /** What they were bought for, in minor units. */
  valueMinor: number | null;
  /** Those without a price, those that do not work, and those whose PM is overdue. */
  unpriced: number | null;
  broken: number | null;
  late: number | null;
  /** There are more overdue ones than were counted. */
  lateIsCapped?: boolean;
};

export const noSums: AssetSums = { valueMinor: 0, unpriced: 0, broken: 0, late: 0 };

/** The sums of a list whose devices are all on one page. */
export const sumsOf = (rows: readonly AssetRow[], today: string): AssetSums => ({
  valueMinor: rows.reduce((sum, row) => sum + (row.purchaseCostMinor ?? 0), 0),
  unpriced: rows.filter((row) => row.purchaseCostMinor === null).length,
  broken: rows.filter((row) => row.condition === "not_working").length,
  late: rows.filter((row) => row.nextPmOn !== null && row.nextPmOn < today).length,
});

/** Matches of a search are counted up to here, which the page says: "1,000+". */
const MOST_MATCHES = 1_000;

/** How many devices match a search, as a statement of the list's batch; null for words that nothing can match. */
export function matchesCounted(db: ReadingDb, q: string) {
  const matching = devicesMatching(db, q);
  if (!matching) return null;
  return {
    statement: db
      .select({ count: sql<number>`count(*)`.as("count") })
      .from(
        sql`(select 1 from search_index where ${matching} limit ${sql.raw(String(MOST_MATCHES + 1))}) as "matches"`,
      ),
    of: ([row]: { count: number }[]) => ({
      total: Math.min(row?.count ?? 0, MOST_MATCHES),
      capped: (row?.count ?? 0) > MOST_MATCHES,
    }),
  };
}

/** Overdue devices are counted up to here: each is a row read. */
const MOST_LATE = 20;

/** What is known of all devices a person sees, as a statement of the list's batch: a counter, and a count that stops early. */
export function wholeSums(db: ReadingDb, today: string) {
  const late = reach(
    db,
    and(living, isNotNull(assets.nextPmOn), lt(assets.nextPmOn, today)),
    [sql`${assets.nextPmOn}`],
    MOST_LATE + 1,
  );
  const broken = counterOf.condition("not_working");
  // The counter is of all Locations: a person limited to some is not told.
  const counter = sql<
    number | null
  >`(select ${counters.value} from ${counters} where ${db.ofOwner(counters, eq(counters.id, broken))})`;
  return {
    statement: db
      .select({
        late: sql<number>`count(*)`.as("late"),
        broken: (db.scope ? sql<null>`null` : counter).as("broken"),
      })
      .from(
        sql`(select 1 from ${assets} where ${late} limit ${sql.raw(String(MOST_LATE + 1))}) as "overdue"`,
      ),
    of: ([row]: { late: number; broken: number | null }[]): AssetSums => ({
      ...{ valueMinor: null, unpriced: null, broken: row?.broken ?? null },
      late: Math.min(row?.late ?? 0, MOST_LATE),
      lateIsCapped: (row?.late ?? 0) > MOST_LATE,
    }),
  };
}
