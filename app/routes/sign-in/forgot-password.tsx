import { Link } from "react-router";
import { EmailField } from "#app/ui/fields.tsx";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { SignInFrame } from "#app/ui/public-frame.tsx";
import { Note } from "#app/ui/states.tsx";
import { visitContext } from "#worker/web/context.ts";
import { forgotPasswordAction, frameOf } from "#worker/web/link-forms.ts";
import type { Route } from "./+types/forgot-password";

export const loader = ({ context }: Route.LoaderArgs) => frameOf(context.get(visitContext));
export const action = forgotPasswordAction;
export const meta = () => [{ title: "Forgot password - Plumbline" }];

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { companyName, host, isPlatform, signIn } = loaderData;
  const sent = actionData?.success ? actionData.message : null;
  return (
    <SignInFrame title="Forgot password" companyName={companyName} host={host}>
      {sent ? (
        <div role="status">
          <Note tone="info" icon="mail">
            {sent}. It lasts 30 minutes.
          </Note>
        </div>
      ) : (
        <PlainForm problem={refusalOf(actionData)}>
          <EmailField name="email" label="E-mail" required autoComplete="username" />
          <SubmitButton className="btn-block">Send link</SubmitButton>
        </PlainForm>
      )}
      <p className="row">
        <Link to={signIn}>Back to sign-in</Link>
        {isPlatform && <Link to="/login">Find your company</Link>}
      </p>
    </SignInFrame>
  );
}
