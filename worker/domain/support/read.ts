import { and, desc, eq } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { supportReplies, supportTickets } from "#drizzle/control/index.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { filesOf } from "./files.ts";
import { ticketFlow } from "./flow.ts";
import { companyColumns } from "./list.ts";
import { seenBy } from "./seen.ts";

/** So many of the newest messages are shown, with their files. */
export const MOST_SHOWN = 100;
const MOST_FILES = MOST_SHOWN * 5;

/** What was said on a ticket, the newest first, and its files, as statements of a read. @param isInternal internal notes as well */
export const conversationOf = (db: PlatformDb, ticketId: string, isInternal: boolean) =>
  [
    db
      .select(
        pick(supportReplies, [
          ...(["id", "status", "authorKind", "actorName", "note", "isInternal", "at"] as const),
        ]),
      )
      .from(supportReplies)
      .where(
        db.ofOwner(
          supportReplies,
          and(
            eq(supportReplies.ticketId, ticketId),
            isInternal ? undefined : eq(supportReplies.isInternal, false),
          ),
        ),
      )
      .orderBy(desc(supportReplies.id))
      .limit(MOST_SHOWN + 1),
    filesOf(db, ticketId, isInternal, MOST_FILES),
  ] as const;

type Said = { id: string };
type File = { id: string; ownerId: string; fileName: string; bytes: number };
/** Messages with their files, in the order in which they came. */
export const inOrder = <R extends Said>(replies: readonly R[], files: readonly File[]) => ({
  isCut: replies.length > MOST_SHOWN,
  replies: replies
    .slice(0, MOST_SHOWN)
    .reverse()
    .map((reply) => ({
      ...reply,
      files: files
        .filter(({ ownerId }) => ownerId === reply.id)
        .map(({ id, fileName, bytes }) => ({ id, fileName, bytes })),
    })),
});

/** A ticket that the person sees, with its conversation. @throws Response 403; 404 */
export async function findTicket(session: Session, id: string) {
  const db = session.asCustomer("view-support-ticket");
  const [[row], replies, files] = await db.read(
    db.byId(supportTickets, id, seenBy(session)),
    ...conversationOf(db, id, false),
  );
  if (!row) return notFound("ticket");
  return {
    ticket: { ...pick(row, [...companyColumns]), moves: ticketFlow.movesOf(session, row) },
    ...inOrder(replies, files),
    now: Date.now(),
  };
}
