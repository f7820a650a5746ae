import { z } from "zod";
import { sha256 } from "../auth/tokens.ts";
import { noAnswer, saidNo } from "./failing.ts";
import { type Gateway, type Told, type ToldKind, type Verified, WAITS_MS } from "./port.ts";

const NAME = "Razorpay";
const API = "https://api.razorpay.com";
const HOUR_MS = 60 * 60_000;
/** It tells an event for a day until it is taken, each time as it was first written and signed. */
const OLDEST_MS = 25 * HOUR_MS;
/** A page on which nobody pays for so long is closed. */
const OPEN_MS = 24 * HOUR_MS;

const page = z.object({ id: z.string(), short_url: z.string().optional(), status: z.string() });
const pages = z.object({ payment_links: z.array(page).default([]) });
const refund = z.object({ id: z.string(), status: z.string() });
const problem = z.object({ error: z.object({ description: z.string() }) });

/** Empty notes are written as a list. */
const notes = z.record(z.string(), z.unknown()).catch({});
const payment = z.object({
  id: z.string(),
  amount: z.number().int(),
  amount_refunded: z.number().int().nullish(),
  currency: z.string(),
  description: z.string().nullish(),
});
const entity = <S extends z.ZodType>(of: S) => z.object({ entity: of }).optional();
const event = z.object({
  event: z.string(),
  created_at: z.number(),
  payload: z.object({
    payment_link: entity(
      z.object({ id: z.string(), amount: z.number().int(), currency: z.string(), notes }),
    ),
    payment: entity(payment),
  }),
});
type Event = z.output<typeof event>;

const kinds: Readonly<Record<string, ToldKind>> = {
  "payment_link.paid": "paid",
  "payment_link.expired": "failed",
  "payment_link.cancelled": "failed",
  "refund.processed": "refunded",
  "refund.failed": "refund_failed",
};

/** A payment names the page where it was made by the end of the page's id. */
const pageOf = (description: string | null | undefined) =>
  /^#\w+$/.test(description ?? "") ? `plink_${description!.slice(1)}` : null;

/** What of its events we act on; null for the others. @param id of the event, as its signed text says it */
function toldBy({ event: name, payload }: Event, id: string): Told | null {
  const kind = kinds[name];
  const paid = payload.payment?.entity;
  const opened = payload.payment_link?.entity;
  if (kind === "paid" || kind === "failed") {
    if (!opened || (kind === "paid" && !paid)) return null;
    const { order } = opened.notes;
    return {
      ...{ id, kind, orderId: typeof order === "string" ? order : null },
      ...{ gatewayOrderId: opened.id, paymentRef: paid?.id ?? null },
      ...{
        amountMinor: paid?.amount ?? opened.amount,
        currency: paid?.currency ?? opened.currency,
      },
    };
  }
  if (!kind || !paid) return null;
  return {
    ...{ id, kind, orderId: null, gatewayOrderId: pageOf(paid.description) },
    ...{ paymentRef: paid.id, amountMinor: paid.amount_refunded ?? 0, currency: paid.currency },
  };
}

const bytesOf = (hex: string) =>
  new Uint8Array((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));

/** Whether a text was signed with a secret, compared in the same time whatever is wrong. */
async function isSigned(text: string, signature: string, secret: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey(
    ...(["raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false] as const),
    ["verify"],
  );
  return crypto.subtle.verify("HMAC", key, bytesOf(signature), encoder.encode(text));
}

/** Razorpay, by its REST interface; null without its keys. */
export function razorpay({
  RAZORPAY_KEY_ID: keyId,
  RAZORPAY_KEY_SECRET: keySecret,
  RAZORPAY_WEBHOOK_SECRET: secret,
  RAZORPAY_API: base = API,
}: Env): Gateway | null {
  if (!keyId || !keySecret || !secret) return null;

  /** @throws Response 502 when it does not answer */
  async function ask(path: string, body?: object, headers: Record<string, string> = {}) {
    try {
      const answer = await fetch(new URL(path, base), {
        method: body ? "POST" : "GET",
        headers: {
          Authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}`,
          ...(body ? { "Content-Type": "application/json" } : {}),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(WAITS_MS),
      });
      const json: unknown = await answer.json();
      const isUnknown = answer.status >= 500 || answer.status === 409 || answer.status === 429;
      return isUnknown ? noAnswer(NAME, json) : { isDone: answer.ok, json };
    } catch (error) {
      return error instanceof Response ? Promise.reject(error) : noAnswer(NAME, error);
    }
  }
  type Heard = Awaited<ReturnType<typeof ask>>;
  const whyNot = ({ json }: Heard) =>
    problem.safeParse(json).data?.error.description ?? "no reason given";
  function read<S extends z.ZodType>(heard: Heard, schema: S): z.output<S> {
    if (!heard.isDone) return saidNo(NAME, whyNot(heard));
    const { data } = schema.safeParse(heard.json);
    return data ?? noAnswer(NAME, heard.json);
  }

  /** The page of an earlier beginning, while it takes a payment. */
  async function stillOpen(id: string) {
    const heard = await ask(`/v1/payment_links/${encodeURIComponent(id)}`);
    const before = heard.isDone ? read(heard, page) : null;
    return before?.status === "created" ? before : null;
  }

  const isThere = (heard: Heard) => !heard.isDone && /reference_id/.test(whyNot(heard));
  /** The page that was made by a request whose answer was lost. */
  async function madeFor(key: string) {
    const [made] = read(
      await ask(`/v1/payment_links?reference_id=${encodeURIComponent(key)}`),
      pages,
    ).payment_links;
    return made ?? saidNo(NAME, "it has no page for this payment");
  }

  return {
    name: "razorpay",

    async begin({ earlier, ...order }) {
      const before = earlier ? await stillOpen(earlier) : null;
      if (before?.short_url) return { url: before.short_url, gatewayOrderId: before.id };
      const heard = await ask("/v1/payment_links", {
        ...{ amount: order.totalMinor, currency: order.currency, accept_partial: false },
        ...{ reference_id: order.key, description: order.title, notes: { order: order.id } },
        customer: { email: order.email },
        ...{ notify: { sms: false, email: false }, reminder_enable: false },
        ...{ callback_url: order.paidUrl, callback_method: "get" },
        expire_by: Math.floor((Date.now() + OPEN_MS) / 1000),
      });
      const made = isThere(heard) ? await madeFor(order.key) : read(heard, page);
      return made.short_url
        ? { url: made.short_url, gatewayOrderId: made.id }
        : saidNo(NAME, "it has no page for this payment");
    },

    async verify(body, headers): Promise<Verified> {
      const signature = headers.get("X-Razorpay-Signature") ?? "";
      if (!(await isSigned(body, signature, secret))) return { refused: "The signature is wrong" };
      let json: unknown;
      try {
        json = JSON.parse(body);
      } catch {
        return { refused: "The body is no event" };
      }
      const { data } = event.safeParse(json);
      if (!data) return { told: null };
      if (data.created_at * 1000 < Date.now() - OLDEST_MS)
        return { refused: "The event is too old" };
      // The header with its id is not signed; the text is.
      return { told: toldBy(data, await sha256(body)) };
    },

    async refund(paymentRef, amountMinor, key) {
      const heard = await ask(
        `/v1/payments/${encodeURIComponent(paymentRef)}/refund`,
        { amount: amountMinor },
        { "X-Refund-Idempotency": key },
      );
      const { id, status } = read(heard, refund);
      return status === "failed" ? saidNo(NAME, "the refund failed") : { refundRef: id };
    },
  };
}
