import { and, eq, sql } from "drizzle-orm";
import { bookValue, type Depreciating } from "#app/shared/book-value.ts";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { fixed } from "../../db/fixed.ts";
import { costYearsAddUp, reportCosts } from "./cost-years.ts";
import type { Asset } from "./find.ts";

/** What a device cost in a year, by kind, and what it had cost by then. */
export type CostYear = {
  year: string;
  pmMinor: number;
  otherMinor: number;
  partsMinor: number;
  totalMinor: number;
  /** With the years before, without the price. */
  cumulativeMinor: number;
  /** At the end of the year, or today. */
  bookMinor: number | null;
};

/** Sums of a device's reports by year, as a statement of the detail page's batch: no row where the device keeps them itself. */
export const costsOf = fixed((db: ReadingDb, assetId) => {
  // SQLite looks at the device first, and at no report where it adds up.
  const device = sql`(select 1 from ${assets} where ${db.ofOwner(assets, and(eq(assets.id, assetId), sql`not ${costYearsAddUp}`))}) as "unkept" cross join `;
  return db
    .select({
      year: sql<string>`"year"`.as("year"),
      pmMinor: sql<number>`"pm"`.as("pm_minor"),
      otherMinor: sql<number>`"other"`.as("other_minor"),
      partsMinor: sql<number>`"parts"`.as("parts_minor"),
    })
    .from(sql`(${reportCosts(db, assetId, device)}) as "sums"`)
    .orderBy(sql`"year"`);
});

/** What a device's book value is computed from. */
export const depreciationOf = (asset: Asset): Depreciating => ({
  costMinor: asset.purchaseCostMinor,
  salvageMinor: asset.salvageMinor,
  method: asset.depMethod,
  lifeMonths: asset.usefulLifeMonths,
  rateBp: asset.depRateBp,
  from: asset.putToUseOn ?? asset.purchaseOn,
});

type Costs = Pick<CostYear, "year" | "pmMinor" | "otherMinor" | "partsMinor">;
const keptOf = ({ costYears }: Asset): Costs[] =>
  Object.entries(costYears).map(([year, [pmMinor, otherMinor, partsMinor]]) => ({
    year,
    pmMinor,
    otherMinor,
    partsMinor,
  }));

/**
 * The years from the first cost or the purchase until now, the newest first.
 * @param unkept what its reports cost, where the device does not keep it
 */
export function costTab(asset: Asset, unkept: readonly Costs[], today: string) {
  const sums = (unkept.length ? unkept : keptOf(asset)).filter(
    ({ pmMinor, otherMinor, partsMinor }) => pmMinor || otherMinor || partsMinor,
  );
  const depreciating = depreciationOf(asset);
  const thisYear = today.slice(0, 4);
  const first = [sums[0]?.year, depreciating.from?.slice(0, 4), thisYear]
    .filter((year) => year !== undefined && year <= thisYear)
    .sort()[0]!;
  const years: CostYear[] = [];
  let cumulativeMinor = 0;
  for (
    let year = Math.max(Number(first), Number(thisYear) - 49);
    year <= Number(thisYear);
    year++
  ) {
    const sum = sums.find((one) => one.year === String(year)) ?? {
      pmMinor: 0,
      otherMinor: 0,
      partsMinor: 0,
    };
    const totalMinor = sum.pmMinor + sum.otherMinor + sum.partsMinor;
    cumulativeMinor += totalMinor;
    const on = String(year) === thisYear ? today : `${year}-12-31`;
    const { pmMinor, otherMinor, partsMinor } = sum;
    const bookMinor =
      depreciating.from && depreciating.from > on ? null : bookValue(depreciating, on);
    years.push({
      year: String(year),
      pmMinor,
      otherMinor,
      partsMinor,
      totalMinor,
      cumulativeMinor,
      bookMinor,
    });
  }
  return { years: years.reverse(), bookMinor: bookValue(depreciating, today) };
}
export type CostTab = ReturnType<typeof costTab>;
