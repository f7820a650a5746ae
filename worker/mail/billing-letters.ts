import { dateText } from "#app/shared/dates.ts";
import { formatMinor } from "#app/shared/money.ts";
import { outcomeWords } from "#app/shared/subscription-words.ts";
import { letter, oneLine, quoted } from "./letters.ts";
import type { Mail } from "./outbox.ts";

type Priced = { number: string; currency: string; totalMinor: number; requesterName: string };
type Outcome = keyof typeof outcomeWords;
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

/** To whoever ordered: nothing was paid at the gateway, and it can be tried again. @param origin of the company's own host */
export const failedLetter = (order: Priced, origin: string): Omit<Mail, "to"> =>
  letter(
    origin,
    `Order ${order.number} is not paid`,
    order.requesterName,
    `The payment of ${amountOf(order)} for order ${order.number} did not go through. Nothing was charged.`,
    "",
    "Try again, or pay another way, on the page of your subscription:",
    `${origin}/subscription`,
  );

/** To the platform's support: what a gateway told of an order needs a person. @param origin of the platform's own host */
export const attentionLetter = (
  { id, number, ...order }: Priced & { id: string },
  { gateway, outcome, amount }: { gateway: string; outcome: Outcome; amount: string },
  origin: string,
): Omit<Mail, "to"> =>
  letter(
    origin,
    `Order ${number}: ${outcomeWords[outcome].toLowerCase()}`,
    "support",
    `${gateway} told of ${amount} for order ${number} of ${amountOf({ number, ...order })}. Nothing of the order was changed.`,
    "",
    "Look at the order, and at the payment with the gateway:",
    `${origin}/order/${id}`,
  );

type Ending = {
  name: string;
  companyName: string;
  isTrial: boolean;
  /** YYYY-MM-DD, like the last day of grace. */
  endsOn: string;
  worksUntil: string;
};

/** To each Admin of a company, before its trial or subscription ends. @param origin of the company's own host */
export const endsLetter = (
  { name, companyName, isTrial, endsOn, worksUntil }: Ending,
  origin: string,
): Omit<Mail, "to"> =>
  letter(
    origin,
    isTrial
      ? `The trial of ${oneLine(companyName)} ends on ${dateText(endsOn)}`
      : `The subscription of ${oneLine(companyName)} ends on ${dateText(endsOn)}`,
    name,
    `${dateText(endsOn)} is its last day. Everything works on until ${dateText(worksUntil)}; after that, data can be read and exported, and nothing new is kept.`,
    "",
    "Choose a plan, or pay for the next period, on the page of your subscription:",
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
