import { machineAssetFacts } from "#worker/domain/calibration/machine-read.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/asset-facts";

/** What a machine takes over from the asset that it is. */
export async function loader({ params, context }: Route.LoaderArgs) {
  return Response.json(await machineAssetFacts(context.get(sessionContext), params.id));
}
