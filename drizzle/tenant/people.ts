import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { factorColumns, loginColumns, sessionColumns, tokenColumns } from "../both.ts";
import {
  bare,
  filled,
  flag,
  inCompany,
  keyAndChange,
  living,
  master,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { media } from "./files.ts";
import { categories, departments } from "./masters.ts";

export const userStatuses = ["invited", "active", "suspended", "left"] as const;

/** A person in a company. */
export const users = sqliteTable(
  "users",
  {
    ...owned,
    email: nocase().notNull(),
    name: text().notNull(),
    phone: text(),
    type: text({ enum: ["admin", "user"] }).notNull(),
    serviceType: integer().notNull(),
    departmentId: text(),
    designation: text(),
    employeeCode: nocase(),
    avatarMediaId: uncounted(text(), "shows a file; whoever takes the file away clears it"),
    passwordHash: text(),
    emailVerifiedAt: integer(),
    mustChangePassword: flag(),
    ...factorColumns,
    locale: text(),
    status: text({ enum: userStatuses }).notNull().default("invited"),
    lastLoginAt: integer(),
    sessionEpoch: integer().notNull().default(0),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.departmentId, (): OwnedTarget => departments),
    inCompany(t, t.avatarMediaId, (): OwnedTarget => media),
    uniqueIndex("users_email").on(t.companyId, t.email).where(sql`status <> 'left'`),
    uniqueIndex("users_employee_code")
      .on(t.companyId, t.employeeCode)
      .where(filled(t.employeeCode)),
    index("users_by_name").on(t.companyId, t.name, t.id),
    index("users_admins").on(t.companyId, t.status, t.name).where(sql`type = 'admin'`),
    index("users_by_status").on(t.companyId, t.status, t.name),
    index("users_by_department").on(t.companyId, t.departmentId),
    oneOf("users_type_known", t.type, ["admin", "user"]),
    oneOf("users_status_known", t.status, userStatuses),
    check("users_service_type_known", sql`${t.serviceType} in (0, 1, 2)`),
    ...whole("users", t.version, t.sessionEpoch),
  ],
);

export const userTokens = sqliteTable(
  "user_tokens",
  {
    ...bare,
    userId: text().notNull(),
    ...tokenColumns,
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, () => users),
    uniqueIndex("user_tokens_token_hash").on(t.companyId, t.tokenHash),
    index("user_tokens_by_user").on(t.companyId, t.userId),
  ],
);

export const sessions = sqliteTable(
  "sessions",
  {
    ...bare,
    userId: text().notNull(),
    ...sessionColumns,
    /** The minute of the clock in which its token last called the API, and how often in it. */
    apiMinute: integer(),
    apiUsed: integer(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, () => users),
    uniqueIndex("sessions_token_hash").on(t.companyId, t.tokenHash),
    index("sessions_by_user").on(t.companyId, t.userId),
  ],
);

export const loginResults = [
  "success",
  "bad_password",
  "locked",
  "unverified",
  "suspended",
  "totp_failed",
  "token_expired",
  "wrong_company",
  "reset_requested",
  "bad_key",
  "provider_only",
  "provider_refused",
] as const;

/** Every attempt to sign in; append-only. */
export const loginLog = sqliteTable(
  "login_log",
  {
    ...bare,
    ...loginColumns,
    result: text({ enum: loginResults }).notNull(),
  },
  (t) => [
    ownedKey(t),
    index("login_log_by_email").on(t.companyId, t.emailTried, t.at),
    index("login_log_by_ip").on(t.companyId, t.ip, t.at),
    index("login_log_by_user").on(t.companyId, t.userId, t.at).where(filled(t.userId)),
    index("login_log_by_session").on(t.companyId, t.sessionId),
  ],
);

export const teams = sqliteTable(
  "teams",
  {
    ...owned,
    ...master,
    name: nocase().notNull(),
    description: text(),
    leaderUserId: text(),
    /** Minutes of planned work that the team can do on a working day. */
    capacityMinutes: integer(),
  },
  (t) => [
    ...keyAndChange("teams", t),
    inCompany(t, t.leaderUserId, () => users),
    uniqueIndex("teams_name").on(t.companyId, t.name).where(living),
    index("teams_by_leader").on(t.companyId, t.leaderUserId),
  ],
);

export const teamMembers = sqliteTable(
  "team_members",
  { ...owned, teamId: uncounted(text().notNull(), "a line of the team"), userId: text().notNull() },
  (t) => [
    ownedKey(t),
    inCompany(t, t.teamId, () => teams),
    inCompany(t, t.userId, () => users),
    uniqueIndex("team_members_pair").on(t.companyId, t.userId, t.teamId),
    index("team_members_by_team").on(t.companyId, t.teamId),
  ],
);

/** Own grants of a person; no row or NULL means inherit. */
export const userPermissions = sqliteTable(
  "user_permissions",
  {
    ...owned,
    userId: text().notNull(),
    permission: text().notNull(),
    web: text({ enum: ["allow", "deny"] }),
    app: text({ enum: ["allow", "deny"] }),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, () => users),
    uniqueIndex("user_permissions_pair").on(t.companyId, t.userId, t.permission),
    oneOf("user_permissions_web_known", t.web, ["allow", "deny"]),
    oneOf("user_permissions_app_known", t.app, ["allow", "deny"]),
  ],
);

export const teamPermissions = sqliteTable(
  "team_permissions",
  {
    ...owned,
    teamId: uncounted(text().notNull(), "a line of the team"),
    permission: text().notNull(),
    isWebPermission: flag(),
    isAppPermission: flag(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.teamId, () => teams),
    uniqueIndex("team_permissions_pair").on(t.companyId, t.teamId, t.permission),
  ],
);

/** Locations a person is limited to; without a row there is no limit. */
export const userScopes = sqliteTable(
  "user_scopes",
  { ...owned, userId: text().notNull(), departmentId: text().notNull() },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, () => users),
    inCompany(t, t.departmentId, (): OwnedTarget => departments),
    uniqueIndex("user_scopes_pair").on(t.companyId, t.userId, t.departmentId),
    index("user_scopes_by_department").on(t.companyId, t.departmentId),
  ],
);

/** Locations a team looks after. */
export const teamDepartments = sqliteTable(
  "team_departments",
  {
    ...owned,
    teamId: uncounted(text().notNull(), "a line of the team"),
    departmentId: text().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.teamId, () => teams),
    inCompany(t, t.departmentId, (): OwnedTarget => departments),
    uniqueIndex("team_departments_pair").on(t.companyId, t.teamId, t.departmentId),
    index("team_departments_by_department").on(t.companyId, t.departmentId),
  ],
);

/** Categories a team looks after. */
export const teamCategories = sqliteTable(
  "team_categories",
  {
    ...owned,
    teamId: uncounted(text().notNull(), "a line of the team"),
    categoryId: text().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.teamId, () => teams),
    inCompany(t, t.categoryId, (): OwnedTarget => categories),
    uniqueIndex("team_categories_pair").on(t.companyId, t.teamId, t.categoryId),
    index("team_categories_by_category").on(t.companyId, t.categoryId),
  ],
);
