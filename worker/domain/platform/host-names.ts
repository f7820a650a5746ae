import { and, eq, gt, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { domainRequests, domains, openDomainRequest, signups } from "#drizzle/control/index.ts";
import { skeletonOf } from "#drizzle/control/look-alikes.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { apexHosts } from "../../tenancy/hosts.ts";
import { isReserved, looksReserved } from "../../tenancy/reserved.ts";

/** The word of a company before the platform's own name. */
export const hostWord = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .toLowerCase()
    .regex(
      /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])$/,
      `${label} takes 2 to 40 letters, digits and hyphens`,
    )
    .refine((word) => !isReserved(word), `${label} is reserved`);
/** The same, asked for by somebody whom nobody has looked at: also without what is easily taken for a reserved one. */
export const askedWord = (label: string) =>
  hostWord(label).refine(
    (word) => isReserved(word) || !looksReserved(word),
    `${label} is reserved`,
  );

const LONGEST_HOST = 253;
const name = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** Of two names at least, the last of which is no number, as that of an IP address is. */
const asHost = new RegExp(`^(?:${name}\\.)+(?=[a-z0-9-]*[a-z])${name}$`);
/** A whole host name. */
export const hostField = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .toLowerCase()
    .max(LONGEST_HOST, `${label} can have at most ${LONGEST_HOST} characters`)
    .regex(asHost, `${label} must be a whole name, such as north.example.org`);

/** The platform's own host that a host is, or stands below; undefined for another's. */
export const apexOf = (env: Env, hostname: string) =>
  apexHosts(env).find((one) => hostname === one || hostname.endsWith(`.${one}`));

/** The host of a word below the platform's own. */
export const hostBelow = (env: Env, word: string) => `${word}.${apexHosts(env)[0]}`;

/** Whose own wish, or own hosts, do not stand in its way. */
type Own = { signupId?: string; requestId?: string; companyId?: string | SQL };

/**
 * How a host stands: "free", "taken" by a company, a sign-up or a request, or "alike": easily taken for one of these. An expression of
 * a statement, for a read before and an assertion in the batch.
 */
export function hostStanding(
  db: PlatformDb,
  hostname: string | SQL,
  now: number,
  { signupId = "", requestId = "", companyId = "" }: Own = {},
): SQL<HostStanding> {
  const looks = skeletonOf(sql`${hostname}`);
  const among = (name: (of: typeof domains | typeof signups | typeof domainRequests) => SQL) =>
    or(
      db.exists(
        domains,
        and(name(domains), ne(domains.companyId, sql`coalesce(${companyId}, '')`))!,
      ),
      db.exists(
        signups,
        and(
          name(signups),
          isNull(signups.verifiedAt),
          gt(signups.expiresAt, now),
          ne(signups.id, signupId),
        )!,
      ),
      db.exists(
        domainRequests,
        and(name(domainRequests), openDomainRequest, ne(domainRequests.id, requestId))!,
      ),
    )!;
  return sql`case when ${among((of) => eq(of.hostname, hostname))} then 'taken' when ${among((of) => eq(of.skeleton, looks))} then 'alike' else 'free' end`;
}
export type HostStanding = "free" | "taken" | "alike";

export const HOST_TAKEN = "This address is already used";

/** Why a host cannot be had; null for a free one. */
export const hostProblem = (standing: HostStanding): string | null =>
  ({
    free: null,
    taken: HOST_TAKEN,
    alike: "This address is easily taken for one that is used",
  })[standing];
