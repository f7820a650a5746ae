import {
  platformOutbox,
  staff,
  staffLoginLog,
  staffPasskeys,
  staffRecoveryCodes,
  staffRememberedDevices,
  staffSessions,
  staffSpentProofs,
  staffTokens,
} from "#drizzle/control/index.ts";
import {
  companyProfiles,
  contactAccounts,
  contactPasskeys,
  contactRecoveryCodes,
  contactRememberedDevices,
  contactSessions,
  contactSpentProofs,
  contactTokens,
  loginLog,
  outbox,
  passkeys,
  recoveryCodes,
  rememberedDevices,
  sessions,
  spentProofs,
  users,
  userTokens,
} from "#drizzle/tenant/index.ts";
import { type AnyPerson, ContactSession } from "../contact-session.ts";
import { CompanyDb } from "../db/company-db.ts";
import type { Db, Stamp } from "../db/db.ts";
import { PlatformDb } from "../db/platform-db.ts";
import type { Visit } from "../env.ts";
import { Session } from "../session.ts";
import { originOf } from "../tenancy/hosts.ts";
import type { Audience } from "./tokens.ts";

/** The tables people sign in with: a company's, those of its consumers' contacts, or the platform's, which have the same columns but the company. */
export type Realm = {
  audience: Audience;
  /** Company id, or "platform". */
  cid: string;
  db: Db;
  origin: string;
  people: typeof users;
  sessions: typeof sessions;
  tokens: typeof userTokens;
  log: typeof loginLog;
  outbox: typeof outbox;
  /** What second factors are kept in. */
  factors: {
    passkeys: typeof passkeys;
    codes: typeof recoveryCodes;
    devices: typeof rememberedDevices;
    spent: typeof spentProofs;
  };
};

export const stampOf = (
  visit: Visit,
  actor: Pick<Stamp, "actorKind" | "actorId" | "actorName">,
  via: Stamp["via"],
): Stamp => ({
  ...actor,
  via,
  ip: visit.ip,
  userAgent: visit.userAgent,
  requestId: visit.requestId,
  letters: visit.letters,
  messages: visit.messages,
  resolver: visit.env.DNS_RESOLVER,
});

/** The idempotency key of a request, or of one of its commands. */
export const onceOf = ({ once }: Visit, part?: string): Stamp["once"] =>
  once && part ? { ...once, key: `${once.key} ${part}` } : once;

const anonymous = { actorKind: "public", actorId: null, actorName: "Not signed in" } as const;

/** The tables of a company's people, of its consumers' contacts, and of the platform's. */
export const tablesOf = {
  company: {
    ...{ people: users, sessions, tokens: userTokens, log: loginLog, outbox },
    factors: {
      ...{ passkeys, codes: recoveryCodes },
      ...{ devices: rememberedDevices, spent: spentProofs },
    },
  },
  portal: {
    people: contactAccounts as unknown as typeof users,
    sessions: contactSessions as unknown as typeof sessions,
    tokens: contactTokens as unknown as typeof userTokens,
    ...{ log: loginLog, outbox },
    factors: {
      passkeys: contactPasskeys as unknown as typeof passkeys,
      codes: contactRecoveryCodes as unknown as typeof recoveryCodes,
      devices: contactRememberedDevices as unknown as typeof rememberedDevices,
      spent: contactSpentProofs as unknown as typeof spentProofs,
    },
  },
  platform: {
    people: staff as unknown as typeof users,
    sessions: staffSessions as unknown as typeof sessions,
    tokens: staffTokens as unknown as typeof userTokens,
    log: staffLoginLog as unknown as typeof loginLog,
    outbox: platformOutbox as unknown as typeof outbox,
    factors: {
      passkeys: staffPasskeys as unknown as typeof passkeys,
      codes: staffRecoveryCodes as unknown as typeof recoveryCodes,
      devices: staffRememberedDevices as unknown as typeof rememberedDevices,
      spent: staffSpentProofs as unknown as typeof spentProofs,
    },
  },
};

/** The realm of a signed-in person, with a database that writes in their name. For what is their own only: the guard holds it to that. */
export function realmOfPerson(session: AnyPerson): Realm {
  const { origin } = session;
  if (session instanceof ContactSession)
    return {
      audience: "portal",
      cid: session.company.id,
      db: session.own(),
      origin,
      ...tablesOf.portal,
    };
  if (!(session instanceof Session))
    return {
      audience: "platform",
      cid: "platform",
      db: session.own(),
      origin,
      ...tablesOf.platform,
    };
  const db = session.own("profile") as unknown as Db;
  return { audience: "company", cid: session.company.id, db, origin, ...tablesOf.company };
}

/**
 * The realm of the host that was asked; null on an unknown host.
 * @param who writes there, where that is neither a person nor somebody who is not signed in
 */
export function realmOf(
  visit: Visit,
  via: Stamp["via"] = "web",
  who: Pick<Stamp, "actorKind" | "actorId" | "actorName"> = anonymous,
): Realm | null {
  const { place, env } = visit;
  if (place.kind === "company" && visit.shard)
    return {
      audience: "company",
      cid: place.companyId,
      db: new CompanyDb(
        visit.shard,
        place.companyId,
        { ...stampOf(visit, who, via), once: visit.once },
        null,
        null,
        // What ends a session waits for it, like all that writes.
        visit.expected,
      ),
      origin: originOf(env, place.primaryHost),
      ...tablesOf.company,
    };
  if (place.kind === "platform")
    return {
      audience: "platform",
      cid: "platform",
      db: new PlatformDb(visit.control, {
        ...stampOf(visit, { ...anonymous, actorKind: "system" }, via),
        once: visit.once,
      }),
      origin: originOf(env, place.hostname),
      ...tablesOf.platform,
    };
  return null;
}

/** The portal's realm on a company's host. */
export const portalOf = (realm: Realm): Realm => ({
  ...realm,
  audience: "portal",
  ...tablesOf.portal,
});

/** What the log calls an account of a realm. */
export const accountKind = ({ audience }: Pick<Realm, "audience">) =>
  audience === "portal" ? "contact_account" : "user";

/** The name over the door of a company's host; null on the platform's. */
export async function companyNameOf({ audience, db }: Realm): Promise<string | null> {
  if (audience === "platform") return null;
  const [rows] = await db.read(
    db
      .select({ name: companyProfiles.name })
      .from(companyProfiles)
      .where(db.ofOwner(companyProfiles))
      .limit(1),
  );
  return rows[0]?.name ?? null;
}
