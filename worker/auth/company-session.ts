import { sessions } from "#drizzle/tenant/index.ts";
import { Catalogue } from "../db/catalogue.ts";
import { CompanyDb } from "../db/company-db.ts";
import { boundOf } from "../db/orm.ts";
import { exporting, type OwnName, ownOf } from "../db/own-rows.ts";
import { tellsOfAssets } from "../db/scope.ts";
import type { Visit } from "../env.ts";
import { Session } from "../session.ts";
import { ExpectedSession } from "./expected-session.ts";
import {
  isLiving,
  isSame,
  type Known,
  keepSession,
  knownSession,
  toldBy,
} from "./known-sessions.ts";
import { type Realm, stampOf } from "./realm.ts";
import { touch } from "./session-life.ts";
import { readingSession, type SessionRow } from "./session-row.ts";
import type { Pointer } from "./tokens.ts";
import { waitingTransfers } from "./waiting.ts";

const locales: Record<string, string> = {
  IN: "en-IN",
  US: "en-US",
  GB: "en-GB",
  AE: "en-AE",
  AU: "en-AU",
  DE: "de-DE",
  FR: "fr-FR",
  SG: "en-SG",
};
const localeOf = (country: string) => locales[country] ?? "en-GB";

/**
 * The session of a company's person; null when it no longer counts. One statement reads all it needs, in a round trip of
 * its own, or, where the session is expected to be as before, ahead of the first statements of the request.
 */
export async function companySession(
  realm: Realm,
  visit: Visit,
  { sid }: Pointer,
  door: "web" | "api",
): Promise<Session | null> {
  const { db, cid } = realm;
  const key = `${cid} ${sid}`;
  /** Keeps what is told; null forgets a session that has ended. */
  const learn = (told: Known | null) => {
    keepSession(key, told);
    if (told) touch(visit, db, sessions, sid, told.row.lastSeenAt);
  };
  const before = visit.mayExpect ? knownSession(key) : undefined;
  if (!before) {
    const [[row]] = await db.read(readingSession(db, sid));
    const told = toldBy(row);
    learn(told);
    // A command is likely to change what the session counts.
    if (!visit.mayExpect) keepSession(key, null);
    return told && sessionOf(told, realm, visit, sid, door);
  }
  visit.expected = new ExpectedSession(
    boundOf(readingSession(db, sid)),
    async (statement) => (await visit.shard!.batch([statement]))[0]!,
    (found) => {
      const row = found as SessionRow | undefined;
      const isAsBefore = row && isSame(row, before.row) && isLiving(row, before.settings);
      const told = isAsBefore ? { ...before, row } : toldBy(row);
      learn(told);
      return Boolean(isAsBefore);
    },
  );
  return sessionOf(before, realm, visit, sid, door);
}

function sessionOf(told: Known, realm: Realm, visit: Visit, sid: string, door: "web" | "api") {
  const { row, profile, settings, figures, permissions, appPermissions } = told;
  const { cid, origin } = realm;
  const actor = {
    sessionId: sid,
    userId: row.user,
    name: row.name,
    email: row.email,
    type: row.type === "admin" ? ("Admin" as const) : ("User" as const),
    serviceType: row.serviceType,
    avatarMediaId: row.avatarMediaId,
    mustChangePassword: row.mustChangePassword === 1,
    permissions,
    appPermissions,
    unread: row.unread,
  };
  const stamp = stampOf(visit, { actorKind: "user", actorId: row.user, actorName: row.name }, door);
  const scope = told.departments.length
    ? { departments: told.departments, userId: row.user }
    : null;
  const held = new Set(permissions.filter((one) => one.is_web_permission).map(({ name }) => name));
  const transfers = waitingTransfers(figures, JSON.parse(row.waiting), {
    userId: row.user,
    isLimited: scope !== null,
    can: (permission) => held.has(permission as never),
    settings,
  });
  const company = {
    ...profile,
    locale: String(settings.locale ?? localeOf(profile.country)),
    settings,
    counts: {
      ...Object.fromEntries(
        Object.entries(figures).filter(([name]) => !scope || !tellsOfAssets(name)),
      ),
      transfers,
    },
  };
  const narrowedTo = (only: OwnName | "export") => (only === "export" ? exporting : ownOf(only));
  const open = (only?: OwnName | "export") =>
    new CompanyDb(
      visit.shard!,
      cid,
      { ...stamp, once: visit.once },
      scope,
      only ? narrowedTo(only) : null,
      visit.expected,
    );
  return new Session(
    actor,
    company,
    origin,
    open,
    new Catalogue(visit.control),
    scope?.departments ?? null,
  );
}
