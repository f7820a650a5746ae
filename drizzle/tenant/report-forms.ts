import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { FormLayout } from "#app/shared/certificates/form.ts";
import {
  bare,
  filled,
  inCompany,
  json,
  keyAndChange,
  living,
  master,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { certificateKinds, performancePlaces } from "./certificates.ts";
import { procedures } from "./procedures.ts";

/** How reports of a kind are laid out; the layout itself is in its versions. */
export const reportForms = sqliteTable(
  "report_forms",
  {
    ...owned,
    ...master,
    name: nocase().notNull(),
    kind: text({ enum: certificateKinds }).notNull(),
    machineTypeId: text(),
    /** The version that is published; null before one was and after it was retired. */
    currentVersionId: uncounted(text(), "a version of its own"),
  },
  (t) => [
    ...keyAndChange("report_forms", t),
    inCompany(t, t.currentVersionId, (): OwnedTarget => reportFormVersions),
    uniqueIndex("report_forms_name").on(t.companyId, t.name).where(living),
    index("report_forms_by_version")
      .on(t.companyId, t.currentVersionId)
      .where(filled(t.currentVersionId)),
    oneOf("report_forms_kind_known", t.kind, certificateKinds),
    ...whole("report_forms", t.version),
  ],
);

export const reportFormStatuses = ["draft", "published", "retired"] as const;

/** One version of a form, as one document. Only a draft is changed; certificates keep a copy of what they were laid out by. */
export const reportFormVersions = sqliteTable(
  "report_form_versions",
  {
    ...owned,
    reportFormId: uncounted(text().notNull(), "a part of the form"),
    versionNo: integer().notNull(),
    /** What the form was called when the version was begun. */
    name: nocase().notNull(),
    status: text({ enum: reportFormStatuses }).notNull().default("draft"),
    layout: json<FormLayout>().notNull(),
    publishedAt: integer(),
    publishedBy: text(),
    retiredAt: integer(),
    retiredBy: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.reportFormId, () => reportForms),
    uniqueIndex("report_form_versions_number").on(t.companyId, t.reportFormId, t.versionNo),
    uniqueIndex("one_published_form")
      .on(t.companyId, t.reportFormId)
      .where(sql`status = 'published'`),
    uniqueIndex("one_draft_of_form").on(t.companyId, t.reportFormId).where(sql`status = 'draft'`),
    index("report_form_versions_by_status").on(t.companyId, t.status, t.id),
    oneOf("report_form_versions_status_known", t.status, reportFormStatuses),
    ...whole("report_form_versions", t.version, t.versionNo),
  ],
);

/** What happened to a version, in its order: append-only. */
export const reportFormEvents = sqliteTable(
  "report_form_events",
  {
    ...bare,
    reportFormVersionId: text().notNull(),
    status: text({ enum: reportFormStatuses }).notNull(),
    note: text(),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.reportFormVersionId, () => reportFormVersions),
    index("report_form_events_by_version").on(t.companyId, t.reportFormVersionId, t.id),
    oneOf("report_form_events_status_known", t.status, reportFormStatuses),
  ],
);

/** What a certificate starts with: a form, a procedure, standards and texts. */
export const reportPresets = sqliteTable(
  "report_presets",
  {
    ...owned,
    ...master,
    name: nocase().notNull(),
    kind: text({ enum: certificateKinds }).notNull(),
    /** Null: the built-in form of the kind. */
    reportFormId: text(),
    procedureId: text().notNull(),
    /** Those that are usable on the day are taken. */
    standards: json<{ calibratorId: string; role: string }[]>().notNull().default([]),
    title: text(),
    performedAt: text({ enum: performancePlaces }).notNull().default("laboratory"),
    conditionOnReceipt: text(),
    deviations: text(),
    externalProviders: text(),
  },
  (t) => [
    ...keyAndChange("report_presets", t),
    inCompany(t, t.reportFormId, () => reportForms),
    inCompany(t, t.procedureId, () => procedures),
    uniqueIndex("report_presets_name").on(t.companyId, t.name).where(living),
    index("report_presets_by_form").on(t.companyId, t.reportFormId).where(filled(t.reportFormId)),
    index("report_presets_by_procedure").on(t.companyId, t.procedureId),
    oneOf("report_presets_kind_known", t.kind, certificateKinds),
    oneOf("report_presets_place_known", t.performedAt, performancePlaces),
    ...whole("report_presets", t.version),
  ],
);
