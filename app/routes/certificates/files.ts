import { storeForDraft } from "#worker/domain/certificates/attaching.ts";
import { actions, asData } from "#worker/web/actions.ts";

/** Stores a file for a draft, which its page names when it is saved. */
export const action = actions(
  ({ session, visit, id, file }) => storeForDraft(session, visit.env.MEDIA, id, file("file")),
  { isData: true, reply: asData },
);
