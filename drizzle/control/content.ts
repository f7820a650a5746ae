import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { day, filled, flag, json, nocase, oneOf, record, uncounted, whole } from "../columns.ts";
import { staff } from "./staff.ts";

export const platformMediaOwners = [
  "slider",
  "testimonial",
  "support_reply",
  "contact_query",
] as const;

/** A file of the platform: served only through its row. */
export const platformMedia = sqliteTable(
  "platform_media",
  {
    ...record,
    ownerKind: text({ enum: platformMediaOwners }).notNull(),
    ownerId: uncounted(text().notNull(), "the file is a part of it"),
    /** Of a file of a company's ticket. */
    companyId: text(),
    objectKey: text().notNull(),
    fileName: text().notNull(),
    mime: text().notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    deletedAt: integer(),
  },
  (t) => [
    uniqueIndex("platform_media_object_key").on(t.objectKey),
    index("platform_media_by_owner").on(t.ownerId),
    index("platform_media_by_company").on(t.companyId).where(filled(t.companyId)),
    oneOf("platform_media_owner_kind_known", t.ownerKind, platformMediaOwners),
    ...whole("platform_media", t.version, t.bytes),
  ],
);

export const faqAudiences = ["public", "admin", "user"] as const;

/** A question that is often asked, with its answer. */
export const faqs = sqliteTable(
  "faqs",
  {
    ...record,
    question: nocase().notNull(),
    answer: text().notNull(),
    category: text(),
    audience: text({ enum: faqAudiences }).notNull(),
    /** The kinds of company it is for. */
    serviceTypes: json<number[]>().notNull().default([0, 1, 2]),
    sort: integer().notNull().default(0),
    isActive: flag(true),
    views: integer().notNull().default(0),
    helpfulYes: integer().notNull().default(0),
    helpfulNo: integer().notNull().default(0),
  },
  (t) => [
    index("faqs_by_sort").on(t.sort, t.id),
    index("faqs_by_audience").on(t.audience, t.sort, t.id).where(sql`is_active = 1`),
    oneOf("faqs_audience_known", t.audience, faqAudiences),
    ...whole("faqs", t.version, t.sort, t.views, t.helpfulYes, t.helpfulNo),
  ],
);

export const sliderPlacements = ["landing", "app", "login"] as const;

/** A picture with a few words, shown between two days. */
export const sliders = sqliteTable(
  "sliders",
  {
    ...record,
    title: nocase().notNull(),
    subtitle: text(),
    alt: text().notNull(),
    link: text(),
    placement: text({ enum: sliderPlacements }).notNull(),
    mediaId: uncounted(
      text().references(() => platformMedia.id),
      "its picture",
    ),
    startsOn: day(),
    endsOn: day(),
    sort: integer().notNull().default(0),
    isActive: flag(true),
  },
  (t) => [
    index("sliders_by_sort").on(t.sort, t.id),
    index("sliders_by_file").on(t.mediaId).where(filled(t.mediaId)),
    index("sliders_by_placement").on(t.placement, t.sort, t.id).where(sql`is_active = 1`),
    oneOf("sliders_placement_known", t.placement, sliderPlacements),
    ...whole("sliders", t.version, t.sort),
  ],
);

/** What a customer says; shown only with their consent. */
export const testimonials = sqliteTable(
  "testimonials",
  {
    ...record,
    name: nocase().notNull(),
    designation: text(),
    organisation: text(),
    quote: text().notNull(),
    mediaId: uncounted(
      text().references(() => platformMedia.id),
      "its picture",
    ),
    rating: integer(),
    hasConsent: flag(),
    sort: integer().notNull().default(0),
    isActive: flag(true),
  },
  (t) => [
    index("testimonials_by_sort").on(t.sort, t.id),
    index("testimonials_by_file").on(t.mediaId).where(filled(t.mediaId)),
    index("testimonials_shown").on(t.sort, t.id).where(sql`is_active = 1 and has_consent = 1`),
    check("testimonials_rating_known", sql`${t.rating} is null or ${t.rating} between 1 and 5`),
    ...whole("testimonials", t.version, t.sort, t.rating),
  ],
);

export const queryKinds = ["contact", "career", "product", "training"] as const;
export const queryStatuses = ["new", "contacted", "qualified", "closed", "spam"] as const;

/** A message from a public page. */
export const contactQueries = sqliteTable(
  "contact_queries",
  {
    ...record,
    kind: text({ enum: queryKinds }).notNull(),
    name: nocase().notNull(),
    email: nocase(),
    phone: text(),
    organisation: text(),
    subject: text(),
    message: text().notNull(),
    /** The path of the page it was sent from. */
    page: text().notNull(),
    ipHash: text().notNull(),
    status: text({ enum: queryStatuses }).notNull().default("new"),
    assignedTo: text().references(() => staff.id),
    notes: text(),
    mediaId: uncounted(
      text().references(() => platformMedia.id),
      "the applicant's file",
    ),
  },
  (t) => [
    index("contact_queries_by_status").on(t.status, t.id),
    index("contact_queries_by_kind").on(t.status, t.kind, t.id),
    index("contact_queries_by_person").on(t.status, t.assignedTo, t.id),
    index("contact_queries_by_sender").on(t.ipHash, t.createdAt),
    index("contact_queries_by_file").on(t.mediaId).where(filled(t.mediaId)),
    index("contact_queries_by_assignee").on(t.assignedTo).where(filled(t.assignedTo)),
    check("contact_reachable", sql`${t.email} is not null or ${t.phone} is not null`),
    oneOf("contact_queries_kind_known", t.kind, queryKinds),
    oneOf("contact_queries_status_known", t.status, queryStatuses),
    ...whole("contact_queries", t.version),
  ],
);

/** The platform's own settings by name; one that is not here has its default. */
export const platformSettings = sqliteTable("platform_settings", {
  ...record,
  valueJson: text().notNull(),
});
