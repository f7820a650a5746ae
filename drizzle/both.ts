import { integer, text } from "drizzle-orm/sqlite-core";
import { json, nocase } from "./columns.ts";

// Columns of tables that the control database and every shard have alike.

/** A single-use link sent by mail; only a hash of its token is kept. */
export const tokenColumns = {
  purpose: text({
    enum: ["invite", "verify_email", "approve_address", "reset_password"],
  }).notNull(),
  tokenHash: text().notNull(),
  newEmail: nocase(),
  expiresAt: integer().notNull(),
  usedAt: integer(),
  createdAt: integer().notNull(),
};

export const sessionColumns = {
  tokenHash: text().notNull(),
  epoch: integer().notNull(),
  createdAt: integer().notNull(),
  lastSeenAt: integer().notNull(),
  expiresAt: integer().notNull(),
  revokedAt: integer(),
  ip: text(),
  userAgent: text(),
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
