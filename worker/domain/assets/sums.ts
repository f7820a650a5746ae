import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import { assets, counters } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { acrossLocations } from "../../db/scope.ts";
import { rolledUp } from "../dashboard/roll-up.ts";
import { devicesMatching } from "../search/device-search.ts";
import type { AssetRow } from "./columns.ts";
import { counterOf } from "./effects.ts";
import { living } from "./walk.ts";

/** What a list tells of all its devices together; null is not known without reading them. */
export type AssetSums = {
  /** What they were bought for, in minor units. */
  valueMinor: number | null;
  /** Those without a price, those that do not work, and those whose PM is overdue. */
  unpriced: number | null;
  broken: number | null;
  late: number | null;
  /** There are more overdue ones than were counted now: as many as in the morning, or an unknown number. */
  lateIs?: "of the morning" | "capped";
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

/** Overdue devices are counted up to here: each is a row read. More are told as the morning counted them. */
const MOST_LATE = 12;

/** What is known of all devices a person sees, as a statement of the list's batch: counters, and a count that stops early. */
export function wholeSums(db: ReadingDb, today: string) {
  const isLate = and(living, isNotNull(assets.nextPmOn), lt(assets.nextPmOn, today));
  const late = db.scope
    ? sql`json_each(${JSON.stringify(db.scope.departments)}) as "place" cross join ${acrossLocations(assets, "it bounds how far a look goes")}
      where ${db.ofOwner(assets, and(sql`${assets.departmentId} = "place"."value"`, isLate))}`
    : sql`${assets} where ${db.ofOwner(assets, isLate)}`;
  // Counters are of all Locations: a person limited to some is not told.
  const counter = (name: string) =>
    db.scope
      ? sql<null>`null`
      : sql<
          number | null
        >`(select ${counters.value} from ${counters} where ${db.ofOwner(counters, eq(counters.id, name))})`;
  return {
    statement: db
      .select({
        late: sql<number>`count(*)`.as("late"),
        ofMorning: counter(rolledUp.overdue).as("of_morning"),
        broken: counter(counterOf.condition("not_working")).as("broken"),
        unpriced: counter(counterOf.unpriced).as("unpriced"),
        valueMinor: counter(counterOf.value).as("value_minor"),
      })
      .from(sql`(select 1 from ${late} limit ${sql.raw(String(MOST_LATE + 1))}) as "overdue"`),
    of: ([row]: Whole[]): AssetSums => {
      const { late, ofMorning, ...known } = row!;
      if (late <= MOST_LATE) return { ...known, late };
      return ofMorning !== null && ofMorning > MOST_LATE
        ? { ...known, late: ofMorning, lateIs: "of the morning" }
        : { ...known, late: MOST_LATE, lateIs: "capped" };
    },
  };
}

type Whole = Pick<AssetSums, "broken" | "unpriced" | "valueMinor"> & {
  late: number;
  ofMorning: number | null;
};
