import { and, desc, sql } from "drizzle-orm";
import { orderStates } from "#app/shared/flows/orders.ts";
import { formatMinor } from "#app/shared/money.ts";
import {
  billingWords,
  eventWords,
  gatewayWords,
  stateText,
} from "#app/shared/subscription-words.ts";
import { orders, subscriptionLog } from "#drizzle/control/index.ts";
import type { StaffSession } from "../../session.ts";
import type { Export } from "../assets/export.ts";
import { beginStaffExport } from "../lists/exports.ts";
import {
  askedEvents,
  askedOrders,
  eventsIn,
  ordersIn,
  wantedEvents,
  wantedOrders,
} from "./staff-orders.ts";

const AT_ONCE = 500;
type Plain = string | number | null;

/** A list as a file, read in parts from the newest row on. */
function sheetOf<R extends { id: string }>(
  name: string,
  columns: Record<string, (row: R) => Plain>,
  read: (before: string) => Promise<R[]>,
): Export {
  async function* pages() {
    for (let last = ""; ; ) {
      const rows = await read(last);
      yield rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)));
      if (rows.length < AT_ONCE) return;
      last = rows.at(-1)!.id;
    }
  }
  return { name, head: Object.keys(columns), pages: pages() };
}

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());
type Order = Awaited<ReturnType<typeof ordersIn>>[number];
type Event = Awaited<ReturnType<typeof eventsIn>>[number];

const orderColumns: Record<string, (row: Order) => Plain> = {
  Number: ({ number }) => number,
  Company: ({ companyName }) => companyName,
  Plan: ({ planName }) => planName,
  Billing: ({ billing }) => billingWords[billing],
  Currency: ({ currency }) => currency,
  Total: ({ totalMinor }) => formatMinor(totalMinor),
  Refunded: ({ refundedMinor }) => formatMinor(refundedMinor),
  Gateway: ({ gateway }) => gatewayWords[gateway],
  Status: ({ status }) => orderStates[status],
  Invoice: ({ invoiceNo }) => invoiceNo,
  "Paid at": ({ paidAt }) => instant(paidAt),
  "Ordered by": ({ requesterName }) => requesterName,
  "Ordered at": ({ createdAt }) => instant(createdAt),
};

/** Orders that match the list's search and filters, newest first. @throws Response 403; 429 for the sixth in 5 minutes */
export async function exportOrders(
  session: StaffSession,
  params: URLSearchParams,
): Promise<Export> {
  const query = askedOrders(params);
  const db = await beginStaffExport(session, "manage-transaction", "order", "Orders");
  return sheetOf("orders", orderColumns, async (before) => {
    const [rows] = await db.read(
      ordersIn(db)
        .where(and(wantedOrders(query), before ? sql`${orders.id} < ${before}` : undefined))
        .orderBy(desc(orders.id))
        .limit(AT_ONCE),
    );
    return rows;
  });
}

const eventColumns: Record<string, (row: Event) => Plain> = {
  Time: ({ at }) => instant(at),
  Company: ({ companyName }) => companyName,
  Event: ({ event }) => eventWords[event],
  Before: ({ before }) => stateText(before),
  After: ({ after }) => stateText(after),
  Order: ({ orderNumber }) => orderNumber,
  Who: ({ actorName }) => actorName,
  Reason: ({ reason }) => reason,
};

/** What has happened to subscriptions, as the list is filtered, newest first. @throws Response 403; 429 for the sixth in 5 minutes */
export async function exportSubscriptionLog(
  session: StaffSession,
  params: URLSearchParams,
): Promise<Export> {
  const query = askedEvents(params);
  const db = await beginStaffExport(
    session,
    "manage-transaction",
    "subscription_log",
    "Subscription log",
  );
  return sheetOf("subscription-log", eventColumns, async (before) => {
    const older = before ? sql`${subscriptionLog.id} < ${before}` : undefined;
    const [rows] = await db.read(
      eventsIn(db)
        .where(and(wantedEvents(query), older))
        .orderBy(desc(subscriptionLog.id))
        .limit(AT_ONCE),
    );
    return rows;
  });
}
