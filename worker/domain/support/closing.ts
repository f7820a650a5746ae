import { asc, eq, sql } from "drizzle-orm";
import { CLOSE_DAYS } from "#app/shared/flows/support-tickets.ts";
import { supportReplies, supportTickets } from "#drizzle/control/index.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { isRefusal } from "../../refusals.ts";

const DAY_MS = 86_400_000;
const AT_ONCE = 50;

/** Tickets that were resolved before this instant close by themselves. */
export const resolvedBefore = (at: number) => at - CLOSE_DAYS * DAY_MS;

/**
 * Closes tickets that have been resolved for a week without an answer.
 * @returns where the next part goes on; null when nothing is left
 */
export async function closeResolved(db: PlatformDb, at: number): Promise<string | null> {
  const [due] = await db.read(
    db
      .select()
      .from(supportTickets)
      .where(
        sql`${supportTickets.id} in (select "id" from ${supportTickets} indexed by "support_tickets_resolved"
          where "status" = 'resolved' and "resolved_at" < ${resolvedBefore(at)} order by "resolved_at" limit ${sql.raw(String(AT_ONCE))})`,
      )
      .orderBy(asc(supportTickets.resolvedAt))
      .limit(AT_ONCE),
  );
  let closed = 0;
  for (const ticket of due) if (await close(db, ticket, at)) closed++;
  return due.length === AT_ONCE && closed > 0 ? "" : null;
}

/** Closes one; one that somebody has answered meanwhile stays open. */
async function close(
  db: PlatformDb,
  ticket: typeof supportTickets.$inferSelect,
  at: number,
): Promise<boolean> {
  const { id, companyId, number } = ticket;
  try {
    await db.commit({
      writes: [
        db.assertUnchanged(supportTickets, ticket, eq(supportTickets.status, "resolved")),
        db.updating(supportTickets, eq(supportTickets.id, id), { status: "closed", closedAt: at }),
        db.inserting(supportReplies, {
          ...{ ticketId: id, companyId, status: "closed", authorKind: "system" },
          ...{ actorName: db.stamp.actorName, at },
        }),
      ],
      activity: {
        ...{ action: "close.support_ticket", kind: "support_ticket", id, companyId, label: number },
        changes: [{ field: "status", from: "resolved", to: "closed" }],
      },
      answer: { status: 200, message: "", data: { id } },
    });
    return true;
  } catch (refusal) {
    if (isRefusal(refusal, 409)) return false;
    throw refusal;
  }
}
