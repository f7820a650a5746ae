import { and, eq, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { standingOf } from "#app/shared/company-standing.ts";
import {
  companyProfiles,
  identityLinks,
  mailDomains,
  teamMembers,
  users,
} from "#drizzle/tenant/index.ts";
import type { Realm } from "../../auth/realm.ts";
import type { Results } from "../../db/db.ts";
import type { Told } from "./come-back.ts";
import { type Provider, readingGroups } from "./provider.ts";

type Db = Realm["db"];

/** The domain of an e-mail address, which is in small letters. */
export const mailDomainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1);

/** Whether a mail domain is the company's: its own zone has said so. */
export const isProved = (db: Pick<Db, "exists">, domain: string | SQL): SQL =>
  db.exists(mailDomains, and(eq(mailDomains.domain, domain), isNotNull(mailDomains.provedAt))!);

const person = {
  id: users.id,
  name: users.name,
  email: users.email,
  type: users.type,
  status: users.status,
  sessionEpoch: users.sessionEpoch,
};

/** Everything by which a person is found who comes from the provider. Statements of one read. */
export const whoseReads = (db: Db, { issuer, subject, email }: Told) => {
  const isLinked = and(eq(identityLinks.issuer, issuer), eq(identityLinks.subject, subject));
  const linked = sql`(select ${identityLinks.userId} from ${identityLinks} where ${db.ofOwner(identityLinks, isLinked)})`;
  const addressed = and(eq(users.email, email ?? ""), ne(users.status, "left"))!;
  const either = sql`(select ${users.id} from ${users} where ${db.ofOwner(users, addressed)})`;
  return [
    db
      .select(person)
      .from(users)
      .where(db.ofOwner(users, sql`${users.id} = ${linked}`))
      .limit(1),
    db.select(person).from(users).where(db.ofOwner(users, addressed)).limit(1),
    db.rows<{ isProved: 0 | 1; isOthers: 0 | 1 }>(
      sql`select ${isProved(db, mailDomainOf(email ?? ""))} as "isProved",
        ${db.exists(identityLinks, sql`${identityLinks.userId} = ${either}`)} as "isOthers"`,
    ),
    db.select().from(companyProfiles).where(db.ofOwner(companyProfiles)).limit(1),
    readingGroups(db),
    db
      .select({ userId: teamMembers.userId, teamId: teamMembers.teamId })
      .from(teamMembers)
      .where(
        db.ofOwner(
          teamMembers,
          or(sql`${teamMembers.userId} = ${linked}`, sql`${teamMembers.userId} = ${either}`),
        ),
      ),
  ] as const;
};
export type Found = Results<ReturnType<typeof whoseReads>>;
export type Person = Found[0][number];

/** Whose account it is, and what has to be done before they are in; or why it is nobody's. */
export type Whose =
  | { kind: "known"; person: Person; isLinked: boolean }
  | { kind: "make"; email: string }
  | { kind: "refused"; because: Refusal };
/** For an Admin who tries: people who sign in are told no more than that no account is theirs. */
export type Refusal =
  | "suspended"
  | "unverified"
  | "not_proved"
  | "other_subject"
  | "unknown"
  | "no_room"
  | "only_reads";

/**
 * Decides whose account somebody from the provider has. A subject that was linked decides alone. Else it is an address that the provider
 * has confirmed, of a domain that the company has proved, or one that was invited.
 */
export function whoseIs(told: Told, provider: Provider, found: Found): Whose {
  const [[linked], [addressed], [known], [profile]] = found;
  const refused = (because: Refusal): Whose => ({ kind: "refused", because });
  const isLet = (status: Person["status"]) => status === "active" || status === "invited";
  if (linked)
    return isLet(linked.status)
      ? { kind: "known", person: linked, isLinked: true }
      : refused("suspended");
  if (!told.email || !told.isVerified) return refused("unverified");
  const isOwn = Boolean(known?.isProved);
  if (!isOwn && addressed?.status !== "invited") return refused("not_proved");
  if (addressed) {
    if (!isLet(addressed.status)) return refused("suspended");
    return known?.isOthers
      ? refused("other_subject")
      : { kind: "known", person: addressed, isLinked: false };
  }
  if (!provider.makesPeople || !profile) return refused("unknown");
  if (standingOf(profile) === "suspended") return refused("only_reads");
  const most = profile.limits.max_users;
  if (most !== undefined && most !== null && profile.userCount >= most) return refused("no_room");
  return { kind: "make", email: told.email };
}
