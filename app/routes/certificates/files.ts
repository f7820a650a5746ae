import { filesForDraft, storeForDraft } from "#worker/domain/certificates/attaching.ts";
import { actions, asData } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/files";

/** The files that were stored for a draft, also those that it does not name yet. */
export const loader = async ({ params, context }: Route.LoaderArgs) =>
  Response.json(await filesForDraft(context.get(sessionContext), params.id));

/** Stores a file for a draft, which its page names when it is saved. */
export const action = actions(
  ({ session, visit, id, file }) => storeForDraft(session, visit.env.MEDIA, id, file("file")),
  { isData: true, reply: asData },
);
