import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { factorColumns, logColumns, loginColumns, sessionColumns, tokenColumns } from "../both.ts";
import { filled, flag, newId, nocase, oneOf, record, uncounted, whole } from "../columns.ts";

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
    ...factorColumns,
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
    ...tokenColumns,
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
    ...sessionColumns,
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
    ...loginColumns,
    result: text().notNull(),
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
    ...logColumns,
    companyId: text(),
    /** "user": somebody of the company, about what it has with the platform. */
    actorKind: text({ enum: ["staff", "user", "system"] }).notNull(),
    via: text({ enum: ["web", "api", "system"] }).notNull(),
  },
  (t) => [
    index("platform_activity_log_by_entity").on(t.entityId, t.id),
    index("platform_activity_log_by_person").on(t.actorId, t.id),
    index("platform_activity_log_by_time").on(t.at),
    index("platform_activity_log_by_company").on(t.companyId, t.id).where(filled(t.companyId)),
    index("platform_activity_log_unsealed").on(t.id).where(sql`seq is null`),
    uniqueIndex("platform_activity_log_seq").on(t.seq).where(filled(t.seq)),
    uniqueIndex("platform_activity_log_prev_hash").on(t.prevHash).where(filled(t.prevHash)),
  ],
);
