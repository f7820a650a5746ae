import { PasswordField, TextField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { SignInFrame } from "#app/ui/public-frame.tsx";
import { notFound } from "#worker/refusals.ts";
import { visitContext } from "#worker/web/context.ts";
import { signInAction } from "#worker/web/sign-in-form.ts";
import type { Route } from "./+types/developer-login";

export function loader({ context }: Route.LoaderArgs) {
  const { place } = context.get(visitContext);
  if (place.kind !== "platform") notFound("page");
  return { host: place.hostname };
}

export const action = ({ request, context }: Route.ActionArgs) => signInAction(request, context.get(visitContext), "platform");
export const meta = () => [{ title: "Platform sign-in - Plumbline" }];

export default function DeveloperLogin({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SignInFrame title="Platform sign-in" host={loaderData.host}>
      <PlainForm problem={actionData as Refused | undefined} className="form">
        <TextField name="email" label="E-mail" type="email" required autoComplete="username" />
        <PasswordField name="password" label="Password" required autoComplete="current-password" />
        <SubmitButton className="btn-block">Sign in</SubmitButton>
      </PlainForm>
    </SignInFrame>
  );
}
