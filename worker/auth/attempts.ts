import { and, count, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { loginResults } from "#drizzle/tenant/people.ts";
import type { Statement } from "../db/db.ts";
import { unlessBroken } from "../db/errors.ts";
import type { Visit } from "../env.ts";
import { tooMany } from "../refusals.ts";
import type { Realm } from "./realm.ts";
import { sha256 } from "./tokens.ts";

const WINDOW_MS = 5 * 60_000;
const MOST_FAILURES = 10;
/** From here on a network has one try an account. */
const MOST_OF_NETWORK = 100;
const LINK_WINDOW_MS = 15 * 60_000;
const MOST_LINKS_AN_ADDRESS = 5;
const MOST_LINKS_A_NETWORK = 20;
const failures = ["bad_password", "locked", "unverified", "suspended", "provider_only"] as const;
const links = ["reset_requested"] as const;
const CODE_WINDOW_MS = 60 * 60_000;
const MOST_CODES = 10;
const codes = ["totp_failed"] as const;
const MOST_WRONG_KEYS = 100;
const wrongKeys = ["bad_key"] as const;

type LoginResult = (typeof loginResults)[number];

/** An address as attempts are counted: IPv6 by its /64. */
export function networkOf(ip: string): string {
  if (!ip.includes(":")) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [head = "", tail = ""] = ip.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const full = ip.includes("::")
    ? [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right]
    : left;
  return `${full
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(":")}::/64`;
}

/** A network as rows keep it. Addresses are few: without a secret anybody could try them all against the hash. */
export const networkHashOf = ({ env, ip }: Pick<Visit, "env" | "ip">) =>
  sha256(`${env.TOKEN_KEYS}\n${networkOf(ip)}`);

const recent = ({ db, log }: Realm, results: readonly LoginResult[], window: number, where: SQL) =>
  db.ofOwner(log, and(where, gt(log.at, Date.now() - window), inArray(log.result, [...results])));
const counting = (realm: Realm, results: readonly LoginResult[], window: number, where: SQL) =>
  realm.db
    .select({ n: count() })
    .from(realm.log)
    .where(recent(realm, results, window, where));
const counted = (realm: Realm, results: readonly LoginResult[], window: number, where: SQL): SQL =>
  sql`(select count(*) from ${realm.log} where ${recent(realm, results, window, where)})`;

/** Counts the failures of the last five minutes, of an account and from a network, as statements of the batch that looks the person up. */
export const countFailures = (realm: Realm, email: string, network: string) =>
  [
    counting(realm, failures, WINDOW_MS, eq(realm.log.emailTried, email)),
    counting(realm, failures, WINDOW_MS, eq(realm.log.ip, network)),
  ] as const;
/** The failures of one place: a known device, or the session somebody proves a password in. */
export const countFailuresAt = (realm: Realm, place: string) =>
  counting(realm, failures, WINDOW_MS, eq(realm.log.ip, place));

/** So many failures an account may have while its network has so many: a network that fails often leaves each account a few tries (decision 019). */
const mostFailures = (ofNetwork: number) =>
  ofNetwork >= MOST_OF_NETWORK ? 1 : ofNetwork >= MOST_FAILURES ? 3 : MOST_FAILURES;

/** @throws Response 429 when the account has no try left */
export function refuseTooManyFailures(ofAccount: number, ofNetwork: number) {
  if (ofAccount >= mostFailures(ofNetwork)) waitForTries();
}
/** @throws Response 429 when the place has no try left */
export function refuseTooManyFailuresAt(failed: number) {
  if (failed >= MOST_FAILURES) waitForTries();
}
export const waitForTries = () =>
  tooMany(WINDOW_MS / 1000, "Too many attempts. Try again in 5 minutes.");
/** The network has failed too often to be told whether a password was wrong. */
export const isTooMany = (ofNetwork: number) => ofNetwork > MOST_FAILURES;

/** Where an attempt counts: on an account from a network, or at one place alone. */
export type AttemptAt = { email: string; network: string } | { place: string };

/** There is a try left: goes first into the batch that answers an attempt, so that however many come at once, no more are answered. */
export function assertTries(realm: Realm, at: AttemptAt): Statement {
  const failed = (where: SQL) => counted(realm, failures, WINDOW_MS, where);
  const few = (most: number) => sql.raw(String(most));
  if ("place" in at)
    return realm.db.assert(
      "user_limit",
      sql`${failed(eq(realm.log.ip, at.place))} < ${few(MOST_FAILURES)}`,
    );
  const ofNetwork = failed(eq(realm.log.ip, at.network));
  return realm.db.assert(
    "user_limit",
    sql`${failed(eq(realm.log.emailTried, at.email))} < case
      when ${ofNetwork} >= ${few(MOST_OF_NETWORK)} then ${few(mostFailures(MOST_OF_NETWORK))}
      when ${ofNetwork} >= ${few(MOST_FAILURES)} then ${few(mostFailures(MOST_FAILURES))}
      else ${few(mostFailures(0))} end`,
  );
}

/** Counts the wrong codes of the last hour of an account, from wherever they came: whoever tries one knows its password already. */
export const countCodes = (realm: Realm, email: string) =>
  counting(realm, codes, CODE_WINDOW_MS, eq(realm.log.emailTried, email));
/** @throws Response 429 when the account has no code left; passkeys and recovery codes cannot be guessed, and are taken all the same */
export function refuseTooManyCodes(failed: number) {
  if (failed >= MOST_CODES) waitForCodes();
}
export const waitForCodes = () =>
  tooMany(
    CODE_WINDOW_MS / 1000,
    "Too many wrong codes. Use a passkey or a recovery code, or try again in an hour.",
  );
/** A code may be tried: goes first into the batch that answers one. */
export const assertCodes = (realm: Realm, email: string): Statement =>
  realm.db.assert(
    "user_limit",
    sql`${counted(realm, codes, CODE_WINDOW_MS, eq(realm.log.emailTried, email))} < ${sql.raw(String(MOST_CODES))}`,
  );
/** There is a try left for another wrong key of a network. */
export const assertKeyTries = (realm: Realm, network: string): Statement =>
  realm.db.assert(
    "user_limit",
    sql`${counted(realm, wrongKeys, WINDOW_MS, eq(realm.log.ip, network))} < ${sql.raw(String(MOST_WRONG_KEYS))}`,
  );
/** Seconds after which wrong keys are counted anew. */
export const KEY_TRIES_SECONDS = WINDOW_MS / 1000;

/** Counts the links asked for in the last quarter of an hour, for an address and from a network. */
export const countLinks = (realm: Realm, email: string, network: string) =>
  [
    counting(realm, links, LINK_WINDOW_MS, eq(realm.log.emailTried, email)),
    counting(realm, links, LINK_WINDOW_MS, eq(realm.log.ip, network)),
  ] as const;

/** @throws Response 429 */
export function refuseTooManyLinks(byEmail: number, byNetwork: number) {
  if (byEmail >= MOST_LINKS_AN_ADDRESS || byNetwork >= MOST_LINKS_A_NETWORK) waitForLinks();
}
export const waitForLinks = () =>
  tooMany(LINK_WINDOW_MS / 1000, "Too many links were asked for. Try again in 15 minutes.");

/** Another link may be sent: goes first into the batch that sends it. */
export function assertLinks(realm: Realm, email: string, network: string) {
  const few = (where: SQL, most: number) =>
    realm.db.assert(
      "user_limit",
      sql`${counted(realm, links, LINK_WINDOW_MS, where)} < ${sql.raw(String(most))}`,
    );
  return [
    few(eq(realm.log.emailTried, email), MOST_LINKS_AN_ADDRESS),
    few(eq(realm.log.ip, network), MOST_LINKS_A_NETWORK),
  ] as const;
}

/** Runs a batch that begins with one of these asserts. @throws what `refused` throws when it stops there */
export const withinLimit = <R>(work: Promise<R>, refused: () => never): Promise<R> =>
  unlessBroken(work, "assert_user_limit", refused);

export function logAttempt(
  realm: Realm,
  visit: Pick<Visit, "userAgent">,
  attempt: {
    email: string;
    result: LoginResult;
    network: string;
    userId?: string | null;
    sessionId?: string | null;
  },
): Statement {
  return realm.db.inserting(realm.log, {
    userId: attempt.userId ?? null,
    emailTried: attempt.email.slice(0, 254),
    at: Date.now(),
    result: attempt.result,
    ip: attempt.network,
    userAgent: visit.userAgent?.slice(0, 300) ?? null,
    sessionId: attempt.sessionId ?? null,
  });
}
