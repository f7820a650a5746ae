import { machineLabel } from "#app/shared/label-options.ts";
import { machineLabels } from "#worker/domain/calibration/machine-labels.ts";
import { sessionContext } from "#worker/web/context.ts";
import { labelActions, labelDesk } from "#worker/web/label-pages.ts";
import { LabelDesk } from "../assets/label-desk.tsx";
import type { Route } from "./+types/machine-labels";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  labelDesk(request, context.get(sessionContext), machineLabels);
export const action = labelActions;
export const meta = () => [{ title: "Labels - Plumbline" }];

export default function MachineLabels({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <LabelDesk
      data={loaderData}
      answer={actionData}
      thing="machine"
      things="machines"
      kind={machineLabel}
      list={{ title: "Machine DUC", to: "/machines" }}
      pdf="/machines/labels.pdf"
    />
  );
}
