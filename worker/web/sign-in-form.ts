import { data, redirect } from "react-router";
import { z } from "zod";
import { safePath } from "#app/shared/safe-path.ts";
import { realmOfAddress } from "../auth/contact-session.ts";
import {
  cookie,
  cookieOf,
  hostCookieName,
  sessionCookieName,
  stepCookieName,
  welcomeCookie,
} from "../auth/cookies.ts";
import { findHost } from "../auth/find-host.ts";
import { type SignedIn, signedInCookies } from "../auth/open-session.ts";
import { companyNameOf, type Realm, realmOf } from "../auth/realm.ts";
import { isHalfWay, signIn } from "../auth/sign-in.ts";
import { STEP_MAX_AGE } from "../auth/tokens.ts";
import { leave } from "../domain/account/leaving.ts";
import { signInByPasskey } from "../domain/account/second-step.ts";
import { checked } from "../domain/entity/fields.ts";
import { tellingAdmins } from "../domain/identity/emergency.ts";
import { providerHere } from "../domain/identity/here.ts";
import { WAY_OUT, wayOutAfter } from "../domain/identity/sign-out.ts";
import type { Visit } from "../env.ts";
import { isOfPortal, PORTAL } from "../portal-screens.ts";
import { invalid, notFound } from "../refusals.ts";
import { Session } from "../session.ts";
import { apexHosts, originOf } from "../tenancy/hosts.ts";
import { type Asked, openAction, type Values } from "./actions.ts";
import { takeFlash } from "./forms.ts";

const credentials = z.object({
  email: z.string({ error: "E-mail is required" }).trim().min(1, "E-mail is required").max(254),
  password: z.string({ error: "Password is required" }).min(1, "Password is required").max(200),
});
const YEAR_SECONDS = 365 * 24 * 3600;

/** The realm of this host. @throws Response 404 on a host of the other kind, or of nobody */
export function realmHere(visit: Visit, audience?: Realm["audience"]): Realm {
  const realm = realmOf(visit);
  return realm && (!audience || realm.audience === audience) ? realm : notFound("page");
}

/** Cookies of whoever has just come in. Staff who were inside the company in this browser have left it. */
export async function arrivedCookies(realm: Realm, visit: Visit, person: SignedIn) {
  const { session } = visit;
  if (session instanceof Session && session.actor.inside) await leave(visit, session);
  return signedInCookies(realm, visit, person);
}

/** Goes on to the page that was asked for, signed in. */
export async function letIn(visit: Visit, realm: Realm, person: SignedIn) {
  const headers = new Headers();
  for (const line of await arrivedCookies(realm, visit, person)) headers.append("Set-Cookie", line);
  headers.append("Set-Cookie", cookie(visit.env, stepCookieName(visit.env), "", 0));
  const to = safePath(visit.url.searchParams.get("to"));
  return redirect(realm.audience === "portal" && !isOfPortal(to) ? PORTAL : to, { headers });
}

/** Signs a person in by passkey or password; who has a second factor goes on to the second step. */
async function entered(
  { visit, request, proof }: Asked<null>,
  audience: Realm["audience"],
  values: Values,
) {
  const here = realmHere(visit, audience);
  if (proof?.passkey) {
    const known = await signInByPasskey(here, visit, proof.passkey, tellingAdmins);
    return letIn(visit, known.realm, known.person);
  }
  const given = checked(credentials, values);
  const realm = await realmOfAddress(here, given.email);
  const person = await signIn(realm, visit, request, given, tellingAdmins);
  if (!isHalfWay(person)) return letIn(visit, realm, person);
  const { env, url } = visit;
  return redirect(`/login/second-step${url.search}`, {
    headers: {
      "Set-Cookie": cookie(env, stepCookieName(env), person.step, STEP_MAX_AGE),
    },
  });
}

/** The apex host's sign-in page: finds the company's own one, remembers its domain, and goes there. */
async function sentToHost({ visit }: Asked<null>, { domain = "" }: Values) {
  if (!domain.trim()) invalid({ domain: ["Domain is required"] });
  const host =
    (await findHost(visit, domain)) ?? invalid({ domain: ["We don't know this domain"] });
  const goTo = `${host.origin}/login`;
  const headers = {
    "Set-Cookie": cookie(visit.env, hostCookieName(visit.env), host.hostname, YEAR_SECONDS),
  };
  // The policy lets a form end on this host only, so that a form without scripts goes on by a page of its own.
  return visit.url.pathname.endsWith(".data")
    ? redirect(goTo, { headers })
    : data({ goTo }, { headers });
}

/** The action of the sign-in page: a company's own, or the one on the apex host that finds it. */
export const signInAction = openAction((asked, values) =>
  asked.visit.place.kind === "platform"
    ? sentToHost(asked, values)
    : entered(asked, "company", values),
);

/** The action of the sign-in page of the platform's staff. */
export const staffSignInAction = openAction((asked, values) => entered(asked, "platform", values));

/** The company's identity provider where it is offered, and the way to it, which goes on to the page that was asked for. */
async function offeredProvider(realm: Realm, { url }: Visit) {
  const provider = await providerHere(realm);
  if (!provider?.isOffered) return null;
  const to = url.searchParams.get("to");
  return {
    name: provider.name,
    way: to ? `/login/oidc?${new URLSearchParams({ to })}` : "/login/oidc",
  };
}

/** What a sign-in page shows: whose it is, a message that waits for the browser, and who is signed in already. */
export async function signInPage(request: Request, visit: Visit) {
  const realm = realmHere(visit);
  const isDead = visit.refusedCredential === "dead" && realm.audience === "company";
  const wayOut = isDead ? await wayOutAfter(realm, visit, request) : null;
  if (wayOut) {
    const headers = new Headers({ "Set-Cookie": wayOut });
    headers.append("Set-Cookie", cookie(visit.env, sessionCookieName(visit.env), "", 0));
    throw redirect(WAY_OUT, { headers });
  }
  const { flash, taken } = takeFlash(request, visit.env);
  const cookies = [...taken];
  // The page behind "To the dashboard" hands the browser its access token again; a dead session's cookie goes.
  if (visit.session) cookies.push(welcomeCookie(visit.env));
  if (visit.refusedCredential && visit.refusedCredential !== "unread")
    cookies.push(cookie(visit.env, sessionCookieName(visit.env), "", 0));
  const headers = new Headers();
  for (const line of cookies) headers.append("Set-Cookie", line);
  const body = {
    host: new URL(realm.origin).hostname,
    isPlatform: realm.audience === "platform",
    companyName: await companyNameOf(realm),
    provider: await offeredProvider(realm, visit),
    findAddress: `${originOf(visit.env, apexHosts(visit.env)[0]!)}/login`,
    signedInAs: (visit.session ?? visit.contact)?.actor.name ?? null,
    flash,
    domain: cookieOf(request, hostCookieName(visit.env)) ?? "",
  };
  return data(body, { headers });
}
