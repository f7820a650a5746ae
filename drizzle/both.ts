import { integer, text } from "drizzle-orm/sqlite-core";
import { flag, json, nocase } from "./columns.ts";

// Columns of tables that the control database and every shard have alike.

/** What links in letters are for. */
export const tokenPurposes = [
  "invite",
  "verify_email",
  "approve_address",
  "reset_password",
  "lost_device",
  "new_factors",
] as const;

/** A single-use link sent by mail; only a hash of its token is kept. */
export const tokenColumns = {
  purpose: text({ enum: tokenPurposes }).notNull(),
  tokenHash: text().notNull(),
  newEmail: nocase(),
  /** The link works from here on. */
  fromAt: integer(),
  expiresAt: integer().notNull(),
  usedAt: integer(),
  createdAt: integer().notNull(),
};

/** What an account knows of its own second factors. */
export const factorColumns = {
  /** The seed of the authenticator app, sealed; NULL without one. */
  totpSecret: text(),
  /** The last half minute whose code was accepted: each code counts once. */
  totpStep: integer(),
  /** Since when the account has a second factor; NULL without one. */
  secondFactorSince: integer(),
};

/** A passkey (WebAuthn credential) of a person. Ids and keys are base64url. */
export const passkeyColumns = {
  name: text().notNull(),
  credentialId: text().notNull(),
  publicKey: text().notNull(),
  /** How often the authenticator says that it has signed; many always say 0. */
  counter: integer().notNull(),
  transports: json<string[]>().notNull(),
  /** The host it was made for: it works nowhere else. */
  rpId: text().notNull(),
  isBackedUp: flag(),
  createdAt: integer().notNull(),
  lastUsedAt: integer(),
};

/** A code for when the device is lost, of 120 random bits; only its hash is kept. */
export const recoveryCodeColumns = {
  codeHash: text().notNull(),
  createdAt: integer().notNull(),
  usedAt: integer(),
};

/** A browser in which the second factor is not asked for again until a day. */
export const rememberedDeviceColumns = {
  deviceHash: text().notNull(),
  userAgent: text(),
  createdAt: integer().notNull(),
  expiresAt: integer().notNull(),
};

/** A challenge that was answered: it is not taken a second time. */
export const spentProofColumns = {
  proofHash: text().notNull(),
  createdAt: integer().notNull(),
  expiresAt: integer().notNull(),
};

/** Ways to come in: by password, by password and second factor, by passkey, by the company's identity provider. */
export const signInMethods = ["password", "second_factor", "passkey", "oidc"] as const;

export const sessionColumns = {
  tokenHash: text().notNull(),
  epoch: integer().notNull(),
  createdAt: integer().notNull(),
  lastSeenAt: integer().notNull(),
  expiresAt: integer().notNull(),
  revokedAt: integer(),
  ip: text(),
  userAgent: text(),
  /** How the person came in; NULL for sessions from before it was kept. */
  method: text({ enum: signInMethods }),
  /** When the person last proved in this session who they are by more than a password. */
  provedAt: integer(),
};

/** An attempt to sign in, without its result. */
export const loginColumns = {
  userId: text(),
  emailTried: nocase().notNull(),
  at: integer().notNull(),
  ip: text(),
  country: text(),
  userAgent: text(),
  sessionId: text(),
  signedOutAt: integer(),
};

/** One changed field, as the activity log keeps it. */
export type Change = { field: string; from: unknown; to: unknown };

/** Who did what to which record; sealed later into a chain of hashes. */
export const logColumns = {
  at: integer().notNull(),
  actorId: text(),
  actorName: text().notNull(),
  action: text().notNull(),
  entityKind: text().notNull(),
  entityId: text().notNull(),
  entityLabel: text().notNull(),
  changes: json<Change[]>().notNull().default([]),
  reason: text(),
  ip: text(),
  userAgent: text(),
  requestId: text().notNull(),
  seq: integer(),
  prevHash: text(),
  hash: text(),
};

/** Mail and messages: written with the change, delivered at least once. */
export const outboxColumns = {
  topic: text().notNull(),
  payload: json<Record<string, unknown>>().notNull(),
  dedupeKey: text().notNull(),
  attempts: integer().notNull().default(0),
  nextAt: integer(),
  sentAt: integer(),
};

/** The first answer to a command; the id is the key the form was sent with. Kept 24 hours. */
export const answerColumns = {
  actorId: text().notNull(),
  route: text().notNull(),
  requestHash: text().notNull(),
  status: integer().notNull(),
  responseJson: text().notNull(),
  createdAt: integer().notNull(),
};
