import { pmChecklists } from "#worker/domain/platform/pm-checklists.ts";
import { carriedOutOnce } from "#worker/once.ts";
import { anySessionContext, visitContext } from "#worker/web/context.ts";
import { formOf, redirectWith, submitted, valuesOf } from "#worker/web/forms.ts";
import type { Route } from "./+types/pm-checklist-update";
import { PmChecklistForm } from "./pm-checklist-form.tsx";

export const loader = ({ context, params }: Route.LoaderArgs) =>
  pmChecklists.form(context.get(anySessionContext), params.id);

export async function action({ context, params, request }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const values = valuesOf(await formOf(request, visit));
  return submitted(values, async () => {
    const { message } = await carriedOutOnce(visit, () =>
      pmChecklists.update(context.get(anySessionContext), params.id, values),
    );
    return redirectWith(visit, "/pm-checklists", { kind: "success", message });
  });
}

export const meta = () => [{ title: "Edit PM checklist - Plumbline" }];

export default function UpdatePmChecklist({
  loaderData: { checklist, types },
  actionData,
}: Route.ComponentProps) {
  return (
    <PmChecklistForm
      title={checklist?.machineName ?? "Edit PM checklist"}
      verb="Save PM checklist"
      types={types}
      checklist={checklist}
      problem={actionData}
    />
  );
}
