import { gatewayWords } from "#app/shared/subscription-words.ts";
import type { orders } from "#drizzle/control/orders.ts";
import type { Row } from "../../db/db.ts";
import { isInHundredths } from "../../payments/currencies.ts";
import type { GatewayName } from "../../payments/port.ts";
import { conflict } from "../../refusals.ts";
import type { AnySession } from "../../session.ts";
import { gatewaysOn, type PlatformSettings, sellerOf } from "../platform/settings.ts";

type Order = Row<typeof orders>;

/** Gateways by which an order can be paid, in the order they are offered. */
export const gatewaysFor = (
  session: AnySession,
  set: PlatformSettings,
  { totalMinor, currency }: Pick<Order, "totalMinor" | "currency">,
): GatewayName[] =>
  totalMinor > 0 && isInHundredths(currency) && sellerOf(set)
    ? gatewaysOn(session.gateways, set)
    : [];

/**
 * Opens a gateway's page for an order.
 * @returns where the payer goes, and the gateway's id of that page
 * @throws Response 409 when the order cannot be paid there; 502 when the gateway does not answer or refuses
 */
export async function begun(
  session: AnySession,
  set: PlatformSettings,
  order: Order,
  name: GatewayName,
): Promise<{ url: string; gatewayOrderId: string }> {
  const gateway = gatewaysOn(session.gateways, set).includes(name) ? session.gateways(name) : null;
  const word = gatewayWords[name];
  if (!gateway) return conflict(`${word} is not offered now`);
  if (!sellerOf(set)) conflict("Orders cannot be paid yet. Write to us.");
  if (order.totalMinor === 0) conflict("There is nothing to pay. You will hear from us.");
  if (!isInHundredths(order.currency)) conflict(`${word} is not offered for ${order.currency}`);
  const backUrl = `${session.origin}/subscription`;
  const { id, number, currency, totalMinor, requesterEmail: email, version } = order;
  return gateway.begin({
    ...{ id, currency, totalMinor, email, backUrl },
    title: `${order.planSnapshot.planName}, ${number}`,
    earlier: order.gateway === name ? order.gatewayOrderId : null,
    key: `${id}-${version}`,
    paidUrl: `${backUrl}?paid=${id}`,
  });
}

/**
 * Sends money back by the gateway that took it. The same amount of the same rest is sent back once, also when an answer was lost.
 * @returns the gateway's id of the refund; null for an order that no gateway took the payment of
 * @throws Response 409 while the gateway has no keys; 502 when it does not answer or refuses
 */
export async function paidBack(
  session: AnySession,
  { id, gateway: name, paymentRef, refundedMinor }: Order,
  amountMinor: number,
): Promise<string | null> {
  if (name === "offline" || paymentRef === null) return null;
  const gateway = session.gateways(name) ?? conflict(`${gatewayWords[name]} has no keys now`);
  const key = `${id}-${refundedMinor}-${amountMinor}`;
  return (await gateway.refund(paymentRef, amountMinor, key)).refundRef;
}
