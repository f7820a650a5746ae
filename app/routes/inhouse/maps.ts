import { inhouseMaps } from "#worker/domain/calibration/instrument-maps.ts";
import { actions, asData } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/maps";

/** The maps by which the page of an in-house calibration recognises files. */
export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await inhouseMaps.known(context.get(sessionContext)));
}

/** A map that is made or corrected there. */
export const action = actions(
  {
    create: ({ session }, values) => inhouseMaps.create(session, values),
    update: ({ session }, { id = "", ...values }) => inhouseMaps.update(session, id, values),
  },
  { otherwise: "create", reply: asData },
);
