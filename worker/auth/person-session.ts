import { newId } from "#drizzle/columns.ts";
import { CompanyDb } from "../db/company-db.ts";
import type { Session } from "../session.ts";
import { originOf } from "../tenancy/hosts.ts";
import { toldOf } from "./known-sessions.ts";
import { sessionFor } from "./session-of.ts";
import { readingPerson } from "./session-row.ts";

/**
 * A person's session for work that goes on in the background in their name: rights and Locations as they are at this moment.
 * What it writes is logged as the person's. @returns null where there is no such active person
 */
export async function personSession(
  env: Env,
  shard: D1Database,
  companyId: string,
  userId: string,
): Promise<Session | null> {
  const stampFor = (name: string) => ({
    ...{ actorKind: "user" as const, actorId: userId, actorName: name, via: "system" as const },
    ...{ ip: null, userAgent: null, requestId: newId() },
  });
  const db = new CompanyDb(shard, companyId, stampFor(""));
  const [[row]] = await db.read(readingPerson(db, userId));
  if (!row?.company) return null;
  const told = toldOf(row, JSON.parse(row.settings) as Record<string, unknown>);
  return sessionFor(told, {
    ...{ sessionId: "", row, stamp: () => stampFor(row.name), shard, control: env.CONTROL_DB },
    origin: originOf(env, told.profile.primaryHost),
    ahead: () => null,
  });
}
