import { bulkEdit } from "#worker/domain/assets/bulk.ts";
import { matchingIds } from "#worker/domain/assets/every.ts";
import { actions, asData } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/bulk";

/** The ids of all that match a list. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return Response.json(
    await matchingIds(context.get(sessionContext), new URL(request.url).searchParams),
  );
}

/** One step of a bulk edit. */
export const action = actions(({ session }, values) => bulkEdit(session, values), {
  reply: asData,
  isData: true,
});
