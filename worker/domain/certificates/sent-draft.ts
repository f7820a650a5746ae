import { invalid, tooLarge } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { saveCertificate } from "./save.ts";

/** Characters of a draft with its readings. */
const MOST_SENT = 1_000_000;

/** Saves what a measuring page sends in its one field. @throws Response as `saveCertificate`, and 413 */
export function saveSentCertificate(
  session: Session,
  id: string,
  { draft = "", version, reason }: Record<string, string>,
) {
  session.authorize("edit-certificate-report");
  if (draft.length > MOST_SENT) tooLarge("This certificate is too large");
  let read: unknown;
  try {
    read = JSON.parse(draft);
  } catch {
    read = null;
  }
  if (typeof read !== "object" || read === null) return invalid({ draft: ["It cannot be read"] });
  const { head, standards, measured } = read as Record<string, unknown>;
  return saveCertificate(session, id, {
    ...(typeof head === "object" ? head : {}),
    ...{ standards, measured, version, reason },
  });
}
