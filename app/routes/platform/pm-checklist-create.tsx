import { refusalOf } from "#app/ui/form.tsx";
import { pmChecklists } from "#worker/domain/platform/pm-checklists.ts";
import { anyActions, goesOn } from "#worker/web/actions.ts";
import { anySessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/pm-checklist-create";
import { PmChecklistForm } from "./pm-checklist-form.tsx";

export const loader = ({ context }: Route.LoaderArgs) =>
  pmChecklists.form(context.get(anySessionContext), null);

export const action = anyActions(({ session }, values) => pmChecklists.create(session, values), {
  reply: goesOn("/pm-checklists"),
});

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
      problem={refusalOf(actionData)}
    />
  );
}
