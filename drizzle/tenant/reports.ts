import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  day,
  inCompany,
  json,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { users } from "./people.ts";

export const runStatuses = ["queued", "running", "done", "failed"] as const;
export const runFormats = ["csv", "pdf", "zip"] as const;

/** Work that a person asked for and that goes on in the background until its file is there. The file's key is made of the row's id. */
export const reportRuns = sqliteTable(
  "report_runs",
  {
    ...owned,
    userId: uncounted(text().notNull(), "the person's own work, which ends with its file"),
    /** Which work it is, and what it was asked for. */
    kind: text().notNull(),
    title: text().notNull(),
    params: json<Record<string, string>>().notNull().default({}),
    format: text({ enum: runFormats }).notNull(),
    status: text({ enum: runStatuses }).notNull().default("queued"),
    /** Where the next part goes on; null before the first. */
    cursor: text(),
    /** Parts that lie in the store, and rows in them. */
    parts: integer().notNull().default(0),
    progress: integer().notNull().default(0),
    /** What is added up over the parts, by the work's own names. */
    sums: json<Record<string, number>>().notNull().default({}),
    fileName: text(),
    bytes: integer(),
    error: text(),
    finishedAt: integer(),
    /** Once a month, of this subscription. */
    subscriptionId: uncounted(text(), "says why it was begun"),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, (): OwnedTarget => users),
    index("report_runs_by_person").on(t.companyId, t.userId, t.id),
    index("report_runs_waiting").on(t.companyId, t.id).where(sql`status in ('queued', 'running')`),
    oneOf("report_runs_status_known", t.status, runStatuses),
    oneOf("report_runs_format_known", t.format, runFormats),
    ...whole("report_runs", t.version, t.parts, t.progress, t.bytes),
  ],
);

/** A report that a person gets by mail in the first morning of each month. */
export const reportSubscriptions = sqliteTable(
  "report_subscriptions",
  {
    ...owned,
    userId: uncounted(text().notNull(), "the person's own choice, which ends with the person"),
    report: text().notNull(),
    params: json<Record<string, string>>().notNull().default({}),
    format: text({ enum: ["csv", "pdf"] }).notNull(),
    /** The last month it was sent for, YYYY-MM. */
    sentFor: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.userId, (): OwnedTarget => users),
    index("report_subscriptions_by_person").on(t.companyId, t.userId, t.id),
    oneOf("report_subscriptions_format_known", t.format, ["csv", "pdf"]),
    ...whole("report_subscriptions", t.version),
  ],
);

/** How vendors did in the last twelve months, counted each night; the id is the vendor's. */
export const vendorScores = sqliteTable(
  "vendor_scores",
  {
    ...bare,
    vendorName: nocase().notNull(),
    /** Calls given to the vendor, those with a promise, those that met it, and those that came back. */
    jobs: integer().notNull(),
    slaCounted: integer().notNull(),
    slaMet: integer().notNull(),
    repeats: integer().notNull(),
    /** Gate passes to the vendor that came back, and the days they were out together. */
    passes: integer().notNull(),
    daysOut: integer().notNull(),
    /** Time up of the devices under its contracts with a promised uptime, and what was promised, in 1/100 of a percent; null where nothing is promised. */
    uptimeBp: integer(),
    promisedBp: integer(),
    countedOn: day().notNull(),
  },
  (t) => [
    ownedKey(t),
    index("vendor_scores_by_name").on(t.companyId, t.vendorName, t.id),
    index("vendor_scores_by_jobs").on(t.companyId, t.jobs, t.id),
    ...whole("vendor_scores", t.jobs, t.slaCounted, t.slaMet, t.repeats, t.passes, t.daysOut),
  ],
);

/** A step of a survival curve: days in use, the share without a failure, and its band. */
export type SurvivalStep = [days: number, share: number, low: number, high: number];

/** How long devices of a make and model run until they fail, counted each night. */
export const modelReliability = sqliteTable(
  "model_reliability",
  {
    ...bare,
    make: nocase().notNull(),
    model: nocase().notNull(),
    devices: integer().notNull(),
    failed: integer().notNull(),
    failures: integer().notNull(),
    /** In 1/100 of a year. */
    deviceYears: integer().notNull(),
    /** Failures per device year, in 1/1000; null under one device year. */
    rate: integer(),
    /** Where it stands in the list: the highest rate first, those without one last. */
    rank: integer().notNull(),
    /** Days until half of the devices have failed; null while fewer have. */
    medianDays: integer(),
    curve: json<SurvivalStep[]>().notNull(),
    /** Shape and scale in days of a fitted distribution, in 1/1000; null under ten failures. */
    weibull: json<{ shape: number; scale: number }>(),
    countedOn: day().notNull(),
  },
  (t) => [
    ownedKey(t),
    uniqueIndex("model_reliability_model").on(t.companyId, t.make, t.model),
    index("model_reliability_by_rank").on(t.companyId, t.rank, t.id),
    ...whole("model_reliability", t.devices, t.failed, t.failures, t.deviceYears, t.rank),
  ],
);
