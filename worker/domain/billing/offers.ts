import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { plans, planVersions } from "#drizzle/control/index.ts";
import type { PlatformDb } from "../../db/platform-db.ts";

const MOST_PLANS = 40;

/** Every plan that can be had, each with the version that holds on a day, as a statement of a read. @param today YYYY-MM-DD */
export const offersQuery = (db: Pick<PlatformDb, "select">, today: string) => {
  const newest = sql`(select max("newest"."version_no") from ${planVersions} as "newest" where "newest"."plan_id" = ${plans.id} and "newest"."valid_from" <= ${today})`;
  return db
    .select({
      planId: sql<string>`${plans.id}`.as("offer_plan"),
      versionId: sql<string>`${planVersions.id}`.as("offer_version"),
      ...pick(plans, ["name", "summary", "serviceType", "isPublic"]),
      ...pick(planVersions, ["currency", "priceMonthlyMinor", "priceYearlyMinor", "trialDays"]),
      ...pick(planVersions, ["maxAssets", "maxUsers"]),
      ...pick(planVersions, ["maxStorageMb", "maxCertificatesPerMonth", "features"]),
    })
    .from(plans)
    .innerJoin(
      planVersions,
      and(eq(planVersions.planId, plans.id), eq(planVersions.versionNo, newest)),
    )
    .where(isNull(plans.archivedAt))
    .orderBy(asc(plans.sort), asc(plans.name))
    .limit(MOST_PLANS);
};
