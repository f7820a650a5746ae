import { eq, sql } from "drizzle-orm";
import { dateText } from "#app/shared/dates.ts";
import { upgradeRules } from "#app/shared/flows/upgrade-requests.ts";
import { formatMinor } from "#app/shared/money.ts";
import { newId } from "#drizzle/columns.ts";
import { plans, upgradeRequests as table } from "#drizzle/control/index.ts";
import type { Row } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { quoteLetter, rejectedLetter } from "../../mail/billing-letters.ts";
import { mailing } from "../../mail/outbox.ts";
import { conflict, invalid } from "../../refusals.ts";
import { Session } from "../../session.ts";
import { originBeside } from "../../tenancy/hosts.ts";
import { day, money } from "../entity/fields.ts";
import { platformFlow } from "../entity/flow.ts";
import { type Done, type OfPlatform, workOn } from "../entity/flow-work.ts";
import { mappedQuery } from "../platform/mapped.ts";
import { fits, placing } from "./placing.ts";
import { type QuoteRead, quoteOf, quoteReads } from "./quote.ts";

type Request = Row<typeof table>;
const work = workOn<typeof table, OfPlatform>();

const of = (id: string, column: "company_id" | "target_plan_id" | "coupon_code") =>
  sql`(select ${sql.raw(`"${column}"`)} from ${table} where ${eq(table.id, id)})`;
/** For a company it is its own row; the guard holds it to that. */
const ofOwn = (id: string, companyId: string, column: "target_plan_id" | "coupon_code") =>
  sql`(select ${sql.raw(`"${column}"`)} from ${table} where ${eq(table.id, id)} and ${eq(table.companyId, companyId)})`;

const planOf = (db: PlatformDb, id: string) =>
  db
    .select({ name: plans.name })
    .from(plans)
    .where(eq(plans.id, of(id, "target_plan_id")))
    .limit(1);

type Ordering = { read: QuoteRead; before: Request; today: string; serviceType: number };

/** Places the order that answers a request. */
function ordering(
  db: PlatformDb,
  { read, before, today, serviceType }: Ordering,
): Done<typeof table> {
  const { companyId, billing, buyer, couponCode, quoteMinor } = before;
  const quote = quoteOf(read, {
    ...{ billing, couponCode, buyer, today },
    promisedMinor: quoteMinor,
  });
  if (!fits(quote.offer.serviceType, serviceType))
    conflict(`${quote.offer.planName} is not for what the company does`);
  const orderId = newId();
  const { extraAssets, extraUsers, requesterName, requesterEmail } = before;
  return {
    set: { orderId },
    writes: placing(db, {
      ...quote,
      ...{ id: orderId, companyId, billing, extraAssets, extraUsers, buyer },
      ...{ requesterName, requesterEmail, upgradeRequestId: before.id },
    }),
    data: { orderId },
  };
}

/** Companies' wishes for another plan: staff quote and decide, a company accepts or withdraws. */
export const upgradeFlow = platformFlow({
  name: "upgrade_request",
  label: "Upgrade request",
  noun: "upgrade request",
  table,
  column: "status",
  rules: upgradeRules,
  title: ({ requesterName }) => requesterName,
  moves: {
    quote: work({
      fields: { quoteMinor: money("Price"), quoteValidUntil: day("Valid until") },
      reads: (db, id, _, today) => [
        mappedQuery(db, of(id, "company_id")),
        ...quoteReads(db, {
          ...{ planId: of(id, "target_plan_id"), companyId: of(id, "company_id") },
          ...{ couponCode: null, today },
        }),
      ],
      run({ db, session, before, values, read, today }) {
        const { quoteMinor, quoteValidUntil } = values;
        if (quoteValidUntil < today) invalid({ quoteValidUntil: ["Valid until is in the past"] });
        const [[company], [offer]] = read;
        if (!company || !offer) return conflict("This plan is not on offer");
        const { requesterName, requesterEmail } = before;
        const amount = `${offer.currency} ${formatMinor(quoteMinor)}`;
        const told = {
          ...{ requesterName, amount, planName: offer.planName },
          validUntil: dateText(quoteValidUntil),
        };
        const origin = originBeside(session.origin, company.host ?? "");
        return {
          set: { quoteMinor, quoteValidUntil },
          writes: [
            mailing(
              db,
              { to: requesterEmail, ...quoteLetter(told, origin) },
              `quote:${before.id}:${before.version}`,
            ),
          ],
        };
      },
      message: "Quote sent",
      summary: "Promise a price, before discount and taxes, until a day",
      example: { quote: "45000.00", quote_valid_until: "2099-01-31" },
    }),
    approve: work({
      stamp: "decided",
      reads: (db, id, _, today) => [
        mappedQuery(db, of(id, "company_id")),
        ...quoteReads(db, {
          ...{ planId: of(id, "target_plan_id"), companyId: of(id, "company_id") },
          ...{ couponCode: of(id, "coupon_code"), today },
        }),
      ],
      run({ db, before, read, today }) {
        const [[company], ...quote] = read;
        if (!company) return conflict("The company is no longer there");
        return ordering(db, { read: quote, before, today, serviceType: company.serviceType });
      },
      message: "Request approved, the order is placed",
      summary: "Approve a request: its order is placed",
      example: {},
    }),
    reject: work({
      stamp: "decided",
      reads: (db, id) => [mappedQuery(db, of(id, "company_id")), planOf(db, id)],
      run({ db, session, before, values, read }) {
        const [[company], [plan]] = read;
        const { requesterName, requesterEmail } = before;
        const told = { requesterName, planName: plan?.name ?? "", reason: values.reason ?? "" };
        const origin = originBeside(session.origin, company?.host ?? "");
        return {
          set: { reason: values.reason },
          writes: [
            mailing(
              db,
              { to: requesterEmail, ...rejectedLetter(told, origin) },
              `upgrade-rejected:${before.id}:${before.version}`,
            ),
          ],
        };
      },
      message: "Request rejected",
      summary: "Reject a request, with the reason that the company reads",
      example: { reason: "This plan is for laboratories" },
    }),
    accept: work({
      reads: (db, id) => {
        const { companyId } = db as unknown as { companyId: string };
        return quoteReads(db, {
          ...{ companyId, planId: ofOwn(id, companyId, "target_plan_id") },
          couponCode: ofOwn(id, companyId, "coupon_code"),
          today: new Date().toISOString().slice(0, 10),
        });
      },
      run({ db, session, before, read, today }) {
        const serviceType = session instanceof Session ? session.company.serviceType : 2;
        return ordering(db, { read, before, today, serviceType });
      },
      message: "Quote accepted, the order is placed",
      summary: "Accept a quote: the order is placed. Admin only",
      example: {},
    }),
    cancel: work({
      message: "Request withdrawn",
      summary: "Withdraw a request. Admin only",
      example: {},
    }),
  },
});
