import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { filled, flag, newId, nocase, oneOf, record, uncounted, whole } from "../columns.ts";
import { companies } from "./companies.ts";
import { staff } from "./staff.ts";

export const ticketStatuses = [
  "open",
  "in_progress",
  "waiting_customer",
  "resolved",
  "closed",
  "reopened",
] as const;
export const ticketCategories = ["bug", "billing", "how_to", "feature", "data", "other"] as const;
export const ticketPriorities = ["low", "normal", "high", "urgent"] as const;

/** A company asks the platform. */
export const supportTickets = sqliteTable(
  "support_tickets",
  {
    ...record,
    number: text().notNull(),
    companyId: text()
      .notNull()
      .references(() => companies.id),
    openedBy: text().notNull(),
    openedByName: text().notNull(),
    openedByEmail: text().notNull(),
    subject: nocase().notNull(),
    category: text({ enum: ticketCategories }).notNull(),
    priority: text({ enum: ticketPriorities }).notNull(),
    status: text({ enum: ticketStatuses }).notNull(),
    assignedTo: text().references(() => staff.id),
    firstResponseAt: integer(),
    lastReplyAt: integer().notNull(),
    lastReplyBy: text({ enum: ["customer", "staff"] }).notNull(),
    resolvedAt: integer(),
    closedAt: integer(),
    rating: integer(),
    ratingNote: text(),
  },
  (t) => [
    uniqueIndex("support_tickets_number").on(t.number),
    index("support_tickets_by_company").on(t.companyId, t.status, t.id),
    index("support_tickets_of_company").on(t.companyId, t.id),
    index("support_tickets_by_opener").on(t.companyId, t.openedBy, t.status, t.id),
    index("support_tickets_by_status").on(t.status, t.id),
    index("support_tickets_by_assignee").on(t.assignedTo, t.status).where(filled(t.assignedTo)),
    index("support_tickets_resolved").on(t.resolvedAt).where(sql`status = 'resolved'`),
    check("support_tickets_rating_known", sql`${t.rating} is null or ${t.rating} between 1 and 5`),
    oneOf("support_tickets_status_known", t.status, ticketStatuses),
    oneOf("support_tickets_category_known", t.category, ticketCategories),
    oneOf("support_tickets_priority_known", t.priority, ticketPriorities),
    ...whole("support_tickets", t.version, t.rating),
  ],
);

/** What was said on a ticket, and what happened to it. Append-only. An internal one never leaves by a company's door. */
export const supportReplies = sqliteTable(
  "support_replies",
  {
    id: text()
      .notNull()
      .primaryKey()
      .$defaultFn(() => newId()),
    companyId: text()
      .notNull()
      .references(() => companies.id),
    ticketId: uncounted(
      text()
        .notNull()
        .references(() => supportTickets.id),
      "a line of the ticket",
    ),
    /** The state it led to. */
    status: text({ enum: ticketStatuses }).notNull(),
    authorKind: text({ enum: ["customer", "staff", "system"] }).notNull(),
    actorId: text(),
    actorName: text().notNull(),
    note: text(),
    isInternal: flag(),
    at: integer().notNull(),
  },
  (t) => [
    index("support_replies_by_ticket").on(t.ticketId, t.id),
    index("support_replies_by_company").on(t.companyId),
    check(
      "support_replies_internal_by_staff",
      sql`${t.isInternal} = 0 or ${t.authorKind} = 'staff'`,
    ),
  ],
);
