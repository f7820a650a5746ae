import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type {
  Adjustment,
  CertificateKind,
  CertificateSignature,
  Conformity,
  PerformancePlace,
  SignatureMeaning,
} from "#app/shared/certificates/document.ts";
import type { DocumentFile } from "#app/shared/certificates/document-file.ts";
import type { ChosenForm } from "#app/shared/certificates/form.ts";
import type { OwnValues } from "#app/shared/certificates/own-fields.ts";
import type { Concession } from "#app/shared/measuring/gate-types.ts";
import {
  bare,
  day,
  filled,
  flag,
  inCompany,
  json,
  keyAndChange,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { consumerSites, consumers } from "./consumers.ts";
import { media } from "./files.ts";
import { machines } from "./machines.ts";
import { measurementSets } from "./measurements.ts";
import { decisionRules } from "./procedures.ts";
import { signatures, signingRoles } from "./signatures.ts";

export const certificateKinds = [
  "calibration",
  "test_report",
  "electrical_safety",
  "pm_report",
] as const satisfies readonly CertificateKind[];
export const performancePlaces = [
  "laboratory",
  "customer",
  "laboratoryBranch",
  "customerBranch",
  "other",
] as const satisfies readonly PerformancePlace[];
export const adjustments = [
  "none",
  "adjusted",
  "repaired",
  "adjusted_and_repaired",
] as const satisfies readonly Adjustment[];
export const conformities = [
  "pass",
  "conditional_pass",
  "conditional_fail",
  "fail",
  "not_stated",
] as const satisfies readonly Conformity[];
export const signatureMeanings = [
  "performed",
  "reviewed",
  "approved",
  "authorised",
] as const satisfies readonly SignatureMeaning[];

export const certificateReportStatuses = [
  "draft",
  "submitted",
  "checked",
  "approved",
  "issued",
  "superseded",
  "voided",
  "cancelled",
] as const;
export const renderStates = ["none", "pending", "done", "failed"] as const;
export const publicLevels = ["status", "summary", "full"] as const;

export type Attachment = DocumentFile & { caption: string | null };

/** What is kept of an issued certificate in the object store: the document, and what is drawn from it. */
export const certificateFiles = ["document", "pdf", "dcc"] as const;
export type CertificateFiles = { [F in (typeof certificateFiles)[number]]?: string };

/** A certificate, from its draft to what came after it. Once issued it is never edited: a correction is a new revision. */
export const certificateReports = sqliteTable(
  "certificate_reports",
  {
    ...owned,
    measurementSetId: uncounted(text().notNull(), "its own measurement"),
    /** What it is known by: its number once it is issued, else the machine's. */
    name: nocase().notNull(),
    certificateNo: nocase(),
    /** The number without the mark of the revision; a revision has it from its beginning. */
    baseNo: nocase(),
    revisionNo: integer().notNull().default(0),
    revisionOfId: uncounted(text(), "the revision before it"),
    replacedById: uncounted(text(), "the revision after it"),
    amendmentReason: text(),
    schemeNo: text(),
    kind: text({ enum: certificateKinds }).notNull().default("calibration"),
    title: text().notNull(),
    consumerId: text(),
    consumerSiteId: text(),
    machineId: text().notNull(),
    jobNo: text(),
    requestNo: text(),
    poNo: text(),
    receivedOn: day(),
    conditionOnReceipt: text(),
    calStartOn: day().notNull(),
    calEndOn: day().notNull(),
    performedAt: text({ enum: performancePlaces }).notNull().default("laboratory"),
    performedAddress: text(),
    /** The accreditation stands on it. */
    accredited: flag(),
    decisionRuleId: text(),
    adjustment: text({ enum: adjustments }).notNull().default("none"),
    asFoundMissing: text(),
    deviations: text(),
    /** What was let pass; its trail stands among the events. */
    concessions: json<Concession[]>().notNull().default([]),
    externalProviders: text(),
    opinion: text(),
    opinionBy: text(),
    showDue: flag(),
    nextDueOn: day(),
    /** How it is laid out, a copy; null: the form that every laboratory has for its kind. */
    form: json<ChosenForm>(),
    /** What was filled in of the form's own fields, by their keys; those of a form that it had before stay until it is issued. */
    ownFields: json<OwnValues>().notNull().default({}),
    /** Files that belong to it, as their rows say. */
    attachments: json<Attachment[]>().notNull().default([]),
    status: text({ enum: certificateReportStatuses }).notNull().default("draft"),
    conformity: text({ enum: conformities }),
    asFoundConformity: text({ enum: conformities }),
    /** Everybody who has written on it: none of them checks or approves it. */
    writerIds: json<string[]>().notNull().default([]),
    submittedAt: integer(),
    submittedBy: text(),
    checkedAt: integer(),
    checkedBy: text(),
    approvedAt: integer(),
    approvedBy: text(),
    issuedOn: day(),
    issuedAt: integer(),
    issuedBy: text(),
    voidedAt: integer(),
    voidedBy: text(),
    voidReason: text(),
    /** Signatures in force, in their order; a return to the draft takes them away. */
    signatures: json<(CertificateSignature & { userId: string; signatureId: string })[]>()
      .notNull()
      .default([]),
    /** What signatures bind to: of the content as canonical JSON. */
    contentSha256: text(),
    documentSha256: text(),
    pdfSha256: text(),
    dccSha256: text(),
    /** The rows of its files, by what they are. */
    files: json<CertificateFiles>().notNull().default({}),
    renderState: text({ enum: renderStates }).notNull().default("none"),
    verifyToken: text().notNull(),
    publicLevel: text({ enum: publicLevels }).notNull().default("summary"),
  },
  (t) => [
    ...keyAndChange("certificate_reports", t),
    inCompany(t, t.measurementSetId, () => measurementSets),
    inCompany(t, t.revisionOfId, (): OwnedTarget => certificateReports),
    inCompany(t, t.replacedById, (): OwnedTarget => certificateReports),
    inCompany(t, t.consumerId, () => consumers),
    inCompany(t, t.consumerSiteId, () => consumerSites),
    inCompany(t, t.machineId, () => machines),
    inCompany(t, t.decisionRuleId, (): OwnedTarget => decisionRules),
    uniqueIndex("certificate_reports_number")
      .on(t.companyId, t.certificateNo)
      .where(filled(t.certificateNo)),
    uniqueIndex("certificate_reports_token").on(t.companyId, t.verifyToken),
    uniqueIndex("one_open_certificate")
      .on(t.companyId, t.machineId)
      .where(sql`status in ('draft', 'submitted', 'checked', 'approved')`),
    uniqueIndex("one_revision_after")
      .on(t.companyId, t.revisionOfId)
      .where(sql`revision_of_id is not null and status <> 'cancelled'`),
    index("certificate_reports_by_revised")
      .on(t.companyId, t.revisionOfId)
      .where(filled(t.revisionOfId)),
    index("certificate_reports_by_replacing")
      .on(t.companyId, t.replacedById)
      .where(filled(t.replacedById)),
    index("certificate_reports_by_status").on(t.companyId, t.status, t.id),
    index("certificate_reports_by_machine").on(t.companyId, t.machineId, t.id),
    index("certificate_reports_by_consumer")
      .on(t.companyId, t.consumerId, t.id)
      .where(filled(t.consumerId)),
    index("certificate_reports_by_set").on(t.companyId, t.measurementSetId),
    index("certificate_reports_to_render")
      .on(t.companyId, t.id)
      .where(sql`render_state = 'pending'`),
    index("certificate_reports_by_site")
      .on(t.companyId, t.consumerSiteId)
      .where(filled(t.consumerSiteId)),
    index("certificate_reports_by_rule")
      .on(t.companyId, t.decisionRuleId)
      .where(filled(t.decisionRuleId)),
    oneOf("certificate_reports_status_known", t.status, certificateReportStatuses),
    oneOf("certificate_reports_kind_known", t.kind, certificateKinds),
    oneOf("certificate_reports_place_known", t.performedAt, performancePlaces),
    oneOf("certificate_reports_adjustment_known", t.adjustment, adjustments),
    oneOf("certificate_reports_conformity_known", t.conformity, conformities),
    oneOf("certificate_reports_as_found_known", t.asFoundConformity, conformities),
    oneOf("certificate_reports_render_known", t.renderState, renderStates),
    oneOf("certificate_reports_level_known", t.publicLevel, publicLevels),
    check("certificate_reports_dates_in_order", sql`${t.calStartOn} <= ${t.calEndOn}`),
    check(
      "certificate_reports_numbered_when_issued",
      sql`(${t.status} in ('issued', 'superseded', 'voided')) = (${t.certificateNo} is not null)
        and (${t.certificateNo} is null) = (${t.documentSha256} is null)`,
    ),
    ...whole("certificate_reports", t.version, t.revisionNo),
  ],
);

/** What happened to a certificate and who signed what, in its order: append-only. */
export const certificateReportEvents = sqliteTable(
  "certificate_report_events",
  {
    ...bare,
    certificateReportId: uncounted(text().notNull(), "a part of the certificate"),
    status: text({ enum: certificateReportStatuses }).notNull(),
    note: text(),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
    /** Of a signature: whose, in which role, and what it means. */
    signatureId: uncounted(text(), "what it signed stays signed"),
    role: text({ enum: signingRoles }),
    meaning: text({ enum: [...signatureMeanings, "rejected"] }),
    printedName: text(),
    designation: text(),
    contentSha256: text(),
    authMethod: text(),
    /** Minutes that the laboratory's clock was before UTC. */
    zoneOffset: integer(),
    ip: text(),
    userAgent: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.certificateReportId, () => certificateReports),
    inCompany(t, t.signatureId, (): OwnedTarget => signatures),
    index("certificate_report_events_by_certificate").on(
      ...([t.companyId, t.certificateReportId, t.id] as const),
    ),
    index("certificate_report_events_by_signature")
      .on(t.companyId, t.signatureId, t.id)
      .where(filled(t.signatureId)),
    oneOf("certificate_report_events_status_known", t.status, certificateReportStatuses),
    oneOf("certificate_report_events_role_known", t.role, signingRoles),
    oneOf("certificate_report_events_meaning_known", t.meaning, [...signatureMeanings, "rejected"]),
  ],
);

/** Files that were stored for a certificate; its draft and its revisions name those that belong to it. */
export const certificateUploads = sqliteTable(
  "certificate_uploads",
  {
    ...bare,
    certificateReportId: uncounted(text().notNull(), "a part of the certificate"),
    mediaId: uncounted(text().notNull(), "the file itself"),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.certificateReportId, () => certificateReports),
    inCompany(t, t.mediaId, (): OwnedTarget => media),
    uniqueIndex("certificate_uploads_once").on(t.companyId, t.mediaId),
    index("certificate_uploads_by_certificate").on(t.companyId, t.certificateReportId, t.id),
  ],
);

/** What a certificate says, as it was signed and then as it was issued, in canonical JSON: kept here until the object store has it. */
export const certificateTexts = sqliteTable(
  "certificate_texts",
  {
    ...bare,
    certificateReportId: uncounted(text().notNull(), "a part of the certificate"),
    /** At most 1.5 million characters. */
    text: text().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.certificateReportId, () => certificateReports),
    uniqueIndex("certificate_texts_once").on(t.companyId, t.certificateReportId),
  ],
);
