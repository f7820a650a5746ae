import { invalid, tooLarge } from "../../refusals.ts";

/** Characters of a draft with its readings. */
const MOST_SENT = 1_000_000;

/** What a measuring page sends in its one field: the head's fields beside standards and readings. @throws Response 413, 422 */
export function sentDraft({
  draft = "",
  version,
  reason,
}: Record<string, string>): Record<string, unknown> {
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
