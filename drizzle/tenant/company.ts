import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  inCompany,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { type Change, media } from "./files.ts";

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
    limits: text({ mode: "json" }).$type<Record<string, number>>().notNull().default({}),
    features: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    mapVersion: integer().notNull().default(1),
    assetCount: integer().notNull().default(0),
    userCount: integer().notNull().default(0),
    storageBytes: integer().notNull().default(0),
    logoMediaId: uncounted(text(), "shows a file; whoever takes the file away clears it"),
    address: text(),
    phone: text(),
    email: text(),
    taxIds: text({ mode: "json" })
      .$type<{ label: string; value: string }[]>()
      .notNull()
      .default([]),
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

/** The first answer to a command; the id is the key the form was sent with. Kept 24 hours. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    ...bare,
    actorId: text().notNull(),
    route: text().notNull(),
    requestHash: text().notNull(),
    status: integer().notNull(),
    responseJson: text().notNull(),
    createdAt: integer().notNull(),
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

/** Mail and messages to the platform: written with the change, delivered at least once. */
export const outbox = sqliteTable(
  "outbox",
  {
    ...owned,
    topic: text().notNull(),
    payload: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    dedupeKey: text().notNull(),
    attempts: integer().notNull().default(0),
    nextAt: integer(),
    sentAt: integer(),
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

/** How an import reads its file: choices of the person who brought it. */
export type ImportOptions = {
  /** Masters that are made when a row names one that is not there. */
  missing: string[];
  /** 03/04/2026 is the third of April. */
  dayFirst: boolean;
  /** A person has confirmed which column is which field. */
  isMapped?: boolean;
};
/** A master an import made because a row named it. */
export type ImportedMaster = {
  master: string;
  id: string;
  name: string;
  /** Its version after the import's last change of it; 1 when absent. */
  version?: number;
  /** Undoing has taken it back, or says why it stays. */
  undone?: boolean;
  kept?: string;
};

/** One import of a spreadsheet; stock movements and rows made by it point here. Places in the file are row numbers as its sheet shows them. */
export const importJobs = sqliteTable(
  "import_jobs",
  {
    ...owned,
    kind: text().notNull(),
    fileName: text().notNull(),
    /** Where in a row each field is. */
    mapping: text({ mode: "json" }).$type<Record<string, number>>().notNull().default({}),
    mode: text({ enum: ["create", "update", "both"] })
      .notNull()
      .default("create"),
    status: text({ enum: ["uploaded", "checked", "running", "done", "failed", "undone"] })
      .notNull()
      .default("uploaded"),
    counts: text({ mode: "json" }).$type<Record<string, number>>().notNull().default({}),
    resultMediaId: uncounted(text(), "shows a file; whoever takes the file away clears it"),
    createdByName: text(),
    /** The file's own names of its columns. */
    header: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    options: text({ mode: "json" })
      .$type<ImportOptions>()
      .notNull()
      .default({ missing: [], dayFirst: true }),
    /** Rows that hold anything; null until the whole file is in. */
    rowCount: integer(),
    lastRow: integer().notNull().default(0),
    checkedTo: integer().notNull().default(0),
    doneTo: integer().notNull().default(0),
    /** Undoing goes backwards: what stands below this row is still to do, then, below 0, what was made for rows; null while nothing is undone. */
    undoneFrom: integer(),
    made: text({ mode: "json" }).$type<ImportedMaster[]>().notNull().default([]),
    finishedAt: integer(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.resultMediaId, (): OwnedTarget => media),
    index("import_jobs_by_kind").on(t.companyId, t.kind, t.id).where(sql`row_count is not null`),
    oneOf("import_jobs_status_known", t.status, [
      "uploaded",
      "checked",
      "running",
      "done",
      "failed",
      "undone",
    ]),
  ],
);

/** One row of an import: what it holds, what it would do, what it did. */
export const importRows = sqliteTable(
  "import_rows",
  {
    ...bare,
    jobId: text().notNull(),
    rowNo: integer().notNull(),
    /** What the row is known by, such as the asset code; in lower case. */
    key: text(),
    /** What else tells rows apart, such as make, model and serial. */
    otherKey: text(),
    cells: text({ mode: "json" }).$type<(string | null)[]>().notNull().default([]),
    action: text({ enum: ["create", "update", "same", "skip", "error"] }),
    /** Messages by field. */
    errors: text({ mode: "json" }).$type<Record<string, string[]>>(),
    /** What it would change, as people read it. */
    changes: text({ mode: "json" }).$type<Change[]>(),
    /** The record as it was, for undoing. */
    before: text({ mode: "json" }).$type<Record<string, unknown>>(),
    entityId: text(),
    /** The record's version after the import wrote it. */
    entityVersion: integer(),
    doneAt: integer(),
    undoneAt: integer(),
    /** Why undoing left it as it is. */
    kept: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.jobId, () => importJobs),
    uniqueIndex("import_rows_row_no").on(t.companyId, t.jobId, t.rowNo),
    index("import_rows_by_action").on(t.companyId, t.jobId, t.action, t.rowNo),
    index("import_rows_by_key")
      .on(t.companyId, t.jobId, t.key, t.rowNo)
      .where(sql`key is not null`),
    index("import_rows_by_other_key")
      .on(t.companyId, t.jobId, t.otherKey, t.rowNo)
      .where(sql`other_key is not null`),
    index("import_rows_kept").on(t.companyId, t.jobId, t.rowNo).where(sql`kept is not null`),
    oneOf("import_rows_action_known", t.action, ["create", "update", "same", "skip", "error"]),
    ...whole("import_rows", t.rowNo),
  ],
);
