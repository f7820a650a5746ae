import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { bare, oneOf, owned, ownedKey } from "../columns.ts";

/** A secret by which a directory keeps people and teams of the company (SCIM); only its hash is kept. */
export const scimTokens = sqliteTable(
  "scim_tokens",
  {
    ...owned,
    name: text().notNull(),
    tokenHash: text().notNull(),
    expiresAt: integer().notNull(),
    revokedAt: integer(),
    lastUsedAt: integer(),
  },
  (t) => [
    ownedKey(t),
    uniqueIndex("scim_tokens_token_hash").on(t.companyId, t.tokenHash),
    index("scim_tokens_by_end").on(t.companyId, t.expiresAt).where(sql`revoked_at is null`),
  ],
);

export const scimKinds = ["user", "group"] as const;

/** What a directory calls a person or a team by an id of its own. */
export const scimNames = sqliteTable(
  "scim_names",
  {
    ...bare,
    kind: text({ enum: scimKinds }).notNull(),
    recordId: text().notNull(),
    externalId: text().notNull(),
  },
  (t) => [
    ownedKey(t),
    uniqueIndex("scim_names_external").on(t.companyId, t.kind, t.externalId),
    uniqueIndex("scim_names_record").on(t.companyId, t.kind, t.recordId),
    oneOf("scim_names_kind_known", t.kind, scimKinds),
  ],
);
