import { and, eq, gt, isNull } from "drizzle-orm";
import { standingOf } from "#app/shared/company-standing.ts";
import { companyProfiles, scimTokens } from "#drizzle/tenant/index.ts";
import { type Realm, realmOf } from "../../auth/realm.ts";
import { sha256 } from "../../auth/tokens.ts";
import { CompanyDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import type { Visit } from "../../env.ts";
import { notFound, refuse, unauthenticated } from "../../refusals.ts";

const LONGEST_TOKEN = 200;
const SEEN_EVERY_MS = 60_000;

/** What a company's directory works with: its database, in the directory's name. */
export type Directory = {
  realm: Realm;
  db: CompanyDb;
  /** As the rules of people know the company. */
  company: { limits: Row<typeof companyProfiles>["limits"] };
  profile: Row<typeof companyProfiles>;
  /** Where its resources are. */
  base: string;
};

/**
 * Opens the company of this host to a directory, by its token.
 * @throws Response 401 for a token that is none, revoked or run out; 403 for a write while the company is suspended; 404 on a host of no company
 */
export async function directoryOf(visit: Visit, request: Request): Promise<Directory> {
  const here = realmOf(visit, "api");
  if (here?.audience !== "company" || (visit.place.kind === "company" && visit.place.isRetired))
    return notFound("address");
  const token = /^Bearer (\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "";
  if (!token || token.length > LONGEST_TOKEN) return unauthenticated("A token is required");
  const now = Date.now();
  const isIt = and(
    ...[eq(scimTokens.tokenHash, await sha256(token)), isNull(scimTokens.revokedAt)],
    gt(scimTokens.expiresAt, now),
  );
  const [[row], [profile]] = await here.db.read(
    here.db.select().from(scimTokens).where(here.db.ofOwner(scimTokens, isIt)).limit(1),
    here.db.select().from(companyProfiles).where(here.db.ofOwner(companyProfiles)).limit(1),
  );
  if (!row || !profile) return unauthenticated("This token is not valid");
  const who = { actorKind: "system", actorId: null, actorName: `Directory ${row.name}` } as const;
  const realm = realmOf(visit, "api", who);
  if (!realm || !(realm.db instanceof CompanyDb)) return notFound("address");
  if (request.method !== "GET" && standingOf(profile) === "suspended")
    refuse(403, "The company's subscription has ended. Data can be read.");
  const { db } = realm;
  if ((row.lastUsedAt ?? 0) + SEEN_EVERY_MS < now)
    visit.defer(() =>
      db.read(db.updating(scimTokens, eq(scimTokens.id, row.id), { lastUsedAt: now })),
    );
  const company = { limits: profile.limits };
  return { realm, db, company, profile, base: `${realm.origin}/scim/v2` };
}
