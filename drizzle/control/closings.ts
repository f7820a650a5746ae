import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, json, oneOf, record, whole } from "../columns.ts";
import { companies, type companyStatuses } from "./companies.ts";
import type { subscriptionStatuses } from "./subscriptions.ts";

const ofCompany = () =>
  text()
    .notNull()
    .references(() => companies.id);

export const exportStatuses = ["queued", "running", "ready", "failed", "expired"] as const;
/** Those of which a company has one at most. */
export const exportAtWork = sql`status in ('queued', 'running')`;

/** Everything that a company has entered, as a set of files that its Admins take. */
export const companyExports = sqliteTable(
  "company_exports",
  {
    ...record,
    companyId: ofCompany(),
    requestedBy: text().notNull(),
    requesterName: text().notNull(),
    requesterEmail: text().notNull(),
    status: text({ enum: exportStatuses }).notNull(),
    /** Where the next part goes on; null before the first. */
    cursor: text(),
    /** Parts that lie in the store, their size, and the rows in them by the names of their tables. */
    parts: integer().notNull().default(0),
    bytes: integer().notNull().default(0),
    counts: json<Record<string, number>>().notNull().default({}),
    /** How often a part could not be made. */
    failures: integer().notNull().default(0),
    error: text(),
    finishedAt: integer(),
    /** Until when it can be taken. */
    readyUntil: integer(),
  },
  (t) => [
    uniqueIndex("company_exports_one_at_work").on(t.companyId).where(exportAtWork),
    index("company_exports_by_company").on(t.companyId, t.id),
    index("company_exports_at_work").on(t.id).where(exportAtWork),
    index("company_exports_by_end").on(t.readyUntil).where(sql`status = 'ready'`),
    oneOf("company_exports_status_known", t.status, exportStatuses),
    ...whole("company_exports", t.version, t.parts, t.bytes, t.failures),
  ],
);

export const closingKinds = ["close", "reopen"] as const;
export const closingStatuses = ["open", "confirmed", "withdrawn", "lapsed"] as const;
/** Of which a company has one at most. */
export const openClosing = sql`status = 'open'`;

/** How a company was before it was closed, for when it is opened again. */
export type StandingBefore = {
  status: (typeof companyStatuses)[number];
  subscription: { id: string; status: (typeof subscriptionStatuses)[number] } | null;
};

/** A company is closed by its own Admin, or closed and opened again by two of the platform's staff, of whom one asks and another confirms. */
export const companyClosings = sqliteTable(
  "company_closings",
  {
    ...record,
    companyId: ofCompany(),
    kind: text({ enum: closingKinds }).notNull(),
    status: text({ enum: closingStatuses }).notNull(),
    /** Closed by its own Admin, who needs nobody else. */
    isByCompany: flag(),
    askedBy: text().notNull(),
    askedByName: text().notNull(),
    reason: text(),
    /** Until when another person may confirm it. */
    expiresAt: integer().notNull(),
    decidedBy: text(),
    decidedByName: text(),
    decidedAt: integer(),
    /** Kept with a closing that was carried out. */
    before: json<StandingBefore>(),
  },
  (t) => [
    uniqueIndex("company_closings_one_open").on(t.companyId).where(openClosing),
    index("company_closings_by_company").on(t.companyId, t.id),
    oneOf("company_closings_kind_known", t.kind, closingKinds),
    oneOf("company_closings_status_known", t.status, closingStatuses),
    check(
      "company_closings_two_people",
      sql`${t.status} <> 'confirmed' or ${t.isByCompany} = 1 or (${t.decidedBy} is not null and ${t.decidedBy} <> ${t.askedBy})`,
    ),
    ...whole("company_closings", t.version),
  ],
);
