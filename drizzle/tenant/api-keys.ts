import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  flag,
  inCompany,
  json,
  nocase,
  type OwnedTarget,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { departments } from "./masters.ts";

/** A program's own access to the API. Only hashes of its secrets are kept. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    ...owned,
    name: nocase().notNull(),
    secretHash: text().notNull(),
    /** The secret before it was replaced, and until when it still counts. */
    formerHash: text(),
    formerUntil: integer(),
    permissions: json<string[]>().notNull(),
    /** Only what is at the key's Locations; without one of them it sees nothing. */
    isLimited: flag(),
    expiresAt: integer().notNull(),
    revokedAt: integer(),
    lastUsedAt: integer(),
    lastUsedIp: text(),
  },
  (t) => [
    ownedKey(t),
    uniqueIndex("api_keys_name").on(t.companyId, t.name).where(sql`revoked_at is null`),
    index("api_keys_by_end").on(t.companyId, t.expiresAt).where(sql`revoked_at is null`),
    ...whole("api_keys", t.version, t.expiresAt, t.formerUntil),
  ],
);

/** The Locations a key is limited to. */
export const apiKeyScopes = sqliteTable(
  "api_key_scopes",
  {
    ...owned,
    apiKeyId: uncounted(text().notNull(), "a line of the key"),
    departmentId: text().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.apiKeyId, () => apiKeys),
    inCompany(t, t.departmentId, (): OwnedTarget => departments),
    uniqueIndex("api_key_scopes_pair").on(t.companyId, t.apiKeyId, t.departmentId),
    index("api_key_scopes_by_department").on(t.companyId, t.departmentId),
  ],
);

/** How many requests a key has made in its minute; the id is the key's. */
export const apiUses = sqliteTable(
  "api_uses",
  { ...bare, minute: integer().notNull(), used: integer().notNull() },
  (t) => [ownedKey(t), ...whole("api_uses", t.minute, t.used)],
);
