import { type SQLWrapper, sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { day, filled, flag, json, minor, newId, oneOf, record, whole } from "../columns.ts";
import { companies } from "./companies.ts";
import { type Buyer, billings } from "./orders.ts";
import { plans, planVersions } from "./plans.ts";

const ofCompany = () =>
  text()
    .notNull()
    .references(() => companies.id);

export const subscriptionStatuses = [
  "trialing",
  "active",
  "past_due",
  "cancelled",
  "expired",
] as const;
/** Those of which a company has one at most: one that has expired is revived by a payment or an extension. */
export const isLive = (status: SQLWrapper) => sql`${status} <> 'cancelled'`;
export const liveSubscription = isLive(sql`status`);

/** What a company may use, and until when. Whether it has ended is decided from its dates on each request. */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    ...record,
    companyId: ofCompany(),
    planVersionId: text()
      .notNull()
      .references(() => planVersions.id),
    status: text({ enum: subscriptionStatuses }).notNull(),
    billing: text({ enum: billings }).notNull(),
    startsOn: day().notNull(),
    /** The last day that is paid for, in the company's time zone. */
    currentPeriodEnd: day().notNull(),
    graceDays: integer().notNull(),
    cancelAtPeriodEnd: flag(),
    /** What the plan and its extras allow; a limit that is absent is none. */
    limits: json<Record<string, number>>().notNull(),
    /** A smaller plan that is paid for already, from a day within the period on, with what it allows. */
    nextPlanVersionId: text().references(() => planVersions.id),
    nextFrom: day(),
    nextLimits: json<Record<string, number>>(),
  },
  (t) => [
    uniqueIndex("subscriptions_one_live").on(t.companyId).where(liveSubscription),
    index("subscriptions_by_company").on(t.companyId, t.id),
    index("subscriptions_by_end").on(t.currentPeriodEnd, t.id).where(liveSubscription),
    index("subscriptions_by_plan_version").on(t.planVersionId),
    index("subscriptions_by_price").on(t.status, t.planVersionId, t.billing),
    index("subscriptions_by_next_plan_version")
      .on(t.nextPlanVersionId)
      .where(filled(t.nextPlanVersionId)),
    oneOf("subscriptions_status_known", t.status, subscriptionStatuses),
    check("subscriptions_grace_days_known", sql`${t.graceDays} between 7 and 15`),
    ...whole("subscriptions", t.version, t.graceDays),
  ],
);

export const subscriptionEvents = [
  "created",
  "renewed",
  "upgraded",
  "downgraded",
  "payment_failed",
  "cancelled",
  "expired",
  "extended",
  "limit_changed",
  "suspended",
  "reactivated",
] as const;

/** What has happened to subscriptions. Append-only. */
export const subscriptionLog = sqliteTable(
  "subscription_log",
  {
    id: text()
      .notNull()
      .primaryKey()
      .$defaultFn(() => newId()),
    companyId: ofCompany(),
    subscriptionId: text()
      .notNull()
      .references(() => subscriptions.id),
    event: text({ enum: subscriptionEvents }).notNull(),
    before: json<Record<string, unknown>>(),
    after: json<Record<string, unknown>>(),
    orderId: text(),
    actorId: text(),
    actorName: text().notNull(),
    reason: text(),
    at: integer().notNull(),
  },
  (t) => [
    index("subscription_log_by_company").on(t.companyId, t.id),
    index("subscription_log_by_event").on(t.event, t.id),
    index("subscription_log_by_subscription").on(t.subscriptionId),
    oneOf("subscription_log_event_known", t.event, subscriptionEvents),
  ],
);

export const upgradeStatuses = [
  "pending",
  "quoted",
  "approved",
  "fulfilled",
  "rejected",
  "cancelled",
] as const;

/** Those of which a company has one at most. */
export const openUpgradeRequest = sql`status in ('pending', 'quoted', 'approved')`;

/** A company's wish for another plan, or for more of its own. */
export const upgradeRequests = sqliteTable(
  "upgrade_requests",
  {
    ...record,
    companyId: ofCompany(),
    requestedBy: text(),
    requesterName: text().notNull(),
    requesterEmail: text().notNull(),
    currentPlanId: text().references(() => plans.id),
    targetPlanId: text()
      .notNull()
      .references(() => plans.id),
    billing: text({ enum: billings }).notNull(),
    extraAssets: integer().notNull().default(0),
    extraUsers: integer().notNull().default(0),
    couponCode: text(),
    note: text(),
    /** Who is to pay, as the request names them. */
    buyer: json<Buyer>().notNull(),
    /** The price that staff promise, before discount and tax, in 1/100 of the currency unit. */
    quoteMinor: minor(),
    quoteValidUntil: day(),
    orderId: text(),
    status: text({ enum: upgradeStatuses }).notNull(),
    decidedBy: text(),
    decidedAt: integer(),
    reason: text(),
  },
  (t) => [
    uniqueIndex("upgrade_requests_one_open").on(t.companyId).where(openUpgradeRequest),
    index("upgrade_requests_by_company").on(t.companyId, t.id),
    index("upgrade_requests_by_status").on(t.status, t.id),
    index("upgrade_requests_by_current_plan").on(t.currentPlanId),
    index("upgrade_requests_by_target_plan").on(t.targetPlanId),
    oneOf("upgrade_requests_status_known", t.status, upgradeStatuses),
    ...whole("upgrade_requests", t.version, t.extraAssets, t.extraUsers, t.quoteMinor),
  ],
);
