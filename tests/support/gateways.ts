import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Stripe } from "stripe";

/** The keys of the tests: no gateway knows them. */
export const KEYS = {
  STRIPE_SECRET_KEY: "sk_test_twin",
  STRIPE_WEBHOOK_SECRET: "whsec_twin",
  RAZORPAY_KEY_ID: "rzp_test_twin",
  RAZORPAY_KEY_SECRET: "twin-secret",
  RAZORPAY_WEBHOOK_SECRET: "twin-webhook-secret",
};

type Json = Record<string, unknown>;
type Page = {
  gateway: "stripe" | "razorpay";
  id: string;
  orderId: string;
  amount: number;
  currency: string;
  paidUrl: string;
  status: string;
  paymentRef: string;
};
type Asked = { method: string; path: string; body: Json; key: string | null };
type Answer = { status: number; json: Json };
export type Event = { path: string; body: string; headers: Record<string, string> };

let made = 0;
const fresh = (prefix: string) => `${prefix}${(++made).toString().padStart(14, "0")}`;
const nowSeconds = () => Math.floor(Date.now() / 1000);

/** An event of Stripe, signed as Stripe signs. @param at when it was signed, in epoch seconds */
export function stripeEvent(
  type: string,
  object: Json,
  { id = fresh("evt_"), at = nowSeconds(), secret = KEYS.STRIPE_WEBHOOK_SECRET } = {},
): Event {
  const body = JSON.stringify({
    ...{ id, object: "event", api_version: Stripe.API_VERSION, created: at, type },
    ...{ livemode: false, pending_webhooks: 1, data: { object } },
  });
  const header = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: at });
  return { path: "/webhooks/stripe", body, headers: { "stripe-signature": header } };
}

/** An event of Razorpay, signed as Razorpay signs. @param at when it happened, in epoch seconds */
export function razorpayEvent(
  event: string,
  entities: Record<string, Json>,
  { at = nowSeconds(), secret = KEYS.RAZORPAY_WEBHOOK_SECRET } = {},
): Event {
  const payload = Object.fromEntries(
    Object.entries(entities).map(([name, entity]) => [name, { entity }]),
  );
  const body = JSON.stringify({
    ...{ entity: "event", account_id: "acc_Twin", event, contains: Object.keys(entities) },
    ...{ payload, created_at: at },
  });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return {
    path: "/webhooks/razorpay",
    body,
    headers: { "x-razorpay-signature": signature, "x-razorpay-event-id": fresh("evt_") },
  };
}

type Told = Pick<Page, "id" | "orderId" | "amount" | "currency" | "paymentRef">;
const sessionOf = (page: Told, more: Json = {}): Json => ({
  ...{ id: page.id, object: "checkout.session", mode: "payment", status: "complete" },
  ...{ client_reference_id: page.orderId, metadata: { order: page.orderId } },
  ...{ amount_total: page.amount, currency: page.currency.toLowerCase() },
  ...{ payment_status: "paid", payment_intent: page.paymentRef, ...more },
});
const linkOf = (page: Told, more: Json = {}): Json => ({
  ...{ id: page.id, amount: page.amount, currency: page.currency, status: "paid" },
  ...{ notes: { order: page.orderId }, order_id: fresh("order_"), ...more },
});
const paymentOf = (page: Told, more: Json = {}): Json => ({
  ...{ id: page.paymentRef, entity: "payment", amount: page.amount, currency: page.currency },
  ...{ status: "captured", amount_refunded: 0, notes: [] },
  ...{ description: `#${page.id.replace("plink_", "")}`, ...more },
});

