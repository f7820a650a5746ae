import type { Gateways } from "./port.ts";
import { razorpay } from "./razorpay.ts";
import { stripe } from "./stripe.ts";

/** The gateways of a configuration. */
export const gatewaysOf =
  (env: Env): Gateways =>
  (name) =>
    name === "stripe" ? stripe(env) : razorpay(env);

/** Where the pages are on which people pay, for the policy of the page whose form leads to them. */
export const payingOrigins = (env: Env): string[] => [
  ...(stripe(env) ? ["https://checkout.stripe.com"] : []),
  ...(razorpay(env) ? ["https://rzp.io", "https://*.razorpay.com"] : []),
  ...[env.STRIPE_API, env.RAZORPAY_API].flatMap((base) => (base ? new URL(base).origin : [])),
];
