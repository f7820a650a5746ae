import { dayIn } from "#app/shared/company-time.ts";
import { taxWithin } from "#app/shared/price.ts";
import { refunds } from "#drizzle/control/index.ts";
import type { orders } from "#drizzle/control/orders.ts";
import type { Row, Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { conflict } from "../../refusals.ts";
import { startingIn } from "../platform/countries.ts";
import type { PlatformSettings } from "../platform/settings.ts";
import { takenPlatformNumber, takePlatformNumber, yearlyNumbering } from "./numbers.ts";

type Back = {
  /** In 1/100 of the currency unit; at most what is left of the order. */
  amountMinor: number;
  reason: string;
  paymentRef: string | null;
  at: number;
};

/**
 * What money that went back does to an order, for the batch that records it: the state it leads to, and its credit note.
 * @throws Response 409 for an order without an invoice
 */
export function crediting(
  db: PlatformDb,
  order: Row<typeof orders>,
  settings: PlatformSettings,
  { amountMinor, reason, paymentRef, at }: Back,
): { to: "refunded" | "partially_refunded"; set: { refundedMinor: number }; writes: Statement[] } {
  const { seller } = order;
  if (!seller) return conflict("This order has no invoice");
  const creditOn = dayIn(startingIn(seller.country)?.timeZone ?? "UTC", at);
  const credit = yearlyNumbering("credit", settings.creditPrefix, creditOn, seller.country);
  const refundedMinor = order.refundedMinor + amountMinor;
  return {
    to: refundedMinor === order.totalMinor ? "refunded" : "partially_refunded",
    set: { refundedMinor },
    writes: [
      takePlatformNumber(db, credit),
      db.inserting(refunds, {
        ...{ orderId: order.id, companyId: order.companyId, amountMinor, creditOn, reason },
        creditNo: takenPlatformNumber(credit),
        taxLines: taxWithin(amountMinor, order),
        paymentRef,
      }),
    ],
  };
}
