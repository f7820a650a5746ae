import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { answerColumns, outboxColumns } from "../both.ts";
import { record, whole } from "../columns.ts";
import { assertionName, assertionRules } from "../tenant/company.ts";

/** As in the shards, without a company. */
export const platformAssertions = sqliteTable(
  "assertions",
  {
    id: text().notNull().primaryKey(),
    rule: text({ enum: assertionRules }).notNull().default("state"),
    ok: integer().notNull(),
  },
  (t) =>
    assertionRules.map((rule) =>
      check(assertionName(rule), sql`${t.rule} <> ${sql.raw(`'${rule}'`)} or ${t.ok} = 1`),
    ),
);

export const platformIdempotencyKeys = sqliteTable("idempotency_keys", {
  id: text().notNull().primaryKey(),
  ...answerColumns,
});

export const platformOutbox = sqliteTable(
  "outbox",
  {
    ...record,
    ...outboxColumns,
  },
  (t) => [
    uniqueIndex("outbox_dedupe_key").on(t.dedupeKey),
    index("outbox_waiting").on(t.nextAt).where(sql`sent_at is null`),
  ],
);

/** As in the shards, for the platform's own work. */
export const platformJobs = sqliteTable("platform_jobs", {
  id: text().notNull().primaryKey(),
  leaseUntil: integer().notNull().default(0),
});

export const platformAppliedMessages = sqliteTable("applied_messages", {
  id: text().notNull().primaryKey(),
  appliedAt: integer().notNull(),
});

/** The next number of a kind of document, by period. */
export const platformSequences = sqliteTable(
  "number_sequences",
  {
    ...record,
    key: text().notNull(),
    period: text().notNull().default("-"),
    nextValue: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex("number_sequences_key").on(t.key, t.period),
    ...whole("number_sequences", t.nextValue),
  ],
);
