import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import {
  accessGrants,
  companies,
  type grantEndings,
  shards,
  staff,
} from "#drizzle/control/index.ts";
import { nameInside } from "../../auth/inside.ts";
import type { Activity, Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { queued } from "./company-messages.ts";
import type { StaffVisit } from "./staff-visits.ts";

export type GrantEnding = (typeof grantEndings)[number];

const shown = {
  id: sql<string>`${accessGrants.id}`.as("grant_id"),
  staffId: accessGrants.staffId,
  staffName: sql<string>`${staff.name}`.as("staff_name"),
  companyId: sql<string>`${companies.id}`.as("company_id"),
  companyName: sql<string>`${companies.name}`.as("company_name"),
  binding: shards.binding,
  reason: accessGrants.reason,
  isWrite: accessGrants.isWrite,
  startsAt: accessGrants.startsAt,
  endsAt: accessGrants.endsAt,
};

/** Grants that nobody has ended, with who is inside of what, as a statement of a read. @param where what else holds for them */
export const openGrants = (db: Pick<PlatformDb, "select">, where: SQL | undefined) =>
  db
    .select(shown)
    .from(accessGrants)
    .innerJoin(staff, eq(staff.id, accessGrants.staffId))
    .innerJoin(companies, eq(companies.id, accessGrants.companyId))
    .innerJoin(shards, eq(shards.id, companies.shardId))
    .where(and(isNull(accessGrants.revokedAt), where));
export type OpenGrant = Awaited<ReturnType<typeof openGrants>>[number];

/** The one that a member of staff has in a company. */
export const ownGrant = (db: Pick<PlatformDb, "select">, staffId: string, companyId: string) =>
  openGrants(
    db,
    and(eq(accessGrants.staffId, staffId), eq(accessGrants.companyId, companyId)),
  ).limit(1);

const actions: Record<GrantEnding, string> = {
  left: "exit.company",
  revoked: "cut_off.company",
  ran_out: "run_out.company",
};

/**
 * Ends a grant, as statements of a batch: the company's own log says so, too. The batch stops where somebody has ended it meanwhile.
 * @param by who ends it; for one whose time is over, whose it is
 */
export function ending(
  db: PlatformDb,
  grant: OpenGrant,
  how: GrantEnding,
  by: { id: string; name: string },
  at = Date.now(),
): { writes: Statement[]; activity: Activity } {
  const { id, companyId, companyName: name, binding, staffName, endsAt } = grant;
  const action = actions[how];
  const changes = how === "revoked" ? [{ field: "insideStaff", from: staffName, to: null }] : [];
  const payload: StaffVisit = {
    companyId,
    binding,
    by: { id: by.id, name: nameInside(by.name) },
    name,
    action,
    changes,
    reason: null,
    told: null,
  };
  const still = and(eq(accessGrants.id, id), isNull(accessGrants.revokedAt))!;
  return {
    writes: [
      db.assert("state", db.exists(accessGrants, still)),
      db.updating(accessGrants, still, {
        revokedAt: how === "ran_out" ? endsAt : at,
        ...{ ending: how, ticketHash: null, ticketEndsAt: null },
      }),
      queued(db, { id: newId(), topic: "company.staff_visit", payload }),
    ],
    activity: { action, kind: "company", id: companyId, label: name, companyId, changes },
  };
}
