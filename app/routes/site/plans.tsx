import { numberText } from "#app/shared/numbers.ts";
import { plural } from "#app/shared/plural.ts";
import { SIGN_UP } from "#app/shared/public-pages.ts";
import { megabytesText } from "#app/shared/size-text.ts";
import { useFormat } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import type { PublicPlan } from "#worker/domain/platform/public-content.ts";
import { SecHead } from "./parts.tsx";

const sides = ["Asset management", "Testing and calibration", "Both sides"];
/** What a plan allows; a limit that is none is said as such. */
const limitsOf = (plan: PublicPlan, locale: string) =>
  [
    ...(plan.serviceType === 1 ? [] : [["Assets", plan.maxAssets] as const]),
    ["People", plan.maxUsers] as const,
    ...(plan.serviceType === 0
      ? []
      : [["Certificates a month", plan.maxCertificatesPerMonth] as const]),
    ["Storage", plan.maxStorageMb === null ? null : megabytesText(plan.maxStorageMb)] as const,
  ].map(([name, value]) => {
    const told = typeof value === "number" ? numberText(value, locale) : value;
    return [name, told ?? "No limit"] as const;
  });

/** What can be bought. The choice between monthly and yearly is one of the page's own styles. */
export const Plans = ({ plans }: { plans: readonly PublicPlan[] }) => (
  <>
    <SecHead title="Plans" id="plans">
      Prices before tax. Each company has an address and data of its own.
    </SecHead>
    <div className="pricing">
      <fieldset className="seg bill">
        <legend className="sr-only">How you pay</legend>
        <label>
          <input type="radio" name="bill" value="m" defaultChecked />
          <span>Monthly</span>
        </label>
        <label>
          <input type="radio" name="bill" value="y" />
          <span>Yearly</span>
        </label>
      </fieldset>
      <div className="plans">
        {plans.map((plan) => (
          <Plan key={plan.planId} plan={plan} />
        ))}
      </div>
    </div>
  </>
);

function Plan({ plan }: { plan: PublicPlan }) {
  const { locale } = useFormat();
  const { name, summary, serviceType, currency, trialDays, features } = plan;
  const [monthlyMinor, yearlyMinor] = [plan.priceMonthlyMinor ?? 0, plan.priceYearlyMinor ?? 0];
  const spared = 12 * monthlyMinor - yearlyMinor;
  return (
    <section className="plan">
      <header>
        <h3>{name}</h3>
        <p>{summary ?? sides[serviceType]}</p>
      </header>
      <p className="price">
        <span className="by-m">
          <b>
            <Money minor={monthlyMinor} currency={currency} />
          </b>{" "}
          a month
        </span>
        <span className="by-y">
          <b>
            <Money minor={yearlyMinor} currency={currency} />
          </b>{" "}
          a year
          {spared > 0 && (
            <small>
              <Money minor={spared} currency={currency} /> less than twelve months
            </small>
          )}
        </span>
      </p>
      <p>
        <a className="btn" href={SIGN_UP}>
          Try {name}
        </a>
        {trialDays > 0 && (
          <small className="muted">
            {plural(trialDays, "1 day to try it", "{n} days to try it")}
          </small>
        )}
      </p>
      <dl>
        {limitsOf(plan, locale).map(([limit, value]) => (
          <div key={limit}>
            <dt>{limit}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {features.map((feature) => (
          <div key={feature}>
            <dt>{feature}</dt>
            <dd>
              <Icon name="check" size="s" />
              <span className="sr-only">Yes</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
