import { eq, sql } from "drizzle-orm";
import { GRACE_DAYS } from "#app/shared/company-standing.ts";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { periodEndOf } from "#app/shared/price.ts";
import { orders, upgradeRequests } from "#drizzle/control/index.ts";
import type { Results, Row, Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { conflict, notFound } from "../../refusals.ts";
import { startingIn } from "../platform/countries.ts";
import { type MappedCompany, mappedQuery } from "../platform/mapped.ts";
import { platformSettingsIn, readingPlatformSettings, sellerOf } from "../platform/settings.ts";
import { type Change, changing, type Live, liveQuery } from "./changing.ts";
import { isSmaller } from "./limits.ts";
import { takenPlatformNumber, takePlatformNumber, yearlyNumbering } from "./numbers.ts";

type Order = Row<typeof orders>;
type Event = Change["event"];

const companyOf = (orderId: string) =>
  sql`(select ${orders.companyId} from ${orders} where ${orders.id} = ${orderId})`;

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
  const { planVersionId, planSnapshot, billing } = order;
  const graceDays = live?.graceDays ?? grace ?? GRACE_DAYS;
  const limits = period.isLater ? live!.limits : planSnapshot.limits;
  const now = { planVersionId, limits, nextPlanVersionId: null, nextFrom: null, nextLimits: null };
  const later = {
    nextPlanVersionId: planVersionId,
    nextFrom: period.from,
    nextLimits: planSnapshot.limits,
  };
  return changing(
    db,
    { company, live: live ?? null, by, at },
    {
      ...{ event: period.event, action: "pay.subscription", orderId: order.id, reason: null },
      set: {
        ...(period.isLater ? later : now),
        ...{ status: "active", billing, currentPeriodEnd: period.to, cancelAtPeriodEnd: false },
        ...(live ? {} : { startsOn: period.from, graceDays }),
      },
      told: {
        status: "active",
        serviceType: planSnapshot.serviceType === 2 ? 2 : company.serviceType,
        ...{ periodEnd: period.to, graceDays, limits },
      },
      before: live ? { planName: live.planName, periodEnd: live.currentPeriodEnd } : null,
      after: { planName: planSnapshot.planName, periodEnd: period.to },
      more: { suspendedReason: null },
    },
  );
}
