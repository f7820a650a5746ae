import { Link } from "react-router";
import type { Billing } from "#app/shared/price.ts";
import { useFormat } from "#app/ui/format.ts";
import { Money } from "#app/ui/money.tsx";
import { Panel, Tabs } from "#app/ui/page.tsx";
import { EmptyState, Note } from "#app/ui/states.tsx";
import { limitsOf } from "../plans/plan-words.tsx";
import type { Page } from "./subscription.tsx";

type Props = { page: Page; billing: Billing; mayOrder: boolean; mayAsk: boolean };

/** The plans on offer side by side, with what is too much for each. */
export function Plans({ page, billing, mayOrder, mayAsk }: Props) {
  const { plans, isSelling } = page;
  if (plans.length === 0)
    return (
      <EmptyState
        title="No plan is on offer"
        text="Plans that fit what your company does appear here. Ask us through support."
      />
    );
  return (
    <Panel title="Plans" id="plans">
      <div className="stack">
        {!isSelling && <Note tone="info">Orders are not taken yet.</Note>}
        <Tabs
          label="Billing"
          tabs={[
            { label: "Monthly", to: "?billing=monthly", current: billing === "monthly" },
            { label: "Yearly", to: "?billing=yearly", current: billing === "yearly" },
          ]}
        />
        <div className="offers">
          {plans.map((plan) => (
            <Offer
              key={plan.planId}
              plan={plan}
              billing={billing}
              isOwn={plan.planId === page.subscription?.planId}
              no={whyNot(page, plan, mayOrder)}
              mayAsk={isSelling && mayAsk}
            />
          ))}
        </div>
      </div>
    </Panel>
  );
}

type Plan = Page["plans"][number];

function whyNot({ isSelling }: Page, { exceeds, isPublic }: Plan, mayOrder: boolean) {
  if (!isSelling) return "Orders are not taken yet";
  if (!isPublic) return "This plan is no longer on offer: ask for a quote";
  if (exceeds.length) return `Too small: ${exceeds.join("; ")}`;
  return mayOrder ? null : "Pay or cancel the open order first";
}

type OfferProps = {
  plan: Plan;
  billing: Billing;
  isOwn: boolean;
  no: string | null;
  mayAsk: boolean;
};

function Offer({ plan, billing, isOwn, no, mayAsk }: OfferProps) {
  const { locale } = useFormat();
  const { planId, name, summary, currency, features } = plan;
  const isForAssets = plan.serviceType === 0;
  const minor = billing === "monthly" ? plan.priceMonthlyMinor : plan.priceYearlyMinor;
  const saved = plan.priceMonthlyMinor * 12 - plan.priceYearlyMinor;
  const query = new URLSearchParams({ plan: planId, billing });
  return (
    <section className={isOwn ? "offer is-own" : "offer"} aria-label={name}>
      <h3>{name}</h3>
      <p className="muted">{isOwn ? "Your plan" : summary}</p>
      <p className="offer-price">
        <b>
          <Money minor={minor} currency={currency} />
        </b>{" "}
        {billing === "monthly" ? "a month" : "a year"}
        {billing === "yearly" && saved > 0 && (
          <small>
            <Money minor={saved} currency={currency} /> less than twelve months
          </small>
        )}
      </p>
      <ul className="offer-holds">
        {limitsOf(isForAssets ? { ...plan, maxCertificatesPerMonth: null } : plan, locale).map(
          (limit) => (
            <li key={limit}>{limit}</li>
          ),
        )}
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      {no && <p className="offer-no">{no}</p>}
      <div className="offer-acts">
        {no ? (
          <button className="btn btn-primary" type="button" disabled title={no}>
            Order {name}
          </button>
        ) : (
          <Link className="btn btn-primary" to={`/subscription/order?${query}`}>
            Order {name}
          </Link>
        )}
        {mayAsk && (
          <Link className="btn" to={`/subscription/request?${query}`}>
            Ask for a quote <span className="sr-only">for {name}</span>
          </Link>
        )}
      </div>
    </section>
  );
}
