import type { gateways } from "#drizzle/control/orders.ts";

/** Gateways that take payments themselves, by their names. */
export type GatewayName = Exclude<(typeof gateways)[number], "offline">;

/** An order as a gateway is asked to take its payment. Amounts are in 1/100 of the currency unit. */
export type ToPay = {
  /** Our own id: the gateway names it in whatever it tells of the payment. */
  id: string;
  currency: string;
  totalMinor: number;
  /** What the payer reads. */
  title: string;
  email: string;
  /** The gateway's id of the page where the payment was begun before; null where it was not. */
  earlier: string | null;
  /** Makes one page of one beginning, however often it is asked: letters, digits and hyphens, 40 at most. */
  key: string;
  /** Where the payer comes back to, with the payment and without. */
  paidUrl: string;
  backUrl: string;
};

export type ToldKind = "paid" | "failed" | "refunded" | "refund_failed";
/** What a gateway tells of an order. */
export type Told = {
  /** The same each time the same event is told. */
  id: string;
  kind: ToldKind;
  /** Our own id of the order; null where the gateway does not name it. */
  orderId: string | null;
  /** The gateway's id of the page where it was paid; null where it does not name it. */
  gatewayOrderId: string | null;
  paymentRef: string | null;
  /** What was paid; of a refund all that has gone back of the payment by then. In 1/100 of the currency unit. */
  amountMinor: number;
  currency: string;
};
export type Verified =
  /** Null for an event that is of no interest. */
  { told: Told | null } | { refused: string };

/** A gateway as the rest of the Worker knows it. */
export type Gateway = {
  name: GatewayName;
  /**
   * Opens the gateway's page for an order, or finds the one that is still open.
   * @returns where the payer goes, and the gateway's id of that page
   * @throws Response 502 when the gateway does not answer or refuses
   */
  begin(order: ToPay): Promise<{ url: string; gatewayOrderId: string }>;
  /** Reads an event if its signature is the gateway's. @param body as it came, to the letter */
  verify(body: string, headers: Headers): Promise<Verified>;
  /**
   * Sends money of a payment back, once for a key.
   * @param key letters, digits, hyphens and underscores, 10 at least
   * @returns the gateway's id of the refund
   * @throws Response 502 when the gateway does not answer or refuses
   */
  refund(paymentRef: string, amountMinor: number, key: string): Promise<{ refundRef: string }>;
};
/** Opens a gateway; null for one without keys in the configuration. */
export type Gateways = (name: GatewayName) => Gateway | null;

/** How long a gateway may take to answer. */
export const WAITS_MS = 10_000;
