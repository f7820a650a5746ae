import { desc } from "drizzle-orm";
import { lastDayOfGrace } from "#app/shared/company-standing.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { isUnpaid } from "#app/shared/flows/orders.ts";
import { pick } from "#app/shared/pick.ts";
import { orders, refunds, subscriptionLog, upgradeRequests } from "#drizzle/control/index.ts";
import { companyProfiles } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Session } from "../../session.ts";
import { issuedInMonth } from "../certificates/counts.ts";
import { exportsQuery, shownExport } from "../company-export/exports.ts";
import { counted } from "../entity/counters.ts";
import { taxIdsText } from "../entity/tax-ids.ts";
import { platformSettingsIn, readingPlatformSettings } from "../platform/settings.ts";
import { gatewaysFor } from "./at-gateway.ts";
import { liveQuery } from "./changing.ts";
import { exceeding, limitsOf, type Usage } from "./limits.ts";
import { offersQuery } from "./offers.ts";
import { orderFlow } from "./order-flow.ts";
import { fits } from "./placing.ts";
import { upgradeFlow } from "./upgrade-flow.ts";

const MOST_ORDERS = 25;
const MOST_LOGGED = 25;

/** What a company has of what its plan limits, as it is now. */
export const usageOf = ({
  company: { assetCount: assets, userCount: users, storageBytes },
}: Session): Usage => ({ assets, users, storageBytes });

const payerQuery = (db: Pick<CompanyDb, "select" | "ofOwner">) =>
  db
    .select(pick(companyProfiles, ["address", "taxIds"]))
    .from(companyProfiles)
    .where(db.ofOwner(companyProfiles))
    .limit(1);
type Payer = Awaited<ReturnType<typeof payerQuery>>[number];
const payerIn = ({ company }: Session, { address, taxIds }: Payer = nobody) => ({
  legalName: company.name,
  ...{ address: address ?? "", taxIds: taxIdsText(taxIds) },
});
const nobody: Payer = { address: "", taxIds: [] };

/** Who is to pay unless something else is said. @throws Response 403 for anybody but an Admin */
export async function payerOf(session: Session) {
  const db = session.authorize("view-settings");
  const [[profile]] = await db.read(payerQuery(db));
  return payerIn(session, profile);
}

/**
 * What an Admin sees of the company's subscription: the plan and until when it holds, what is used of it, the plans on offer with what
 * is too much for each, orders, the open request, and what has happened. Two round trips.
 * @throws Response 403 for anybody but an Admin
 */
export async function subscriptionPage(session: Session) {
  const db = session.asCustomer(null);
  const { company } = session;
  const today = dayIn(company.timeZone);
  const [[live], offered, bought, credited, requests, logged, set, exported] = await db.read(
    liveQuery(db, company.id),
    offersQuery(db, today),
    db.select().from(orders).where(db.ofOwner(orders)).orderBy(desc(orders.id)).limit(MOST_ORDERS),
    db
      .select(pick(refunds, ["id", "orderId", "creditNo", "creditOn", "amountMinor"]))
      .from(refunds)
      .where(db.ofOwner(refunds))
      .orderBy(desc(refunds.id))
      .limit(MOST_ORDERS),
    db
      .select()
      .from(upgradeRequests)
      .where(db.ofOwner(upgradeRequests))
      .orderBy(desc(upgradeRequests.id))
      .limit(1),
    db
      .select()
      .from(subscriptionLog)
      .where(db.ofOwner(subscriptionLog))
      .orderBy(desc(subscriptionLog.id))
      .limit(MOST_LOGGED),
    readingPlatformSettings(db),
    exportsQuery(db),
  );
  const own = session.authorize("view-settings");
  const [[payer], [issued]] = await own.read(payerQuery(own), counted(own, issuedInMonth(today)));
  const [usage, buyer] = [usageOf(session), payerIn(session, payer)];
  const settings = platformSettingsIn(set);
  const nameOf = (id: string | undefined) => offered.find(({ planId }) => planId === id)?.name;
  const [request] = requests;
  return {
    standing: {
      status: company.status,
      periodEnd: company.periodEnd,
      graceEnd: lastDayOfGrace(company),
      today,
    },
    subscription: live ?? null,
    usage,
    certificates: issued?.value ?? 0,
    buyer,
    limits: company.limits,
    plans: offered
      .filter(
        ({ isPublic, serviceType, planId }) =>
          (isPublic || planId === live?.planId) && fits(serviceType, company.serviceType),
      )
      .map(({ trialDays: _, ...plan }) => ({
        ...plan,
        exceeds: exceeding(limitsOf(plan, { extraAssets: 0, extraUsers: 0 }), usage),
      })),
    orders: bought.map((order) => ({
      ...pick(order, ["id", "number", "billing", "currency", "totalMinor", "status", "createdAt"]),
      ...pick(order, ["invoiceNo", "paidAt", "periodFrom", "periodTo", "refundedMinor"]),
      planName: order.planSnapshot.planName,
      credits: credited.filter(({ orderId }) => orderId === order.id),
    })),
    openOrder:
      bought
        .filter(({ status }) => isUnpaid(status))
        .map((order) => ({
          ...order,
          moves: orderFlow.movesOf(session, order),
          gateways: gatewaysFor(session, settings, order),
        }))[0] ?? null,
    request: request
      ? {
          ...request,
          planName: nameOf(request.targetPlanId) ?? null,
          currency:
            offered.find(({ planId }) => planId === request.targetPlanId)?.currency ??
            company.currency,
          moves: upgradeFlow.movesOf(session, request),
        }
      : null,
    log: logged,
    exports: exported.map(shownExport),
    payingOffline: settings.payingOffline,
    isSelling: settings.sellerName !== null,
  };
}
