import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  factorColumns,
  passkeyColumns,
  recoveryCodeColumns,
  rememberedDeviceColumns,
  sessionColumns,
  spentProofColumns,
  tokenColumns,
} from "../both.ts";
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
    ...factorColumns,
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

// Second factors of contacts, as those of the company's people.

export const contactPasskeys = sqliteTable(
  "contact_passkeys",
  { ...bare, ...ofAccount, ...passkeyColumns },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, () => contactAccounts),
    uniqueIndex("contact_passkeys_credential").on(t.companyId, t.credentialId),
    index("contact_passkeys_by_account").on(t.companyId, t.userId),
  ],
);

export const contactRecoveryCodes = sqliteTable(
  "contact_recovery_codes",
  { ...bare, ...ofAccount, ...recoveryCodeColumns },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, () => contactAccounts),
    uniqueIndex("contact_recovery_codes_code").on(t.companyId, t.userId, t.codeHash),
  ],
);

export const contactRememberedDevices = sqliteTable(
  "contact_remembered_devices",
  { ...bare, ...ofAccount, ...rememberedDeviceColumns },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, () => contactAccounts),
    uniqueIndex("contact_remembered_devices_device").on(t.companyId, t.userId, t.deviceHash),
  ],
);

export const contactSpentProofs = sqliteTable(
  "contact_spent_proofs",
  { ...bare, ...ofAccount, ...spentProofColumns },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, () => contactAccounts),
    uniqueIndex("contact_spent_proofs_proof").on(t.companyId, t.proofHash),
    index("contact_spent_proofs_by_account").on(t.companyId, t.userId),
  ],
);
