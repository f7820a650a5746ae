import { refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { planFormFacts } from "#worker/domain/platform/plan-versions.ts";
import { plans } from "#worker/domain/platform/plans.ts";
import { anyActions, goesOn } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import type { Route } from "./+types/plan-create";
import { PlanFields, VersionFields } from "./plan-fields.tsx";

export const loader = ({ context }: Route.LoaderArgs) => planFormFacts(context.get(staffContext));
export const action = anyActions(({ session }, values) => plans.create(session, values), {
  reply: goesOn("/plans"),
});
export const meta = () => [{ title: "Add plan - Plumbline" }];

export default function CreatePlan({ loaderData, actionData }: Route.ComponentProps) {
  const { currencies, today } = loaderData;
  const values = {
    ...{ serviceType: 2, isPublic: true, sort: 10, currency: "INR", trialDays: 14 },
    validFrom: today,
  };
  return (
    <RecordForm
      title="Add plan"
      crumbs={[{ label: "Plans", to: "/plans" }]}
      back="/plans"
      values={values}
      problem={refusalOf(actionData)}
      verbs={<SubmitButton>Add plan</SubmitButton>}
    >
      <Panel title="Plan">
        <div className="form form-2">
          <PlanFields />
        </div>
      </Panel>
      <VersionFields currencies={currencies} currency={values.currency} />
    </RecordForm>
  );
}
