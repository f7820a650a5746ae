import { redirect } from "react-router";
import { safePath } from "#app/shared/safe-path.ts";
import type { Answer } from "../db/db.ts";
import { markAllRead, markNotice } from "../domain/notifications/inbox.ts";
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
    const opens = intent === "open";
    const answer: Answer<{ link: string | null } | null> = await carriedOutOnce<{ link: string | null } | null>(visit, () =>
      intent === "read-all" ? markAllRead(session) : markNotice(session, opens ? "read" : intent, id),
    );
    return opens && answer.data?.link ? redirect(safePath(answer.data.link)) : answeredForm(request, visit, answer);
  });
}

/** The action of the page of preferences. */
export async function preferencesAction(request: Request, visit: Visit, session: Session) {
  const form = await formOf(request, visit);
  const values = valuesOf(form);
  return submitted(values, async () => saved(await carriedOutOnce(visit, () => savePreferences(session, values))));
}
