import { useMemo } from "react";
import { Link, redirect } from "react-router";
import { choicesOf } from "#app/shared/choices-of.ts";
import { formatMinor } from "#app/shared/money.ts";
import { moneyText } from "#app/shared/money-text.ts";
import { billingWords } from "#app/shared/subscription-words.ts";
import { SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { useFormat } from "#app/ui/format.ts";
import { PageHead, Panel } from "#app/ui/page.tsx";
import { EmptyState, Note } from "#app/ui/states.tsx";
import { droppingOrder, keepingOrder, keptOrder } from "#worker/auth/kept-order.ts";
import { type OrderForm, orderPage, typedOrder } from "#worker/domain/billing/order-form.ts";
import { placeOrder } from "#worker/domain/billing/ordering.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { redirectWith } from "#worker/web/forms.ts";
import type { Route } from "./+types/place-order";
import { PriceLines } from "./price-lines.tsx";
import "#app/css/subscription.css";

export const loader = ({ context, request }: Route.LoaderArgs) =>
  orderPage(
    context.get(sessionContext),
    new URL(request.url).searchParams,
    keptOrder(request, context.get(visitContext)),
  );
export const action = actions({
  price: {
    run: ({ session }, values) => typedOrder(session, values),
    reply: ({ data }, { visit }) => {
      const typed = data as Record<string, string>;
      const { planId: plan = "", billing = "" } = typed;
      const headers = { "Set-Cookie": keepingOrder(visit, typed) };
      return redirect(`/subscription/order?${new URLSearchParams({ plan, billing })}`, { headers });
    },
  },
  place: {
    run: ({ session }, values) => placeOrder(session, values),
    reply: ({ message }, { visit }) =>
      redirectWith(visit, "/subscription#open-order", { kind: "success", message }, [
        droppingOrder(visit),
      ]),
  },
});
export const meta = () => [{ title: "Order - Plumbline" }];

const crumbs = [{ label: "Subscription", to: "/subscription" }, { label: "Order" }];

export default function PlaceOrder({ loaderData, actionData }: Route.ComponentProps) {
  const problem = refusalOf(actionData);
  if (loaderData) return <Order offer={loaderData} problem={problem} />;
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

type OrderProps = { offer: OrderForm; problem: Refused | undefined };

/** What is ordered and its price, then who pays: one form, whose price is reckoned anew as often as it is asked for. */
function Order({ offer, problem }: OrderProps) {
  const { plan, exceeds, price, coupon, errors, values } = offer;
  const { locale } = useFormat();
  const saves = moneyText(price.discountMinor, locale, plan.currency);
  const wrong = useMemo(
    () =>
      Object.keys(errors).length > 0
        ? { success: false as const, message: "Some entries need attention", errors }
        : undefined,
    [errors],
  );
  return (
    <>
      <PageHead title={`Order ${plan.name}`} crumbs={crumbs} />
      <PlainForm className="stack" toldAtFields values={values} problem={problem ?? wrong}>
        <input type="hidden" name="planId" value={plan.id} />
        <input type="hidden" name="total" value={formatMinor(price.totalMinor)} />
        {exceeds.length > 0 && (
          <Note tone="overdue">
            {plan.name} is too small: {exceeds.join("; ")}
          </Note>
        )}
        <Panel title="Price">
          <div className="stack">
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
              <SubmitButton tone="plain" name="intent" value="price">
                Update price
              </SubmitButton>
            </div>
          </div>
        </Panel>
        <Panel title="Bill to">
          <div className="stack">
            <TextField name="legalName" label="Legal name" required maxLength={150} />
            <TextArea name="address" label="Address" required maxLength={500} />
            <p className="muted">
              The order is placed at the price above, and paid after it. The invoice is there once
              it is paid.
            </p>
            <div>
              <SubmitButton name="intent" value="place" disabled={exceeds.length > 0}>
                Place order
              </SubmitButton>
            </div>
          </div>
        </Panel>
      </PlainForm>
    </>
  );
}
