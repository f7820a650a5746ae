import { and, eq, type SQL, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import {
  companies,
  orders,
  paymentEvents,
  plans,
  refunds,
  subscriptionLog,
  upgradeRequests,
} from "#drizzle/control/index.ts";
import type { Row } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { notFound } from "../../refusals.ts";
import { type AnySession, Session, type StaffSession } from "../../session.ts";
import { askedOf } from "../lists/list-query.ts";
import { namedIn } from "../platform/choices.ts";
import { orderFlow } from "./order-flow.ts";
import { upgradeFlow } from "./upgrade-flow.ts";

const LONGEST_NUMBER = 16;
/** An order by the beginning of its number or of its invoice's: both are in unique indexes. */
function numbered(q: string): SQL {
  const begin = q.slice(0, LONGEST_NUMBER).toUpperCase();
  const end = `${begin}\u{10ffff}`;
  return sql`${orders.id} in (select "id" from ${orders} as "named" where "named"."number" >= ${begin} and "named"."number" < ${end}
    union select "id" from ${orders} as "named" where "named"."invoice_no" >= ${begin} and "named"."invoice_no" < ${end} limit 100)`;
}

type OrderQuery = ReturnType<typeof askedOrders>;
export const askedOrders = (params: URLSearchParams) =>
  askedOf(params, ["newest"], ["status", "gateway", "company"]);

/** What the filters and the search of a list of orders ask for. */
export const wantedOrders = ({ q, filters: { status, gateway, company } }: OrderQuery) =>
  and(
    status ? sql`${orders.status} = ${status}` : undefined,
    gateway ? sql`${orders.gateway} = ${gateway}` : undefined,
    company ? eq(orders.companyId, company) : undefined,
    q ? numbered(q) : undefined,
  );

/** Orders with their companies, as a statement that is narrowed further. */
export const ordersIn = (db: Pick<PlatformDb, "select">) =>
  db
    .select({
      id: sql<string>`${orders.id}`.as("order_id"),
      ...pick(orders, ["number", "companyId", "billing", "currency", "totalMinor"]),
      ...pick(orders, ["refundedMinor", "gateway", "paidAt", "invoiceNo", "requesterName"]),
      version: sql<number>`${orders.version}`.as("order_version"),
      status: sql<(typeof orders.$inferSelect)["status"]>`${orders.status}`.as("order_status"),
      planName: sql<string>`${orders.planSnapshot} ->> 'planName'`.as("plan_name"),
      createdAt: sql<number>`${orders.createdAt}`.as("order_created_at"),
      companyName: sql<string>`${companies.name}`.as("company_name"),
    })
    .from(orders)
    .innerJoin(companies, eq(companies.id, orders.companyId));

/** Orders of all companies, newest first. */
export async function listOrders(session: StaffSession, params: URLSearchParams) {
  const db = session.authorize("manage-transaction");
  const query = askedOrders(params);
  const slice = keyset(orders.id, orders.id, query, params);
  const [rows, [company]] = await db.read(
    ordersIn(db)
      .where(and(wantedOrders(query), slice.where))
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
    namedIn(db, companies, query.filters.company),
  );
  const offered = rows.map((row) => ({
    ...row,
    moves: orderFlow.movesOf(session, row as unknown as Row<typeof orders>),
  }));
  return { ...slice.page(offered, ({ id }) => id, null), query, company: company ?? null };
}

/** An order with its refunds and what gateways told of it. @throws Response 403; 404 */
export async function findOrder(session: StaffSession, id: string) {
  const db = session.authorize("manage-transaction");
  const [[order], credited, events, [company]] = await db.read(
    db.byId(orders, id),
    db.select().from(refunds).where(eq(refunds.orderId, id)).limit(100),
    db.select().from(paymentEvents).where(eq(paymentEvents.orderId, id)).limit(100),
    db
      .select({ id: companies.id, name: companies.name })
      .from(companies)
      .where(eq(companies.id, sql`(select "company_id" from ${orders} where ${orders.id} = ${id})`))
      .limit(1),
  );
  if (!order) return notFound("order");
  return {
    ...{ order, refunds: credited, events, company: company ?? notFound("order") },
    moves: orderFlow.movesOf(session, order),
  };
}

/** A paid order with its refunds, for its invoice: a company's own, or any for staff. @throws Response 403; 404 */
export async function invoiceOf(session: AnySession, id: string) {
  const db =
    session instanceof Session ? session.asCustomer(null) : session.authorize("manage-transaction");
  const [[order], credited] = await db.read(
    db.byId(orders, id),
    db
      .select()
      .from(refunds)
      .where(db.ofOwner(refunds, eq(refunds.orderId, id)))
      .orderBy(refunds.id)
      .limit(100),
  );
  if (!order?.invoiceNo || !order.seller) return notFound("invoice");
  return { order, seller: order.seller, refunds: credited };
}

const planName = (column: "current_plan_id" | "target_plan_id") =>
  sql`(select ${plans.name} from ${plans} where ${plans.id} = "upgrade_requests".${sql.raw(`"${column}"`)})`;

/** Wishes for another plan with their companies and plans, as a statement that is narrowed further. */
export const requestsIn = (db: Pick<PlatformDb, "select">) =>
  db
    .select({
      request: upgradeRequests,
      companyName: sql<string>`${companies.name}`.as("company_name"),
      fromPlan: sql<string | null>`${planName("current_plan_id")}`.as("from_plan"),
      toPlan: sql<string>`${planName("target_plan_id")}`.as("to_plan"),
      /** Of the version that holds, in which a quote is made. */
      currency: sql<string | null>`(select "currency" from "plan_versions"
        where "plan_id" = "upgrade_requests"."target_plan_id" and "valid_from" <= date('now')
        order by "version_no" desc limit 1)`.as("quote_currency"),
    })
    .from(upgradeRequests)
    .innerJoin(companies, eq(companies.id, upgradeRequests.companyId));

/** Companies' wishes for another plan, newest first. */
export async function listUpgradeRequests(session: StaffSession, params: URLSearchParams) {
  const db = session.authorize("manage-company");
  const query = askedOf(params, ["newest"], ["status", "company"]);
  const { status, company } = query.filters;
  const slice = keyset(upgradeRequests.id, upgradeRequests.id, query, params);
  const [rows, [chosen]] = await db.read(
    requestsIn(db)
      .where(
        and(
          status ? sql`${upgradeRequests.status} = ${status}` : undefined,
          company ? eq(upgradeRequests.companyId, company) : undefined,
          slice.where,
        ),
      )
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
    namedIn(db, companies, company),
  );
  const named = rows.map(({ request, ...names }) => ({
    ...request,
    ...names,
    moves: upgradeFlow.movesOf(session, request),
  }));
  return { ...slice.page(named, ({ id }) => id, null), query, company: chosen ?? null };
}

export const askedEvents = (params: URLSearchParams) =>
  askedOf(params, ["newest"], ["event", "company"]);

/** What the filters of the log of subscriptions ask for. */
export const wantedEvents = ({ filters: { event, company } }: ReturnType<typeof askedEvents>) =>
  and(
    event ? sql`${subscriptionLog.event} = ${event}` : undefined,
    company ? eq(subscriptionLog.companyId, company) : undefined,
  );

/** What has happened to subscriptions, as a statement that is narrowed further. */
export const eventsIn = (db: Pick<PlatformDb, "select">) =>
  db
    .select({
      id: sql<string>`${subscriptionLog.id}`.as("log_id"),
      ...pick(subscriptionLog, ["companyId", "event", "before", "after", "orderId", "actorName"]),
      ...pick(subscriptionLog, ["reason", "at"]),
      orderNumber: sql<string | null>`${orders.number}`.as("order_number"),
      companyName: sql<string>`${companies.name}`.as("company_name"),
    })
    .from(subscriptionLog)
    .innerJoin(companies, eq(companies.id, subscriptionLog.companyId))
    .leftJoin(orders, eq(orders.id, subscriptionLog.orderId));

/** What has happened to subscriptions, newest first. */
export async function listSubscriptionLog(session: StaffSession, params: URLSearchParams) {
  const db = session.authorize("manage-transaction");
  const query = askedEvents(params);
  const slice = keyset(subscriptionLog.id, subscriptionLog.id, query, params);
  const [rows, [company]] = await db.read(
    eventsIn(db)
      .where(and(wantedEvents(query), slice.where))
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
    namedIn(db, companies, query.filters.company),
  );
  return { ...slice.page(rows, ({ id }) => id, null), query, company: company ?? null };
}
