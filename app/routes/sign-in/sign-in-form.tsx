import { Link } from "react-router";
import { EmailField, PasswordField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Note } from "#app/ui/states.tsx";
import type { Flash } from "#worker/web/forms.ts";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { useNotice } from "./use-notice.ts";

type Props = {
  problem: Refused | undefined;
  flash: Flash | null;
  signedInAs: string | null;
  /** The company's identity provider. */
  provider: { name: string; way: string } | null;
};

/** E-mail and password, for both kinds of people; it works without scripts. */
export function SignInForm({ problem, flash, signedInAs, provider }: Props) {
  useNotice(signedInAs !== null);
  return (
    <>
      <Messages flash={flash} />
      {signedInAs && (
        <Note tone="info">
          You are signed in as {signedInAs}.{" "}
          <Link to="/dashboard" reloadDocument>
            To the dashboard
          </Link>
        </Note>
      )}
      {provider && (
        <a className="btn btn-block" href={provider.way}>
          {`Sign in with ${provider.name}`}
        </a>
      )}
      <PlainForm problem={problem}>
        <EmailField name="email" label="E-mail" required autoComplete="username" />
        <PasswordField
          name="password"
          label="Password"
          required
          maxLength={200}
          autoComplete="current-password"
        />
        <p className="row">
          <Link to="/forgot-password">Forgot password?</Link>
        </p>
        <SubmitButton className="btn-block">Sign in</SubmitButton>
      </PlainForm>
      <PasskeySignIn />
    </>
  );
}

/** What the page before left to say. */
function Messages({ flash }: { flash: Flash | null }) {
  if (!flash) return null;
  return (
    <div role="status">
      <Note tone={flash.kind === "error" ? "overdue" : flash.kind === "warning" ? "amber" : "info"}>
        {flash.message}
      </Note>
    </div>
  );
}
