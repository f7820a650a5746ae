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

export const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

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
