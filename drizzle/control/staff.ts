import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { filled, flag, json, newId, nocase, oneOf, record, uncounted, whole } from "../columns.ts";
import type { Change } from "../tenant/files.ts";

export const roles = sqliteTable(
  "roles",
  {
    ...record,
    name: nocase().notNull(),
    description: text(),
    isSystem: flag(),
    archivedAt: integer(),
  },
  (t) => [uniqueIndex("roles_name").on(t.name).where(sql`archived_at is null`)],
);

export const rolePermissions = sqliteTable(
  "role_permissions",
  {
    ...record,
    roleId: uncounted(
      text()
        .notNull()
        .references(() => roles.id),
      "a line of the role",
    ),
    permission: text().notNull(),
    value: flag(),
  },
  (t) => [uniqueIndex("role_permissions_pair").on(t.roleId, t.permission)],
);

export const staffStatuses = ["invited", "active", "suspended", "left"] as const;

/** The platform's own people: Super Admin. */
export const staff = sqliteTable(
  "staff",
  {
    ...record,
    name: text().notNull(),
    email: nocase().notNull(),
    phone: text(),
    roleId: text()
      .notNull()
      .references(() => roles.id),
    passwordHash: text(),
    totpSecret: text(),
    status: text({ enum: staffStatuses }).notNull().default("invited"),
    sessionEpoch: integer().notNull().default(0),
    lastLoginAt: integer(),
  },
  (t) => [
    uniqueIndex("staff_email").on(t.email),
    index("staff_by_role").on(t.roleId),
    oneOf("staff_status_known", t.status, staffStatuses),
    ...whole("staff", t.version, t.sessionEpoch),
  ],
);

const id = text()
  .notNull()
  .primaryKey()
  .$defaultFn(() => newId());

export const staffTokens = sqliteTable(
  "staff_tokens",
  {
    id,
    userId: text()
      .notNull()
      .references(() => staff.id),
    purpose: text({
      enum: ["invite", "verify_email", "approve_address", "reset_password"],
    }).notNull(),
    tokenHash: text().notNull(),
    newEmail: nocase(),
    expiresAt: integer().notNull(),
    usedAt: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex("staff_tokens_token_hash").on(t.tokenHash),
    index("staff_tokens_by_user").on(t.userId),
  ],
);

export const staffSessions = sqliteTable(
  "staff_sessions",
  {
    id,
    userId: text()
      .notNull()
      .references(() => staff.id),
    tokenHash: text().notNull(),
    epoch: integer().notNull(),
    createdAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
    expiresAt: integer().notNull(),
    revokedAt: integer(),
    ip: text(),
    userAgent: text(),
  },
  (t) => [
    uniqueIndex("staff_sessions_token_hash").on(t.tokenHash),
    index("staff_sessions_by_user").on(t.userId),
  ],
);

export const staffLoginLog = sqliteTable(
  "staff_login_log",
  {
    id,
    userId: text(),
    emailTried: nocase().notNull(),
    at: integer().notNull(),
    result: text().notNull(),
    ip: text(),
    country: text(),
    userAgent: text(),
    sessionId: text(),
    signedOutAt: integer(),
  },
  (t) => [
    index("staff_login_log_by_email").on(t.emailTried, t.at),
    index("staff_login_log_by_ip").on(t.ip, t.at),
    index("staff_login_log_by_session").on(t.sessionId),
  ],
);

export const platformActivityLog = sqliteTable(
  "platform_activity_log",
  {
    id,
    at: integer().notNull(),
    companyId: text(),
    actorKind: text({ enum: ["staff", "system"] }).notNull(),
    actorId: text(),
    actorName: text().notNull(),
    via: text({ enum: ["web", "api", "system"] }).notNull(),
    action: text().notNull(),
    entityKind: text().notNull(),
    entityId: text().notNull(),
    entityLabel: text().notNull(),
    changes: json<Change[]>().notNull().default([]),
    reason: text(),
    ip: text(),
    userAgent: text(),
    requestId: text().notNull(),
    seq: integer(),
    prevHash: text(),
    hash: text(),
  },
  (t) => [
    index("platform_activity_log_by_entity").on(t.entityId, t.id),
    index("platform_activity_log_by_time").on(t.at),
    index("platform_activity_log_unsealed").on(t.id).where(sql`seq is null`),
    uniqueIndex("platform_activity_log_seq").on(t.seq).where(filled(t.seq)),
    uniqueIndex("platform_activity_log_prev_hash").on(t.prevHash).where(filled(t.prevHash)),
  ],
);
