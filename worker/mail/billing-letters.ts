import { formatMinor } from "#app/shared/money.ts";
import { letter, quoted } from "./letters.ts";
import type { Mail } from "./outbox.ts";

type Priced = { number: string; currency: string; totalMinor: number; requesterName: string };
const amountOf = ({ currency, totalMinor }: Priced) => `${currency} ${formatMinor(totalMinor)}`;

/** To whoever ordered: the payment has come, and the plan holds. @param origin of the company's own host */
export const paidLetter = (order: Priced, origin: string): Omit<Mail, "to"> =>
  letter(
    origin,
    `Order ${order.number} is paid`,
    order.requesterName,
    `The payment of ${amountOf(order)} for order ${order.number} has come. Your plan holds from now on.`,
    "",
    "The invoice is on the page of your subscription:",
    `${origin}/subscription`,
  );

/** To whoever asked for another plan: what it would cost, before discount and tax. */
export const quoteLetter = (
  {
    requesterName,
    planName,
    amount,
    validUntil,
  }: Record<"requesterName" | "planName" | "amount" | "validUntil", string>,
  origin: string,
): Omit<Mail, "to"> =>
  letter(
    origin,
    `A quote for ${planName}`,
    requesterName,
    `The plan ${planName} would cost ${amount}, before taxes. The quote holds until ${validUntil}.`,
    "",
    "Accept it on the page of your subscription:",
    `${origin}/subscription`,
  );

/** To whoever asked for another plan, and does not get it. */
export const rejectedLetter = (
  { requesterName, planName, reason }: Record<"requesterName" | "planName" | "reason", string>,
  origin: string,
): Omit<Mail, "to"> =>
  letter(
    origin,
    `Your request for ${planName}`,
    requesterName,
    `Your request for the plan ${planName} was rejected:`,
    ...quoted(reason),
  );
