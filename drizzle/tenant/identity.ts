import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  flag,
  inCompany,
  json,
  nocase,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { teams, users } from "./people.ts";

/** What an Admin's last try at the provider brought. */
export type ProviderTry = {
  isDone: boolean;
  /** A whole sentence: whom it leads to, or why it leads nowhere. */
  message: string;
  /** Claims by their names, as the provider sent them, cut where they are long. */
  claims: Record<string, string>;
};

/** The company's own identity provider, where its people sign in by OpenID Connect. It has one: its id is the company's. */
export const identityProviders = sqliteTable(
  "identity_providers",
  {
    ...owned,
    name: text().notNull(),
    issuer: text().notNull(),
    clientId: text().notNull(),
    /** Sealed. */
    clientSecret: text().notNull(),
    scopes: text().notNull(),
    emailClaim: text().notNull(),
    nameClaim: text().notNull(),
    groupsClaim: text(),
    /** Offered on the page where people sign in. */
    isOffered: flag(),
    /** Makes an account for who has none. */
    makesPeople: flag(),
    newServiceType: integer(),
    newTeamId: uncounted(text(), "a team that is gone is given to nobody"),
    /** People with an address of a proved mail domain sign in here alone. */
    isEnforced: flag(),
    /** The Admin who may still sign in by password. */
    emergencyUserId: text(),
    /** Signing out here signs out there as well. */
    signsOut: flag(),
    triedAt: integer(),
    triedBy: text(),
    tried: json<ProviderTry>(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.newTeamId, () => teams),
    inCompany(t, t.emergencyUserId, () => users),
    index("identity_providers_by_team").on(t.companyId, t.newTeamId),
    ...whole("identity_providers", t.newServiceType),
  ],
);

/** Whoever is in a group at the provider is in a team here. */
export const identityGroups = sqliteTable(
  "identity_groups",
  {
    ...owned,
    groupName: text().notNull(),
    teamId: uncounted(text().notNull(), "a team that is gone is given to nobody"),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.teamId, () => teams),
    uniqueIndex("identity_groups_pair").on(t.companyId, t.groupName, t.teamId),
    index("identity_groups_by_team").on(t.companyId, t.teamId),
  ],
);

/** A domain of e-mail addresses whose own zone says that it is the company's. */
export const mailDomains = sqliteTable(
  "mail_domains",
  {
    ...owned,
    domain: nocase().notNull(),
    proof: text().notNull(),
    provedAt: integer(),
  },
  (t) => [ownedKey(t), uniqueIndex("mail_domains_domain").on(t.companyId, t.domain)],
);

/** Whom the provider knows by which subject. */
export const identityLinks = sqliteTable(
  "identity_links",
  {
    ...bare,
    userId: text().notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, () => users),
    uniqueIndex("identity_links_subject").on(t.companyId, t.issuer, t.subject),
    uniqueIndex("identity_links_user").on(t.companyId, t.userId, t.issuer),
  ],
);

/** A way to the provider that was come back from: it is not taken a second time. */
export const identityStates = sqliteTable(
  "identity_states",
  { ...bare, stateHash: text().notNull(), usedAt: integer().notNull() },
  (t) => [ownedKey(t), uniqueIndex("identity_states_state").on(t.companyId, t.stateHash)],
);

/** What the provider calls a session that it has opened here. */
export const identitySessions = sqliteTable(
  "identity_sessions",
  {
    ...bare,
    sessionId: text().notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    providerSession: text(),
    /** The ID token, sealed, where signing out here signs out there. */
    idToken: text(),
  },
  (t) => [
    ownedKey(t),
    uniqueIndex("identity_sessions_session").on(t.companyId, t.sessionId),
    index("identity_sessions_by_subject").on(t.companyId, t.subject),
  ],
);
