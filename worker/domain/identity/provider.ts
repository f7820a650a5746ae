import { identityGroups, identityProviders, teams } from "#drizzle/tenant/index.ts";
import type { Realm } from "../../auth/realm.ts";
import { unseal } from "../../auth/sealed.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { living, pointsTo } from "../../db/predicates.ts";

export type Provider = Row<typeof identityProviders>;
/** What can read the provider of a company: its own handle, or that of its sign-in. */
export type Reader = Pick<ReadingDb, "select" | "ofOwner"> | Realm["db"];

/** Where the provider leads to once somebody has signed out there. */
export const SIGNED_OUT = "/login";
/** Where the provider tells that somebody has signed out there. */
export const BACK_CHANNEL = "/login/oidc/backchannel";
/** What its secret is sealed for. */
export const SECRET = "identity provider";

/** The company's provider, as a statement. */
export const readingProvider = (db: Reader) =>
  db.select().from(identityProviders).where(db.ofOwner(identityProviders)).limit(1);

const MOST_GROUPS = 100;
/** Which groups at the provider are which teams, as a statement. */
export const readingGroups = (db: Reader) =>
  db
    .select({
      id: identityGroups.id,
      groupName: identityGroups.groupName,
      teamId: identityGroups.teamId,
      teamName: teams.name,
    })
    .from(identityGroups)
    .innerJoin(teams, pointsTo(identityGroups.teamId, teams))
    .where(db.ofOwner(identityGroups, living(teams)))
    .orderBy(identityGroups.groupName, identityGroups.teamId)
    .limit(MOST_GROUPS);

/** The secret of a provider; null when its key has left the ring. */
export const secretOf = (env: Env, { companyId, id, clientSecret }: Provider) =>
  unseal(env, SECRET, [companyId, id], clientSecret);
