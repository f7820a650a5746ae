import { type Contact, ROUNDS_COOKIE, ROUNDS_LEFT } from "#app/shared/rounds.ts";
import { cookieOf } from "../auth/cookies.ts";
import { hasJustMoved } from "../auth/move-session.ts";
import { howEnded } from "../auth/read-session.ts";
import { markOf } from "../bounded.ts";
import { devicesNow } from "../domain/rounds/devices-now.ts";
import type { Visit } from "../env.ts";
import { formOf } from "../forms.ts";
import { notFound, unavailable } from "../refusals.ts";
import { Session } from "../session.ts";
import { grantFor } from "./shell.ts";

/**
 * Who is behind the cookie of a device that comes back from where there was no network, or why nobody is, with the server's clock.
 * The address names, as `devices`, ids of devices with reports that wait, with commas between them.
 * Nothing is read of what is posted, but no form may be large.
 * @throws Response 404 where there is no company; 413; 503 in the moment in which its session moves
 */
export async function contactOf(visit: Visit, request: Request): Promise<Contact> {
  if (visit.place.kind !== "company") return notFound("page");
  if (markOf(request)) await formOf(request, visit, "open");
  const now = Date.now();
  const { session } = visit;
  if (cookieOf(request, ROUNDS_COOKIE) === ROUNDS_LEFT) return { state: "signed_out", now };
  if (visit.refusedCredential === "dead" && (await hasJustMoved(request, visit))) unavailable();
  if (!(session instanceof Session)) return { state: await howEnded(request, visit), now };
  if (session.isReadOnly) return { state: "suspended", now };
  const ids = (new URL(request.url).searchParams.get("devices") ?? "").split(",").filter(Boolean);
  const [{ token }, devices] = await Promise.all([
    grantFor(visit, session),
    devicesNow(session, ids),
  ]);
  const { userId, name } = session.actor;
  return { state: "open", now, token, companyId: session.company.id, userId, name, devices };
}
