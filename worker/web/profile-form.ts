import { removeAvatar, saveAvatar } from "../domain/avatar.ts";
import { changeOwnEmail, changeOwnPassword, endOtherSessions, endOwnSession, saveOwnDetails } from "../domain/profile.ts";
import type { Visit } from "../env.ts";
import { chosenFile } from "../files/store.ts";
import { notFound } from "../refusals.ts";
import { type AnySession, Session } from "../session.ts";
import { formOf, saved, submitted, valuesOf } from "./forms.ts";

/** The action of the profile page: `intent` says which of its forms was sent. */
export async function profileAction(request: Request, visit: Visit, session: AnySession) {
  const form = await formOf(request, visit);
  const intent = String(form.get("intent") ?? "");
  const values = valuesOf(form);
  return submitted({ ...values, intent }, async () => {
    switch (intent) {
      case "details":
        return saved(await saveOwnDetails(session, values));
      case "password":
        return saved(await changeOwnPassword(session, values));
      case "email":
        return saved(await changeOwnEmail(session, values));
      case "end-session":
        return saved(await endOwnSession(session, values.id ?? ""));
      case "end-others":
        return saved(await endOtherSessions(session));
      case "picture":
        return saved(await saveAvatar(memberOf(session), visit.env.MEDIA, chosenFile(form.get("picture"))));
      case "remove-picture":
        return saved(await removeAvatar(memberOf(session)));
      default:
        return notFound("action");
    }
  });
}

/** Staff have no picture. */
const memberOf = (session: AnySession): Session => (session instanceof Session ? session : notFound("action"));
