import type { Answer } from "../db/db.ts";
import { removeAvatar, saveAvatar } from "../domain/account/avatar.ts";
import {
  changeOwnEmail,
  changeOwnPassword,
  endOtherSessions,
  endOwnSession,
  saveOwnDetails,
} from "../domain/account/profile.ts";
import type { Visit } from "../env.ts";
import { takeUpload } from "../files/upload.ts";
import { carriedOutOnce } from "../once.ts";
import { notFound } from "../refusals.ts";
import { type AnySession, Session } from "../session.ts";
import { formOf, saved, submitted, valuesOf } from "./forms.ts";

/** The action of the profile page: `intent` says which of its forms was sent. */
export async function profileAction(request: Request, visit: Visit, session: AnySession) {
  const form = await formOf(request, visit);
  const intent = String(form.get("intent") ?? "");
  const values = valuesOf(form);
  const command = (): Promise<Answer> => {
    switch (intent) {
      case "details":
        return saveOwnDetails(session, values);
      case "password":
        return changeOwnPassword(session, values);
      case "email":
        return changeOwnEmail(session, values);
      case "end-session":
        return endOwnSession(session, values.id ?? "");
      case "end-others":
        return endOtherSessions(session);
      case "picture":
        return saveAvatar(memberOf(session), visit.env.MEDIA, takeUpload(form, "picture"));
      case "remove-picture":
        return removeAvatar(memberOf(session));
      default:
        return notFound("action");
    }
  };
  return submitted({ ...values, intent }, async () => saved(await carriedOutOnce(visit, command)));
}

/** Staff have no picture. */
const memberOf = (session: AnySession): Session =>
  session instanceof Session ? session : notFound("action");
