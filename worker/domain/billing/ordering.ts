import { z } from "zod";
import { dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { billings, upgradeRequests } from "#drizzle/control/index.ts";
import type { CustomerDb } from "../../db/customer-db.ts";
import type { Answer } from "../../db/db.ts";
import { conflict, invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import {
  checked,
  id as idField,
  optionalMoney,
  optionalMultiline,
  optionalText,
  whole,
  word,
} from "../entity/fields.ts";
import { buyerFields, buyerOf } from "./buyer.ts";
import { liveQuery } from "./changing.ts";
import { limitsOf } from "./limits.ts";
import { placing, refuseUnfit } from "./placing.ts";
import { quoteOf, quoteReads } from "./quote.ts";
import { usageOf } from "./subscription.ts";

const plan = {
  planId: idField("Plan is required", "Plan"),
  billing: word("Billing", billings, "Billing is required"),
  couponCode: optionalText(20, "Coupon").transform((code) => code?.toUpperCase() ?? null),
};
export const planInput = z.strictObject(plan);
export const orderInput = z.strictObject({
  ...plan,
  ...buyerFields,
  /** What the buyer has seen that it costs. */
  total: optionalMoney("Total"),
});
export const quoteInput = z.strictObject({
  ...plan,
  region: buyerFields.region,
  taxIds: buyerFields.taxIds,
});
export const upgradeInput = z.strictObject({
  ...plan,
  extraAssets: whole("Additional assets", 0, 1_000_000).default(0),
  extraUsers: whole("Additional people", 0, 100_000).default(0),
  note: optionalMultiline(1000, "Note"),
  ...buyerFields,
});

/** What the customer has now, and the price of what is asked for. */
async function quoted(
  session: Session,
  db: CustomerDb,
  { planId, billing, couponCode, ...buyer }: z.output<typeof quoteInput>,
) {
  const { company } = session;
  const today = dayIn(company.timeZone);
  const [[live], ...read] = await db.read(
    liveQuery(db, company.id),
    ...quoteReads(db, { planId, couponCode, companyId: company.id, today }),
  );
  const quote = quoteOf(read, {
    ...{ billing, couponCode, today, promisedMinor: null },
    buyer: { ...buyer, country: company.country },
  });
  return { live, quote };
}

/** What a plan would cost the company, with its coupon and taxes. @throws Response 403; 404; 409 while nothing is sold; 422 */
export async function quoteFor(session: Session, input: unknown) {
  const db = session.asCustomer(null);
  const { quote } = await quoted(session, db, checked(quoteInput, input));
  const { offer, coupon, price } = quote;
  return { ...price, currency: offer.currency, coupon: coupon?.code ?? null };
}

/**
 * Orders a plan at its own price, to be paid.
 * @throws Response 403 for anybody but an Admin; 404 for a plan that is not there; 409 for one that does not fit, saying what exceeds it,
 * for a coupon whose last use somebody was faster to take, for another total than was seen, or while another order is open; 422
 */
export async function placeOrder(
  session: Session,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.asCustomer(null);
  const { legalName, address, total, ...values } = checked(orderInput, input);
  const { quote } = await quoted(session, db, values);
  const { actor, company } = session;
  if (total !== null && total !== quote.price.totalMinor)
    conflict("The price is another one now. Update it, then place the order.");
  if (!quote.offer.isPublic) conflict("This plan is not on offer");
  const extras = { extraAssets: 0, extraUsers: 0 };
  refuseUnfit(quote, extras, {
    serviceType: company.serviceType,
    usage: usageOf(session),
  });
  const id = newId();
  const buyer = buyerOf({ ...values, legalName, address }, company.country);
  return db.commit({
    writes: placing(db, {
      ...quote,
      ...extras,
      ...{ id, companyId: company.id, billing: values.billing, buyer },
      ...{ requesterName: actor.name, requesterEmail: actor.email, upgradeRequestId: null },
    }),
    activity: { action: "create.order", kind: "order", id, label: quote.offer.planName },
    answer: { status: 201, message: "Order placed", data: { id } },
  });
}

/**
 * Asks for another plan, or for more of the same one, where a price is to be promised first.
 * @throws Response 403 for anybody but an Admin; 404; 409 for a plan that does not fit, or while another request is open; 422
 */
export async function requestUpgrade(
  session: Session,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.asCustomer(null);
  const { legalName, address, extraAssets, extraUsers, note, ...values } = checked(
    upgradeInput,
    input,
  );
  const { live, quote } = await quoted(session, db, values);
  const { actor, company } = session;
  const { offer } = quote;
  if (live?.planId === offer.planId && extraAssets + extraUsers === 0)
    invalid({ planId: ["This is your plan already. Ask for additional assets or people."] });
  refuseUnfit(
    quote,
    { extraAssets, extraUsers },
    {
      serviceType: company.serviceType,
      usage: usageOf(session),
    },
  );
  const id = newId();
  return db.commit({
    writes: [
      db.inserting(upgradeRequests, {
        ...{ id, extraAssets, extraUsers, note, billing: values.billing },
        ...{ requestedBy: actor.userId, requesterName: actor.name, requesterEmail: actor.email },
        ...{ currentPlanId: live?.planId ?? null, targetPlanId: offer.planId },
        couponCode: values.couponCode,
        buyer: buyerOf({ ...values, legalName, address }, company.country),
        status: "pending",
      }),
    ],
    activity: {
      ...{ action: "create.upgrade_request", kind: "upgrade_request", id },
      label: offer.planName,
      changes: [{ field: "limits", from: null, to: limitsOf(offer, { extraAssets, extraUsers }) }],
    },
    answer: {
      status: 201,
      message: "Request sent. You get a letter with the answer.",
      data: { id },
    },
  });
}
