import { desc, eq, sql } from "drizzle-orm";
import type { Choice } from "#app/shared/list.ts";
import { apiKeyScopes, apiKeys, departments, users } from "#drizzle/tenant/index.ts";
import { shownStart } from "../../auth/key-token.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { keyset } from "../../db/keyset.ts";
import { pointsTo } from "../../db/predicates.ts";
import { mayBeOfKey } from "../../key-permissions.ts";
import { forbidden } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { matrixOf } from "../people/matrix.ts";
import { givableLocations } from "../people/user-scope.ts";

const SHOWN = 50;

/** @throws Response 403 for anybody but an Admin */
export function adminOnly(session: Session): void {
  if (session.type !== "Admin") forbidden();
}

export type KeyStanding = "live" | "expired" | "revoked";
const standingAt = (now: number, key: { revokedAt: number | null; expiresAt: number }) => {
  if (key.revokedAt !== null) return "revoked" as const;
  return key.expiresAt <= now ? ("expired" as const) : ("live" as const);
};

/** What people see of keys: never a hash. */
const shown = {
  id: apiKeys.id,
  version: apiKeys.version,
  name: apiKeys.name,
  permissions: apiKeys.permissions,
  isLimited: apiKeys.isLimited,
  createdAt: apiKeys.createdAt,
  createdByName: sql<string | null>`${users.name}`.as("created_by_name"),
  expiresAt: apiKeys.expiresAt,
  formerUntil: apiKeys.formerUntil,
  revokedAt: apiKeys.revokedAt,
  lastUsedAt: apiKeys.lastUsedAt,
  lastUsedIp: apiKeys.lastUsedIp,
  places: sql<string>`(select json_group_array(${departments.name}) from ${apiKeyScopes}
    join ${departments} on ${pointsTo(apiKeyScopes.departmentId, departments)}
    where ${apiKeyScopes.companyId} = ${apiKeys.companyId} and ${apiKeyScopes.apiKeyId} = ${apiKeys.id})`.as(
    "places",
  ),
};

const reading = (db: ReadingDb, placed: ReturnType<typeof keyset>) =>
  db
    .select(shown)
    .from(apiKeys)
    .leftJoin(users, pointsTo(apiKeys.createdBy, users))
    .where(db.ofOwner(apiKeys, placed.where))
    .orderBy(...placed.orderBy)
    .limit(placed.limit);

const keyPage = (params: URLSearchParams) =>
  keyset(apiKeys.id, apiKeys.id, { dir: "desc", size: SHOWN }, params);

/**
 * The company's keys, newest first, revoked ones too. One round trip.
 * @throws Response 403 for anybody but an Admin
 */
export async function listKeys(session: Session, params: URLSearchParams) {
  adminOnly(session);
  const db = session.authorize("view-settings");
  const placed = keyPage(params);
  const [found] = await db.read(reading(db, placed));
  return listed(placed, found);
}

type Found = Awaited<ReturnType<typeof reading>>;
function listed(placed: ReturnType<typeof keyset>, found: Found) {
  const now = Date.now();
  const { rows, page } = placed.page(found, ({ id }) => id, null);
  return {
    rows: rows.map(({ places, ...key }) => ({
      ...key,
      begins: shownStart(key.id),
      departments: JSON.parse(places) as string[],
      standing: standingAt(now, key),
      formerUntil: key.formerUntil !== null && key.formerUntil > now ? key.formerUntil : null,
    })),
    page,
    now,
  };
}

/** The page of keys: the list, and what a new one may be given. One round trip. @throws Response 403 for anybody but an Admin */
export async function keysPage(session: Session, params: URLSearchParams) {
  adminOnly(session);
  const db = session.authorize("view-settings");
  const placed = keyPage(params);
  const [found, places] = await db.read(reading(db, placed), givableLocations(db));
  const { serviceType } = session.company;
  const holds = (permission: string) => mayBeOfKey(permission, serviceType);
  return {
    ...listed(placed, found),
    places: places as Choice[],
    subjects: matrixOf([serviceType], holds)
      .flatMap(({ rows }) => rows)
      .map(({ label, cells }) => ({ label, verbs: cells.filter(({ held }) => held.web) }))
      .filter(({ verbs }) => verbs.length > 0)
      .map(({ label, verbs }) => ({
        label,
        verbs: verbs.map(({ permission, verb }) => ({ permission, verb })),
      })),
    mayMake: session.can("edit-settings"),
  };
}

/** A key by its id, as a statement of a read. */
export const keyOf = (db: ReadingDb, id: string) =>
  db
    .select({
      id: apiKeys.id,
      version: apiKeys.version,
      name: apiKeys.name,
      secretHash: apiKeys.secretHash,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
    })
    .from(apiKeys)
    .where(db.ofOwner(apiKeys, eq(apiKeys.id, id)))
    .orderBy(desc(apiKeys.id))
    .limit(1);
