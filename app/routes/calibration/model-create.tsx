import { refusalOf } from "#app/ui/form.tsx";
import { machineModels } from "#worker/domain/calibration/models.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import type { Route } from "./+types/model-create";
import { ModelForm } from "./model-form.tsx";

export const action = actions(({ session }, values) => machineModels.create(session, values), {
  reply: goesOn("/machine-models"),
});
export const meta = () => [{ title: "Add machine model - Plumbline" }];

export default function CreateModel({ actionData }: Route.ComponentProps) {
  return <ModelForm title="Add machine model" values={{}} problem={refusalOf(actionData)} />;
}
