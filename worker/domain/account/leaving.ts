import { platformFor } from "../../auth/inside-session.ts";
import { signOut } from "../../auth/read-session.ts";
import type { ContactSession } from "../../contact-session.ts";
import type { Visit } from "../../env.ts";
import { type AnySession, Session } from "../../session.ts";
import { leaveCompany } from "../platform/inside.ts";

/** Ends what a request came with: a person's session, or staff's being inside the company. */
export async function leave(visit: Visit, session: AnySession | ContactSession): Promise<void> {
  const inside = session instanceof Session ? session.actor.inside : undefined;
  if (!inside) return signOut(visit, session);
  const staff = { id: session.actor.userId, name: inside.name };
  return leaveCompany(platformFor(visit, staff), { grantId: inside.grantId, staff });
}
