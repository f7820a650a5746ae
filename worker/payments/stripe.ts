import type { Stripe } from "stripe";
import { noAnswer, saidNo } from "./failing.ts";
import { type Gateway, type Told, type Verified, WAITS_MS } from "./port.ts";

/** Seconds for which a signature holds. */
const HOLDS_SECONDS = 300;
const NAME = "Stripe";
const API = "https://api.stripe.com";

/** The library is loaded where a payment needs it: no other request pays for it. */
const library = async () => (await import("stripe")).Stripe;

async function clientOf(key: string, base: string): Promise<Stripe> {
  const Library = await library();
  const { protocol, hostname, port } = new URL(base);
  return new Library(key, {
    httpClient: Library.createFetchHttpClient(),
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    ...(port ? { port } : {}),
    timeout: WAITS_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** What went wrong, in words. @throws Response 502 */
function failed(error: unknown): never {
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  const isUnknown = !statusCode || statusCode >= 500 || statusCode === 409 || statusCode === 429;
  return isUnknown ? noAnswer(NAME, error) : saidNo(NAME, message ?? "no reason given");
}

/** The page of an earlier beginning, while it takes a payment. */
async function openedBefore(client: Stripe, id: string) {
  try {
    const page = await client.checkout.sessions.retrieve(id);
    return page.status === "open" ? page : null;
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 404) return null;
    throw error;
  }
}

const idOf = (named: string | { id: string } | null | undefined): string | null =>
  typeof named === "string" ? named : (named?.id ?? null);

/** What of its events we act on; null for the others. */
function toldBy(event: Stripe.Event): Told | null {
  const ofPage = (kind: "paid" | "failed", page: Stripe.Checkout.Session): Told => ({
    ...{ id: event.id, kind, orderId: page.client_reference_id, gatewayOrderId: page.id },
    ...{ paymentRef: idOf(page.payment_intent), amountMinor: page.amount_total ?? 0 },
    currency: (page.currency ?? "").toUpperCase(),
  });
  switch (event.type) {
    case "checkout.session.completed":
      // A payment by bank debit is only begun then.
      return event.data.object.payment_status === "paid" ? ofPage("paid", event.data.object) : null;
    case "checkout.session.async_payment_succeeded":
      return ofPage("paid", event.data.object);
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return ofPage("failed", event.data.object);
    case "charge.refunded": {
      const { metadata, payment_intent, amount_refunded, currency } = event.data.object;
      return {
        ...{ id: event.id, kind: "refunded", gatewayOrderId: null },
        ...{ orderId: metadata.order ?? null, paymentRef: idOf(payment_intent) },
        ...{ amountMinor: amount_refunded, currency: currency.toUpperCase() },
      };
    }
    case "refund.failed": {
      const { payment_intent, amount, currency } = event.data.object;
      return {
        ...{ id: event.id, kind: "refund_failed", orderId: null, gatewayOrderId: null },
        ...{ paymentRef: idOf(payment_intent), amountMinor: amount },
        currency: currency.toUpperCase(),
      };
    }
    default:
      return null;
  }
}

/** Stripe, by its own library; null without its keys. */
export function stripe({
  STRIPE_SECRET_KEY: key,
  STRIPE_WEBHOOK_SECRET: secret,
  STRIPE_API: base = API,
}: Env): Gateway | null {
  if (!key || !secret) return null;
  return {
    name: "stripe",

    async begin({ earlier, ...order }) {
      const client = await clientOf(key, base);
      try {
        const before = earlier ? await openedBefore(client, earlier) : null;
        if (before?.url) return { url: before.url, gatewayOrderId: before.id };
        const metadata = { order: order.id };
        const page = await client.checkout.sessions.create(
          {
            mode: "payment",
            client_reference_id: order.id,
            customer_email: order.email,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: order.currency.toLowerCase(),
                  unit_amount: order.totalMinor,
                  product_data: { name: order.title },
                },
              },
            ],
            metadata,
            payment_intent_data: { metadata },
            success_url: order.paidUrl,
            cancel_url: order.backUrl,
          },
          { idempotencyKey: order.key },
        );
        return page.url
          ? { url: page.url, gatewayOrderId: page.id }
          : saidNo(NAME, "it has no page for this payment");
      } catch (error) {
        return error instanceof Response ? Promise.reject(error) : failed(error);
      }
    },

    async verify(body, headers): Promise<Verified> {
      const Library = await library();
      try {
        const event = await Library.webhooks.constructEventAsync(
          ...([body, headers.get("Stripe-Signature") ?? "", secret, HOLDS_SECONDS] as const),
          Library.createSubtleCryptoProvider(),
        );
        return { told: toldBy(event) };
      } catch {
        return { refused: "The signature is wrong or too old" };
      }
    },

    async refund(paymentRef, amountMinor, idempotencyKey) {
      const client = await clientOf(key, base);
      try {
        const { id, status, failure_reason } = await client.refunds.create(
          { payment_intent: paymentRef, amount: amountMinor },
          { idempotencyKey },
        );
        return status === "failed" || status === "canceled"
          ? saidNo(NAME, failure_reason ?? "the refund failed")
          : { refundRef: id };
      } catch (error) {
        return error instanceof Response ? Promise.reject(error) : failed(error);
      }
    },
  };
}
