import { filesToSend } from "#worker/domain/imports/attach.ts";
import { findImport } from "#worker/domain/imports/jobs.ts";
import { sessionContext } from "#worker/web/context.ts";
import { stepActions } from "#worker/web/import-actions.ts";
import type { Route } from "./+types/step";

/** How far an import is; with `files`, which of its files are still to be sent behind that row. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { searchParams } = new URL(request.url);
  if (searchParams.has("files")) {
    const data = await filesToSend(session, params.id, searchParams.get("files"));
    return Response.json({ success: true, message: "", data });
  }
  const { progress } = await findImport(session, params.id);
  return Response.json({ success: true, message: "", data: progress });
}

/** One step of an import's dry run, writing or undoing, as data. */
export const action = stepActions;
