import { desc } from "drizzle-orm";
import { z } from "zod";
import { dayIn } from "#app/shared/company-time.ts";
import { type Buyer, orders } from "#drizzle/control/orders.ts";
import type { CustomerDb } from "../../db/customer-db.ts";
import type { Answer } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, problems } from "../entity/fields.ts";
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

const sent = () => z.string().max(LONGEST).optional();
/** What was typed into the form, right or wrong. */
const typedInput = z.strictObject({
  ...{ planId: sent(), billing: sent(), couponCode: sent(), region: sent() },
  ...{ taxIds: sent(), legalName: sent(), address: sent(), total: sent() },
});
type Typed = z.output<typeof typedInput>;

/**
 * The form for the plan and the billing that the page's address names; null where it names none.
 * @param kept what was typed before and the browser has kept
 * @throws as `orderForm` does
 */
export async function orderPage(session: Session, params: URLSearchParams, kept: unknown) {
  const [planId, billing] = ["plan", "billing"].map((name) => params.get(name)?.slice(0, LONGEST));
  if (!planId) return null;
  const { data } = typedInput.safeParse(kept);
  return orderForm(session, { ...(data?.planId === planId ? data : {}), planId, billing });
}

/**
 * Takes what is typed, right or wrong, to show its price; nothing is written.
 * @throws Response 403 for anybody but an Admin; 422 for other fields
 */
export async function typedOrder(session: Session, input: unknown): Promise<Answer<Typed>> {
  session.asCustomer(null);
  return { status: 200, message: "", data: checked(typedInput, input) };
}

export type OrderForm = Awaited<ReturnType<typeof orderForm>>;

/**
 * What the form of an order shows: the plan, its price as it is asked for, who is to pay, as last time where nothing was typed, and what is
 * wrong. Two round trips.
 * @throws Response 403 for anybody but an Admin; 404 for a plan that is not on offer; 409 while nothing is sold
 */
async function orderForm(session: Session, typed: Typed) {
  const db = session.asCustomer(null);
  const { company } = session;
  const today = dayIn(company.timeZone);
  const plan = {
    planId: typed.planId ?? "",
    billing: typed.billing === "monthly" ? "monthly" : "yearly",
    couponCode: typed.couponCode ?? "",
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
    region: typed.region ?? buyer.region,
    taxIds: typed.taxIds ?? buyer.taxIds,
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
      legalName: typed.legalName ?? buyer.legalName,
      address: typed.address ?? buyer.address,
    },
  };
}
