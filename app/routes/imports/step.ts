import { findImport } from "#worker/domain/imports/jobs.ts";
import { sessionContext } from "#worker/web/context.ts";
import { stepActions } from "#worker/web/import-actions.ts";
import type { Route } from "./+types/step";

/** How far an import is. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { progress } = await findImport(context.get(sessionContext), params.id);
  return Response.json({ success: true, message: "", data: progress });
}

/** One step of an import's dry run, writing or undoing, as data. */
export const action = stepActions;
