import { and, eq, type SQL, sql } from "drizzle-orm";
import { rolePermissions, roles, staff } from "#drizzle/control/index.ts";
import type { PlatformDb } from "../../db/platform-db.ts";

/** Members of staff at work whose role lets them answer tickets. */
export const answersTickets: SQL = sql`${staff.status} = 'active' and exists (select 1 from ${roles}
  where ${roles.id} = ${staff.roleId} and (${roles.isSystem} = 1 and ${roles.name} = 'superadmin'
    or exists (select 1 from ${rolePermissions} where ${rolePermissions.roleId} = ${roles.id}
      and ${rolePermissions.permission} = 'manage-support-ticket' and ${rolePermissions.value} = 1)))`;

const MOST = 200;

/** Those to whom tickets are assigned, as a statement of a read. */
export const assigneesQuery = (db: PlatformDb) =>
  db
    .select({ value: staff.id, label: staff.name })
    .from(staff)
    .where(answersTickets)
    .orderBy(staff.name)
    .limit(MOST);

/** One of them by id, as a statement of a read. */
export const assigneeQuery = (db: PlatformDb, id: string) =>
  db
    .select({ id: staff.id, name: staff.name })
    .from(staff)
    .where(and(eq(staff.id, id), answersTickets))
    .limit(1);
