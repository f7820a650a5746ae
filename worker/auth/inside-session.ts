import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import {
  accessGrants,
  rolePermissions,
  roles,
  staff,
  staffSessions,
} from "#drizzle/control/index.ts";
import type { sessions } from "#drizzle/tenant/index.ts";
import { retried } from "../db/errors.ts";
import { boundOf } from "../db/orm.ts";
import { PlatformDb } from "../db/platform-db.ts";
import type { Visit } from "../env.ts";
import type { Session } from "../session.ts";
import { ExpectedSession } from "./expected-session.ts";
import { isOpenInside, nameInside } from "./inside.ts";
import { toldOf } from "./known-sessions.ts";
import { onceOf, type Realm, stampOf } from "./realm.ts";
import { hasIdled, idleMinutesOf, touch } from "./session-life.ts";
import { sessionFor } from "./session-of.ts";
import { type CompanyRow, type Profile, readingCompany } from "./session-row.ts";
import type { Pointer } from "./tokens.ts";

const held: SQL = sql`(${roles.isSystem} = 1 and ${roles.name} = 'superadmin' or exists (select 1 from ${rolePermissions}
  where ${rolePermissions.roleId} = ${roles.id} and ${rolePermissions.permission} = 'manage-company' and ${rolePermissions.value} = 1))`;

/** A grant with all that decides whether it counts: its staff may sign in and holds the permission, and the sign-in it hangs on goes on and has not idled out. */
const readingGrant = (db: PlatformDb, { sid, cid }: Pointer) =>
  db
    .select({
      staffId: accessGrants.staffId,
      name: sql<string>`${staff.name}`.as("staff_name"),
      email: staff.email,
      reason: accessGrants.reason,
      isWrite: accessGrants.isWrite,
      endsAt: accessGrants.endsAt,
      signedInUntil: sql<number>`${staffSessions.expiresAt}`.as("signed_in_until"),
      signedInBy: sql<string>`${staffSessions.id}`.as("signed_in_by"),
      lastSeenAt: staffSessions.lastSeenAt,
    })
    .from(accessGrants)
    .innerJoin(staff, eq(staff.id, accessGrants.staffId))
    .innerJoin(roles, eq(roles.id, staff.roleId))
    .innerJoin(
      staffSessions,
      and(eq(staffSessions.id, accessGrants.sessionId), eq(staffSessions.userId, staff.id)),
    )
    .where(
      and(
        eq(accessGrants.id, sid),
        eq(accessGrants.companyId, cid),
        isNull(accessGrants.revokedAt),
        eq(staff.status, "active"),
        isNull(staffSessions.revokedAt),
        eq(staffSessions.epoch, staff.sessionEpoch),
        held,
      ),
    )
    .limit(1);

/** The platform's database for what staff do at a company's host: in their name, or in nobody's before it is known who they are. */
export const platformFor = (visit: Visit, by: { id: string; name: string } | null): PlatformDb =>
  new PlatformDb(
    visit.control,
    stampOf(
      visit,
      by
        ? { actorKind: "staff", actorId: by.id, actorName: by.name }
        : { actorKind: "system", actorId: null, actorName: "Plumbline" },
      "web",
    ),
  );

/** Companies as this isolate read them last for staff inside, those of longest ago first. */
const known = new Map<string, CompanyRow>();
const MOST_KNOWN = 100;
function keep(companyId: string, row: CompanyRow) {
  known.delete(companyId);
  known.set(companyId, row);
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!);
}
const isSame = (row: CompanyRow, before: CompanyRow) =>
  (Object.keys(before) as (keyof CompanyRow)[]).every((name) => row[name] === before[name]);

/**
 * The session of a member of the platform's staff inside a company; null when the grant no longer counts. The grant is read anew on
 * each request, from the platform's database. What is known of the company is read beside it, or ahead of the first statements of a
 * request that changes nothing.
 */
export async function insideSession(
  { db, origin }: Realm,
  visit: Visit,
  pointer: Pointer,
  door: "web" | "api",
): Promise<Session | null> {
  const { cid, sid } = pointer;
  const control = platformFor(visit, null);
  const before = visit.mayExpect ? known.get(cid) : undefined;
  const [[[grant]], found] = await Promise.all([
    control.read(readingGrant(control, pointer)),
    before ?? db.read(readingCompany(db)).then(([rows]) => rows[0]),
  ]);
  if (!grant || !found?.company) return null;
  const now = Date.now();
  if (grant.endsAt <= now || grant.signedInUntil <= now) return null;
  if (hasIdled(grant.lastSeenAt, idleMinutesOf(null), now)) return null;
  // Whoever works inside is seen on the platform.
  const { signedInBy, lastSeenAt } = grant;
  touch(visit, control, staffSessions as unknown as typeof sessions, signedInBy, lastSeenAt);
  keep(cid, found);
  if (before)
    visit.expected = new ExpectedSession(
      boundOf(readingCompany(db)),
      async (statement) => (await retried(() => visit.shard!.batch([statement])))[0]!,
      (row) => {
        if (row) keep(cid, row as CompanyRow);
        return Boolean(row) && isSame(row as CompanyRow, before);
      },
    );
  const { staffId, name, email, reason, isWrite, endsAt: until } = grant;
  const row = {
    ...found,
    ...{
      user: staffId,
      name: nameInside(name),
      email,
      type: "admin" as const,
      avatarMediaId: null,
    },
    serviceType: (JSON.parse(found.company) as Profile).serviceType,
    ...{
      mustChangePassword: 0 as const,
      secondFactorSince: null,
      status: "active",
      sessionEpoch: 0,
    },
  };
  const told = toldOf(row, JSON.parse(found.settings) as Record<string, unknown>);
  const stamp = stampOf(visit, { actorKind: "staff", actorId: staffId, actorName: row.name }, door);
  return sessionFor(
    {
      ...told,
      permissions: told.permissions.filter((one) => isOpenInside(one.name)),
      appPermissions: [],
    },
    {
      ...{
        sessionId: sid,
        row,
        stamp: (part) => ({
          ...stamp,
          once: onceOf(visit, part),
          expected: visit.precondition?.expected,
        }),
      },
      ...{ origin, shard: visit.shard!, control: visit.control, ahead: () => visit.expected },
      platformLetters: visit.platformLetters,
      inside: { grantId: sid, name, reason, until, isWrite },
    },
  );
}