/** What each gateway tells of a page. */
export const tells = {
  stripe: {
    paid: (page: Told, more: Json = {}) =>
      stripeEvent("checkout.session.completed", sessionOf(page, more)),
    failed: (page: Told) =>
      stripeEvent(
        "checkout.session.expired",
        sessionOf(page, { status: "expired", payment_status: "unpaid", payment_intent: null }),
      ),
    refunded: (page: Told, amountInAll: number) =>
      stripeEvent("charge.refunded", {
        ...{ id: fresh("ch_"), object: "charge", payment_intent: page.paymentRef },
        ...{ amount: page.amount, amount_refunded: amountInAll },
        ...{ currency: page.currency.toLowerCase(), metadata: { order: page.orderId } },
      }),
  },
  razorpay: {
    paid: (page: Told, more: Json = {}) =>
      razorpayEvent("payment_link.paid", {
        payment_link: linkOf(page, more),
        payment: paymentOf(page, more),
      }),
    failed: (page: Told) =>
      razorpayEvent("payment_link.expired", { payment_link: linkOf(page, { status: "expired" }) }),
    refunded: (page: Told, amountInAll: number) =>
      razorpayEvent("refund.processed", {
        refund: { id: fresh("rfnd_"), entity: "refund", payment_id: page.paymentRef },
        payment: paymentOf(page, { amount_refunded: amountInAll }),
      }),
  },
};

/** Fields as Stripe's library sends them, `a[b][0]=c`, by their whole names. */
const formBody = (text: string): Json => Object.fromEntries(new URLSearchParams(text));
const htmlOf = ({
  id,
  amount,
  currency,
}: Page) => `<!doctype html><html lang="en"><title>Pay</title>
<h1>Pay ${currency} ${(amount / 100).toFixed(2)}</h1>
<form method="post" action="/pay/${id}"><button name="how" value="paid">Pay</button><button name="how" value="failed">Give up</button></form>`;

export type StandIn = Awaited<ReturnType<typeof standIn>>;

