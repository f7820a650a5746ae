import { Link } from "react-router";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { SignInFrame } from "#app/ui/public-frame.tsx";
import { Note } from "#app/ui/states.tsx";
import { visitContext } from "#worker/web/context.ts";
import { resetPasswordAction, resetPasswordPage } from "#worker/web/link-forms.ts";
import type { Route } from "./+types/reset-password";
import { NewPasswordFields } from "./new-password-fields.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  resetPasswordPage(context.get(visitContext), params.token);
export const action = resetPasswordAction;
export const meta = () => [{ title: "New password - Plumbline" }];

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { companyName, host, problem, email } = loaderData;
  return (
    <SignInFrame title="New password" companyName={companyName} host={host}>
      {problem ? (
        <>
          <Note tone="amber">{problem}.</Note>
          <p className="row">
            <Link to="/forgot-password">Send another link</Link>
          </p>
        </>
      ) : (
        <PlainForm problem={refusalOf(actionData)}>
          <NewPasswordFields email={email} />
          <SubmitButton className="btn-block">Save password</SubmitButton>
        </PlainForm>
      )}
    </SignInFrame>
  );
}
