import { invalid, tooLarge } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { saveDraft } from "./save.ts";

/** Characters of a draft with the texts from which it was made. */
const MOST_SENT = 3_000_000;

/** What the editor sends in its one field: the draft, and beside it the texts as they were typed. */
function sentIn(text: string): Record<string, unknown> {
  if (text.length > MOST_SENT) tooLarge("This version is too large");
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    read = null;
  }
  const sent = (read as { sent?: unknown } | null)?.sent ?? read;
  if (typeof sent !== "object" || sent === null || Array.isArray(sent))
    return invalid({ draft: ["The draft cannot be read"] });
  return sent as Record<string, unknown>;
}

/** Saves what the editor of a draft sends. @throws Response as `saveDraft` */
export function saveSentDraft(
  session: Session,
  id: string,
  { draft = "", ...rest }: Record<string, string>,
) {
  session.authorize("edit-procedure");
  return saveDraft(session, id, { ...sentIn(draft), ...rest });
}
