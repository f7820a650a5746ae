import { Link } from "react-router";
import { SIGN_UP } from "#app/shared/public-pages.ts";
import { TextField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { SignInFrame } from "#app/ui/public-frame.tsx";
import { visitContext } from "#worker/web/context.ts";
import { signInAction, signInPage } from "#worker/web/sign-in-form.ts";
import type { Route } from "./+types/login";
import { SignInForm } from "./sign-in-form.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  signInPage(request, context.get(visitContext));

export const action = signInAction;
export const meta = () => [{ title: "Sign in - Plumbline" }];

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { companyName, host, isPlatform, domain, findAddress } = loaderData;
  const problem = actionData as Refused | undefined;
  const goTo = actionData && "goTo" in actionData ? actionData.goTo : null;
  if (goTo)
    return (
      <SignInFrame title="Sign in">
        <meta httpEquiv="refresh" content={`0;url=${goTo}`} />
        <a className="btn btn-primary btn-block" href={goTo}>
          Go on to {new URL(goTo).hostname}
        </a>
      </SignInFrame>
    );
  if (isPlatform)
    return (
      <SignInFrame
        title="Sign in"
        foot={
          <>
            <a href={SIGN_UP}>Sign up</a>
            <Link to="/developer/login">Platform sign-in</Link>
          </>
        }
      >
        <PlainForm problem={problem} values={{ domain }}>
          <TextField
            name="domain"
            label="Domain of your company"
            hint={`yourcompany or yourcompany.${host}`}
            required
            maxLength={253}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <SubmitButton className="btn-block">Go on</SubmitButton>
        </PlainForm>
      </SignInFrame>
    );
  return (
    <SignInFrame
      companyName={companyName}
      host={host}
      foot={
        <span>
          Not your company? <a href={findAddress}>Find your address</a>
        </span>
      }
    >
      <SignInForm {...loaderData} problem={problem} />
    </SignInFrame>
  );
}
