import { createView, removeView, updateView, viewsOf } from "#worker/domain/lists/saved-views.ts";
import { actions, asData } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/saved-views";

/** The views of a screen, asked for when their menu opens. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return Response.json(
    await viewsOf(context.get(sessionContext), new URL(request.url).searchParams.get("screen")),
  );
}

export const action = actions(
  {
    create: ({ session }, values) => createView(session, values),
    update: ({ session }, { id = "", ...values }) => updateView(session, id, values),
    delete: ({ session }, { id = "" }) => removeView(session, id),
  },
  { otherwise: "create", reply: asData, isData: true },
);
