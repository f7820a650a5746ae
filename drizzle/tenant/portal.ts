import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sessionColumns, tokenColumns } from "../both.ts";
import { bare, inCompany, nocase, oneOf, owned, ownedKey, uncounted, whole } from "../columns.ts";
import { consumerContacts } from "./consumers.ts";
import { userStatuses } from "./people.ts";

/**
 * The account by which a consumer's contact signs in to the portal. It is no row of `users`: nothing that names a colleague can point
 * at it, and no reader of colleagues meets it.
 */
export const contactAccounts = sqliteTable(
  "contact_accounts",
  {
    ...owned,
    contactId: uncounted(text().notNull(), "a part of the contact"),
    email: nocase().notNull(),
    name: text().notNull(),
    passwordHash: text(),
    status: text({ enum: userStatuses }).notNull().default("invited"),
    lastLoginAt: integer(),
    sessionEpoch: integer().notNull().default(0),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.contactId, () => consumerContacts),
    uniqueIndex("contact_accounts_once").on(t.companyId, t.contactId),
    uniqueIndex("contact_accounts_email").on(t.companyId, t.email).where(sql`status <> 'left'`),
    oneOf("contact_accounts_status_known", t.status, userStatuses),
    ...whole("contact_accounts", t.version, t.sessionEpoch),
  ],
);

const ofAccount = { userId: uncounted(text().notNull(), "a part of the account") };

export const contactTokens = sqliteTable(
  "contact_tokens",
  { ...bare, ...ofAccount, ...tokenColumns },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, () => contactAccounts),
    uniqueIndex("contact_tokens_token_hash").on(t.companyId, t.tokenHash),
    index("contact_tokens_by_account").on(t.companyId, t.userId),
  ],
);

export const contactSessions = sqliteTable(
  "contact_sessions",
  { ...bare, ...ofAccount, ...sessionColumns },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, () => contactAccounts),
    uniqueIndex("contact_sessions_token_hash").on(t.companyId, t.tokenHash),
    index("contact_sessions_by_account").on(t.companyId, t.userId),
  ],
);
