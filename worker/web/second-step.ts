import { data } from "react-router";
import { askOwn, lookingForPasskeys } from "../auth/factors/own.ts";
import { STEP_OVER } from "../auth/factors/prove.ts";
import { mayRemember } from "../auth/factors/remembered.ts";
import { askNewFactors } from "../domain/account/lost-device.ts";
import {
  type OnTheWay,
  passkeySignInOptions,
  secondStep,
  stepOf,
} from "../domain/account/second-step.ts";
import type { Visit } from "../env.ts";
import { invalid, unauthenticated } from "../refusals.ts";
import { type Asked, openAction, type Values } from "./actions.ts";
import { redirectWith } from "./forms.ts";
import { frameOf } from "./link-forms.ts";
import { letIn, realmHere } from "./sign-in-form.ts";

/** The second step of a sign-in: what can be shown, and the challenge for the person's passkeys. */
export async function secondStepPage(request: Request, visit: Visit) {
  const found = await stepOf(realmHere(visit), visit, request);
  const frame = await frameOf(visit);
  if (!found)
    throw redirectWith(visit, `${frame.signIn}${visit.url.search}`, {
      kind: "warning",
      message: STEP_OVER,
    });
  const { realm, step } = found;
  const [passkeys] = await realm.db.read(lookingForPasskeys(realm, step.userId));
  const asked = await askOwn(visit.env, realm, "second_step", step.userId, passkeys);
  return data({
    ...frame,
    ...{ email: step.email, passkey: asked },
    mayRemember: await mayRemember(realm),
    isOfPortal: realm.audience === "portal",
    search: visit.url.search,
  });
}

/** Shows the second factor, or says that it is lost. */
export const secondStepAction = openAction(async (asked, values) => {
  const { visit, request, intent } = asked;
  const found = (await stepOf(realmHere(visit), visit, request)) ?? unauthenticated(STEP_OVER);
  if (intent === "lost")
    return { success: true as const, message: await askNewFactors(found.realm, found.step) };
  return shown(asked, found, values);
});

async function shown({ visit, proof }: Asked<null>, { realm, step }: OnTheWay, values: Values) {
  if (!proof) return invalid({ proofCode: ["Code is required"] });
  const remember = values.remember === "1" && (await mayRemember(realm));
  return letIn(visit, realm, await secondStep(realm, visit, step, proof, remember));
}

/** What the browser asks its passkeys at the sign-in page. */
export const passkeySignIn = async (visit: Visit) =>
  Response.json(await passkeySignInOptions(visit, realmHere(visit)));
