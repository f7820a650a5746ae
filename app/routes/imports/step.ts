import { findImport } from "#worker/domain/imports/jobs.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { stepAction } from "#worker/web/import-routes.ts";
import type { Route } from "./+types/step";

/** How far an import is. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { progress } = await findImport(context.get(sessionContext), params.id);
  return Response.json({ success: true, message: "", data: progress });
}

/** One step of an import's dry run, writing or undoing, as data. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  stepAction(request, context.get(visitContext), context.get(sessionContext), params.id);
