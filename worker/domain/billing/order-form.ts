import { dayIn } from "#app/shared/company-time.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { problems } from "../entity/fields.ts";
import { taxIdsText } from "../entity/tax-ids.ts";
import { exceeding, limitsOf } from "./limits.ts";
import { quoteInput } from "./ordering.ts";
import { fits } from "./placing.ts";
import { couponRefusal, quoteOf, quoteReads } from "./quote.ts";
import { customerOf } from "./subscription.ts";

const LONGEST = 1000;

/**
 * What the form of an order shows: the plan, its price as the address asks for it, who is to pay, and what is wrong with either; null
 * for an address that names no plan. Two round trips.
 * @throws Response 403 for anybody but an Admin; 404 for a plan that is not on offer; 409 while nothing is sold
 */
export async function orderForm(session: Session, params: URLSearchParams) {
  const { usage, buyer } = await customerOf(session);
  const db = session.asCustomer(null);
  if (!params.has("plan")) return null;
  const { company } = session;
  const today = dayIn(company.timeZone);
  const sent = (name: string) => params.get(name)?.slice(0, LONGEST);
  const asked = {
    planId: sent("plan") ?? "",
    billing: sent("billing") === "monthly" ? "monthly" : "yearly",
    couponCode: sent("couponCode") ?? "",
    region: sent("region") ?? "",
    taxIds: sent("taxIds") ?? buyer.taxIds,
  } as const;
  const { values: sound, errors } = problems(quoteInput, asked);
  const values = errors ? { ...asked, couponCode: null, region: null, taxIds: [] } : sound;
  const { planId, couponCode, billing } = values;
  const answers = await db.read(
    ...quoteReads(db, { planId, couponCode, companyId: company.id, today }),
  );
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
  const problem = couponRefusal(answers, { ...wanted, couponCode });
  const { price, coupon } = quoteOf(answers, {
    ...wanted,
    couponCode: problem ? null : couponCode,
  });
  return {
    plan: { id: offer.planId, name: offer.planName, currency: offer.currency },
    exceeds: exceeding(limitsOf(offer, { extraAssets: 0, extraUsers: 0 }), usage),
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
