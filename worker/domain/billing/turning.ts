import { and, asc, eq, gt, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import { lastDayOfGrace } from "#app/shared/company-standing.ts";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { idFrom } from "#drizzle/columns.ts";
import { liveSubscription, orders, subscriptions } from "#drizzle/control/index.ts";
import type { Row } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { isRefusal } from "../../refusals.ts";
import { type MappedCompany, mappedQuery } from "../platform/mapped.ts";
import { type Change, changing } from "./changing.ts";
import { calledOff } from "./order-flow.ts";

/** Days of grace are at least so many. */
const LEAST_GRACE = 7;
/** An order that is not paid for so many days is called off. */
const WAITING_DAYS = 30;
const DAY_MS = 86_400_000;
const NOBODY = { id: null, name: "Plumbline" };
/** So many at once: each is a batch of its own. */
const AT_ONCE = 25;

type Subscription = Row<typeof subscriptions>;
type Turn = Change & { reason: string };

/** The day on which it is latest already, anywhere. */
export const farthestDay = (at: number) =>
  new Date(at + DAY_MS / 2 + DAY_MS / 12).toISOString().slice(0, 10);

/** In the order of their ids, so that those whose day has not come yet where they are do not stand before others. */
export const subscriptionsWhere = (db: PlatformDb, after: string, where: SQL | undefined) =>
  db
    .select()
    .from(subscriptions)
    .where(and(gt(subscriptions.id, after), where))
    .orderBy(asc(subscriptions.id))
    .limit(AT_ONCE);

/** After which key there may be more; null at the end. */
export const nextAfter = (rows: readonly { id: string }[]): string | null =>
  rows.length === AT_ONCE ? rows.at(-1)!.id : null;

/** Somebody was faster: the next night finds what is still to do. */
const unlessChanged = (refusal: unknown) => {
  if (!isRefusal(refusal, 409)) throw refusal;
};

async function turn(
  db: PlatformDb,
  row: Subscription,
  at: number,
  turnOf: (company: MappedCompany) => Turn | null,
): Promise<void> {
  const [[company]] = await db.read(mappedQuery(db, row.companyId));
  const turned = company ? turnOf(company) : null;
  if (!company || !turned) return;
  const { action, reason } = turned;
  const writes = changing(db, { company, live: row, by: NOBODY, at }, turned);
  const activity = { action, kind: "company", id: company.id, label: company.name, reason };
  await db
    .commit({ writes, activity, answer: { status: 200, message: "", data: null } })
    .catch(unlessChanged);
}

/** Smaller plans whose day has come take over. @returns the key to go on after, or null */
export async function takeOver(db: PlatformDb, at: number, after = ""): Promise<string | null> {
  const waiting = and(
    sql`${subscriptions.nextPlanVersionId} is not null`,
    lte(subscriptions.nextFrom, farthestDay(at)),
    liveSubscription,
  );
  const [rows] = await db.read(subscriptionsWhere(db, after, waiting));
  for (const row of rows)
    await turn(db, row, at, ({ timeZone }) =>
      row.nextFrom === null || row.nextFrom > dayIn(timeZone, at)
        ? null
        : {
            ...{ event: "downgraded", action: "change_plan.company" },
            set: {
              ...{ planVersionId: row.nextPlanVersionId, limits: row.nextLimits ?? row.limits },
              ...{ nextPlanVersionId: null, nextFrom: null, nextLimits: null },
            },
            told: { limits: row.nextLimits ?? row.limits },
            before: { limits: row.limits },
            after: { limits: row.nextLimits ?? row.limits, periodEnd: row.currentPeriodEnd },
            reason: "The smaller plan that was paid for begins",
          },
    );
  return nextAfter(rows);
}

/** Subscriptions whose grace is over are marked so; the company was suspended by its dates already, and stays so. @returns the key to go on after, or null */
export async function expire(db: PlatformDb, at: number, after = ""): Promise<string | null> {
  const ended = addDays(farthestDay(at), -LEAST_GRACE);
  const [rows] = await db.read(
    subscriptionsWhere(
      db,
      after,
      and(
        lt(subscriptions.currentPeriodEnd, ended),
        ne(subscriptions.status, "expired"),
        liveSubscription,
      ),
    ),
  );
  for (const row of rows)
    await turn(db, row, at, (company) => {
      const last = lastDayOfGrace({ ...row, periodEnd: row.currentPeriodEnd });
      if (last === null || dayIn(company.timeZone, at) <= last) return null;
      return {
        ...{ event: "expired", action: "expire.subscription" },
        set: { status: "expired" },
        told: company.status === "closed" ? {} : { status: "suspended" },
        before: { status: row.status, periodEnd: row.currentPeriodEnd },
        after: { status: "expired", periodEnd: row.currentPeriodEnd },
        reason: "Its days of grace are over",
      };
    });
  return nextAfter(rows);
}

/**
 * Orders that nobody has paid are called off, and give back their coupons, also where a payment has failed or a gateway's page has run out.
 * @returns the key to go on after, or null
 */
export async function callOff(db: PlatformDb, at: number, after = ""): Promise<string | null> {
  const old = sql`${orders.id} in (select "id" from ${orders} indexed by "orders_by_status"
    where "status" in ('pending', 'failed') and "id" > ${after} and "id" < ${idFrom(at - WAITING_DAYS * DAY_MS)}
    order by "id" limit ${sql.raw(String(AT_ONCE))})`;
  const [rows] = await db.read(
    db.select().from(orders).where(old).orderBy(asc(orders.id)).limit(AT_ONCE),
  );
  for (const order of rows)
    await db
      .commit({
        writes: [
          db.assertUnchanged(orders, { id: order.id, version: order.version }),
          db.updating(orders, eq(orders.id, order.id), { status: "cancelled" }),
          ...calledOff(db, order),
        ],
        activity: {
          ...{ action: "cancel.order", kind: "order", id: order.id, label: order.number },
          reason: "Not paid for 30 days",
        },
        answer: { status: 200, message: "", data: null },
      })
      .catch(unlessChanged);
  return nextAfter(rows);
}
