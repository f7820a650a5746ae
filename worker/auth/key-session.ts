import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { standingOf } from "#app/shared/company-standing.ts";
import { apiKeyScopes, apiKeys, apiUses } from "#drizzle/tenant/index.ts";
import { fixed } from "../db/fixed.ts";
import type { Visit } from "../env.ts";
import { mayBeOfKey } from "../key-permissions.ts";
import type { Permission, WirePermission } from "../permissions.ts";
import { isRefusal } from "../refusals.ts";
import type { Session } from "../session.ts";
import { assertKeyTries, logAttempt, networkOf, withinLimit } from "./attempts.ts";
import { readKeyToken } from "./key-token.ts";
import { toldOf } from "./known-sessions.ts";
import { onceOf, type Realm, stampOf } from "./realm.ts";
import { sessionFor } from "./session-of.ts";
import { type CompanyRow, facts, type Profile } from "./session-row.ts";
import { isOver, minuteAt, usedIn } from "./uses.ts";

/** "Last used" moves at most so often. */
const SEEN_EVERY_MS = 60_000;
/** A key that is limited to Locations which are all gone sees what is at this one: nothing. */
const NO_LOCATION = "none";

type KeyRow = CompanyRow & {
  id: string;
  name: string;
  permissions: string;
  isLimited: 0 | 1;
  places: string;
};
export type KeySession =
  | { session: Session; refused: null }
  | { session: null; refused: "dead" | "ended" | "overused" };

/** A key whose secret is right, neither revoked nor over. */
const live = (id: SQL | unknown, hash: SQL | unknown, now: SQL | unknown): SQL =>
  and(
    eq(apiKeys.id, id as string),
    or(
      eq(apiKeys.secretHash, hash as string),
      and(eq(apiKeys.formerHash, hash as string), sql`${apiKeys.formerUntil} > ${now}`),
    ),
    isNull(apiKeys.revokedAt),
    sql`${apiKeys.expiresAt} > ${now}`,
  )!;

/** All that a request needs to know of a key and its company, in one row; none where no key counts. */
const readingKey = fixed((db: Realm["db"], id, hash, now) =>
  db.rows<KeyRow>(sql`select ${apiKeys.id} as "id", ${apiKeys.name} as "name", ${apiKeys.permissions} as "permissions",
    ${apiKeys.isLimited} as "isLimited",
    (select json_group_array(${apiKeyScopes.departmentId}) from ${apiKeyScopes}
      where ${apiKeyScopes.companyId} = ${apiKeys.companyId} and ${apiKeyScopes.apiKeyId} = ${apiKeys.id}) as "places",
    ${facts({ person: sql`${apiKeys.id}`, company: sql`${apiKeys.companyId}` })}
    from ${apiKeys} where ${db.ofOwner(apiKeys, live(id, hash, now))} limit 1`),
);

/** Counts a request of a key in its minute, in the database itself: however many come at once, each is counted. */
const counting = fixed((db: Realm["db"], company, id, hash, now, minute) =>
  db.rows<{ used: number }>(sql`insert into ${apiUses} ("company_id", "id", "minute", "used")
    select ${company}, ${apiKeys.id}, cast(${minute} as integer), 1 from ${apiKeys} where ${db.ofOwner(apiKeys, live(id, hash, now))}
    on conflict ("company_id", "id") do update set "used" = case when "minute" = excluded."minute" then "used" + 1 else 1 end, "minute" = excluded."minute"
    returning "used"`),
);

const seen = (db: Realm["db"], id: string, hash: string, ip: string, now: number) =>
  db.updating(
    apiKeys,
    and(live(id, hash, now), sql`coalesce(${apiKeys.lastUsedAt}, 0) <= ${now - SEEN_EVERY_MS}`)!,
    {
      ...{ lastUsedAt: now, lastUsedIp: ip },
      // It changes nothing that somebody edits.
      ...{ version: apiKeys.version, updatedAt: apiKeys.updatedAt },
    },
  );

