import { and, eq, isNull, sql } from "drizzle-orm";
import { bookValue, type Depreciating } from "#app/shared/book-value.ts";
import { serviceReports } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { fixed } from "../../db/fixed.ts";
import { rare } from "../../db/predicates.ts";
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

/** Sums of a device's reports by year, as a statement of the detail page's batch. */
export const costsOf = fixed((db: ReadingDb, assetId) =>
  db
    .select({
      year: sql<string>`substr(${serviceReports.serviceOn}, 1, 4)`.as("year"),
      pmMinor:
        sql<number>`sum(iif(${serviceReports.serviceType} = 'pm', ${serviceReports.serviceCostMinor}, 0))`.as(
          "pm_minor",
        ),
      otherMinor:
        sql<number>`sum(iif(${serviceReports.serviceType} = 'pm', 0, ${serviceReports.serviceCostMinor}))`.as(
          "other_minor",
        ),
      partsMinor: sql<number>`sum(${serviceReports.partsCostMinor})`.as("parts_minor"),
    })
    .from(serviceReports)
    .where(
      db.ofOwner(
        serviceReports,
        and(rare(eq(serviceReports.assetId, assetId)), isNull(serviceReports.cancelledAt)),
      ),
    )
    .groupBy(sql`"year"`)
    .orderBy(sql`"year"`),
);

/** What a device's book value is computed from. */
export const depreciationOf = (asset: Asset): Depreciating => ({
  costMinor: asset.purchaseCostMinor,
  salvageMinor: asset.salvageMinor,
  method: asset.depMethod,
  lifeMonths: asset.usefulLifeMonths,
  rateBp: asset.depRateBp,
  from: asset.putToUseOn ?? asset.purchaseOn,
});

/** The years from the first cost or the purchase until now, the newest first. */
export function costTab(
  asset: Asset,
  sums: { year: string; pmMinor: number; otherMinor: number; partsMinor: number }[],
  today: string,
) {
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
