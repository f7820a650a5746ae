import { createContext, type MiddlewareFunction, redirect } from "react-router";
import { ruleFor } from "../access.ts";
import type { Visit } from "../env.ts";
import { forbidden, refuse } from "../refusals.ts";
import { type AnySession, Session, StaffSession } from "../session.ts";

/** Set by the worker for every request. */
export const visitContext = createContext<Visit>();

/** Set only under the signed-in layout. Reading them anywhere else throws: routes fail closed. */
export const anySessionContext = createContext<AnySession>();
export const sessionContext = createContext<Session>();
export const staffContext = createContext<StaffSession>();

/** Guards every signed-in route by the access table: who, which service type, which permission. */
export const requireAccess: MiddlewareFunction<Response> = ({ context, request }) => {
  const visit = context.get(visitContext);
  const url = new URL(request.url);
  const { session } = visit;
  if (visit.refusedCredential === "foreign") refuse(401, "This session belongs to another company. Sign in again.");
  if (!session) throw redirect(signInPath(visit, url.pathname + url.search));
  const rule = ruleFor(url.pathname);
  if (!rule) throw new Error(`${url.pathname} is not in the access table`);
  if (!session.opens(rule)) forbidden();
  context.set(anySessionContext, session);
  if (session instanceof Session) context.set(sessionContext, session);
  if (session instanceof StaffSession) context.set(staffContext, session);
};

const signInPath = (visit: Visit, to: string) => {
  const clean = to.replace(/\.data(?=$|\?)/, "");
  return `${visit.place.kind === "platform" ? "/developer/login" : "/login"}?to=${encodeURIComponent(clean)}`;
};
