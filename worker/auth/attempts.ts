import { and, count, eq, gt, inArray, type SQL } from "drizzle-orm";
import type { loginResults } from "#drizzle/tenant/people.ts";
import type { Statement } from "../db/db.ts";
import type { Visit } from "../env.ts";
import { tooMany } from "../refusals.ts";
import type { Realm } from "./realm.ts";

const WINDOW_MS = 5 * 60_000;
const MOST_FAILURES = 10;
const LINK_WINDOW_MS = 15 * 60_000;
const MOST_LINKS_AN_ADDRESS = 5;
const MOST_LINKS_A_NETWORK = 20;
const failures = ["bad_password", "locked", "unverified", "suspended"] as const;

type LoginResult = (typeof loginResults)[number];

/** An address as attempts are counted: IPv6 by its /64. */
export function networkOf(ip: string): string {
  if (!ip.includes(":")) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [head = "", tail = ""] = ip.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const full = ip.includes("::") ? [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right] : left;
  return `${full
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(":")}::/64`;
}

/** Counts the failures of the last five minutes, as statements of the batch that looks the person up. */
export function countFailures(realm: Realm, email: string, network: string, now = Date.now()) {
  const recent = (where: SQL) =>
    realm.db
      .select({ failures: count() })
      .from(realm.log)
      .where(realm.db.mine(realm.log, and(where, gt(realm.log.at, now - WINDOW_MS), inArray(realm.log.result, [...failures]))));
  return [recent(eq(realm.log.emailTried, email)), recent(eq(realm.log.ip, network))] as const;
}

/** Counts the links asked for in the last quarter of an hour, in the same way. */
export function countLinks(realm: Realm, email: string, network: string, now = Date.now()) {
  const recent = (where: SQL) =>
    realm.db
      .select({ links: count() })
      .from(realm.log)
      .where(realm.db.mine(realm.log, and(where, gt(realm.log.at, now - LINK_WINDOW_MS), eq(realm.log.result, "reset_requested"))));
  return [recent(eq(realm.log.emailTried, email)), recent(eq(realm.log.ip, network))] as const;
}

/** @throws Response 429 */
export function refuseTooManyLinks(byEmail: number, byNetwork: number) {
  if (byEmail >= MOST_LINKS_AN_ADDRESS || byNetwork >= MOST_LINKS_A_NETWORK)
    tooMany(LINK_WINDOW_MS / 1000, "Too many links were asked for. Try again in 15 minutes.");
}

/** @throws Response 429 */
export function refuseTooManyFailures(failed: number) {
  if (isTooMany(failed)) tooMany(WINDOW_MS / 1000, "Too many attempts. Try again in 5 minutes.");
}

const isTooMany = (failed: number) => failed >= MOST_FAILURES;

export function logAttempt(
  realm: Realm,
  visit: Pick<Visit, "userAgent">,
  attempt: { email: string; result: LoginResult; network: string; userId?: string | null; sessionId?: string | null },
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
