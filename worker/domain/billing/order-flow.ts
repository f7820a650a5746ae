import { eq } from "drizzle-orm";
import { orderRules } from "#app/shared/flows/orders.ts";
import { formatMinor } from "#app/shared/money.ts";
import { orders, upgradeRequests } from "#drizzle/control/index.ts";
import type { Row, Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { paidLetter } from "../../mail/billing-letters.ts";
import { mailing } from "../../mail/outbox.ts";
import { invalid } from "../../refusals.ts";
import { originBeside } from "../../tenancy/hosts.ts";
import { ownPassword, provePassword } from "../account/prove-password.ts";
import { money, optionalText, text, word } from "../entity/fields.ts";
import { platformFlow } from "../entity/flow.ts";
import { type OfPlatform, workOn } from "../entity/flow-work.ts";
import { platformSettingsIn, readingPlatformSettings } from "../platform/settings.ts";
import { begun, paidBack } from "./at-gateway.ts";
import { crediting } from "./crediting.ts";
import { paying, payingReads } from "./paying.ts";
import { givingBack } from "./placing.ts";

const work = workOn<typeof orders, OfPlatform>();
/** Acts on money ask who it is once more. */
const password = ownPassword;
const paymentRef = text("Reference of the payment", 80);

/** An order that is called off gives back its coupon, and its request has no order any more. */
export const calledOff = (db: PlatformDb, order: Row<typeof orders>): Statement[] => [
  ...givingBack(db, order),
  ...(order.upgradeRequestId
    ? [
        db.updating(upgradeRequests, eq(upgradeRequests.id, order.upgradeRequestId), {
          status: "cancelled",
        }),
      ]
    : []),
];

/** The orders of companies: staff mark them as paid, a company calls off what it has not paid. */
export const orderFlow = platformFlow({
  name: "order",
  label: "Order",
  noun: "order",
  table: orders,
  column: "status",
  rules: orderRules,
  title: ({ number }) => number,
  moves: {
    pay: work({
      fields: { paymentRef, password },
      stamp: "paid",
      reads: (db, id) => payingReads(db, id),
      async run({ db, session, before, values, read, at }) {
        await provePassword(session, values.password, "password");
        const by = { id: session.actor.userId, name: session.actor.name };
        const paid = paying(db, before, read, { by, at, paymentRef: values.paymentRef });
        const origin = originBeside(session.origin, read[0][0]?.host ?? "");
        return {
          set: { ...(paid.set as Partial<Row<typeof orders>>), gateway: "offline" },
          around: (update) => [...paid.before, update, ...paid.after],
          writes: [
            mailing(
              db,
              { to: before.requesterEmail, ...paidLetter(before, origin) },
              `order-paid:${before.id}:${before.version}`,
            ),
          ],
          changes: [
            { field: "status", from: before.status, to: "paid" },
            { field: "paymentRef", from: before.paymentRef, to: values.paymentRef },
          ],
        };
      },
      message: "Order paid",
      summary: "Mark an order as paid: it gets its invoice, and the company its plan",
      example: { payment_ref: "NEFT 5512", password: "…" },
    }),
    checkout: work({
      fields: { gateway: word("Gateway", ["stripe", "razorpay"], "Choose how to pay") },
      reads: (db) => [readingPlatformSettings(db)],
      async run({ session, before, values: { gateway }, read }) {
        const page = await begun(session, platformSettingsIn(read[0]), before, gateway);
        return {
          set: { gateway, gatewayOrderId: page.gatewayOrderId },
          changes: [{ field: "gateway", from: before.gateway, to: gateway }],
          data: { url: page.url },
        };
      },
      message: "Payment begun",
      summary:
        "Begin the payment of an order at a gateway; the payer goes on to the url. Admin only",
      example: { gateway: "stripe" },
    }),
    cancel: work({
      run: ({ db, before }) => ({ writes: calledOff(db, before) }),
      message: "Order cancelled",
      summary: "Cancel an order that is not paid; its coupon can be used again",
      example: { reason: "Ordered twice" },
    }),
    withdraw: work({
      run: ({ db, before }) => ({ writes: calledOff(db, before) }),
      message: "Order cancelled",
      summary: "Call off an order that is not paid. Admin only",
      example: {},
    }),
    refund: work({
      fields: {
        amountMinor: money("Amount"),
        paymentRef: optionalText(80, "Reference of the payment"),
        password,
      },
      reads: (db) => [readingPlatformSettings(db)],
      async run({ db, session, before, values, read, at }) {
        const { amountMinor } = values;
        const left = before.totalMinor - before.refundedMinor;
        if (amountMinor < 1) invalid({ amountMinor: ["Amount must be at least 0.01"] });
        if (amountMinor > left)
          invalid({ amountMinor: [`${before.currency} ${formatMinor(left)} can be refunded`] });
        await provePassword(session, values.password, "password");
        const refundRef = await paidBack(session, before, amountMinor);
        return crediting(db, before, platformSettingsIn(read[0]), {
          ...{ amountMinor, at, reason: values.reason ?? "" },
          paymentRef: refundRef ?? values.paymentRef,
        });
      },
      message: "Refund recorded",
      summary: "Record money that went back: the order gets a credit note",
      example: { amount: "100.00", password: "…", reason: "Paid twice" },
    }),
  },
});
