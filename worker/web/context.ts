import { createContext, type MiddlewareFunction, redirect, redirectDocument } from "react-router";
import { ROUNDS_COOKIE } from "#app/shared/rounds.ts";
import { ruleFor } from "../access.ts";
import { cookieOf } from "../auth/cookies.ts";
import { heldUpAt } from "../auth/factors/standing.ts";
import { hasJustMoved } from "../auth/move-session.ts";
import { howEnded } from "../auth/read-session.ts";
import { ContactSession } from "../contact-session.ts";
import type { Visit } from "../env.ts";
import { isOpenWithoutFactor, PORTAL, PORTAL_FACTORS } from "../portal-screens.ts";
import { forbidden, notFound, refuse, unavailable } from "../refusals.ts";
import { type AnySession, Session, StaffSession } from "../session.ts";

/** Set by the worker for every request. */
export const visitContext = createContext<Visit>();

/** Set only under the signed-in layout. Reading them anywhere else throws: routes fail closed. */
export const anySessionContext = createContext<AnySession>();
export const sessionContext = createContext<Session>();
export const staffContext = createContext<StaffSession>();
/** Set only under the portal's layout, where nobody else is let in. */
export const contactContext = createContext<ContactSession>();

/** Lets a request to a signed-in route pass by the access table: who, which service type, which permission. */
export const requireAccess: MiddlewareFunction<Response> = async ({ context, request }) => {
  const visit = context.get(visitContext);
  const url = new URL(request.url);
  const { session } = visit;
  if (visit.refusedCredential === "foreign") refuse(401, FOREIGN);
  if (visit.contact) throw redirect(PORTAL);
  // A form that is sent by scripts keeps its page: its action finds a session of which every use is refused.
  const keepsPage = request.method !== "GET" && visit.url.pathname.endsWith(".data");
  if (visit.refusedCredential === "dead" && (await hasJustMoved(request, visit))) {
    if (!keepsPage) throw redirect(askedPage(request));
    visit.refusedCredential = "unread";
  }
  if (visit.refusedCredential === "unread" && !keepsPage) unavailable();
  if (!session) {
    const to = signInPath(visit, url.pathname + url.search);
    // Signed out elsewhere: what is kept here for work without a network goes before the person is asked to sign in.
    if (
      visit.refusedCredential === "dead" &&
      cookieOf(request, ROUNDS_COOKIE) &&
      (await howEnded(request, visit)) === "signed_out"
    )
      throw redirectDocument(leavingRounds(askedPage(request)));
    if (!keepsPage) throw redirect(to);
    const ended = endedSession(visit, to);
    context.set(anySessionContext, ended);
    context.set(sessionContext, ended as Session);
    context.set(staffContext, ended as StaffSession);
    return;
  }
  const rule = ruleFor(url.pathname);
  if (!rule) throw new Error(`${url.pathname} is not in the access table`);
  if (!session.opens(rule)) forbidden();
  const heldUp = heldUpAt(session);
  if (heldUp && !/^\/(profile|session\/)/.test(url.pathname)) throw redirect(heldUp);
  context.set(anySessionContext, session);
  if (session instanceof Session) context.set(sessionContext, session);
  if (session instanceof StaffSession) context.set(staffContext, session);
};

/** Lets a consumer's contact into the portal, and nobody else: colleagues go on to their dashboard. */
export const requireContact: MiddlewareFunction<Response> = async ({ context, request }) => {
  const visit = context.get(visitContext);
  const { pathname, search } = new URL(request.url);
  if (visit.place.kind !== "company") notFound("page");
  if (visit.refusedCredential === "foreign") refuse(401, FOREIGN);
  if (visit.session) throw redirect("/dashboard");
  if (visit.contact) {
    if (visit.contact.actor.secondFactor.isMissing && !isOpenWithoutFactor(pathname))
      throw redirect(PORTAL_FACTORS);
    context.set(contactContext, visit.contact);
    return;
  }
  const to = signInPath(visit, pathname + search);
  const keepsPage = request.method !== "GET" && visit.url.pathname.endsWith(".data");
  if (visit.refusedCredential === "dead" && (await hasJustMoved(request, visit, "portal"))) {
    if (!keepsPage) throw redirect(askedPage(request));
    visit.refusedCredential = "unread";
  }
  if (!keepsPage && visit.refusedCredential === "unread") unavailable();
  if (!keepsPage) throw redirect(to);
  context.set(contactContext, ended(ContactSession.prototype, visit, to));
};

const FOREIGN = "This session belongs to another company. Sign in again.";

/** A session of which every use is refused: with 503 where it could not be read, with 401 where it has ended. */
const ended = <S extends object>(prototype: S, visit: Visit, signIn: string): S =>
  new Proxy(Object.create(prototype) as S, {
    get: () =>
      visit.refusedCredential === "unread"
        ? unavailable()
        : refuse(401, "Your session has ended. Sign in in a new tab, then send this again.", {
            data: { signIn },
          }),
  });
const endedSession = (visit: Visit, signIn: string): AnySession =>
  ended<AnySession>(
    (visit.place.kind === "platform" ? StaffSession : Session).prototype,
    visit,
    signIn,
  );

/** Where the rounds of a device leave it, on the way to another page. */
export const leavingRounds = (to: string) => `/round/leave?to=${encodeURIComponent(to)}`;

/** The page that a request asked for. */
export function askedPage(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname.replace(/\.data$/, "") + search;
}

const signInPath = (visit: Visit, to: string) => {
  const clean = to.replace(/\.data(?=$|\?)/, "");
  return `${visit.place.kind === "platform" ? "/developer/login" : "/login"}?to=${encodeURIComponent(clean)}`;
};
