import { and, eq, sql } from "drizzle-orm";
import type { Billing } from "#app/shared/price.ts";
import { couponRedemptions, coupons, orders } from "#drizzle/control/index.ts";
import type { Buyer } from "#drizzle/control/orders.ts";
import type { Row, Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { conflict } from "../../refusals.ts";
import { exceeding, limitsOf, type Usage } from "./limits.ts";
import { orderNumbering, takenPlatformNumber, takePlatformNumber } from "./numbers.ts";
import type { Quote } from "./quote.ts";

export type Placed = Quote & {
  id: string;
  companyId: string;
  billing: Billing;
  extraAssets: number;
  extraUsers: number;
  buyer: Buyer;
  requesterName: string;
  requesterEmail: string;
  upgradeRequestId: string | null;
};

/**
 * The statements that place an order at its price: its number, the order, and one use of its coupon, which is taken as long as the
 * order holds. Of two that take the last use one is refused by the database.
 */
export function placing(db: PlatformDb, placed: Placed): Statement[] {
  const { offer, coupon, price, id, companyId, extraAssets, extraUsers, ...order } = placed;
  const { planId, planName, serviceType, versionId, versionNo, currency } = offer;
  const limits = limitsOf(offer, { extraAssets, extraUsers });
  return [
    takePlatformNumber(db, orderNumbering),
    db.inserting(orders, {
      ...{ id, companyId, extraAssets, extraUsers, currency },
      ...order,
      ...price,
      number: takenPlatformNumber(orderNumbering),
      planVersionId: versionId,
      planSnapshot: { planId, planName, serviceType, versionNo, limits },
      couponId: coupon?.id ?? null,
      couponCode: coupon?.code ?? null,
      status: "pending",
    }),
    ...(coupon
      ? [
          db.updating(coupons, eq(coupons.id, coupon.id), {
            usedCount: sql`${coupons.usedCount} + 1`,
          }),
          db.inserting(couponRedemptions, { couponId: coupon.id, companyId, orderId: id }),
        ]
      : []),
  ];
}

/** Gives back the use of a coupon that an order took, in the batch that calls the order off. */
export function givingBack(db: PlatformDb, { id, couponId }: Row<typeof orders>): Statement[] {
  if (couponId === null) return [];
  const redeemed = db.exists(couponRedemptions, eq(couponRedemptions.orderId, id));
  return [
    db.updating(coupons, and(eq(coupons.id, couponId), redeemed)!, {
      usedCount: sql`${coupons.usedCount} - 1`,
    }),
    db.removing(couponRedemptions, eq(couponRedemptions.orderId, id)),
  ];
}

/** Which plans a company may choose: those of its own side, and those of both sides. */
export const fits = (plan: number, company: number) => plan === company || plan === 2;

/** @throws Response 409 for a plan that the company's side, or what it has, does not fit */
export function refuseUnfit(
  { offer }: Pick<Quote, "offer">,
  extras: { extraAssets: number; extraUsers: number },
  company: { serviceType: number; usage: Usage },
): void {
  if (offer.archivedAt !== null) conflict(`${offer.planName} is no longer offered`);
  if (!fits(offer.serviceType, company.serviceType))
    conflict(`${offer.planName} is not for what your company does`);
  const exceeds = exceeding(limitsOf(offer, extras), company.usage);
  if (exceeds.length)
    conflict(`${offer.planName} is too small: ${exceeds.join("; ")}`, { exceeds });
}
