import { and, eq } from "drizzle-orm";
import { CLOSE_DAYS, ticketRules } from "#app/shared/flows/support-tickets.ts";
import { newId } from "#drizzle/columns.ts";
import { staff, supportReplies, supportTickets } from "#drizzle/control/index.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import type { StoredFile } from "../../files/store.ts";
import { mailing } from "../../mail/outbox.ts";
import { repliedLetter, resolvedLetter } from "../../mail/support-letters.ts";
import { invalid } from "../../refusals.ts";
import { type AnySession, Session } from "../../session.ts";
import { id as idField, multiline, optionalMultiline, whole } from "../entity/fields.ts";
import { platformFlow } from "../entity/flow.ts";
import { type Done, type OfPlatform, workOn } from "../entity/flow-work.ts";
import { answersTickets, assigneeQuery } from "./assignees.ts";
import { fileRows } from "./files.ts";
import { seenBy } from "./seen.ts";
import { companyOrigin, hostOf, supportAddress, type Ticket, tellSupport } from "./told.ts";

const work = workOn<typeof supportTickets, OfPlatform>();
export const MOST_LETTERS = 5000;
const body = multiline("Message", MOST_LETTERS);

const authorOf = (session: AnySession) => (session instanceof Session ? "customer" : "staff");

/** The row of what happened, which the company reads unless it is internal. */
const said = (session: AnySession, id: string, isInternal = false) => ({
  event: { id, authorKind: authorOf(session), isInternal },
});

/** What no company learns of moves neither the ticket's last reply nor when it was changed. */
const unseen = ({ updatedAt }: Ticket): Partial<Ticket> => ({ updatedAt });

/** A message to the other side. */
const replied = (session: AnySession, before: Ticket, at: number): Partial<Ticket> => {
  const by = authorOf(session);
  const isFirst = by === "staff" && before.firstResponseAt === null;
  return { lastReplyAt: at, lastReplyBy: by, ...(isFirst ? { firstResponseAt: at } : {}) };
};

type Written = { db: PlatformDb; before: Ticket; files: readonly StoredFile[] };
const withFiles = ({ db, before, files }: Written, replyId: string) =>
  fileRows(db, files, { replyId, companyId: before.companyId });

/** Where an answer leads: a ticket that waited, or was resolved, is open again. */
const answeredIn = ({ status }: Ticket) =>
  status === "in_progress" || status === "reopened" ? status : "open";

