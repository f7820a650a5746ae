import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { standingOf } from "#app/shared/company-standing.ts";
import {
  consumerContacts,
  consumers,
  contactAccounts,
  contactPasskeys,
  contactSessions,
  contactTokens,
  type sessions,
} from "#drizzle/tenant/index.ts";
import { ContactSession } from "../contact-session.ts";
import { contactDb } from "../db/contact-scope.ts";
import { fixed } from "../db/fixed.ts";
import { pointsTo } from "../db/predicates.ts";
import type { Visit } from "../env.ts";
import { asksOf, standingIn } from "./factors/standing.ts";
import type { SignInMethod } from "./open-session.ts";
import { onceOf, portalOf, type Realm, stampOf } from "./realm.ts";
import { idleMinutesOf, isAlive, type Life, touch } from "./session-life.ts";
import { localeOf } from "./session-of.ts";
import { companyFacts, type Profile } from "./session-row.ts";
import { type Pointer, sha256 } from "./tokens.ts";

type Row = Life & {
  user: string;
  name: string;
  email: string;
  contactId: string;
  consumerId: string;
  consumerName: string;
  secondFactorSince: number | null;
  provedAt: number | null;
  method: SignInMethod | null;
  company: string;
  settings: string;
};

/** The account's contact is still one, and so is the contact's consumer. */
const isOpen = and(
  isNull(consumerContacts.deletedAt),
  isNull(consumerContacts.archivedAt),
  isNull(consumers.deletedAt),
  isNull(consumers.archivedAt),
);
const withContact = sql`join ${consumerContacts} on ${pointsTo(contactAccounts.contactId, consumerContacts)}
    join ${consumers} on ${pointsTo(consumerContacts.consumerId, consumers)}`;

const readingContact = fixed((db: Realm["db"], sid) =>
  db.rows<Row>(sql`select ${contactAccounts.id} as "user", ${contactAccounts.name} as "name", ${contactAccounts.email} as "email",
    ${contactAccounts.status} as "status", ${contactAccounts.sessionEpoch} as "sessionEpoch", ${contactSessions.epoch} as "epoch",
    ${contactSessions.lastSeenAt} as "lastSeenAt", ${contactSessions.expiresAt} as "expiresAt", ${contactSessions.revokedAt} as "revokedAt",
    ${contactAccounts.secondFactorSince} as "secondFactorSince", ${contactSessions.provedAt} as "provedAt", ${contactSessions.method} as "method",
    ${consumerContacts.id} as "contactId", ${consumers.id} as "consumerId", ${consumers.name} as "consumerName",
    ${companyFacts(sql`${contactSessions.companyId}`)}
    from ${contactSessions} join ${contactAccounts} on ${pointsTo(contactSessions.userId, contactAccounts)} ${withContact}
    where ${db.ofOwner(contactSessions, and(eq(contactSessions.id, sid), isOpen))} limit 1`),
);

/** The session of a consumer's contact; null when it no longer counts, or the contact or their consumer is no more. */
export async function contactSession(
  { db, cid, origin }: Realm,
  visit: Visit,
  { sid }: Pointer,
): Promise<ContactSession | null> {
  const [[row]] = await db.read(readingContact(db, sid));
  if (!row?.company) return null;
  const settings = JSON.parse(row.settings) as Record<string, unknown>;
  if (!isAlive(row, idleMinutesOf(settings.session_idle_minutes))) return null;
  const profile = JSON.parse(row.company) as Profile;
  if (profile.status === "closed") return null;
  touch(visit, db, contactSessions as unknown as typeof sessions, sid, row.lastSeenAt);
  const { user: userId, name, email, contactId, consumerId, consumerName } = row;
  const stamp = stampOf(visit, { actorKind: "public", actorId: userId, actorName: name }, "web");
  return new ContactSession(
    {
      ...{ sessionId: sid, userId, name, email, contactId, consumerId, consumerName },
      secondFactor: standingIn(row, asksOf(settings.second_factor_of, "user", row.method)),
    },
    {
      ...profile,
      status: standingOf(profile),
      locale: String(settings.locale ?? localeOf(profile.country)),
      ...{ settings, counts: {} },
    },
    origin,
    (handle) =>
      contactDb(
        visit.shard!,
        cid,
        { ...stamp, once: onceOf(visit) },
        { consumerId, contactId },
        profile.timeZone,
        handle,
      ),
  );
}

const hasAccount = (db: Realm["db"], found: SQL, from: SQL) =>
  db.rows<{ there: 1 }>(
    sql`select 1 as "there" from ${from} ${withContact} where ${and(found, isOpen)} limit 1`,
  );

/** The realm in which an address signs in: the portal's for a contact's, else the company's. One look for every address. */
export async function realmOfAddress(realm: Realm, typed: string): Promise<Realm> {
  if (realm.audience !== "company") return realm;
  const { db } = realm;
  const email = typed.trim().toLowerCase().slice(0, 254);
  const isIt = and(eq(contactAccounts.email, email), ne(contactAccounts.status, "left"));
  const [found] = await db.read(
    hasAccount(db, db.ofOwner(contactAccounts, isIt)!, sql`${contactAccounts}`),
  );
  return found.length ? portalOf(realm) : realm;
}

/** The portal's realm where a part of a contact's account meets a condition, else the one that was given. */
async function realmOfPart(
  realm: Realm,
  part: typeof contactPasskeys | typeof contactTokens,
  isIt: SQL,
): Promise<Realm> {
  if (realm.audience !== "company") return realm;
  const { db } = realm;
  const [found] = await db.read(
    hasAccount(
      db,
      db.ofOwner(part, isIt)!,
      sql`${part} join ${contactAccounts} on ${pointsTo(part.userId, contactAccounts)}`,
    ),
  );
  return found.length ? portalOf(realm) : realm;
}

/** The realm that a passkey lets in to, by its id. */
export async function realmOfPasskey(realm: Realm, credentialId: string): Promise<Realm> {
  return realmOfPart(realm, contactPasskeys, eq(contactPasskeys.credentialId, credentialId));
}

/** The realm of a link in a letter, by its secret. */
export async function realmOfLink(realm: Realm, secret: string): Promise<Realm> {
  return realmOfPart(realm, contactTokens, eq(contactTokens.tokenHash, await sha256(secret)));
}
