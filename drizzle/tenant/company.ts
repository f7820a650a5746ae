import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { answerColumns, outboxColumns } from "../both.ts";
import {
  bare,
  inCompany,
  json,
  type OwnedTarget,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { media } from "./files.ts";

/** What each request must know about the company: one row, a copy of the control record with its own counters. */
export const companyProfiles = sqliteTable(
  "company_profiles",
  {
    ...owned,
    name: text().notNull(),
    slug: text().notNull(),
    primaryHost: text().notNull(),
    status: text({
      enum: ["pending_verification", "trial", "active", "grace", "suspended", "closed"],
    }).notNull(),
    serviceType: integer().notNull(),
    currency: text().notNull(),
    timeZone: text().notNull(),
    country: text().notNull(),
    trialEndsOn: text(),
    periodEnd: text(),
    graceDays: integer(),
    limits: json<Record<string, number>>().notNull().default({}),
    features: json<string[]>().notNull().default([]),
    mapVersion: integer().notNull().default(1),
    assetCount: integer().notNull().default(0),
    userCount: integer().notNull().default(0),
    storageBytes: integer().notNull().default(0),
    logoMediaId: uncounted(text(), "shows a file; whoever takes the file away clears it"),
    address: text(),
    phone: text(),
    email: text(),
    taxIds: json<{ label: string; value: string }[]>().notNull().default([]),
  },
  (t) => [
    ownedKey(t),
    check("company_profiles_one_row", sql`${t.id} = ${t.companyId}`),
    inCompany(t, t.logoMediaId, (): OwnedTarget => media),
    ...whole("company_profiles", t.version, t.assetCount, t.userCount, t.storageBytes),
  ],
);

/** Counts moved in the batch of the event; the id is the counter's name, such as `assets.category:{id}`. */
export const counters = sqliteTable(
  "counters",
  { ...bare, value: integer().notNull().default(0) },
  (t) => [ownedKey(t), ...whole("counters", t.value)],
);

/** Typed key/value; the id is the key. */
export const companySettings = sqliteTable(
  "company_settings",
  { ...owned, valueJson: text().notNull() },
  (t) => [ownedKey(t)],
);

/** The rules a batch can assert; each is a named CHECK, so that its refusal is known by name. */
export const assertionRules = [
  "state",
  "asset_limit",
  "user_limit",
  "storage_limit",
  "last_admin",
  "unreferenced",
  "usable_reference",
  "not_locked",
  "no_overlap",
  "all_found",
] as const;
export type AssertionRule = (typeof assertionRules)[number];
export const assertionName = (rule: AssertionRule) =>
  rule === "state" ? "state_as_expected" : `assert_${rule}`;

/** A statement that inserts here stops its batch when `ok` is 0; a trigger keeps no row. */
export const assertions = sqliteTable(
  "assertions",
  {
    ...bare,
    rule: text({ enum: assertionRules }).notNull().default("state"),
    ok: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    ...assertionRules.map((rule) =>
      check(assertionName(rule), sql`${t.rule} <> ${sql.raw(`'${rule}'`)} or ${t.ok} = 1`),
    ),
  ],
);

/**
 * The company whose rows a batch carries in or out as a whole; the batch puts its row here first and takes it away last, so that no other
 * statement ever finds one. While it is there, the triggers that keep ledgers and frozen records as they are let that company's rows pass.
 */
export const transits = sqliteTable("transits", bare, (t) => [ownedKey(t)]);

export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    ...bare,
    ...answerColumns,
  },
  (t) => [ownedKey(t)],
);

export const numberSequences = sqliteTable(
  "number_sequences",
  {
    ...owned,
    key: text().notNull(),
    period: text().notNull().default("-"),
    nextValue: integer().notNull().default(1),
  },
  (t) => [
    ownedKey(t),
    uniqueIndex("number_sequences_key").on(t.companyId, t.key, t.period),
    ...whole("number_sequences", t.nextValue),
  ],
);

export const numberFormats = sqliteTable(
  "number_formats",
  {
    ...owned,
    key: text().notNull(),
    format: text().notNull(),
    reset: text({ enum: ["never", "year", "fy", "month"] })
      .notNull()
      .default("never"),
  },
  (t) => [ownedKey(t), uniqueIndex("number_formats_key").on(t.companyId, t.key)],
);

export const outbox = sqliteTable(
  "outbox",
  {
    ...owned,
    ...outboxColumns,
  },
  (t) => [
    ownedKey(t),
    uniqueIndex("outbox_dedupe_key").on(t.companyId, t.dedupeKey),
    index("outbox_waiting").on(t.companyId, t.topic, t.nextAt).where(sql`sent_at is null`),
  ],
);

/** Messages of the platform that this company has applied. */
export const appliedMessages = sqliteTable(
  "applied_messages",
  { ...bare, appliedAt: integer().notNull() },
  (t) => [ownedKey(t)],
);

/** What the clock does for a company; the id is the job's name. Triggers keep a row for each job of the morning. */
export const companyJobs = sqliteTable(
  "company_jobs",
  {
    ...bare,
    /** Until then a message of the job is on its way. */
    leaseUntil: integer().notNull().default(0),
    /** The company's day that was last done to its end. */
    doneOn: text(),
    /** The company's day that was begun, a colon, and where its work goes on. */
    cursor: text(),
    /** When a job of the morning is to be looked at next; a change of the time zone sets it to 0. */
    dueAt: integer().notNull().default(0),
  },
  (t) => [ownedKey(t), index("company_jobs_due").on(t.id, t.dueAt)],
);
