import { refusalOf } from "#app/ui/form.tsx";
import { pmChecklists } from "#worker/domain/platform/pm-checklists.ts";
import { anyActions, goesOn } from "#worker/web/actions.ts";
import { anySessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/pm-checklist-update";
import { PmChecklistForm } from "./pm-checklist-form.tsx";

export const loader = ({ context, params }: Route.LoaderArgs) =>
  pmChecklists.form(context.get(anySessionContext), params.id);

export const action = anyActions(
  ({ session, id }, values) => pmChecklists.update(session, id, values),
  { reply: goesOn("/pm-checklists") },
);

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
      problem={refusalOf(actionData)}
    />
  );
}
