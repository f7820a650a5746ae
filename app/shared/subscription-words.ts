import { dateText } from "./dates.ts";

/** What happens to subscriptions, in words. */
export const eventWords = {
  created: "Subscribed",
  renewed: "Renewed",
  upgraded: "Upgraded",
  downgraded: "Downgraded",
  payment_failed: "Payment failed",
  cancelled: "Cancelled",
  expired: "Expired",
  extended: "Extended",
  limit_changed: "Limits changed",
  suspended: "Suspended",
  reactivated: "Reactivated",
} as const;
export type SubscriptionEvent = keyof typeof eventWords;

/** How a subscription stands, in words. */
export const subscriptionStatusWords = {
  trialing: "Trial",
  active: "Active",
  past_due: "Past due",
  cancelled: "Cancelled",
  expired: "Expired",
} as const;

export const billingWords = { monthly: "Monthly", yearly: "Yearly" } as const;
export const gatewayWords = { offline: "Offline", razorpay: "Razorpay", stripe: "Stripe" } as const;

/** What the buttons say that lead to a gateway. */
export const payingWords = { razorpay: "Pay by Razorpay", stripe: "Pay by card" } as const;

/** What gateways tell. */
export const toldWords: Readonly<Record<string, string>> = {
  paid: "Payment",
  failed: "Payment failed",
  refunded: "Refund",
  refund_failed: "Refund failed",
};
/** What came of it. */
export const outcomeWords = {
  paid: "Order paid",
  failed: "To be paid again",
  refunded: "Credit note written",
  nothing: "Changed nothing",
  unknown_order: "Of no order of ours",
  other_amount: "Another amount than the order has",
  paid_twice: "Paid once more",
  after_cancelled: "Paid after the order was cancelled",
  not_payable: "Paid, but the order could not be marked so",
  refund_too_much: "More went back than was paid",
  refund_unpaid: "Money went back, but the order is not paid",
  refund_failed: "A refund did not arrive",
} as const;

/** How a subscription was before or after an event: "Laboratory, until 31 Jan 2027"; empty where nothing is known. */
export function stateText(state: Record<string, unknown> | null, format?: string): string {
  const { planName, periodEnd } = state ?? {};
  return [
    typeof planName === "string" ? planName : null,
    typeof periodEnd === "string" ? `until ${dateText(periodEnd, format)}` : null,
  ]
    .filter((part) => part !== null)
    .join(", ");
}
