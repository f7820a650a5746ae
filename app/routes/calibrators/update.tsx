import { refusalOf } from "#app/ui/form.tsx";
import { calibrators } from "#worker/domain/calibrators/calibrators.ts";
import { calibratorToEdit } from "#worker/domain/calibrators/page.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/update";
import { CalibratorForm } from "./form.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  calibratorToEdit(context.get(sessionContext), params.id);

export const action = actions(
  ({ session, id }, values) => calibrators.update(session, id, values),
  { reply: goesOn((_, { id }) => `/calibrator/${id}`) },
);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Edit ${loaderData?.name ?? "calibrator"} - Plumbline` },
];

export default function UpdateCalibrator({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <CalibratorForm
      title={`Edit ${loaderData.name}`}
      back={`/calibrator/${loaderData.id}`}
      values={loaderData}
      version={loaderData.version}
      problem={refusalOf(actionData)}
    />
  );
}
