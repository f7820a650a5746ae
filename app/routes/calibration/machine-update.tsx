import { refusalOf } from "#app/ui/form.tsx";
import { machineFormFacts, machineToEdit } from "#worker/domain/calibration/machine-read.ts";
import { machines } from "#worker/domain/calibration/machines.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/machine-update";
import { MachineForm } from "./machine-form.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  return { machine: await machineToEdit(session, params.id), facts: machineFormFacts(session) };
}

export const action = actions(({ session, id }, values) => machines.update(session, id, values), {
  reply: goesOn((_, { id }) => `/machine/${id}`),
});
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Edit ${loaderData?.machine.machineNo ?? "machine"} - Plumbline` },
];

export default function UpdateMachine({ loaderData, actionData }: Route.ComponentProps) {
  const { machine, facts } = loaderData;
  return (
    <MachineForm
      title={`Edit ${machine.machineNo}`}
      back={`/machine/${machine.id}`}
      facts={facts}
      values={machine}
      version={machine.version}
      problem={refusalOf(actionData)}
    />
  );
}
