import { refusalOf } from "#app/ui/form.tsx";
import { machineModels } from "#worker/domain/calibration/models.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/model-update";
import { ModelForm } from "./model-form.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  machineModels.toEdit(context.get(sessionContext), params.id);

export const action = actions(
  ({ session, id }, values) => machineModels.update(session, id, values),
  { reply: goesOn("/machine-models") },
);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Edit ${loaderData?.name ?? "machine model"} - Plumbline` },
];

export default function UpdateModel({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ModelForm
      title={`Edit ${loaderData.name}`}
      id={loaderData.id}
      values={loaderData}
      version={loaderData.version}
      problem={refusalOf(actionData)}
    />
  );
}
