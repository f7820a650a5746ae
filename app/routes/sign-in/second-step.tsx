import { Link } from "react-router";
import { CheckField, TextField } from "#app/ui/fields.tsx";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { PasskeyButton } from "#app/ui/passkey-button.tsx";
import { SignInFrame } from "#app/ui/public-frame.tsx";
import { Note } from "#app/ui/states.tsx";
import { visitContext } from "#worker/web/context.ts";
import { secondStepAction, secondStepPage } from "#worker/web/second-step.ts";
import type { Route } from "./+types/second-step";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  secondStepPage(request, context.get(visitContext));
export const action = secondStepAction;
export const meta = () => [{ title: "Second step - Plumbline" }];

/** After the password: a code, a recovery code or a passkey, or the way of who has lost them all. */
export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const { companyName, host, email, passkey, mayRemember, isOfPortal, signIn, search } = loaderData;
  const problem = refusalOf(actionData);
  const told = actionData?.success ? actionData.message : null;
  return (
    <SignInFrame title="Second step" companyName={companyName} host={host}>
      {told ? (
        <div role="status">
          <Note tone="info" icon="mail">
            {told}
          </Note>
        </div>
      ) : (
        <>
          <p className="muted">
            The password of <b>{email}</b> is right. Now show that it is you.
          </p>
          <PlainForm problem={problem}>
            {passkey && <PasskeyButton ask={() => passkey}>Use a passkey</PasskeyButton>}
            <TextField
              name="proofCode"
              label="Code"
              hint="Six digits of your authenticator app, or a recovery code"
              required
              maxLength={40}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
            />
            {mayRemember && (
              <CheckField name="remember" label="Do not ask again in this browser for 30 days" />
            )}
            <SubmitButton className="btn-block">Sign in</SubmitButton>
          </PlainForm>
          <details>
            <summary>I have none of these any more</summary>
            <PlainForm problem={undefined}>
              <p className="muted">
                {isOfPortal
                  ? "The laboratory can allow you to set up a new second factor. You and its Admins get a letter, and there is a day in which the request can be refused."
                  : "An Admin who knows you can allow you to set up a new second factor. You and all Admins get a letter, and there is a day in which the request can be refused."}
              </p>
              <SubmitButton tone="plain" name="intent" value="lost">
                {isOfPortal ? "Ask the laboratory" : "Ask an Admin"}
              </SubmitButton>
            </PlainForm>
          </details>
        </>
      )}
      <p className="row">
        <Link to={`${signIn}${search}`}>Back to sign-in</Link>
      </p>
    </SignInFrame>
  );
}
