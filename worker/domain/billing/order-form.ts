import { desc } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { type Buyer, orders } from "#drizzle/control/orders.ts";
import type { CustomerDb } from "../../db/customer-db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { problems } from "../entity/fields.ts";
import { taxIdsText } from "../entity/tax-ids.ts";
import { exceeding, limitsOf } from "./limits.ts";
import { planInput, quoteInput } from "./ordering.ts";
import { fits } from "./placing.ts";
import { couponRefusal, quoteOf, quoteReads } from "./quote.ts";
import { payerOf, usageOf } from "./subscription.ts";

const LONGEST = 1000;

/** Who paid for the company's newest order. */
const lastBuyerQuery = (db: CustomerDb) =>
  db
    .select({ buyer: orders.buyer })
    .from(orders)
    .where(db.ofOwner(orders))
    .orderBy(desc(orders.id))
    .limit(1);
const partsOf = ({ name, address, region, taxIds }: Buyer) => ({
  ...{ legalName: name, address, region: region ?? "", taxIds: taxIdsText(taxIds) },
});

/**
 * What the form of an order shows: the plan, its price as the address asks for it, who is to pay, as last time, and what is wrong; null
 * for an address that names no plan. Two round trips.
 * @throws Response 403 for anybody but an Admin; 404 for a plan that is not on offer; 409 while nothing is sold
 */
export async function orderForm(session: Session, params: URLSearchParams) {
  const db = session.asCustomer(null);
  if (!params.has("plan")) return null;
  const { company } = session;
  const today = dayIn(company.timeZone);
  const sent = (name: string) => params.get(name)?.slice(0, LONGEST);
  const plan = {
    planId: sent("plan") ?? "",
    billing: sent("billing") === "monthly" ? "monthly" : "yearly",
    couponCode: sent("couponCode") ?? "",
  } as const;
  const { values: known } = problems(planInput, plan);
  const { planId, couponCode } = known ?? { ...plan, couponCode: null };
  const [[last], ...answers] = await db.read(
    lastBuyerQuery(db),
    ...quoteReads(db, { planId, couponCode, companyId: company.id, today }),
  );
  const buyer = last ? partsOf(last.buyer) : { region: "", ...(await payerOf(session)) };
  const asked = {
    ...plan,
    region: sent("region") ?? buyer.region,
    taxIds: sent("taxIds") ?? buyer.taxIds,
  };
  const { values: sound, errors } = problems(quoteInput, asked);
  const values = errors ? { ...asked, couponCode: null, region: null, taxIds: [] } : sound;
  const { billing } = values;
  const [[offer]] = answers;
  if (
    !offer?.isPublic ||
    offer.archivedAt !== null ||
    !fits(offer.serviceType, company.serviceType)
  )
    return notFound("plan");
  const wanted = {
    ...{ billing, today, promisedMinor: null },
    buyer: { country: company.country, region: values.region, taxIds: values.taxIds },
  };
  const problem = couponRefusal(answers, { ...wanted, couponCode: values.couponCode });
  const { price, coupon } = quoteOf(answers, {
    ...wanted,
    couponCode: problem ? null : values.couponCode,
  });
  return {
    plan: { id: offer.planId, name: offer.planName, currency: offer.currency },
    exceeds: exceeding(limitsOf(offer, { extraAssets: 0, extraUsers: 0 }), usageOf(session)),
    price,
    coupon: coupon?.code ?? null,
    errors: {
      ...errors,
      ...(problem ? { couponCode: [problem] } : {}),
    },
    values: {
      ...{ billing, couponCode: asked.couponCode, region: asked.region },
      taxIds: errors ? asked.taxIds : taxIdsText(values.taxIds),
      ...{ legalName: buyer.legalName, address: buyer.address },
    },
  };
}
