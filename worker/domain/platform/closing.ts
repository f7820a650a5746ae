import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { purgeDay } from "#app/shared/company-standing.ts";
import { dayIn } from "#app/shared/company-time.ts";
import type { StandingBefore } from "#drizzle/control/closings.ts";
import {
  companyClosings,
  domainRequests,
  openClosing,
  openDomainRequest,
  openOrder,
  openUpgradeRequest,
  orders,
  purges,
  subscriptionLog,
  subscriptions,
  upgradeRequests,
} from "#drizzle/control/index.ts";
import type { Results, Row, Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { conflict, notFound } from "../../refusals.ts";
import { liveQuery } from "../billing/changing.ts";
import { calledOff } from "../billing/order-flow.ts";
import { CLOSE, REOPEN } from "./closed-in-shard.ts";
import type { Mapped } from "./company-messages.ts";
import { type MappedCompany, mappedQuery, remapping } from "./mapped.ts";

/** What must be known to close a company, as statements of a read. */
export const closingReads = (db: PlatformDb, companyId: string) =>
  [
    mappedQuery(db, companyId),
    liveQuery(db, companyId),
    db
      .select()
      .from(orders)
      .where(and(eq(orders.companyId, companyId), openOrder))
      .limit(1),
  ] as const;
type ClosingRead = Results<ReturnType<typeof closingReads>>;

export type Deciding = { by: Mapped["by"]; at: number; reason: string | null };
type Subscription = Row<typeof subscriptions>;

/** What a closing or reopening writes, with what both logs keep of it. */
export type Decided = {
  company: MappedCompany;
  writes: Statement[];
  action: string;
  changes: Mapped["changes"];
  before: StandingBefore;
};

/** The subscription ends, or holds again, with a line in its log. */
function turned(
  db: PlatformDb,
  { id, version, status: from }: Pick<Subscription, "id" | "version" | "status">,
  status: Subscription["status"],
  { companyId, by, at, reason }: Deciding & { companyId: string },
): Statement[] {
  return [
    db.assertUnchanged(subscriptions, { id, version }),
    db.updating(subscriptions, eq(subscriptions.id, id), { status }),
    db.inserting(subscriptionLog, {
      ...{ companyId, subscriptionId: id, orderId: null, reason, at },
      event: status === "cancelled" ? "cancelled" : "reactivated",
      ...{ before: { status: from }, after: { status } },
      ...{ actorId: by.id, actorName: by.name },
    }),
  ];
}

/**
 * The statements that close a company: its standing, which its shard is told; its subscription, which ends; what it has ordered, asked for
 * and not got; and what somebody else has asked about it. The batch stops where the company is another one than was read.
 * @throws Response 404; 409 for one that is closed already
 */
export function closing(
  db: PlatformDb,
  [[company], [live], [order]]: ClosingRead,
  deciding: Deciding,
): Decided {
  if (!company) return notFound("company");
  if (company.status === "closed") conflict("This company is closed");
  const { by, at, reason } = deciding;
  const { id: companyId, status } = company;
  const ofCompany = (table: { companyId: Parameters<typeof eq>[0] }, open: SQL) =>
    and(eq(table.companyId, companyId), open)!;
  const changes = [{ field: "status", from: status, to: "closed" }];
  const logged = { action: CLOSE, changes, reason, purgeOn: purgeDay(at, company.timeZone) };
  return {
    ...{ company, action: CLOSE, changes },
    before: { status, subscription: live ? { id: live.id, status: live.status } : null },
    writes: [
      ...remapping(db, company, by, { status: "closed" }, logged, { closedAt: at }),
      ...(live ? turned(db, live, "cancelled", { ...deciding, companyId }) : []),
      ...(order
        ? [
            db.assertUnchanged(orders, order),
            db.updating(orders, eq(orders.id, order.id), { status: "cancelled" }),
            ...calledOff(db, order),
          ]
        : [db.assert("state", sql`not ${db.exists(orders, ofCompany(orders, openOrder))}`)]),
      db.updating(upgradeRequests, ofCompany(upgradeRequests, openUpgradeRequest), {
        status: "cancelled",
      }),
      db.updating(domainRequests, ofCompany(domainRequests, openDomainRequest), {
        status: "cancelled",
      }),
      db.updating(companyClosings, ofCompany(companyClosings, openClosing), {
        status: sql`iif(${companyClosings.expiresAt} > ${at}, 'withdrawn', 'lapsed')`,
        ...{ decidedBy: by.id, decidedByName: by.name, decidedAt: at },
      }),
    ],
  };
}

const closedBy = (companyId: string) =>
  and(
    eq(companyClosings.companyId, companyId),
    eq(companyClosings.kind, "close"),
    eq(companyClosings.status, "confirmed"),
  );

/** What must be known to open a company again, as statements of a read. */
export const reopeningReads = (db: PlatformDb, companyId: string) =>
  [
    mappedQuery(db, companyId),
    db
      .select()
      .from(companyClosings)
      .where(closedBy(companyId))
      .orderBy(desc(companyClosings.id))
      .limit(1),
    db
      .select()
      .from(subscriptions)
      .where(
        and(
          eq(subscriptions.companyId, companyId),
          eq(
            subscriptions.id,
            sql`(select "before" ->> '$.subscription.id' from ${companyClosings} where ${closedBy(companyId)} order by "id" desc limit 1)`,
          ),
        ),
      )
      .limit(1),
  ] as const;
type ReopeningRead = Results<ReturnType<typeof reopeningReads>>;

/** @throws Response 409 for a company that is open, or whose data is removed */
export function refuseReopening({ status, closedAt, timeZone }: MappedCompany, at: number): void {
  if (status !== "closed") conflict("This company is not closed");
  if (closedAt === null || dayIn(timeZone, at) >= purgeDay(closedAt, timeZone))
    conflict("The days in which it could be opened again are over");
}

/**
 * The statements that open a closed company again: it stands as it did, and what has ended meanwhile follows from its dates.
 * @throws Response 404; 409 for a company that is open, or whose data is removed
 */
export function reopening(
  db: PlatformDb,
  [[company], [closed], [subscription]]: ReopeningRead,
  deciding: Deciding,
): Decided {
  if (!company) return notFound("company");
  const { by, reason, at } = deciding;
  refuseReopening(company, at);
  const before = closed?.before ?? { status: "active" as const, subscription: null };
  const { status } = before;
  const changes = [{ field: "status", from: "closed", to: status }];
  const held =
    subscription && before.subscription
      ? {
          told: {
            periodEnd: subscription.currentPeriodEnd,
            graceDays: subscription.graceDays,
            limits: subscription.limits,
          },
          writes: turned(db, subscription, before.subscription.status, {
            ...deciding,
            companyId: company.id,
          }),
        }
      : { told: {}, writes: [] };
  return {
    ...{ company, action: REOPEN, changes, before },
    writes: [
      // From the first part of its removal on there is no way back.
      db.assert("state", sql`not ${db.exists(purges, eq(purges.id, company.id))}`),
      ...remapping(
        ...([db, company, by, { status, ...held.told }] as const),
        { action: REOPEN, changes, reason },
        { closedAt: null },
      ),
      ...held.writes,
    ],
  };
}
