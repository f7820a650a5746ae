import { matchingIds } from "#worker/domain/assets/matching.ts";
import { bulkAction } from "#worker/web/bulk-form.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/bulk";

/** The ids of all that match a list. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return Response.json(
    await matchingIds(context.get(sessionContext), new URL(request.url).searchParams),
  );
}

/** One step of a bulk edit. */
export function action({ request, context }: Route.ActionArgs) {
  return bulkAction(request, context.get(visitContext), context.get(sessionContext));
}
