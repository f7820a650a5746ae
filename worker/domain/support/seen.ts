import { eq, type SQL } from "drizzle-orm";
import { supportTickets } from "#drizzle/control/index.ts";
import { type AnySession, Session } from "../../session.ts";

/** Which of their handle's tickets somebody sees: a User those they opened, everybody else all. */
export const seenBy = (session: AnySession): SQL | undefined =>
  session instanceof Session && session.type === "User"
    ? eq(supportTickets.openedBy, session.actor.userId)
    : undefined;
