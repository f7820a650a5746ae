import type { Session } from "../../session.ts";
import { sentDraft } from "../measurement/sent-draft.ts";
import { saveCertificate } from "./save.ts";

/** Saves what a measuring page sends in its one field. @throws Response as `saveCertificate`, 401 and 413 */
export function saveSentCertificate(session: Session, id: string, sent: Record<string, string>) {
  session.authorize("edit-certificate-report");
  return saveCertificate(session, id, sentDraft(session, sent));
}
