import { and, eq, type SQL, sql } from "drizzle-orm";
import { GRACE_DAYS } from "#app/shared/company-standing.ts";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { periodEndOf } from "#app/shared/price.ts";
import { newId } from "#drizzle/columns.ts";
import {
  liveSubscription,
  orders,
  planVersions,
  subscriptionLog,
  subscriptions,
  upgradeRequests,
} from "#drizzle/control/index.ts";
import type { Results, Row, Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { conflict, notFound } from "../../refusals.ts";
import { startingIn } from "../platform/countries.ts";
import { type MappedCompany, mappedQuery, remapping } from "../platform/mapped.ts";
import { platformSettingsIn, readingPlatformSettings, sellerOf } from "../platform/settings.ts";
import { isSmaller } from "./limits.ts";
import { takenPlatformNumber, takePlatformNumber, yearlyNumbering } from "./numbers.ts";

type Order = Row<typeof orders>;
type Event = Row<typeof subscriptionLog>["event"];

const companyOf = (orderId: string) =>
  sql`(select ${orders.companyId} from ${orders} where ${orders.id} = ${orderId})`;

/** The subscription that counts for a company, with its plan, as a statement of a read. */
export const liveQuery = (db: PlatformDb, companyId: string | SQL) =>
  db
    .select({
      id: sql<string>`${subscriptions.id}`.as("subscription_id"),
      planId: sql<string>`${planVersions.planId}`.as("live_plan_id"),
      planVersionId: subscriptions.planVersionId,
      status: sql<Row<typeof subscriptions>["status"]>`${subscriptions.status}`.as("live_status"),
      billing: subscriptions.billing,
      currentPeriodEnd: subscriptions.currentPeriodEnd,
      graceDays: subscriptions.graceDays,
      limits: subscriptions.limits,
      nextFrom: subscriptions.nextFrom,
      version: sql<number>`${subscriptions.version}`.as("live_version"),
    })
    .from(subscriptions)
    .innerJoin(planVersions, eq(planVersions.id, subscriptions.planVersionId))
    .where(and(eq(subscriptions.companyId, companyId), liveSubscription))
    .limit(1);
type Live = Awaited<ReturnType<typeof liveQuery>>[number];

/** What must be known to mark an order as paid, as statements of a read. */
export const payingReads = (db: PlatformDb, orderId: string) =>
  [
    mappedQuery(db, companyOf(orderId)),
    liveQuery(db, companyOf(orderId)),
    readingPlatformSettings(db),
  ] as const;
type Read = Results<ReturnType<typeof payingReads>>;

/** The period that an order pays for, and whether it begins after what is paid for already. */
export function periodOf(
  { billing, qty, planSnapshot }: Pick<Order, "billing" | "qty" | "planSnapshot">,
  live: Pick<Live, "status" | "currentPeriodEnd" | "planId" | "limits"> | undefined,
  today: string,
): { from: string; to: string; event: Event; isLater: boolean } {
  const isRunning = live?.status === "active" && live.currentPeriodEnd >= today;
  const isSame = live?.planId === planSnapshot.planId;
  const isLess = live !== undefined && isSmaller(planSnapshot.limits, live.limits);
  const follows = isRunning && (isSame || isLess);
  const from = follows ? addDays(live.currentPeriodEnd, 1) : today;
  return {
    from,
    to: periodEndOf(from, billing, qty),
    event: eventOf(live !== undefined, isSame, isLess),
    isLater: follows && isLess,
  };
}
function eventOf(hasOne: boolean, isSame: boolean, isLess: boolean): Event {
  if (!hasOne) return "created";
  if (isLess) return "downgraded";
  return isSame ? "renewed" : "upgraded";
}

type By = { id: string | null; name: string };
type Paid = {
  /** What changes of the order besides its state. */
  set: Partial<Record<keyof Order, unknown>>;
  before: Statement[];
  after: Statement[];
};

/**
 * What the payment of an order does, for the batch that marks it as paid: its invoice with the next number, the subscription from the
 * day it holds, the company's standing, its log, and the request it answers.
 * @throws Response 404 without the company; 409 while the seller is not set, or for a closed company
 */
export function paying(
  db: PlatformDb,
  order: Order,
  [[company], [live], set]: Read,
  { by, at, paymentRef }: { by: By; at: number; paymentRef: string },
): Paid {
  if (!company) return notFound("company");
  if (company.status === "closed") conflict("This company is closed");
  const settings = platformSettingsIn(set);
  const seller = sellerOf(settings) ?? conflict("Set the seller on invoices first, in Settings");
  const zone = startingIn(seller.country)?.timeZone ?? "UTC";
  const invoiceOn = dayIn(zone, at);
  const invoice = yearlyNumbering("invoice", settings.invoicePrefix, invoiceOn, seller.country);
  const period = periodOf(order, live, dayIn(company.timeZone, at));
  return {
    set: {
      ...{ seller, paymentRef, invoiceOn, invoiceNo: takenPlatformNumber(invoice) },
      ...{ periodFrom: period.from, periodTo: period.to },
    },
    before: [takePlatformNumber(db, invoice)],
    after: [
      ...subscribing(db, { order, company, live, period, by, at, grace: settings.graceDays }),
      ...(order.upgradeRequestId
        ? [
            db.updating(upgradeRequests, eq(upgradeRequests.id, order.upgradeRequestId), {
              status: "fulfilled",
            }),
          ]
        : []),
    ],
  };
}

type Subscribing = {
  order: Order;
  company: MappedCompany;
  live: Live | undefined;
  period: ReturnType<typeof periodOf>;
  by: By;
  at: number;
  grace: number;
};

function subscribing(
  db: PlatformDb,
  { order, company, live, period, by, at, grace }: Subscribing,
): Statement[] {
  const { planVersionId, planSnapshot, billing, companyId } = order;
  const id = live?.id ?? newId();
  const graceDays = live?.graceDays ?? grace ?? GRACE_DAYS;
  const limits = period.isLater ? live!.limits : planSnapshot.limits;
  const now = { planVersionId, limits, nextPlanVersionId: null, nextFrom: null, nextLimits: null };
  const later = {
    nextPlanVersionId: planVersionId,
    nextFrom: period.from,
    nextLimits: planSnapshot.limits,
  };
  const values = {
    ...(period.isLater ? later : now),
    ...{ status: "active", billing, currentPeriodEnd: period.to, cancelAtPeriodEnd: false },
  };
  const told = {
    status: "active" as const,
    serviceType: planSnapshot.serviceType === 2 ? 2 : company.serviceType,
    ...{ periodEnd: period.to, graceDays, limits },
  };
  const changes = [
    { field: "plan", from: null, to: planSnapshot.planName },
    { field: "periodEnd", from: company.periodEnd, to: period.to },
  ];
  return [
    live
      ? db.updating(subscriptions, eq(subscriptions.id, id), values)
      : db.inserting(subscriptions, { id, companyId, startsOn: period.from, graceDays, ...values }),
    db.inserting(subscriptionLog, {
      ...{ companyId, subscriptionId: id, event: period.event, orderId: order.id, at },
      before: live ? { plan: live.planId, periodEnd: live.currentPeriodEnd } : null,
      after: { plan: planSnapshot.planId, planName: planSnapshot.planName, periodEnd: period.to },
      ...{ actorId: by.id, actorName: by.name },
    }),
    ...remapping(
      ...([db, company, { id: by.id ?? "", name: by.name }, told] as const),
      { action: "pay.subscription", changes, reason: null },
      { suspendedReason: null },
    ),
  ];
}
