import { refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { addVersion, newVersionOf } from "#worker/domain/platform/plan-versions.ts";
import { goesOn, staffActions } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import type { Route } from "./+types/plan-version";
import { VersionFields } from "./plan-fields.tsx";

export const loader = ({ context, params }: Route.LoaderArgs) =>
  newVersionOf(context.get(staffContext), params.id);
export const action = staffActions(({ session, id }, values) => addVersion(session, id, values), {
  reply: goesOn((_, { id }) => `/plan/${id}`),
});
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `New version of ${loaderData?.plan.name ?? "a plan"} - Plumbline` },
];

export default function NewVersion({ loaderData, actionData }: Route.ComponentProps) {
  const { plan, latest, currencies, today } = loaderData;
  const problem = refusalOf(actionData);
  const newer = problem?.data as { versionNo?: number } | undefined;
  const after = newer?.versionNo ?? latest?.versionNo ?? "";
  const values = latest
    ? {
        ...latest,
        features: latest.features.join("\n"),
        validFrom: latest.validFrom > today ? latest.validFrom : today,
      }
    : { currency: "INR", validFrom: today, trialDays: 14 };
  return (
    <RecordForm
      title={`New version of ${plan.name}`}
      crumbs={[
        { label: "Plans", to: "/plans" },
        { label: plan.name, to: `/plan/${plan.id}` },
      ]}
      back={`/plan/${plan.id}`}
      values={values}
      problem={problem}
      verbs={<SubmitButton>Add version</SubmitButton>}
    >
      <input type="hidden" name="after" value={after} />
      <p className="muted">
        {latest
          ? `It begins as version ${latest.versionNo}, which stays as it is. Whoever has that one keeps it until they renew.`
          : "The first version of this plan."}
      </p>
      <VersionFields currencies={currencies} currency={values.currency} />
    </RecordForm>
  );
}
