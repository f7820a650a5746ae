import { choicesOf } from "#app/shared/choices-of.ts";
import { billingWords } from "#app/shared/subscription-words.ts";
import { NumberField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { PageHead, Panel } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { requestUpgrade } from "#worker/domain/billing/ordering.ts";
import { subscriptionPage } from "#worker/domain/billing/subscription.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/ask-for-quote";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { plans, buyer, isSelling } = await subscriptionPage(context.get(sessionContext));
  const asked = new URL(request.url).searchParams;
  return {
    plans: plans.map(({ planId, name }) => ({ value: planId, label: name })),
    isSelling,
    values: {
      ...buyer,
      planId: asked.get("plan") ?? "",
      billing: asked.get("billing") === "monthly" ? "monthly" : "yearly",
    },
  };
}
export const action = actions(({ session }, values) => requestUpgrade(session, values), {
  reply: goesOn("/subscription"),
});
export const meta = () => [{ title: "Ask for a quote - Plumbline" }];

/** A wish for a plan with more than it holds, whose price is promised first. */
export default function AskForQuote({ loaderData, actionData }: Route.ComponentProps) {
  const { plans, isSelling, values } = loaderData;
  return (
    <>
      <PageHead
        title="Ask for a quote"
        crumbs={[{ label: "Subscription", to: "/subscription" }, { label: "Ask for a quote" }]}
      />
      {plans.length === 0 || !isSelling ? (
        <EmptyState
          title="Nothing is on offer yet"
          text="Plans that can be asked for appear here."
        />
      ) : (
        <Panel>
          <PlainForm className="stack" problem={refusalOf(actionData)} values={values} guard>
            <div className="form form-2">
              <SelectField name="planId" label="Plan" options={plans} required />
              <SelectField
                name="billing"
                label="Billing"
                options={choicesOf(billingWords)}
                placeholder={false}
                required
              />
              <NumberField
                name="extraAssets"
                label="Additional assets"
                defaultValue={0}
                min={0}
                max={1_000_000}
              />
              <NumberField
                name="extraUsers"
                label="Additional people"
                defaultValue={0}
                min={0}
                max={100_000}
              />
              <TextField name="couponCode" label="Coupon" maxLength={20} autoComplete="off" />
            </div>
            <TextArea name="note" label="Note" maxLength={1000} />
            <h2>Bill to</h2>
            <TextField name="legalName" label="Legal name" required maxLength={150} />
            <TextArea name="address" label="Address" required maxLength={500} />
            <div className="form form-2">
              <TextField name="region" label="State or region" maxLength={80} />
              <TextArea
                name="taxIds"
                label="Tax ids"
                rows={2}
                hint="One a line, such as GSTIN: 29ABCDE1234F1Z5"
              />
            </div>
            <div>
              <SubmitButton>Ask for a quote</SubmitButton>
            </div>
          </PlainForm>
        </Panel>
      )}
    </>
  );
}
