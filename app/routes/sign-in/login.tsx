import { Link } from "react-router";
import { PasswordField, TextField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { SignInFrame } from "#app/ui/public-frame.tsx";
import { visitContext } from "#worker/web/context.ts";
import { signInAction } from "#worker/web/sign-in-form.ts";
import type { Route } from "./+types/login";

export function loader({ context }: Route.LoaderArgs) {
  const { place } = context.get(visitContext);
  return { host: place.hostname, isPlatform: place.kind === "platform" };
}

export const action = ({ request, context }: Route.ActionArgs) => signInAction(request, context.get(visitContext), "company");
export const meta = () => [{ title: "Sign in - Plumbline" }];

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SignInFrame title="Sign in" host={loaderData.host}>
      <PlainForm problem={actionData as Refused | undefined} className="form">
        <TextField name="email" label="E-mail" type="email" required autoComplete="username" />
        <PasswordField name="password" label="Password" required autoComplete="current-password" />
        <SubmitButton className="btn-block">Sign in</SubmitButton>
        <Link to="/forgot-password">Forgot password?</Link>
      </PlainForm>
    </SignInFrame>
  );
}
