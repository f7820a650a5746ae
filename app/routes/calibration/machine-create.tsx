import { refusalOf } from "#app/ui/form.tsx";
import { machineFormFacts } from "#worker/domain/calibration/machine-read.ts";
import { machines } from "#worker/domain/calibration/machines.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/machine-create";
import { MachineForm } from "./machine-form.tsx";

export const loader = ({ context }: Route.LoaderArgs) =>
  machineFormFacts(context.get(sessionContext));

export const action = actions(({ session }, values) => machines.create(session, values), {
  reply: goesOn(({ data }) => `/machine/${data.id}`),
});
export const meta = () => [{ title: "Add machine - Plumbline" }];

export default function CreateMachine({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MachineForm
      title="Add machine"
      back="/machines"
      facts={loaderData}
      values={{ risk: "medium" }}
      problem={refusalOf(actionData)}
    />
  );
}
