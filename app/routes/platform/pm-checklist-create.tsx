import { pmChecklists } from "#worker/domain/platform/pm-checklists.ts";
import { carriedOutOnce } from "#worker/once.ts";
import { anySessionContext, visitContext } from "#worker/web/context.ts";
import { formOf, redirectWith, submitted, valuesOf } from "#worker/web/forms.ts";
import type { Route } from "./+types/pm-checklist-create";
import { PmChecklistForm } from "./pm-checklist-form.tsx";

export const loader = ({ context }: Route.LoaderArgs) =>
  pmChecklists.form(context.get(anySessionContext), null);

export async function action({ context, request }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const values = valuesOf(await formOf(request, visit));
  return submitted(values, async () => {
    const { message } = await carriedOutOnce(visit, () =>
      pmChecklists.create(context.get(anySessionContext), values),
    );
    return redirectWith(visit, "/pm-checklists", { kind: "success", message });
  });
}

export const meta = () => [{ title: "Add PM checklist - Plumbline" }];

export default function CreatePmChecklist({
  loaderData: { types },
  actionData,
}: Route.ComponentProps) {
  return (
    <PmChecklistForm
      title="Add PM checklist"
      verb="Add PM checklist"
      types={types}
      checklist={null}
      problem={actionData}
    />
  );
}
