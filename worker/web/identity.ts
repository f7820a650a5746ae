import { data, redirect } from "react-router";
import type { Problem } from "#app/shared/refusal.ts";
import { cookie, identityOutCookieName } from "../auth/cookies.ts";
import { companyNameOf, type Realm } from "../auth/realm.ts";
import { admit } from "../domain/identity/admit.ts";
import { loggedOut } from "../domain/identity/back-channel.ts";
import { beginWay } from "../domain/identity/begin.ts";
import { comeBack } from "../domain/identity/come-back.ts";
import { providerHere } from "../domain/identity/here.ts";
import type { Provider } from "../domain/identity/provider.ts";
import { wayOutOf } from "../domain/identity/sign-out.ts";
import { keepTry, tryingAdmin } from "../domain/identity/try.ts";
import { noWay, type Way, wayOf } from "../domain/identity/way.ts";
import { ProviderError } from "../domain/identity/wire.ts";
import type { Visit } from "../env.ts";
import { formOf } from "../forms.ts";
import { notFound } from "../refusals.ts";
import { redirectWith } from "./forms.ts";
import { arrivedCookies, realmHere } from "./sign-in-form.ts";

/** Where an Admin sets how people sign in. */
export const SIGN_IN_SETTINGS = "/settings/sign-in";
const LOGIN = "/login";
/** What a browser says of a request that another site has begun. */
const fromElsewhere = new Set(["cross-site", "same-site"]);
const ELSEWHERE =
  "Your sign-in was begun in another browser, or more than ten minutes ago. Begin again.";
const UNUSABLE =
  "The sign-in did not work. Begin again, and tell an Admin if it does not work then.";

/** Says why on the page that somebody came from. */
const refusedTo = (visit: Visit, to: string, message: string) =>
  redirectWith(visit, to, { kind: "error", message }, [noWay(visit.env)]);

/** On to the company's provider, to sign in or to try it. */
export async function toProvider(visit: Visit, request: Request) {
  const realm = realmHere(visit, "company");
  const asked = visit.url.searchParams;
  const isTry = asked.has("try");
  // Nobody is signed in by what another site does: the person presses the button of this one.
  if (fromElsewhere.has(request.headers.get("Sec-Fetch-Site") ?? ""))
    return redirect(
      `${LOGIN}${asked.has("to") ? `?${new URLSearchParams({ to: asked.get("to")! })}` : ""}`,
    );
  try {
    const way = await beginWay(realm, visit, { to: asked.get("to"), isTry });
    return redirect(way.address, { headers: { "Set-Cookie": way.cookie } });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    console.warn(`Identity provider of ${realm.cid}: ${error.message}`);
    return refusedTo(visit, isTry ? SIGN_IN_SETTINGS : LOGIN, isTry ? error.message : UNUSABLE);
  }
}

/** Back from the provider: opens a session, or shows the Admin who tries what came. */
export async function fromProvider(visit: Visit, request: Request) {
  const realm = realmHere(visit, "company");
  const way = await wayOf(visit.env, realm.cid, request);
  if (!way) return refusedTo(visit, LOGIN, ELSEWHERE);
  const provider = (await providerHere(realm)) ?? notFound("page");
  return way.triedBy === null
    ? signedIn(realm, visit, provider, way)
    : tried(realm, visit, provider, way);
}

async function signedIn(realm: Realm, visit: Visit, provider: Provider, way: Way) {
  if (!provider.isOffered) notFound("page");
  try {
    const told = await comeBack(realm, visit, provider, way);
    const person = await admit({ realm, visit, provider, way, told });
    const headers = new Headers();
    for (const line of [noWay(visit.env), ...(await arrivedCookies(realm, visit, person))])
      headers.append("Set-Cookie", line);
    return redirect(way.to, { headers });
  } catch (error) {
    if (error instanceof Response && [403, 409, 429].includes(error.status)) {
      const { message } = (await error.json()) as Problem;
      return refusedTo(visit, LOGIN, message);
    }
    if (!(error instanceof ProviderError)) throw error;
    console.warn(`Identity provider of ${realm.cid}: ${error.message}`);
    return refusedTo(visit, LOGIN, UNUSABLE);
  }
}

async function tried(realm: Realm, visit: Visit, provider: Provider, way: Way) {
  const session = tryingAdmin(visit.session, way);
  const told = await comeBack(realm, visit, provider, way).catch((error: unknown) => {
    if (error instanceof ProviderError) return error.message;
    throw error;
  });
  const { message } = await keepTry(session, provider, told);
  return redirectWith(visit, SIGN_IN_SETTINGS, { kind: "info", message }, [noWay(visit.env)]);
}

/** The provider tells that it has signed somebody out. @throws Response 400 for what is no token of its own; 404; 413 */
export async function backChannelAnswer(visit: Visit, request: Request): Promise<Response> {
  const realm = realmHere(visit, "company");
  const form = await formOf(request, visit, "open");
  await loggedOut(realm, visit, String(form.get("logout_token") ?? ""));
  return Response.json({ success: true, message: "Signed out" });
}

/** The page that leads on to the provider's, where somebody signs out there as well. */
export async function outOfProvider(visit: Visit, request: Request) {
  const realm = realmHere(visit, "company");
  const goTo = await wayOutOf(realm, visit, request);
  const taken = cookie(visit.env, identityOutCookieName(visit.env), "", 0);
  if (!goTo) return redirect(LOGIN, { headers: { "Set-Cookie": taken } });
  const body = { ...goTo, companyName: await companyNameOf(realm) };
  return data(body, { headers: { "Set-Cookie": taken } });
}
