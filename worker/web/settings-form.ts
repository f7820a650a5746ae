import type { Answer } from "../db/db.ts";
import { followAfter } from "../domain/platform/follow-profile.ts";
import { removeLogo, saveLogo } from "../domain/settings/logo.ts";
import { saveSection } from "../domain/settings/save.ts";
import type { Visit } from "../env.ts";
import { takeUpload } from "../files/upload.ts";
import { carriedOutOnce } from "../once.ts";
import type { Session } from "../session.ts";
import { formOf, saved, submitted, valuesOf } from "./forms.ts";

/** The action of the settings page: `intent` names the section that was sent. */
export async function settingsAction(request: Request, visit: Visit, session: Session) {
  const form = await formOf(request, visit);
  const intent = String(form.get("intent") ?? "");
  const values = valuesOf(form);
  const save = (): Promise<Answer> => {
    if (intent === "logo") return saveLogo(session, visit.env.MEDIA, takeUpload(form, "logo"));
    return intent === "remove-logo" ? removeLogo(session) : saveSection(session, intent, values);
  };
  return submitted({ ...values, intent }, async () => {
    const answer = await carriedOutOnce<unknown>(visit, save);
    if (intent === "company") followAfter(visit);
    return saved(answer);
  });
}
