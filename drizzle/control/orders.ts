import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { day, filled, json, minor, newId, oneOf, record, uncounted, whole } from "../columns.ts";
import { companies } from "./companies.ts";
import { coupons, planVersions } from "./plans.ts";

const ofCompany = () =>
  text()
    .notNull()
    .references(() => companies.id);

export const billings = ["monthly", "yearly"] as const;
export const gateways = ["offline", "razorpay", "stripe"] as const;
export const orderStatuses = [
  "draft",
  "pending",
  "paid",
  "failed",
  "cancelled",
  "partially_refunded",
  "refunded",
] as const;

/** A line of tax: what it is called, its rate in 1/100 per cent, and the amount in 1/100 of the unit. */
export type TaxLine = { label: string; rateBp: number; amountMinor: number };
/** Who pays, as the invoice names them. */
export type Buyer = {
  name: string;
  address: string;
  country: string;
  region: string | null;
  taxIds: { label: string; value: string }[];
};
/** Who sells, with what an invoice without taxes says of them. */
export type Seller = Buyer & { untaxedNote?: string | null };
/** What was bought, as it was then. */
export type PlanSnapshot = {
  planId: string;
  planName: string;
  serviceType: number;
  versionNo: number;
  limits: Record<string, number>;
};

/** Those of which a company has one at most. */
export const openOrder = sql`status in ('draft', 'pending', 'failed')`;

/** A purchase and its invoice. Amounts are in 1/100 of the currency unit. */
export const orders = sqliteTable(
  "orders",
  {
    ...record,
    number: text().notNull(),
    companyId: ofCompany(),
    upgradeRequestId: text(),
    planVersionId: text()
      .notNull()
      .references(() => planVersions.id),
    planSnapshot: json<PlanSnapshot>().notNull(),
    billing: text({ enum: billings }).notNull(),
    qty: integer().notNull().default(1),
    extraAssets: integer().notNull().default(0),
    extraUsers: integer().notNull().default(0),
    currency: text().notNull(),
    subtotalMinor: minor().notNull(),
    discountMinor: minor().notNull(),
    taxableMinor: minor().notNull(),
    taxMinor: minor().notNull(),
    taxLines: json<TaxLine[]>().notNull().default([]),
    totalMinor: minor().notNull(),
    refundedMinor: minor().notNull().default(0),
    buyer: json<Buyer>().notNull(),
    /** Who sells, as the invoice names them: taken when it is paid. */
    seller: json<Seller>(),
    couponId: text().references(() => coupons.id),
    couponCode: text(),
    requesterName: text().notNull(),
    requesterEmail: text().notNull(),
    gateway: text({ enum: gateways }).notNull().default("offline"),
    gatewayOrderId: text(),
    paymentRef: text(),
    status: text({ enum: orderStatuses }).notNull(),
    paidAt: integer(),
    invoiceNo: text(),
    invoiceOn: day(),
    /** The period that it pays for; known once it is paid. */
    periodFrom: day(),
    periodTo: day(),
  },
  (t) => [
    uniqueIndex("orders_number").on(t.number),
    uniqueIndex("orders_invoice_no").on(t.invoiceNo).where(filled(t.invoiceNo)),
    uniqueIndex("orders_gateway_order_id").on(t.gatewayOrderId).where(filled(t.gatewayOrderId)),
    index("orders_by_payment_ref").on(t.paymentRef).where(filled(t.paymentRef)),
    index("orders_by_company").on(t.companyId, t.id),
    uniqueIndex("orders_one_open").on(t.companyId).where(openOrder),
    index("orders_by_status").on(t.status, t.id),
    index("orders_by_gateway").on(t.gateway, t.id),
    index("orders_by_coupon").on(t.couponId).where(filled(t.couponId)),
    index("orders_by_plan_version").on(t.planVersionId),
    oneOf("orders_status_known", t.status, orderStatuses),
    oneOf("orders_gateway_known", t.gateway, gateways),
    check(
      "order_total_adds_up",
      sql`${t.taxableMinor} = ${t.subtotalMinor} - ${t.discountMinor} and ${t.taxableMinor} >= 0 and ${t.totalMinor} = ${t.taxableMinor} + ${t.taxMinor} and ${t.refundedMinor} between 0 and ${t.totalMinor}`,
    ),
    ...whole(
      "orders",
      ...[t.version, t.qty, t.extraAssets, t.extraUsers, t.subtotalMinor, t.discountMinor],
      ...[t.taxableMinor, t.taxMinor, t.totalMinor, t.refundedMinor],
    ),
  ],
);

/** The use of a coupon by an order: as long as the order holds, one of the coupon's uses is taken. */
export const couponRedemptions = sqliteTable(
  "coupon_redemptions",
  {
    ...record,
    couponId: text()
      .notNull()
      .references(() => coupons.id),
    companyId: ofCompany(),
    orderId: uncounted(
      text()
        .notNull()
        .references(() => orders.id),
      "a line of the order",
    ),
  },
  (t) => [
    uniqueIndex("coupon_redemptions_order_id").on(t.orderId),
    index("coupon_redemptions_by_coupon").on(t.couponId, t.companyId),
    index("coupon_redemptions_by_company").on(t.companyId),
  ],
);

/** Money that went back, with the number of its credit note. Append-only. */
export const refunds = sqliteTable(
  "refunds",
  {
    ...record,
    orderId: uncounted(
      text()
        .notNull()
        .references(() => orders.id),
      "a line of the order",
    ),
    companyId: ofCompany(),
    creditNo: text().notNull(),
    creditOn: day().notNull(),
    amountMinor: minor().notNull(),
    taxLines: json<TaxLine[]>().notNull().default([]),
    reason: text().notNull(),
    paymentRef: text(),
  },
  (t) => [
    uniqueIndex("refunds_credit_no").on(t.creditNo),
    index("refunds_by_order").on(t.orderId, t.id),
    index("refunds_by_company").on(t.companyId),
    ...whole("refunds", t.version, t.amountMinor),
  ],
);

/** What a gateway has told. Each event is applied once; what it says of money is never believed, only which order it is about. */
export const paymentEvents = sqliteTable(
  "payment_events",
  {
    id: text()
      .notNull()
      .primaryKey()
      .$defaultFn(() => newId()),
    gateway: text({ enum: gateways }).notNull(),
    eventId: text().notNull(),
    kind: text().notNull(),
    payloadHash: text().notNull(),
    orderId: text(),
    outcome: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    uniqueIndex("payment_events_event").on(t.gateway, t.eventId),
    index("payment_events_by_order").on(t.orderId, t.id).where(filled(t.orderId)),
  ],
);
