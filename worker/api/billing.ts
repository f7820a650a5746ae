import { formatMinor } from "#app/shared/money.ts";
import { orders, subscriptionLog, upgradeRequests } from "#drizzle/control/index.ts";
import { orderFlow } from "../domain/billing/order-flow.ts";
import {
  orderInput,
  placeOrder,
  quoteFor,
  quoteInput,
  requestUpgrade,
  upgradeInput,
} from "../domain/billing/ordering.ts";
import {
  findOrder,
  listOrders,
  listSubscriptionLog,
  listUpgradeRequests,
} from "../domain/billing/staff-orders.ts";
import { subscriptionPage } from "../domain/billing/subscription.ts";
import { upgradeFlow } from "../domain/billing/upgrade-flow.ts";
import { data, doneTo, page } from "./answers.ts";
import { type Call, companyCalls, platformCalls } from "./call.ts";
import { offers } from "./flows.ts";
import { platformMoveCalls } from "./platform-flows.ts";
import {
  amount,
  columnsShape,
  id,
  list,
  listQuery,
  object,
  oneOf,
  orNull,
  rowShape,
  sampleId,
  text,
  whole,
} from "./shapes.ts";

const planAsked = {
  plan_id: sampleId,
  billing: "yearly",
  legal_name: "Hill Hospital Private Limited",
  address: "4 Hill Road, Bengaluru 560001",
  region: "Karnataka",
};

const ofOrders = platformCalls({ tag: orderFlow.label, needs: "manage-transaction", of: orders });
const ofRequests = platformCalls({
  tag: upgradeFlow.label,
  needs: "manage-company",
  of: upgradeRequests,
});
const ofCompany = companyCalls({ tag: "Subscription" });

const staffCalls = [
  ofOrders({
    get: "/orders",
    says: "List: Order",
    query: listQuery(["newest"], {
      status: oneOf(...orders.status.enumValues),
      gateway: oneOf(...orders.gateway.enumValues),
      company: id,
    }),
    answer: page(
      columnsShape(
        orders,
        "id number companyId billing currency totalMinor refundedMinor gateway paidAt invoiceNo requesterName version status createdAt",
        { plan_name: text, company_name: text, moves: offers },
      ),
    ),
    run: ({ session, query }) => listOrders(session, query),
  }),
  ofOrders({
    get: "/orders/:id",
    says: "Read: Order, with its refunds",
    answer: data(rowShape(orders, { moves: offers, company_name: text })),
    run: async ({ session, id }) => {
      const { order, company, moves } = await findOrder(session, id);
      return { ...order, moves, companyName: company.name };
    },
  }),
  ofRequests({
    get: "/upgrade-requests",
    says: "List: Upgrade request",
    query: listQuery(["newest"], {
      status: oneOf(...upgradeRequests.status.enumValues),
      company: id,
    }),
    answer: page(
      rowShape(upgradeRequests, {
        ...{ company_name: text, from_plan: orNull(text), to_plan: text },
        moves: offers,
      }),
    ),
    run: ({ session, query }) => listUpgradeRequests(session, query),
  }),
  ofOrders({
    get: "/subscription-log",
    says: "List: what has happened to subscriptions",
    query: listQuery(["newest"], {
      event: oneOf(...subscriptionLog.event.enumValues),
      company: id,
    }),
    answer: page(
      columnsShape(subscriptionLog, "id companyId event before after orderId actorName reason at", {
        order_number: orNull(text),
        company_name: text,
      }),
    ),
    run: ({ session, query }) => listSubscriptionLog(session, query),
  }),
];

const customerCalls = [
  ofCompany({
    get: "/subscription",
    isAdminOnly: true,
    staysOpen: true,
    says: "The company's plan, what it uses of it, the plans on offer, its orders and its open request",
    answer: data(object({}, {})),
    run: ({ session }) => subscriptionPage(session),
  }),
  ofCompany({
    post: "/subscription/quote",
    isAdminOnly: true,
    staysOpen: true,
    says: "What a plan costs the company, with its coupon and taxes",
    input: quoteInput,
    example: { plan_id: sampleId, billing: "yearly" },
    answer: data(
      object({
        ...{ subtotal: amount, discount: amount, taxable: amount, tax: amount, total: amount },
        ...{ currency: text, coupon: orNull(text) },
        tax_lines: list(object({ label: text, rate_bp: whole, amount })),
      }),
    ),
    run: async ({ session, body }) => {
      const { taxLines, ...quote } = await quoteFor(session, body);
      const onWire = taxLines.map(({ label, rateBp, amountMinor }) => ({
        ...{ label, rate_bp: rateBp, amount: formatMinor(amountMinor) },
      }));
      return { ...quote, taxLines: onWire };
    },
  }),
  ofCompany({
    post: "/orders",
    isAdminOnly: true,
    staysOpen: true,
    says: "Order a plan at its own price, to be paid",
    input: orderInput,
    example: planAsked,
    status: 201,
    answer: doneTo,
    run: ({ session, body }) => placeOrder(session, body),
  }),
  ofCompany({
    post: "/upgrade-requests",
    isAdminOnly: true,
    staysOpen: true,
    says: "Ask for another plan, or for more than it holds",
    input: upgradeInput,
    example: { ...planAsked, extra_assets: 100, extra_users: 5 },
    status: 201,
    answer: doneTo,
    run: ({ session, body }) => requestUpgrade(session, body),
  }),
];

/** Plans as companies buy them, and their orders. */
export const billingCalls: Call[] = [
  ...staffCalls,
  ...customerCalls,
  ...platformMoveCalls("/orders", orderFlow),
  ...platformMoveCalls("/upgrade-requests", upgradeFlow),
];
