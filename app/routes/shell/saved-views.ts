import { viewsOf } from "#worker/domain/lists/saved-views.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { viewAction } from "#worker/web/view-form.ts";
import type { Route } from "./+types/saved-views";

/** The views of a screen, asked for when their menu opens. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return Response.json(
    await viewsOf(context.get(sessionContext), new URL(request.url).searchParams.get("screen")),
  );
}

export function action({ request, context }: Route.ActionArgs) {
  return viewAction(request, context.get(visitContext), context.get(sessionContext));
}
