import { redirect } from "react-router";
import { ROUNDS_COOKIE, ROUNDS_LEFT, YEAR_SECONDS } from "#app/shared/rounds.ts";
import { cookie, cookieOf, sessionCookieName } from "#worker/auth/cookies.ts";
import { leave } from "#worker/domain/account/leaving.ts";
import { beginWayOut, WAY_OUT } from "#worker/domain/identity/sign-out.ts";
import { anySessionContext, leavingRounds, visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/sign-out";

/**
 * Sign-out of a page without scripts, and the end of the cookie after the API's sign-out. Rounds that are still on this device leave it:
 * at the page that follows, else at the next contact of any page.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const session = context.get(anySessionContext);
  const wayOut = await beginWayOut(visit, session);
  await leave(visit, session);
  const signIn = visit.place.kind === "platform" ? "/developer/login" : "/login";
  const to = wayOut ? WAY_OUT : signIn;
  const headers = new Headers();
  if (wayOut) headers.append("Set-Cookie", wayOut);
  headers.append("Set-Cookie", cookie(visit.env, sessionCookieName(visit.env), "", 0));
  if (!cookieOf(request, ROUNDS_COOKIE)) return redirect(to, { headers });
  headers.append("Set-Cookie", cookie(visit.env, ROUNDS_COOKIE, ROUNDS_LEFT, YEAR_SECONDS, false));
  return redirect(leavingRounds(to), { headers });
}
export const loader = () => redirect("/dashboard");
