import { data } from "react-router";
import { z } from "zod";
import { realmOfAddress, realmOfLink } from "../auth/contact-session.ts";
import { cookie, sessionCookieName } from "../auth/cookies.ts";
import { companyNameOf } from "../auth/realm.ts";
import type { Answer } from "../db/db.ts";
import { refuseNewFactors, replaceFactors } from "../domain/account/lost-device.ts";
import { LINK_UNKNOWN, openLink } from "../domain/account/open-link.ts";
import { requestReset, sendLinkAgain } from "../domain/account/send-link.ts";
import { acceptInvitation, confirmAddress, resetPassword } from "../domain/account/use-link.ts";
import { checked, email, text } from "../domain/entity/fields.ts";
import { sendSignUpAgain, signUpAt, startTrial } from "../domain/platform/start-trial.ts";
import type { Visit } from "../env.ts";
import { openAction, type Values } from "./actions.ts";
import { redirectWith } from "./forms.ts";
import { realmHere } from "./sign-in-form.ts";

const GONE = 410;
const address = z.object({ email: email() });
const named = z.object({ name: text("Name", 100) });

/** Whose door a page without a session is. */
export async function frameOf(visit: Visit) {
  const realm = realmHere(visit);
  const isPlatform = realm.audience === "platform";
  return {
    host: new URL(realm.origin).hostname,
    isPlatform,
    companyName: await companyNameOf(realm),
    signIn: isPlatform ? "/developer/login" : "/login",
  };
}

export const forgotPasswordAction = openAction(async ({ visit }, { email: typed = "" }) => {
  const { email: known } = checked(address, { email: typed });
  const realm = await realmOfAddress(realmHere(visit), known);
  return { success: true as const, message: await requestReset(realm, visit, known) };
});

/** Whose link a secret is: a colleague's, a contact's, or one of the platform's staff. */
const realmBy = (visit: Visit, secret: string) => realmOfLink(realmHere(visit), secret);

export async function resetPasswordPage(visit: Visit, secret: string) {
  const found = await openLink(await realmBy(visit, secret), secret);
  const link = found?.link.purpose === "reset_password" ? found.link : null;
  const problem = link ? link.problem : LINK_UNKNOWN;
  const body = { ...(await frameOf(visit)), problem, email: problem ? "" : link!.person.email };
  return data(body, { status: problem ? GONE : 200 });
}

export const resetPasswordAction = openAction(async ({ visit, params: { token = "" } }, values) => {
  const realm = await realmBy(visit, token);
  return toSignIn(visit, await resetPassword(realm, visit.env, token, newPasswordIn(values)));
});

export async function verifyEmailPage(visit: Visit, id: string, secret: string) {
  const signUp = await signUpHere(visit, id, secret);
  if (signUp)
    return data({ ...(await frameOf(visit)), signUp }, { status: signUp.isExpired ? GONE : 200 });
  const found = await openLink(await realmBy(visit, secret), secret, id);
  const link = found && found.link.purpose !== "reset_password" ? found.link : null;
  const problem = link ? link.problem : LINK_UNKNOWN;
  const body = {
    ...{ ...(await frameOf(visit)), signUp: null },
    problem,
    purpose: link?.purpose ?? null,
    canSendAgain: link?.canSendAgain ?? false,
    email: problem ? "" : (link!.newEmail ?? link!.person.email),
    name: problem ? "" : link!.person.name,
  };
  return data(body, { status: problem ? GONE : 200 });
}

/** The sign-up whose link it is; null for a link of a person's. */
const signUpHere = async (visit: Visit, id: string, secret: string) =>
  visit.place.kind === "platform" ? signUpAt(visit, id, secret) : null;

/** Starts a trial, sends the link again, confirms a changed address, or takes an invitation: its form alone has a name. */
export const verifyEmailAction = openAction(
  async ({ visit, id, params: { token = "" }, intent }, values) => {
    if (await signUpHere(visit, id, token)) {
      const { message } =
        intent === "again"
          ? await sendSignUpAgain(visit, id, token)
          : await startTrial(visit, id, token, newPasswordIn(values));
      return { success: true as const, message };
    }
    const realm = await realmBy(visit, token);
    if (intent === "again")
      return { success: true as const, message: await sendLinkAgain(realm, visit, id, token) };
    if (intent === "not-me") return toSignIn(visit, await refuseNewFactors(realm, id, token));
    if (intent === "new-factors") return toSignIn(visit, await replaceFactors(realm, id, token));
    if (!("name" in values))
      return redirectWith(visit, signInPath(visit), {
        kind: "success",
        message: (await confirmAddress(realm, id, token)).message,
      });
    const invited = { ...newPasswordIn(values), ...checked(named, { name: values.name }) };
    return toSignIn(visit, await acceptInvitation(realm, visit.env, id, token, invited));
  },
);

const newPasswordIn = ({ password = "", repeat = "" }: Values) => ({ password, repeat });
const signInPath = (visit: Visit) =>
  visit.place.kind === "platform" ? "/developer/login" : "/login";

/** On to sign-in with a message; the session this browser had is over. */
const toSignIn = (visit: Visit, { message }: Answer) =>
  redirectWith(visit, signInPath(visit), { kind: "success", message }, [
    cookie(visit.env, sessionCookieName(visit.env), "", 0),
  ]);
