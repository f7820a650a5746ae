import { invalid, refuse, tooLarge } from "../../refusals.ts";
import type { Session } from "../../session.ts";

/** Characters of a draft with its readings. */
const MOST_SENT = 1_000_000;

/**
 * What a measuring page sends in its one field: the head's fields beside standards and readings.
 * @param session of whoever sends it; where `by` names another person, who typed it is not signed in here any more
 * @throws Response 401, 413, 422
 */
export function sentDraft(
  { actor }: Session,
  { draft = "", version, reason, by }: Record<string, string>,
): Record<string, unknown> {
  if (by && by !== actor.userId) refuse(401, "Another person is signed in on this device");
  if (draft.length > MOST_SENT) tooLarge("This draft is too large");
  let read: unknown;
  try {
    read = JSON.parse(draft);
  } catch {
    read = null;
  }
  if (typeof read !== "object" || read === null) return invalid({ draft: ["It cannot be read"] });
  const { head, ...others } = read as Record<string, unknown>;
  return { ...(typeof head === "object" ? head : {}), ...others, version, reason };
}
