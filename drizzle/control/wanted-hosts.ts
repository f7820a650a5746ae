import { type SQL, sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { filled, nocase, oneOf, record, whole } from "../columns.ts";
import { companies, companyKinds } from "./companies.ts";
import { alike } from "./look-alikes.ts";

/** A trial somebody asks for on the public site, until the letter to their address is answered. Its host is kept for it so long. */
export const signups = sqliteTable(
  "signups",
  {
    ...record,
    companyName: nocase().notNull(),
    hostname: nocase().notNull(),
    skeleton: alike((): SQL => sql`${signups.hostname}`),
    adminName: text().notNull(),
    email: nocase().notNull(),
    country: text().notNull(),
    currency: text().notNull(),
    timeZone: text().notNull(),
    serviceType: integer().notNull(),
    tokenHash: text().notNull(),
    expiresAt: integer().notNull(),
    verifiedAt: integer(),
    companyId: text().references(() => companies.id),
    /** Of the network it came from, for the limits. */
    ipHash: text().notNull(),
  },
  (t) => [
    index("signups_by_hostname").on(t.hostname),
    index("signups_by_skeleton").on(t.skeleton),
    index("signups_by_email").on(t.email, t.id),
    index("signups_by_network").on(t.ipHash, t.id),
    index("signups_by_company").on(t.companyId).where(filled(t.companyId)),
    check("signups_service_type_known", sql`${t.serviceType} in (0, 1, 2)`),
    ...whole("signups", t.version),
  ],
);

export const domainRequestKinds = ["new_company", "subdomain", "custom_domain"] as const;
export const domainRequestStatuses = [
  "pending",
  "dns_pending",
  "active",
  "rejected",
  "cancelled",
  "expired",
] as const;
/** Those of which a company, and a host, has one at most. */
export const openDomainRequest = sql`status in ('pending', 'dns_pending')`;

/** A wish for an account with a host, or for another host of a company. */
export const domainRequests = sqliteTable(
  "domain_requests",
  {
    ...record,
    kind: text({ enum: domainRequestKinds }).notNull(),
    /** Null for a new company until it is founded. */
    companyId: text().references(() => companies.id),
    requestedBy: text(),
    requesterName: text().notNull(),
    requesterEmail: nocase().notNull(),
    requesterPhone: text(),
    companyName: nocase(),
    companyKind: text({ enum: companyKinds }),
    country: text(),
    hostname: nocase().notNull(),
    skeleton: alike((): SQL => sql`${domainRequests.hostname}`),
    serviceType: integer(),
    note: text(),
    status: text({ enum: domainRequestStatuses }).notNull(),
    /** What a TXT record of the host's own zone has to say. */
    proof: text(),
    /** What the host has to point at. */
    dnsTarget: text(),
    dnsCheckedAt: integer(),
    verifiedAt: integer(),
    decidedBy: text(),
    decidedAt: integer(),
    reason: text(),
    expiresAt: integer().notNull(),
    /** Of the network it came from; null for a company's own. */
    ipHash: text(),
  },
  (t) => [
    uniqueIndex("domain_requests_one_open").on(t.companyId).where(openDomainRequest),
    uniqueIndex("domain_requests_one_open_host").on(t.hostname).where(openDomainRequest),
    index("domain_requests_by_company").on(t.companyId, t.id).where(filled(t.companyId)),
    index("domain_requests_by_status").on(t.status, t.id),
    index("domain_requests_by_kind").on(t.kind, t.id),
    index("domain_requests_by_skeleton").on(t.skeleton),
    index("domain_requests_by_address").on(t.requesterEmail).where(openDomainRequest),
    index("domain_requests_by_network").on(t.ipHash, t.id).where(filled(t.ipHash)),
    index("domain_requests_by_end").on(t.expiresAt).where(openDomainRequest),
    oneOf("domain_requests_kind_known", t.kind, domainRequestKinds),
    oneOf("domain_requests_status_known", t.status, domainRequestStatuses),
    oneOf("domain_requests_company_kind_known", t.companyKind, companyKinds),
    check("domain_requests_service_type_known", sql`${t.serviceType} in (0, 1, 2)`),
    check(
      "domain_requests_proved",
      sql`not (${t.kind} = 'custom_domain' and ${t.status} = 'active' and ${t.verifiedAt} is null)`,
    ),
    ...whole("domain_requests", t.version),
  ],
);
