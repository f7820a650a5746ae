import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { filled, flag, oneOf, record, whole } from "../columns.ts";
import { companies } from "./companies.ts";
import { staff } from "./staff.ts";

export const grantEndings = ["left", "revoked", "ran_out"] as const;
/** Those that nobody has ended yet. One whose time is over counts no longer, and is ended by the next minute's job. */
export const openGrant = sql`revoked_at is null`;
/** Milliseconds. */
export const LONGEST_GRANT = 4 * 3600_000;

/** A member of the platform's staff inside a company: why, until when, and whether they may write. */
export const accessGrants = sqliteTable(
  "access_grants",
  {
    ...record,
    staffId: text()
      .notNull()
      .references(() => staff.id),
    companyId: text()
      .notNull()
      .references(() => companies.id),
    /** The sign-in on the platform from which they went in last: what ends it, ends their being inside. */
    sessionId: text().notNull(),
    reason: text().notNull(),
    isWrite: flag(),
    startsAt: integer().notNull(),
    endsAt: integer().notNull(),
    /** Of the ticket with which they go over to the company's host; null once it was used. */
    ticketHash: text(),
    ticketEndsAt: integer(),
    revokedAt: integer(),
    ending: text({ enum: grantEndings }),
  },
  (t) => [
    uniqueIndex("access_grants_one_open").on(t.staffId, t.companyId).where(openGrant),
    uniqueIndex("access_grants_ticket_hash").on(t.ticketHash).where(filled(t.ticketHash)),
    index("access_grants_by_end").on(t.endsAt, t.id).where(openGrant),
    index("access_grants_by_staff").on(t.staffId, t.id),
    index("access_grants_by_company").on(t.companyId, t.id),
    check("access_grants_reason_length", sql`length(${t.reason}) between 10 and 500`),
    check(
      "access_grants_four_hours_at_most",
      sql`${t.endsAt} > ${t.startsAt} and ${t.endsAt} - ${t.startsAt} <= ${sql.raw(String(LONGEST_GRANT))}`,
    ),
    check("access_grants_ended_in_a_way", sql`(${t.revokedAt} is null) = (${t.ending} is null)`),
    oneOf("access_grants_ending_known", t.ending, grantEndings),
    ...whole("access_grants", t.version, t.startsAt, t.endsAt, t.ticketEndsAt, t.revokedAt),
  ],
);