/** A server that answers as the gateways' own documentation says, and has a page where a payer pays. */
export async function standIn() {
  const pages = new Map<string, Page>();
  const refunds = new Map<string, Answer & { asked: string }>();
  const begun = new Map<string, Answer & { asked: string }>();
  const asked: Asked[] = [];
  /** "down": it hangs up; "lost": it does what it is asked, and its answer is lost. */
  let how: "well" | "down" | "lost" = "well";
  let deliver: (event: Event) => Promise<unknown> = async () => undefined;
  let base = "";

  const stripeSession = (page: Page): Json => ({
    ...sessionOf(page, { payment_intent: null, payment_status: "unpaid" }),
    ...{ status: page.status, url: page.status === "open" ? `${base}/pay/${page.id}` : null },
  });
  const link = (page: Page): Json => ({
    ...linkOf(page, { status: page.status }),
    short_url: `${base}/pay/${page.id}`,
  });
  const keptBy = (
    kept: Map<string, Answer & { asked: string }>,
    key: string | null,
    body: Json,
    make: () => Json,
  ): Answer => {
    const before = kept.get(key ?? "");
    const text = JSON.stringify(body);
    if (before && before.asked !== text)
      return { status: 400, json: { error: { type: "idempotency_error", message: "Other data" } } };
    const answer = before ?? { status: 200, json: make(), asked: text };
    if (key) kept.set(key, answer);
    return answer;
  };
  const refused = (description: string): Answer => ({
    status: 400,
    json: { error: { code: "BAD_REQUEST_ERROR", description } },
  });

  function answerTo({ method, path, body, key }: Asked): Answer {
    const { pathname, searchParams } = new URL(path, base);
    const id = pathname.split("/").at(-1)!;
    const page = pages.get(id);
    if (method === "POST" && pathname === "/v1/checkout/sessions")
      return keptBy(begun, key, body, () => {
        const one: Page = {
          ...{
            gateway: "stripe",
            id: fresh("cs_test_"),
            orderId: String(body.client_reference_id),
          },
          amount: Number(body["line_items[0][price_data][unit_amount]"]),
          currency: String(body["line_items[0][price_data][currency]"]).toUpperCase(),
          ...{ paidUrl: String(body.success_url), status: "open", paymentRef: fresh("pi_") },
        };
        pages.set(one.id, one);
        return stripeSession(one);
      });
    if (pathname.startsWith("/v1/checkout/sessions/"))
      return page
        ? { status: 200, json: stripeSession(page) }
        : { status: 404, json: { error: { type: "invalid_request_error", message: "None" } } };
    if (pathname === "/v1/refunds")
      return keptBy(refunds, key, body, () => ({
        ...{ id: fresh("re_"), object: "refund", amount: Number(body.amount) },
        ...{ payment_intent: body.payment_intent, status: "succeeded" },
      }));
    if (pathname === "/v1/payment_links" && method === "GET") {
      const reference = searchParams.get("reference_id") ?? "";
      const found = begun.get(reference);
      return { status: 200, json: { payment_links: found ? [found.json] : [] } };
    }
    if (pathname === "/v1/payment_links") {
      const reference = String(body.reference_id);
      if (begun.has(reference))
        return refused(`payment link with given reference_id (${reference}) already exists`);
      const one: Page = {
        ...{ gateway: "razorpay", id: fresh("plink_"), amount: Number(body.amount) },
        ...{ orderId: String((body.notes as Json).order), currency: String(body.currency) },
        ...{ paidUrl: String(body.callback_url), status: "created", paymentRef: fresh("pay_") },
      };
      pages.set(one.id, one);
      const answer = { status: 200, json: link(one), asked: "" };
      begun.set(reference, answer);
      return answer;
    }
    if (pathname.startsWith("/v1/payment_links/"))
      return page ? { status: 200, json: link(page) } : refused("The id provided does not exist");
    if (/^\/v1\/payments\/\w+\/refund$/.test(pathname))
      return keptBy(refunds, key, { ...body, pathname }, () => ({
        ...{ id: fresh("rfnd_"), entity: "refund", amount: body.amount, status: "processed" },
      }));
    return { status: 404, json: { error: { description: "Nothing here" } } };
  }

  const basic = `Basic ${btoa(`${KEYS.RAZORPAY_KEY_ID}:${KEYS.RAZORPAY_KEY_SECRET}`)}`;
  const isKnown = (given: string | undefined) =>
    given === `Bearer ${KEYS.STRIPE_SECRET_KEY}` || given === basic;

  async function pay(response: ServerResponse, page: Page, body: Json) {
    const kind = body.how === "paid" ? "paid" : "failed";
    if (kind === "paid") page.status = page.gateway === "stripe" ? "complete" : "paid";
    else page.status = "expired";
    await deliver(tells[page.gateway][kind](page));
    const backUrl = page.paidUrl.split("?")[0]!;
    response.writeHead(303, { Location: kind === "paid" ? page.paidUrl : backUrl }).end();
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString();
    const { method = "GET", url: path = "/", headers } = request;
    const isJson = headers["content-type"]?.includes("json");
    const body = isJson && text ? (JSON.parse(text) as Json) : formBody(text);
    const page = pages.get(path.split("/").at(-1)!);
    if (path.startsWith("/pay/") && page) {
      if (method === "POST") return pay(response, page, body);
      return response.writeHead(200, { "Content-Type": "text/html" }).end(htmlOf(page));
    }
    const key = headers["idempotency-key"] ?? headers["x-refund-idempotency"] ?? null;
    const one = { method, path, body, key: key === null ? null : String(key) };
    asked.push(one);
    if (how === "down") return request.socket.destroy();
    const answer = isKnown(headers.authorization)
      ? answerTo(one)
      : { status: 401, json: { error: { message: "Wrong key", description: "Wrong key" } } };
    if (how === "lost" && method === "POST") return request.socket.destroy();
    return response
      .writeHead(answer.status, { "Content-Type": "application/json" })
      .end(JSON.stringify(answer.json));
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    base,
    /** What it was asked, oldest first. */
    asked,
    pageOf: (id: string) => pages.get(id)!,
    behaves: (next: typeof how) => {
      how = next;
    },
    /** Where it tells what happens on its pages. */
    tellTo: (next: typeof deliver) => {
      deliver = next;
    },
    close: () => server.close(),
  };
}
