import { useState } from "react";
import { Link } from "react-router";
import { choicesOf } from "#app/shared/choices-of.ts";
import { amount, currencySign } from "#app/shared/money-text.ts";
import { billingWords } from "#app/shared/subscription-words.ts";
import { SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { useFormat } from "#app/ui/format.ts";
import { PageHead, Panel } from "#app/ui/page.tsx";
import { EmptyState, Note } from "#app/ui/states.tsx";
import { orderForm } from "#worker/domain/billing/order-form.ts";
import { placeOrder } from "#worker/domain/billing/ordering.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/place-order";
import { PriceLines } from "./price-lines.tsx";
import "#app/css/subscription.css";

export const loader = ({ context, request }: Route.LoaderArgs) =>
  orderForm(context.get(sessionContext), new URL(request.url).searchParams);
export const action = actions(({ session }, values) => placeOrder(session, values), {
  reply: goesOn("/subscription#open-order"),
});
export const meta = () => [{ title: "Order - Plumbline" }];

const crumbs = [{ label: "Subscription", to: "/subscription" }, { label: "Order" }];

export default function PlaceOrder({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData) return <Order offer={loaderData} problem={refusalOf(actionData)} />;
  return (
    <>
      <PageHead title="Order" crumbs={crumbs} />
      <EmptyState
        title="No plan is chosen"
        text="Choose what to order among the plans."
        action={
          <Link className="btn btn-primary" to="/subscription">
            See the plans
          </Link>
        }
      />
    </>
  );
}

type OrderProps = {
  offer: NonNullable<Route.ComponentProps["loaderData"]>;
  problem: Refused | undefined;
};

const NO = "order-no";
/** Why the order cannot be placed; null when it can. */
function whyNot(of: { isTooSmall: boolean; isWrong: boolean; isChanged: boolean }): string | null {
  if (of.isTooSmall) return "This plan is too small for what you have.";
  if (of.isChanged) return "The price does not hold what you have changed yet. Update it first.";
  return of.isWrong ? "Correct what is marked above, and update the price." : null;
}

/** What is ordered and its price, then who pays. The price is reckoned anew when the first part is sent. */
function Order({ offer, problem }: OrderProps) {
  const { plan, exceeds, price, coupon, errors, values } = offer;
  const { locale } = useFormat();
  const { billing, region, taxIds } = values;
  const saves = `${currencySign(locale, plan.currency)} ${amount(price.discountMinor, locale)}`;
  const isWrong = Object.keys(errors).length > 0;
  const [isChanged, setChanged] = useState(false);
  const no = whyNot({ isTooSmall: exceeds.length > 0, isWrong, isChanged });
  const wrong = {
    success: false as const,
    message: "Some entries need attention",
    errors,
  };
  return (
    <>
      <PageHead title={`Order ${plan.name}`} crumbs={crumbs} />
      <div className="stack">
        {exceeds.length > 0 && (
          <Note tone="overdue">
            {plan.name} is too small: {exceeds.join("; ")}
          </Note>
        )}
        <Panel title="Price">
          <PlainForm
            key={JSON.stringify(values)}
            method="get"
            action="/subscription/order"
            className="stack"
            toldAtFields
            onDirty={setChanged}
            values={values}
            problem={isWrong ? wrong : undefined}
          >
            <input type="hidden" name="plan" value={plan.id} />
            <div className="form form-2">
              <SelectField
                name="billing"
                label="Billing"
                options={choicesOf(billingWords)}
                placeholder={false}
                required
              />
              <TextField
                name="couponCode"
                label="Coupon"
                maxLength={20}
                autoComplete="off"
                hint={coupon ? `${coupon} saves ${saves}` : undefined}
              />
              <TextField name="region" label="State or region" maxLength={80} />
              <TextArea
                name="taxIds"
                label="Tax ids"
                rows={2}
                hint="One a line, such as GSTIN: 29ABCDE1234F1Z5"
              />
            </div>
            <PriceLines price={price} coupon={coupon} currency={plan.currency} />
            <div>
              <SubmitButton tone="plain">Update price</SubmitButton>
            </div>
          </PlainForm>
        </Panel>
        <Panel title="Bill to">
          <PlainForm
            className="stack"
            problem={problem}
            values={{ legalName: values.legalName, address: values.address }}
          >
            <input type="hidden" name="planId" value={plan.id} />
            <input type="hidden" name="billing" value={billing} />
            <input type="hidden" name="couponCode" value={coupon ?? ""} />
            <input type="hidden" name="region" value={region} />
            <input type="hidden" name="taxIds" value={taxIds} />
            <TextField name="legalName" label="Legal name" required maxLength={150} />
            <TextArea name="address" label="Address" required maxLength={500} />
            <p className="muted">
              The order is placed at the price above, and paid after it. The invoice is there once
              it is paid.
            </p>
            {no && (
              <p className="offer-no" id={NO}>
                {no}
              </p>
            )}
            <div>
              <SubmitButton disabled={no !== null} aria-describedby={no ? NO : undefined}>
                Place order
              </SubmitButton>
            </div>
          </PlainForm>
        </Panel>
      </div>
    </>
  );
}