/**
 * The session of a program by its key. One batch reads the key with its company, counts the request and notes the use, so that what was
 * revoked, is over or belongs to a suspended company is dead at the next request. What is no key, unknown or revoked is refused alike; those
 * that could be keys are counted by their network.
 */
export async function keySession(realm: Realm, visit: Visit, token: string): Promise<KeySession> {
  const { db } = realm;
  const given = await readKeyToken(token);
  if (!given) return { session: null, refused: "dead" };
  const { id, hash } = given;
  const now = Date.now();
  const minute = minuteAt(now);
  const reading = readingKey(db, id, hash, now);
  const [[row], counted] = await db
    .read(
      reading,
      counting(db, realm.cid, id, hash, now, minute),
      seen(db, id, hash, visit.ip, now),
    )
    .catch(async (refusal) => {
      // Nothing is written to a company that is being carried to another shard; it can be read.
      if (!isRefusal(refusal, 503)) throw refusal;
      return [(await db.read(reading))[0], []] as const;
    });
  if (!row?.company) return wrongKey(realm, visit);
  visit.used = usedIn("key", counted[0]?.used ?? 1, now);
  if (isOver(visit.used)) return { session: null, refused: "overused" };
  const { status, ...profile } = JSON.parse(row.company) as Profile;
  const standing = standingOf({ status, ...profile });
  if (standing === "closed") return { session: null, refused: "dead" };
  if (standing === "suspended") return { session: null, refused: "ended" };
  return { session: sessionOf(row, realm, visit), refused: null };
}

/** Counts a wrong key. However many a network sends, no more are noted than it has tries. */
async function wrongKey(realm: Realm, visit: Visit): Promise<KeySession> {
  const network = networkOf(visit.ip);
  const attempt = logAttempt(realm, visit, { email: "", result: "bad_key", network });
  const isOver = Symbol();
  const tried = await withinLimit(
    realm.db.read(assertKeyTries(realm, network), attempt),
    (): never => {
      throw isOver;
    },
  ).catch((error: unknown) => {
    if (error !== isOver) throw error;
    return isOver;
  });
  return { session: null, refused: tried === isOver ? "overused" : "dead" };
}

function sessionOf(row: KeyRow, realm: Realm, visit: Visit): Session {
  const { serviceType } = JSON.parse(row.company) as Profile;
  const name = `API key ${row.name}`;
  const stamp = stampOf(visit, { actorKind: "api_key", actorId: row.id, actorName: name }, "api");
  const person = {
    ...row,
    ...{ user: row.id, name, email: "", type: "user" as const, serviceType, avatarMediaId: null },
    ...{
      mustChangePassword: 0 as const,
      secondFactorSince: null,
      status: "active",
      sessionEpoch: 0,
    },
  };
  const told = toldOf(person, JSON.parse(row.settings) as Record<string, unknown>);
  const held = new Set(
    (JSON.parse(row.permissions) as string[]).filter((one) => mayBeOfKey(one, serviceType)),
  );
  const places = JSON.parse(row.places) as string[];
  return sessionFor(
    {
      ...told,
      permissions: told.permissions.map(
        ({ name: permission }): WirePermission => ({
          name: permission,
          value: held.has(permission as Permission),
          is_web_permission: held.has(permission as Permission),
        }),
      ),
      appPermissions: [],
      departments: row.isLimited ? [...places, ...(places.length ? [] : [NO_LOCATION])] : [],
    },
    {
      ...{ sessionId: "", row: person, isKey: true },
      stamp: (part) => ({
        ...stamp,
        once: onceOf(visit, part),
        expected: visit.precondition?.expected,
      }),
      ...{ origin: realm.origin, shard: visit.shard!, control: visit.control, ahead: () => null },
      platformLetters: visit.platformLetters,
    },
  );
}
