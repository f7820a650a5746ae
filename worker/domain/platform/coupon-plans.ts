import { asc, eq, isNull, or, sql } from "drizzle-orm";
import { couponPlans, plans } from "#drizzle/control/index.ts";
import type { Db, Statement } from "../../db/db.ts";

/** Plans a coupon may be for are neither unknown nor archived; those it is for already stay. */
export const assertPlans = (db: Db, planIds: readonly string[], couponId = ""): Statement =>
  db.assert(
    "usable_reference",
    sql`not exists (select 1 from json_each(${JSON.stringify(planIds)}) where
      "value" not in (select ${plans.id} from ${plans} where ${isNull(plans.archivedAt)})
      and "value" not in (select ${couponPlans.planId} from ${couponPlans} where ${eq(couponPlans.couponId, couponId)}))`,
  );

/** Takes the plans of a coupon away. */
export const withoutPlans = (db: Db, couponId: string): Statement =>
  db.removing(couponPlans, eq(couponPlans.couponId, couponId));

/** What a coupon is for, instead of what it was for. */
export const settingPlans = (db: Db, couponId: string, planIds: readonly string[]): Statement[] => [
  withoutPlans(db, couponId),
  ...(planIds.length
    ? [
        db.run(
          sql`insert into ${couponPlans} ("coupon_id", "plan_id") select ${couponId}, "value" from json_each(${JSON.stringify(planIds)}) where true`,
        ),
      ]
    : []),
];

/** The plans of a coupon, as a statement of a read. */
export const plansOf = (db: Db, couponId: string) =>
  db
    .select({ planId: couponPlans.planId })
    .from(couponPlans)
    .where(eq(couponPlans.couponId, couponId));

const MOST_OFFERED = 200;
/** The plans a coupon's form offers: those that are sold, and its own. */
export const offeredPlans = (db: Db, couponId: string) =>
  db
    .select({ value: plans.id, label: plans.name })
    .from(plans)
    .where(
      or(
        isNull(plans.archivedAt),
        sql`${plans.id} in (select "plan_id" from "coupon_plans" where "coupon_id" = ${couponId})`,
      ),
    )
    .orderBy(asc(plans.name))
    .limit(MOST_OFFERED);
