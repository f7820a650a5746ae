import { refusalOf } from "#app/ui/form.tsx";
import { SignInFrame } from "#app/ui/public-frame.tsx";
import { visitContext } from "#worker/web/context.ts";
import { realmHere, signInPage, staffSignInAction } from "#worker/web/sign-in-form.ts";
import type { Route } from "./+types/developer-login";
import { SignInForm } from "./sign-in-form.tsx";

export function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  realmHere(visit, "platform");
  return signInPage(request, visit);
}

export const action = staffSignInAction;
export const meta = () => [{ title: "Platform sign-in - Plumbline" }];

export default function DeveloperLogin({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SignInFrame title="Platform sign-in" host={loaderData.host}>
      <SignInForm {...loaderData} problem={refusalOf(actionData)} />
    </SignInFrame>
  );
}
