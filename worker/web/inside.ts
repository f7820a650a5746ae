import { type ActionFunctionArgs, data, redirect } from "react-router";
import { z } from "zod";
import type { Problem } from "#app/shared/refusal.ts";
import { cookie, sessionCookieName, welcomeCookie } from "../auth/cookies.ts";
import { platformFor } from "../auth/inside-session.ts";
import { signCookie } from "../auth/tokens.ts";
import { leave } from "../domain/account/leaving.ts";
import { checked } from "../domain/entity/fields.ts";
import { enterCompany, redeemed, type Ticket, ticketFor } from "../domain/platform/entering.ts";
import type { Visit } from "../env.ts";
import { isRefusal, notFound, refuse } from "../refusals.ts";
import type { AnySession, Session, StaffSession } from "../session.ts";
import { apexHosts, originOf } from "../tenancy/hosts.ts";
import { type Asked, goesOn, openAction, staffActions, type Values } from "./actions.ts";
import { visitContext } from "./context.ts";
import { redirectWith } from "./forms.ts";

/** Where staff come in at a company's host. */
export const ENTER = "/enter";
/** The platform's page of who is inside of what. */
export const INSIDE = "/companies/inside";

/** The form that lets staff into a company, wherever it stands. */
export const enterForm = {
  run: ({ session, visit }: Asked<AnySession>, { id = "", ...values }: Values) =>
    enterCompany(session as StaffSession, visit.env, id, values),
  reply: goesOn(INSIDE),
};

const platformOrigins = (env: Env) => apexHosts(env).map((host) => originOf(env, host));

/** Whether a request is the platform's own form that brings staff over to a company: the one that comes from another host. */
export const isEntering = (request: Request, { env, place, url }: Visit): boolean =>
  request.method === "POST" &&
  place.kind === "company" &&
  url.pathname === ENTER &&
  platformOrigins(env).includes(request.headers.get("Origin") ?? "");

const ticketInput = z.object({ entryTicket: z.string().min(1).max(100) });
const SPENT = "This way in was used already, or a minute is over. Go in again from the platform.";

/** Opens the session of staff inside a company, by their ticket. @throws Response 401 for one that is worth nothing here */
export const enterAction = openAction(async ({ visit }, values) => {
  const { place, env } = visit;
  if (place.kind !== "company" || place.isRetired) return notFound("page");
  const { entryTicket: ticket } = checked(ticketInput, values);
  const grant = await redeemed(platformFor(visit, null), place.companyId, ticket);
  if (!grant) return refuse(401, SPENT);
  const before = visit.session ?? visit.contact;
  if (before) await leave(visit, before);
  const pointer = { cid: place.companyId, sid: grant.id, sub: grant.staffId };
  const session = cookie(env, sessionCookieName(env), await signCookie(env, "inside", pointer));
  const flash = { kind: "info", message: "You are inside this company until you leave" } as const;
  return redirectWith(visit, "/dashboard", flash, [session, welcomeCookie(env)]);
});

/** What the page says where a ticket was not taken. */
export function enterPage({ place, env }: Visit) {
  if (place.kind !== "company") notFound("page");
  return { platform: `${originOf(env, apexHosts(env)[0]!)}${INSIDE}` };
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/**
 * A page of one form, which sends the ticket on to the company's host in its body: no address, log or Referer holds it. It goes on by
 * itself, or by its button where scripts do not run.
 */
function handOver({ companyName, origin, ticket }: Ticket): Response {
  const nonce = crypto.randomUUID();
  const name = escaped(companyName);
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>Go in to ${name}</title><style nonce="${nonce}">body{font:1rem/1.5 system-ui,sans-serif;margin:3rem auto;max-width:30rem;padding:0 1rem}button{font:inherit;padding:.6rem 1rem}</style><h1>${name}</h1><form method="post" action="${escaped(`${origin}${ENTER}`)}"><input type="hidden" name="entryTicket" value="${escaped(ticket)}"><button>Go in</button></form><script nonce="${nonce}">document.forms[0].submit()</script></html>`;
  return new Response(page, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; form-action ${origin}; base-uri 'none'; frame-ancestors 'none'`,
      // The company's host asks where the form came from, and learns the origin alone.
      "Referrer-Policy": "strict-origin",
    },
  });
}

const going = staffActions(
  async ({ session, visit }, { id = "" }) => ({
    ...{ status: 200, message: "" },
    data: await ticketFor(session, visit.env, id),
  }),
  { isData: true, reply: ({ data: ticket }) => handOver(ticket as Ticket) },
);

/** The form "Go in": on the way to the company's host; where there is none any more, back with a word. */
export async function goInAction(args: ActionFunctionArgs) {
  try {
    return await going(args);
  } catch (refusal) {
    if (!isRefusal(refusal, 404) && !isRefusal(refusal, 409)) throw refusal;
    const { message } = (await refusal.json()) as Problem;
    return redirectWith(args.context.get(visitContext), INSIDE, { kind: "error", message });
  }
}

/** Staff leave the company, and go back to the platform: without scripts by a page of its own, since a form ends on this host only. */
export async function leaveAnswer(visit: Visit, session: Session) {
  if (!session.actor.inside) return notFound("page");
  await leave(visit, session);
  const { env } = visit;
  const goTo = `${originOf(env, apexHosts(env)[0]!)}/companies`;
  const headers = { "Set-Cookie": cookie(env, sessionCookieName(env), "", 0) };
  return visit.url.pathname.endsWith(".data")
    ? redirect(goTo, { headers })
    : data({ goTo }, { headers });
}
