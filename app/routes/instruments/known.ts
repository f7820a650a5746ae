import { instrumentMaps } from "#worker/domain/calibration/instrument-maps.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/known";

/** The maps by which a measuring page recognises files. */
export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await instrumentMaps.known(context.get(sessionContext)));
}
