import { and, desc, eq, lte, type SQL, sql } from "drizzle-orm";
import { dateText } from "#app/shared/dates.ts";
import { formatMinor } from "#app/shared/money.ts";
import { type Billing, type Price, priceOf } from "#app/shared/price.ts";
import {
  couponPlans,
  couponRedemptions,
  coupons,
  plans,
  planVersions,
} from "#drizzle/control/index.ts";
import type { Buyer } from "#drizzle/control/orders.ts";
import type { Results, Row } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import { platformSettingsIn, readingPlatformSettings, sellerOf } from "../platform/settings.ts";
import { taxesOf } from "../platform/tax-rates.ts";

/** What is asked for, by values or by expressions that find them. */
type Asked = {
  planId: string | SQL;
  couponCode: string | SQL | null;
  companyId: string | SQL;
  /** YYYY-MM-DD */
  today: string;
};

const MOST_PLANS = 200;

/** A plan with the version that holds on a day, as a statement of a read. */
const offerQuery = (db: PlatformDb, { planId, today }: Pick<Asked, "planId" | "today">) =>
  db
    .select({
      planId: sql<string>`${plans.id}`.as("plan_id"),
      planName: sql<string>`${plans.name}`.as("plan_name"),
      serviceType: plans.serviceType,
      isPublic: plans.isPublic,
      archivedAt: plans.archivedAt,
      versionId: sql<string>`${planVersions.id}`.as("version_id"),
      versionNo: planVersions.versionNo,
      currency: planVersions.currency,
      priceMonthlyMinor: planVersions.priceMonthlyMinor,
      priceYearlyMinor: planVersions.priceYearlyMinor,
      maxAssets: planVersions.maxAssets,
      maxUsers: planVersions.maxUsers,
      maxStorageMb: planVersions.maxStorageMb,
      maxCertificatesPerMonth: planVersions.maxCertificatesPerMonth,
    })
    .from(plans)
    .innerJoin(planVersions, eq(planVersions.planId, plans.id))
    .where(and(eq(plans.id, planId), lte(planVersions.validFrom, today)))
    .orderBy(desc(planVersions.versionNo))
    .limit(1);
export type Offer = Awaited<ReturnType<typeof offerQuery>>[number];

/** What a price follows from, as statements of a read; `quoteOf` takes what they answer. */
export const quoteReads = (db: PlatformDb, asked: Asked) => {
  const code = asked.couponCode ?? "";
  const couponId = sql`(select ${coupons.id} from ${coupons} where ${coupons.code} = ${code})`;
  return [
    offerQuery(db, asked),
    db.select().from(coupons).where(eq(coupons.code, code)).limit(1),
    db
      .select({ planId: sql<string>`${couponPlans.planId}`.as("coupon_plan") })
      .from(couponPlans)
      .where(eq(couponPlans.couponId, couponId))
      .limit(MOST_PLANS),
    db.counting(
      couponRedemptions,
      and(
        eq(couponRedemptions.couponId, couponId),
        eq(couponRedemptions.companyId, asked.companyId),
      ),
      1000,
    ),
    readingPlatformSettings(db),
  ] as const;
};
export type QuoteRead = Results<ReturnType<typeof quoteReads>>;

type Coupon = Row<typeof coupons>;

/** Why a coupon takes nothing off; null when it does. */
function couponProblem(
  coupon: Coupon | undefined,
  offer: Offer,
  subtotalMinor: number,
  { today, planIds, used }: { today: string; planIds: readonly string[]; used: number },
): string | null {
  if (!coupon?.isActive) return "This coupon is not known";
  if (today < coupon.startsOn) return `This coupon holds from ${dateText(coupon.startsOn)} on`;
  if (today > coupon.endsOn) return `This coupon ended on ${dateText(coupon.endsOn)}`;
  if (planIds.length && !planIds.includes(offer.planId)) return "This coupon is not for this plan";
  if (coupon.maxRedemptions !== null && coupon.usedCount >= coupon.maxRedemptions)
    return "This coupon has been used up";
  if (used >= coupon.perCompanyLimit) return "You have used this coupon already";
  const hasAmounts =
    coupon.kind === "flat" || coupon.minOrderMinor !== null || coupon.maxDiscountMinor !== null;
  if (hasAmounts && coupon.currency && coupon.currency !== offer.currency)
    return `This coupon is for prices in ${coupon.currency}`;
  if (coupon.minOrderMinor !== null && subtotalMinor < coupon.minOrderMinor)
    return `This coupon needs an order of ${coupon.currency ?? offer.currency} ${formatMinor(coupon.minOrderMinor)} at least`;
  return null;
}

export type Quote = { offer: Offer; coupon: Coupon | null; price: Price };
type Wanted = {
  billing: Billing;
  couponCode: string | null;
  /** A price that staff have promised; null for the plan's own. */
  promisedMinor: number | null;
  buyer: Pick<Buyer, "country" | "region" | "taxIds">;
  today: string;
};

/** Why the coupon that is wanted takes nothing off; null when it does, or none is wanted. */
export function couponRefusal(
  [[offer], [coupon], couponsPlans, [used]]: QuoteRead,
  { billing, couponCode, promisedMinor, today }: Wanted,
): string | null {
  if (!couponCode || !offer) return null;
  const listed = billing === "monthly" ? offer.priceMonthlyMinor : offer.priceYearlyMinor;
  const planIds = couponsPlans.map(({ planId }) => planId);
  const among = { today, planIds, used: used?.n ?? 0 };
  return couponProblem(coupon, offer, promisedMinor ?? listed, among);
}

/**
 * The price of a plan for a buyer: the plan's own or the promised one, less the coupon's discount, with the taxes of the place of supply.
 * @throws Response 404 for a plan that is not there; 422 for a coupon that does not count, saying why
 */
export function quoteOf(read: QuoteRead, wanted: Wanted): Quote {
  const [[offer], [coupon], , , set] = read;
  const { billing, couponCode, promisedMinor, buyer } = wanted;
  if (!offer) return notFound("plan");
  const listed = billing === "monthly" ? offer.priceMonthlyMinor : offer.priceYearlyMinor;
  const subtotalMinor = promisedMinor ?? listed;
  const problem = couponRefusal(read, wanted);
  if (problem) invalid({ couponCode: [problem] });
  const settings = platformSettingsIn(set);
  const seller = sellerOf(settings) ?? conflict("Orders are not taken yet: the seller is not set");
  const taken = couponCode ? (coupon ?? null) : null;
  const taxes = taxesOf(settings.taxRates, seller, buyer);
  return { offer, coupon: taken, price: priceOf(subtotalMinor, taken, taxes) };
}
