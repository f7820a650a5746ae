import { type SQL, sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { flag, json, nocase, oneOf, record, uncounted, whole } from "../columns.ts";
import { alike } from "./look-alikes.ts";
import { plans } from "./plans.ts";

/** Where companies live: one D1 database, bound under `binding`. */
export const shards = sqliteTable(
  "shards",
  {
    ...record,
    name: nocase().notNull(),
    binding: text().notNull(),
    jurisdiction: text({ enum: ["none", "eu", "us", "fedramp"] })
      .notNull()
      .default("none"),
    isOpen: flag(true),
    companyCount: integer().notNull().default(0),
    schemaVersion: text(),
  },
  (t) => [uniqueIndex("shards_name").on(t.name), uniqueIndex("shards_binding").on(t.binding)],
);

export const companyStatuses = [
  "pending_verification",
  "trial",
  "active",
  "grace",
  "suspended",
  "closed",
] as const;
export const companyKinds = [
  "hospital",
  "clinic",
  "diagnostic",
  "service_company",
  "other",
] as const;

/** A customer. */
export const companies = sqliteTable(
  "companies",
  {
    ...record,
    name: nocase().notNull(),
    slug: nocase().notNull(),
    legalName: text(),
    kind: text({ enum: companyKinds }).notNull(),
    beds: integer(),
    email: text().notNull(),
    phone: text().notNull(),
    address: text(),
    city: text(),
    region: text(),
    postalCode: text(),
    country: text().notNull(),
    taxIds: json<{ label: string; value: string }[]>().notNull().default([]),
    currency: text().notNull(),
    timeZone: text().notNull(),
    serviceType: integer().notNull(),
    shardId: text()
      .notNull()
      .references(() => shards.id),
    mapVersion: integer().notNull().default(1),
    status: text({ enum: companyStatuses }).notNull(),
    ownerUserId: text(),
    trialEndsOn: text(),
    suspendedReason: text(),
    closedAt: integer(),
    assetCount: integer().notNull().default(0),
    userCount: integer().notNull().default(0),
    storageBytes: integer().notNull().default(0),
    lastActiveAt: integer(),
    /** Of the subscription that counts; triggers keep it. */
    planId: uncounted(
      text().references(() => plans.id),
      "its subscription holds the plan",
    ),
    /** The version of the company's own profile that this row follows. */
    profileVersion: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex("companies_slug").on(t.slug),
    index("companies_by_name").on(t.name, t.id),
    index("companies_by_status").on(t.status, t.name, t.id),
    index("companies_by_plan").on(t.planId, t.name, t.id),
    index("companies_by_country").on(t.country, t.name, t.id),
    index("companies_by_shard").on(t.shardId, t.name, t.id),
    index("companies_of_status").on(t.status, t.id),
    index("companies_of_plan").on(t.planId, t.id),
    index("companies_of_country").on(t.country, t.id),
    index("companies_of_shard").on(t.shardId, t.id),
    index("companies_by_storage").on(t.storageBytes),
    check("companies_service_type_known", sql`${t.serviceType} in (0, 1, 2)`),
    oneOf("companies_status_known", t.status, companyStatuses),
    oneOf("companies_kind_known", t.kind, companyKinds),
    ...whole("companies", t.version, t.mapVersion),
  ],
);

/** The words of a company's name and host, kept by triggers, so that a search reads no more than it shows. */
export const companyWords = sqliteTable(
  "company_words",
  {
    word: nocase().notNull(),
    companyId: text()
      .notNull()
      .references(() => companies.id),
  },
  (t) => [
    primaryKey({ columns: [t.word, t.companyId] }),
    index("company_words_by_company").on(t.companyId),
  ],
);

/** Host name to company. A host that is not here belongs to nobody. */
export const domains = sqliteTable(
  "domains",
  {
    ...record,
    hostname: nocase().notNull(),
    skeleton: alike((): SQL => sql`${domains.hostname}`),
    companyId: text()
      .notNull()
      .references(() => companies.id),
    kind: text({ enum: ["subdomain", "custom"] }).notNull(),
    status: text({ enum: ["reserved", "dns_pending", "active", "retired"] }).notNull(),
    isPrimary: flag(),
    verificationToken: text(),
    verifiedAt: integer(),
    redirectsTo: text(),
  },
  (t) => [
    uniqueIndex("domains_hostname").on(t.hostname),
    index("domains_by_company").on(t.companyId),
    index("domains_by_skeleton").on(t.skeleton),
    uniqueIndex("domains_one_primary").on(t.companyId).where(sql`is_primary = 1`),
    oneOf("domains_status_known", t.status, ["reserved", "dns_pending", "active", "retired"]),
  ],
);
