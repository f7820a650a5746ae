import { eq, sql } from "drizzle-orm";
import { rolePermissions, roles, staff, staffSessions } from "#drizzle/control/index.ts";
import type { sessions } from "#drizzle/tenant/index.ts";
import { PlatformDb } from "../db/platform-db.ts";
import type { Visit } from "../env.ts";
import { gatewaysOf } from "../payments/gateways.ts";
import { platformPermissions } from "../permissions.ts";
import { StaffSession } from "../session.ts";
import { keepNotice, readingNotice } from "../tenancy/notice.ts";
import { isFreeOfFactors, standingIn } from "./factors/standing.ts";
import { type Realm, stampOf } from "./realm.ts";
import { idleMinutesOf, isAlive, touch } from "./session-life.ts";
import { countingForMenu } from "./staff-counts.ts";
import type { Pointer } from "./tokens.ts";

/** The session of one of the platform's staff; null when it no longer counts. */
export async function staffSession(
  { db, origin }: Realm,
  visit: Visit,
  { sid }: Pointer,
  door: "web" | "api",
): Promise<StaffSession | null> {
  const role = sql`(select "role_id" from ${staff} where "id" = (select "user_id" from ${staffSessions} where "id" = ${sid}))`;
  const [people, grants, [counts], notice] = await db.read(
    db
      .select({
        user: sql<string>`${staff.id}`.as("person_id"),
        name: sql<string>`${staff.name}`.as("person_name"),
        email: staff.email,
        status: staff.status,
        sessionEpoch: staff.sessionEpoch,
        secondFactorSince: staff.secondFactorSince,
        method: staffSessions.method,
        provedAt: staffSessions.provedAt,
        isSystem: roles.isSystem,
        roleName: sql<string>`${roles.name}`.as("role_name"),
        epoch: staffSessions.epoch,
        lastSeenAt: staffSessions.lastSeenAt,
        expiresAt: staffSessions.expiresAt,
        revokedAt: staffSessions.revokedAt,
      })
      .from(staffSessions)
      .innerJoin(staff, eq(staff.id, staffSessions.userId))
      .innerJoin(roles, eq(roles.id, staff.roleId))
      .where(eq(staffSessions.id, sid))
      .limit(1),
    db
      .select({ name: rolePermissions.permission, value: rolePermissions.value })
      .from(rolePermissions)
      .where(eq(rolePermissions.roleId, role)),
    countingForMenu(db),
    readingNotice(db),
  );
  keepNotice(notice);
  const [row] = people;
  if (!row || !isAlive(row, idleMinutesOf(null))) return null;
  const all = row.isSystem && row.roleName === "superadmin";
  const granted = new Set(grants.filter((grant) => grant.value).map((grant) => grant.name));
  const permissions = platformPermissions.map((name) => {
    const value = all || granted.has(name);
    return { name, value, is_web_permission: value };
  });
  const stamp = stampOf(
    visit,
    { actorKind: "staff", actorId: row.user, actorName: row.name },
    door,
  );
  touch(visit, db, staffSessions as unknown as typeof sessions, sid, row.lastSeenAt);
  const actor = {
    ...{ sessionId: sid, userId: row.user, name: row.name, email: row.email, permissions },
    counts: { ...counts },
    secondFactor: standingIn(row, !isFreeOfFactors(visit.env, row.email)),
  };
  return new StaffSession(
    actor,
    origin,
    () => new PlatformDb(visit.control, { ...stamp, once: visit.once }),
    gatewaysOf(visit.env),
  );
}
