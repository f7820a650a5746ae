import { redirect } from "react-router";
import { machineByToken } from "#worker/domain/calibration/machine-labels.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/machine-found";

/** The address on a machine's label: it leads to the machine. */
export async function loader({ params, context }: Route.LoaderArgs) {
  return redirect(`/machine/${await machineByToken(context.get(sessionContext), params.token)}`);
}
