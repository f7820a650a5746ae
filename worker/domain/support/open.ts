import { sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { supportReplies, supportTickets } from "#drizzle/control/index.ts";
import { ticketCategories, ticketPriorities } from "#drizzle/control/support.ts";
import type { Answer } from "../../db/db.ts";
import type { StoredFile } from "../../files/store.ts";
import { mailing } from "../../mail/outbox.ts";
import { askedLetter } from "../../mail/support-letters.ts";
import type { Session } from "../../session.ts";
import { takenPlatformNumber, takePlatformNumber, ticketNumbering } from "../billing/numbers.ts";
import { checked, described, multiline, text, word } from "../entity/fields.ts";
import { platformSettings } from "../platform/settings.ts";
import { fileRows } from "./files.ts";
import { MOST_LETTERS } from "./flow.ts";

const SHORTEST_SUBJECT = 5;

export const ticketInput = z.strictObject({
  subject: described(
    text("Subject", 150).refine(
      (subject) => subject.length >= SHORTEST_SUBJECT,
      `Subject must have at least ${SHORTEST_SUBJECT} characters`,
    ),
    { label: "Subject" },
  ),
  category: word("Category", ticketCategories, "Category is required"),
  priority: word("Priority", ticketPriorities, "Priority is required"),
  body: multiline("Message", MOST_LETTERS),
});

/**
 * Asks the platform: a ticket with its first message, of which the platform's support is told.
 * @param files what came with the form, stored already
 * @throws Response 403; 422
 */
export async function openTicket(
  session: Session,
  input: unknown,
  files: readonly StoredFile[] = [],
): Promise<Answer<{ id: string; number?: string }>> {
  const db = session.asCustomer("create-support-ticket");
  const { body, ...values } = checked(ticketInput, input);
  const { supportEmail } = await platformSettings(db);
  const { actor, company } = session;
  const [id, replyId, at] = [newId(), newId(), Date.now()];
  const asked = { id, subject: values.subject, company: company.name, name: actor.name, body };
  return db.commit<{ id: string; number?: string }>({
    writes: [
      takePlatformNumber(db, ticketNumbering),
      db.inserting(supportTickets, {
        ...values,
        ...{ id, number: takenPlatformNumber(ticketNumbering), status: "open" },
        ...{ openedBy: actor.userId, openedByName: actor.name, openedByEmail: actor.email },
        ...{ lastReplyAt: at, lastReplyBy: "customer" },
      }),
      db.inserting(supportReplies, {
        ...{ id: replyId, ticketId: id, status: "open", authorKind: "customer", note: body, at },
        ...{ actorId: actor.userId, actorName: actor.name },
      }),
      ...fileRows(db, files, { replyId, companyId: company.id }),
      ...(supportEmail
        ? [
            mailing(
              db,
              { to: supportEmail, ...askedLetter(asked, session.site()) },
              `support:${replyId}`,
            ),
          ]
        : []),
    ],
    activity: {
      action: "create.support_ticket",
      kind: "support_ticket",
      id,
      label: values.subject,
    },
    answer: { status: 201, message: "Ticket sent. We answer here and by mail.", data: { id } },
    assigned: (made) =>
      db
        .select({ number: sql<string>`${supportTickets.number}`.as("number") })
        .from(supportTickets)
        .where(db.ofOwner(supportTickets, sql`${supportTickets.id} = ${made.id}`))
        .limit(1),
  });
}
