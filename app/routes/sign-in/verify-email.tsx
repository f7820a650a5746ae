import { Link } from "react-router";
import { TextField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { SignInFrame } from "#app/ui/public-frame.tsx";
import { Note } from "#app/ui/states.tsx";
import { visitContext } from "#worker/web/context.ts";
import { verifyEmailAction, verifyEmailPage } from "#worker/web/link-forms.ts";
import type { Route } from "./+types/verify-email";
import { NewPasswordFields } from "./new-password-fields.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  verifyEmailPage(context.get(visitContext), params.id, params.token);
export const action = verifyEmailAction;
export const meta = () => [{ title: "Confirm your e-mail - Plumbline" }];

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.signUp) return <SignUpLink page={loaderData} answer={actionData} />;
  const { companyName, host, signIn, purpose, problem, canSendAgain, email, name } = loaderData;
  const refused = actionData?.success === false ? (actionData as Refused) : undefined;
  const sent = actionData?.success ? actionData.message : null;
  return (
    <SignInFrame
      title={titles[purpose ?? "verify_email"] ?? "Confirm your e-mail"}
      companyName={companyName}
      host={host}
    >
      {sent ? (
        <div role="status">
          <Note tone="info" icon="mail">
            {sent}.
          </Note>
        </div>
      ) : problem ? (
        <>
          <Note tone="amber">{problem}.</Note>
          {canSendAgain && (
            <PlainForm problem={refused}>
              <SubmitButton className="btn-block" name="intent" value="again">
                Send again
              </SubmitButton>
            </PlainForm>
          )}
        </>
      ) : (
        <PlainForm problem={refused} toldAtFields>
          {purpose === "invite" ? (
            <>
              <TextField
                name="name"
                label="Your name"
                required
                maxLength={100}
                autoComplete="name"
                defaultValue={name}
              />
              <NewPasswordFields email={email} />
              <SubmitButton className="btn-block">Open account</SubmitButton>
            </>
          ) : purpose === "lost_device" || purpose === "new_factors" ? (
            <LostDevice purpose={purpose} email={email} />
          ) : (
            <>
              <p className="muted">
                {purpose === "approve_address" ? (
                  <>
                    <b>{email}</b> was given as the new address of your account. Confirm it if it
                    was you.
                  </>
                ) : (
                  <>
                    From now on you sign in with <b>{email}</b>.
                  </>
                )}
              </p>
              <SubmitButton className="btn-block">Confirm address</SubmitButton>
            </>
          )}
        </PlainForm>
      )}
      <p className="row">
        <Link to={signIn}>To sign-in</Link>
      </p>
    </SignInFrame>
  );
}

const titles: Record<string, string> = {
  invite: "Your account",
  lost_device: "It was not me",
  new_factors: "New second factor",
};

/** Refuses what somebody with the password has asked for, or carries out what an Admin has allowed. */
function LostDevice({ purpose, email }: { purpose: "lost_device" | "new_factors"; email: string }) {
  return purpose === "lost_device" ? (
    <>
      <p className="muted">
        Somebody who knows the password of <b>{email}</b> says that your device is lost. If it was
        not you, refuse it: your sessions end, and the password opens nothing any more. A link to
        choose a new one is sent to you.
      </p>
      <SubmitButton tone="danger" className="btn-block" name="intent" value="not-me">
        It was not me
      </SubmitButton>
    </>
  ) : (
    <>
      <p className="muted">
        Passkeys, authenticator app and recovery codes of <b>{email}</b> are removed, and every
        session ends. Then sign in with your password, and set up a new second factor.
      </p>
      <SubmitButton className="btn-block" name="intent" value="new-factors">
        Remove my second factors
      </SubmitButton>
    </>
  );
}

type SignUpProps = {
  page: Extract<Route.ComponentProps["loaderData"], { signUp: object }>;
  answer: Route.ComponentProps["actionData"];
};

/** The link of a sign-up: it starts the trial, and later leads to where its people sign in. */
function SignUpLink({ page: { companyName: platform, host, signUp }, answer }: SignUpProps) {
  const { companyName, hostname, email, signIn, isExpired } = signUp;
  const sent = answer?.success && !signIn ? answer.message : null;
  return (
    <SignInFrame
      title={signIn ? `${companyName} is ready` : "Start your trial"}
      companyName={platform}
      host={host}
    >
      {signIn ? (
        <>
          <p className="muted" role="status">
            Sign in with <b>{email}</b> and the password you have chosen.
          </p>
          <a className="btn btn-primary btn-block" href={signIn}>
            To {hostname}
          </a>
        </>
      ) : sent ? (
        <div role="status">
          <Note tone="info" icon="mail">
            {sent}.
          </Note>
        </div>
      ) : (
        <PlainForm problem={refusalOf(answer)} toldAtFields>
          {isExpired ? (
            <Note tone="amber">This link is older than 24 hours.</Note>
          ) : (
            <>
              <p className="muted">
                {companyName} gets its own address, <b>{hostname}</b>, and you are its first Admin.
                Choose the password you sign in with there.
              </p>
              <NewPasswordFields email={email} />
            </>
          )}
          <SubmitButton className="btn-block" name="intent" value={isExpired ? "again" : "start"}>
            {isExpired ? "Send again" : "Start trial"}
          </SubmitButton>
        </PlainForm>
      )}
    </SignInFrame>
  );
}