/** Questions of companies: the company's people and the platform's staff talk on them. */
export const ticketFlow = platformFlow({
  name: "support_ticket",
  label: "Support ticket",
  noun: "ticket",
  table: supportTickets,
  column: "status",
  rules: ticketRules,
  events: { table: supportReplies, of: "ticketId" },
  title: ({ number }) => number,
  seen: seenBy,
  moves: {
    take: work({
      run: ({ session }) => ({
        set: { assignedTo: session.actor.userId },
        ...said(session, newId()),
      }),
      message: "The ticket is yours",
      summary: "Take a ticket that nobody works on",
      example: {},
    }),
    assign: work({
      fields: { assignedTo: idField("Person is required", "Person") },
      reads: (db, _, { assignedTo }) => [assigneeQuery(db, assignedTo)],
      run({ db, session, before, values: { assignedTo }, read: [[person]] }) {
        if (!person) return invalid({ assignedTo: ["This person does not answer tickets"] });
        if (assignedTo === before.assignedTo)
          return invalid({ assignedTo: [`It is assigned to ${person.name} already`] });
        const isStill = db.exists(staff, and(eq(staff.id, assignedTo), answersTickets)!);
        return {
          set: { assignedTo, ...unseen(before) },
          writes: [db.assert("usable_reference", isStill)],
          note: `Assigned to ${person.name}`,
          ...said(session, newId(), true),
        };
      },
      message: "Ticket assigned",
      summary: "Assign a ticket to a member of staff who answers tickets",
      example: { assigned_to: "0198c1a2-0000-7000-8000-000000000000" },
    }),
    reply: work({
      fields: { body },
      reads: (db, id) => [hostOf(db, id)],
      run({ db, session, before, values, read: [host], at, files }) {
        const id = newId();
        const origin = companyOrigin(session.origin, host);
        const letter = repliedLetter(before, values.body, origin);
        return {
          set: replied(session, before, at),
          note: values.body,
          writes: [
            ...withFiles({ db, before, files }, id),
            mailing(db, { to: before.openedByEmail, ...letter }, `support:${id}`),
          ],
          ...said(session, id),
        };
      },
      message: "Reply sent",
      summary: "Reply to the company, which gets a letter",
      example: { body: "Open Settings and choose Labels." },
    }),
    note: work({
      fields: { body },
      run({ db, session, before, values, files }) {
        const id = newId();
        return {
          set: unseen(before),
          note: values.body,
          writes: withFiles({ db, before, files }, id),
          ...said(session, id, true),
        };
      },
      message: "Note added",
      summary: "Add an internal note, which the company never sees",
      example: { body: "Seen at two companies since Monday" },
    }),
    resolve: work({
      stamp: "resolved",
      reads: (db, id) => [hostOf(db, id)],
      run({ db, session, before, values: { reason }, read: [host], at }) {
        const id = newId();
        const origin = companyOrigin(session.origin, host);
        const letter = resolvedLetter(before, { note: reason, days: CLOSE_DAYS }, origin);
        return {
          set: reason === null ? {} : replied(session, before, at),
          writes: [mailing(db, { to: before.openedByEmail, ...letter }, `support:${id}`)],
          ...said(session, id),
        };
      },
      message: "Ticket resolved",
      summary: "Resolve a ticket; who opened it gets a letter",
      example: { reason: "Version 4.2 prints it right" },
    }),
    answer: work({
      fields: { body },
      reads: (db) => [supportAddress(db)],
      run: ({ db, session, before, values, read: [set], at, files }) => ({
        to: answeredIn(before),
        ...written({ db, session, before, set, at, files }, values.body),
      }),
      message: "Answer sent",
      summary: "Answer on a ticket; one that waited or was resolved is open again",
      example: { body: "It still prints two pages." },
    }),
    solved: work({
      stamp: "resolved",
      run: ({ session }) => said(session, newId()),
      message: "Marked as solved",
      summary: "Say that a ticket is solved",
      example: {},
    }),
    close: work({
      stamp: "closed",
      run: ({ session }) => said(session, newId()),
      message: "Ticket closed",
      summary: "Close a resolved ticket",
      example: {},
    }),
    reopen: work({
      reads: (db) => [supportAddress(db)],
      run: ({ db, session, before, values: { reason }, read: [set], at, files }) =>
        written({ db, session, before, set, at, files }, reason ?? ""),
      message: "Ticket reopened",
      summary: "Reopen a ticket within 14 days of its closing",
      example: { reason: "It happened again today" },
    }),
    rate: work({
      fields: { rating: whole("Rating", 1, 5), ratingNote: optionalMultiline(500, "Rating note") },
      run: ({ session, values: { rating, ratingNote } }) => ({
        set: { rating, ratingNote },
        note: [`Rated ${rating} of 5`, ratingNote].filter(Boolean).join(": "),
        ...said(session, newId()),
      }),
      message: "Thank you for the rating",
      summary: "Rate the help on a closed ticket, once",
      example: { rating: 5, rating_note: "Quick help" },
    }),
  },
});

type Wrote = Written & {
  session: AnySession;
  set: Parameters<typeof tellSupport>[2];
  at: number;
};

/** What a company writes: the ticket is neither resolved nor closed any more, and the platform's support is told. */
function written(
  { db, session, before, set, at, files }: Wrote,
  text: string,
): Done<typeof supportTickets> {
  const id = newId();
  return {
    set: { ...replied(session, before, at), resolvedAt: null, closedAt: null },
    note: text,
    writes: [
      ...withFiles({ db, before, files }, id),
      ...(session instanceof Session
        ? tellSupport(db, session, set, { ticket: before, body: text, replyId: id })
        : []),
    ],
    ...said(session, id),
  };
}
