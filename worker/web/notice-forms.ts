import { redirect } from "react-router";
import { safePath } from "#app/shared/safe-path.ts";
import type { Answer } from "../db/db.ts";
import { markAllRead, markNotice, openNotice } from "../domain/notifications/inbox.ts";
import { savePreferences } from "../domain/notifications/preferences.ts";
import type { Visit } from "../env.ts";
import { carriedOutOnce } from "../once.ts";
import type { Session } from "../session.ts";
import { formOf, saved, submitted, valuesOf } from "./forms.ts";
import { answeredForm } from "./resource-routes.ts";

/** What is done with a notice: `intent` says what, `open` also goes where it points. */
export async function noticeAction(request: Request, visit: Visit, session: Session) {
  const form = await formOf(request, visit);
  const intent = String(form.get("intent") ?? "");
  const id = String(form.get("id") ?? "");
  return submitted({ intent, id }, async () => {
    if (intent === "open")
      return redirect(safePath((await openNotice(session, id)) ?? "/notifications"));
    const mark = (): Promise<Answer> =>
      intent === "read-all" ? markAllRead(session) : markNotice(session, intent, id);
    return answeredForm(request, visit, await carriedOutOnce(visit, mark));
  });
}

/** The action of the page of preferences. */
export async function preferencesAction(request: Request, visit: Visit, session: Session) {
  const form = await formOf(request, visit);
  const values = valuesOf(form);
  return submitted(values, async () =>
    saved(await carriedOutOnce(visit, () => savePreferences(session, values))),
  );
}
