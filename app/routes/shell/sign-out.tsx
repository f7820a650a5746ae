import { redirect } from "react-router";
import { cookie, sessionCookieName } from "#worker/auth/cookies.ts";
import { signOut } from "#worker/auth/read-session.ts";
import { anySessionContext, visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/sign-out";

/** Sign-out of a page without scripts, and the end of the cookie after the API's sign-out. */
export async function action({ context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  await signOut(visit, context.get(anySessionContext));
  const to = visit.place.kind === "platform" ? "/developer/login" : "/login";
  return redirect(to, {
    headers: { "Set-Cookie": cookie(visit.env, sessionCookieName(visit.env), "", 0) },
  });
}
export const loader = () => redirect("/dashboard");
