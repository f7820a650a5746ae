import { refusalOf } from "#app/ui/form.tsx";
import { calibrators } from "#worker/domain/calibrators/calibrators.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import type { Route } from "./+types/create";
import { CalibratorForm } from "./form.tsx";

export const action = actions(({ session }, values) => calibrators.create(session, values), {
  reply: goesOn(({ data }) => `/calibrator/${data.id}`),
});
export const meta = () => [{ title: "Add calibrator - Plumbline" }];

export default function CreateCalibrator({ actionData }: Route.ComponentProps) {
  return (
    <CalibratorForm
      title="Add calibrator"
      back="/calibrations"
      values={{}}
      problem={refusalOf(actionData)}
    />
  );
}
