import { machineModels } from "#worker/domain/calibration/models.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/model-facts";

/** What a machine takes over from its model. */
export async function loader({ params, context }: Route.LoaderArgs) {
  return Response.json(await machineModels.facts(context.get(sessionContext), params.id));
}
