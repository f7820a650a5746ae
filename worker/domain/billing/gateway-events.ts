import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { isUnpaid } from "#app/shared/flows/orders.ts";
import { formatMinor } from "#app/shared/money.ts";
import { gatewayWords, type outcomeWords } from "#app/shared/subscription-words.ts";
import { orders, paymentEvents, subscriptionLog } from "#drizzle/control/index.ts";
import type { Activity, Results, Row, Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import type { Visit } from "../../env.ts";
import { attentionLetter, failedLetter, paidLetter } from "../../mail/billing-letters.ts";
import { mailing } from "../../mail/outbox.ts";
import type { GatewayName, Told } from "../../payments/port.ts";
import { isRefusal, unavailable } from "../../refusals.ts";
import { originOf } from "../../tenancy/hosts.ts";
import { openForGateway } from "../../tenancy/shard-door.ts";
import { platformSettingsIn } from "../platform/settings.ts";
import { crediting } from "./crediting.ts";
import { paying, payingReads } from "./paying.ts";

type Order = Row<typeof orders>;
type Outcome = keyof typeof outcomeWords;
/** What an event does: its outcome, and what is written besides the event itself. */
type Effect = { outcome: Outcome; writes?: Statement[]; activity?: Activity[] };
type Given = {
  db: PlatformDb;
  name: GatewayName;
  told: Told;
  order: Order;
  read: Results<ReturnType<typeof payingReads>>;
  /** A payment of the order was told before, whatever came of it. */
  isPaymentKnown: boolean;
  at: number;
  env: Env;
};

const MOST_TRIES = 5;
const NOTHING: Effect = { outcome: "nothing" };

/** The order that an event is about: a payment names it, a refund its payment. */
const aboutOrder = ({ kind, orderId, gatewayOrderId, paymentRef }: Told): SQL | undefined => {
  const named = eq(orders.id, orderId ?? "");
  return kind === "paid" || kind === "failed"
    ? named
    : or(
        named,
        gatewayOrderId === null ? undefined : eq(orders.gatewayOrderId, gatewayOrderId),
        paymentRef === null ? undefined : eq(orders.paymentRef, paymentRef),
      );
};

const about = ({ id, number, companyId }: Order, action: string): Activity => ({
  ...{ action: `${action}.order`, kind: "order", id, label: number, companyId },
});

/** What a person has to look at: nothing of the order changes, and support is told. */
function forStaff({ db, name, told, order, read, env }: Given, outcome: Outcome): Effect {
  const { supportEmail } = platformSettingsIn(read[2]);
  const amount = `${told.currency} ${formatMinor(told.amountMinor)}`;
  const origin = originOf(env, env.APEX_HOSTS.split(",")[0]!.trim());
  const letter = attentionLetter(order, { gateway: gatewayWords[name], outcome, amount }, origin);
  return {
    outcome,
    writes: supportEmail
      ? [mailing(db, { to: supportEmail, ...letter }, `payment-event:${name}:${told.id}`)]
      : [],
    activity: [{ ...about(order, "flag"), reason: letter.subject }],
  };
}

/** The order's own row changed, unless somebody was faster. */
const changed = (db: PlatformDb, order: Order, values: Record<string, unknown>): Statement[] => [
  db.assertUnchanged(orders, order),
  db.updating(orders, eq(orders.id, order.id), values),
];

function paid(given: Given): Effect {
  const { db, name, told, order, read, at, env } = given;
  if (told.amountMinor !== order.totalMinor || told.currency !== order.currency)
    return forStaff(given, "other_amount");
  if (order.status === "cancelled") return forStaff(given, "after_cancelled");
  if (!isUnpaid(order.status))
    return order.paymentRef === told.paymentRef ? NOTHING : forStaff(given, "paid_twice");
  const by = { id: null, name: gatewayWords[name] };
  try {
    const { before, set, after } = paying(db, order, read, {
      ...{ by, at, paymentRef: told.paymentRef ?? told.id },
    });
    const values = { ...set, status: "paid", paidAt: at, gateway: name };
    const [assert, update] = changed(db, order, { ...values, gatewayOrderId: told.gatewayOrderId });
    const origin = originOf(env, read[0][0]?.host ?? "");
    const letter = { to: order.requesterEmail, ...paidLetter(order, origin) };
    return {
      outcome: "paid",
      writes: [
        ...[assert!, ...before, update!, ...after],
        mailing(db, letter, `order-paid:${order.id}:${order.version}`),
      ],
      activity: [
        {
          ...about(order, "pay"),
          changes: [
            { field: "status", from: order.status, to: "paid" },
            { field: "paymentRef", from: order.paymentRef, to: told.paymentRef },
          ],
        },
      ],
    };
  } catch (refusal) {
    if (isRefusal(refusal, 409)) return forStaff(given, "not_payable");
    throw refusal;
  }
}

/** A payment that failed on a page that the payer has left for another says nothing of the order. */
function failed({ db, name, told, order, read, at, env }: Given): Effect {
  if (order.status !== "pending" || order.gatewayOrderId !== told.gatewayOrderId) return NOTHING;
  const [[company], [live]] = read;
  const origin = originOf(env, company?.host ?? "");
  const letter = { to: order.requesterEmail, ...failedLetter(order, origin) };
  const state = live && { planName: live.planName, periodEnd: live.currentPeriodEnd };
  return {
    outcome: "failed",
    writes: [
      ...changed(db, order, { status: "failed" }),
      ...(live
        ? [
            db.inserting(subscriptionLog, {
              ...{ companyId: order.companyId, subscriptionId: live.id, event: "payment_failed" },
              ...{ before: state, after: state, orderId: order.id, at, reason: null },
              ...{ actorId: null, actorName: gatewayWords[name] },
            }),
          ]
        : []),
      mailing(db, letter, `order-failed:${order.id}:${order.version}`),
    ],
    activity: [
      {
        ...about(order, "fail"),
        changes: [{ field: "status", from: order.status, to: "failed" }],
      },
    ],
  };
}

/** Of a payment all that has gone back is told: what is not credited yet is credited, whichever refund is told first. */
function refunded(given: Given): Effect {
  const { db, name, told, order, read, isPaymentKnown, at } = given;
  // Its payment is told later: the gateway tells this again. One that staff were told of did not pay the order.
  if (isUnpaid(order.status) && !isPaymentKnown)
    return unavailable("The payment of this order is not known yet", 60);
  if (order.paymentRef !== told.paymentRef) return NOTHING;
  const amountMinor = told.amountMinor - order.refundedMinor;
  if (told.currency !== order.currency || told.amountMinor > order.totalMinor)
    return forStaff(given, "refund_too_much");
  if (amountMinor <= 0) return NOTHING;
  const { to, set, writes } = crediting(db, order, platformSettingsIn(read[2]), {
    ...{ amountMinor, at, paymentRef: told.paymentRef },
    reason: `Paid back at ${gatewayWords[name]}`,
  });
  return {
    outcome: "refunded",
    writes: [...changed(db, order, { ...set, status: to }), ...writes],
    activity: [
      { ...about(order, "refund"), changes: [{ field: "status", from: order.status, to }] },
    ],
  };
}

const effects = {
  paid,
  failed,
  refunded,
  refund_failed: (given: Given) => forStaff(given, "refund_failed"),
};

/** Applies an event unless it is known. @throws Response 409 where somebody was faster */
async function applied(
  { db, name, told, env }: Pick<Given, "db" | "name" | "told" | "env">,
  payloadHash: string,
): Promise<void> {
  const at = Date.now();
  const [[known], [order], [payment], ...read] = await db.read(
    db
      .select({ id: paymentEvents.id })
      .from(paymentEvents)
      .where(and(eq(paymentEvents.gateway, name), eq(paymentEvents.eventId, told.id)))
      .limit(1),
    db.select().from(orders).where(aboutOrder(told)).limit(1),
    db
      .select({ id: paymentEvents.id })
      .from(paymentEvents)
      .where(
        and(
          sql`${paymentEvents.orderId} = (select ${orders.id} from ${orders} where ${aboutOrder(told)} limit 1)`,
          eq(paymentEvents.kind, "paid"),
        ),
      )
      .limit(1),
    ...payingReads(db, told.orderId ?? ""),
  );
  if (known) return;
  const effect: Effect = order
    ? effects[told.kind]({
        ...{ db, name, told, order, read, at, env },
        isPaymentKnown: payment !== undefined,
      })
    : { outcome: "unknown_order" };
  const { outcome, writes = [], activity = [] } = effect;
  await db.commit({
    writes: [
      db.inserting(paymentEvents, {
        ...{ gateway: name, eventId: told.id, kind: told.kind, payloadHash, outcome, at },
        orderId: order?.id ?? null,
      }),
      ...writes,
    ],
    activity,
    answer: { status: 200, message: "", data: null },
  });
}

/**
 * Does what a gateway has told, once however often it tells it, in whatever order events come. Money is reckoned from the order, never
 * read from the event, which is only held against it.
 * @throws Response 503 when it cannot be done now; the gateway tells it again
 */
export async function applyTold(
  visit: Visit,
  name: GatewayName,
  told: Told,
  payloadHash: string,
): Promise<void> {
  const db = openForGateway(visit, gatewayWords[name]);
  for (let tries = 0; tries < MOST_TRIES; tries++)
    try {
      return await applied({ db, name, told, env: visit.env }, payloadHash);
    } catch (refusal) {
      if (!isRefusal(refusal, 409)) throw refusal;
    }
  return unavailable();
}
