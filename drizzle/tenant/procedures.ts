import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ProcedureContent } from "#app/shared/calibration/procedure-content.ts";
import {
  bare,
  day,
  decimal,
  decimals,
  filled,
  flag,
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
  searchedDecimal,
  uncounted,
  whole,
} from "../columns.ts";

export const disciplines = [
  "electrical",
  "thermal",
  "mechanical",
  "medical",
  "fluid",
  "optical",
  "mass_volume",
] as const;

export const decisionRuleKinds = [
  "none",
  "simple",
  "guard_U",
  "guard_rU",
  "guard_U_nonbinary",
  "z540_method6",
  "tur_rss",
  "tur_test95",
  "tur_rp10",
  "specific_risk",
] as const;

/** How a result and its uncertainty become a verdict (ILAC-G8). */
export const decisionRules = sqliteTable(
  "decision_rules",
  {
    ...owned,
    ...master,
    code: nocase().notNull(),
    name: nocase().notNull(),
    kind: text({ enum: decisionRuleKinds }).notNull(),
    /** Of `guard_rU`: the guard band is r·U. */
    guardFactor: decimal(),
    /** Of `specific_risk`: the largest probability of not conforming that passes. */
    riskLimit: decimal(),
    certificateText: text().notNull(),
    /** The least test uncertainty ratio it asks for. */
    minTur: decimal(),
    builtIn: flag(),
  },
  (t) => [
    ...keyAndChange("decision_rules", t),
    uniqueIndex("decision_rules_code").on(t.companyId, t.code).where(living),
    uniqueIndex("decision_rules_name").on(t.companyId, t.name).where(living),
    oneOf("decision_rules_kind_known", t.kind, decisionRuleKinds),
    check(
      "decision_rules_figures_of_kind",
      sql`(${t.guardFactor} is not null) = (${t.kind} = 'guard_rU') and (${t.riskLimit} is not null) = (${t.kind} = 'specific_risk')`,
    ),
    ...decimals("decision_rules", t),
    ...whole("decision_rules", t.version),
  ],
);

export const cmcPlaces = ["permanent", "onsite"] as const;

/** A line of the laboratory's scope: its calibration and measurement capability. */
export const cmcEntries = sqliteTable(
  "cmc_entries",
  {
    ...owned,
    ...master,
    discipline: text({ enum: disciplines }).notNull(),
    parameter: nocase().notNull(),
    unit: text().notNull(),
    ...searchedDecimal("rangeLo"),
    ...searchedDecimal("rangeHi"),
    /** The smallest expanded uncertainty: absolute, and per cent of the value. */
    cmcAbs: decimal(),
    cmcPct: decimal(),
    method: text(),
    place: text({ enum: cmcPlaces }).notNull().default("permanent"),
    accreditationNo: text(),
    validFrom: day().notNull(),
    validUntil: day(),
  },
  (t) => [
    ...keyAndChange("cmc_entries", t),
    index("cmc_entries_by_parameter").on(t.companyId, t.parameter, t.id).where(living),
    oneOf("cmc_entries_discipline_known", t.discipline, disciplines),
    oneOf("cmc_entries_place_known", t.place, cmcPlaces),
    check("cmc_entries_have_range", sql`${t.rangeLo} is not null and ${t.rangeHi} is not null`),
    check("cmc_entries_have_figure", sql`${t.cmcAbs} is not null or ${t.cmcPct} is not null`),
    ...decimals("cmc_entries", t),
    ...whole("cmc_entries", t.version),
  ],
);

/** How devices of a kind are calibrated; what it says is in its versions. */
export const procedures = sqliteTable(
  "procedures",
  {
    ...owned,
    ...master,
    code: nocase().notNull(),
    name: nocase().notNull(),
    machineTypeId: text(),
    discipline: text({ enum: disciplines }).notNull(),
    accredited: flag(),
    /** The version that is in force; null before one was approved and after it was withdrawn. */
    currentVersionId: uncounted(text(), "a version of its own"),
    /** The template it was begun from. */
    originKey: text(),
  },
  (t) => [
    ...keyAndChange("procedures", t),
    inCompany(t, t.currentVersionId, (): OwnedTarget => procedureVersions),
    uniqueIndex("procedures_code").on(t.companyId, t.code).where(living),
    index("procedures_by_name").on(t.companyId, t.name, t.id).where(living),
    index("procedures_by_version")
      .on(t.companyId, t.currentVersionId)
      .where(filled(t.currentVersionId)),
    oneOf("procedures_discipline_known", t.discipline, disciplines),
    ...whole("procedures", t.version),
  ],
);

export const procedureVersionStatuses = ["draft", "in_review", "active", "withdrawn"] as const;

/** One version of a procedure, as one document: its parameters, points and budgets are in `content` (decision 071). */
export const procedureVersions = sqliteTable(
  "procedure_versions",
  {
    ...owned,
    procedureId: uncounted(text().notNull(), "a part of the procedure"),
    versionNo: integer().notNull(),
    status: text({ enum: procedureVersionStatuses }).notNull().default("draft"),
    methodReference: text().notNull(),
    decisionRuleId: text(),
    effectiveOn: day(),
    /** What is new in it. */
    changeNote: text(),
    content: json<ProcedureContent>().notNull(),
    /** Everybody who has written on it: none of them approves it. */
    authorIds: json<string[]>().notNull().default([]),
    submittedAt: integer(),
    submittedBy: text(),
    approvedAt: integer(),
    approvedBy: text(),
    withdrawnAt: integer(),
    withdrawnBy: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.procedureId, () => procedures),
    inCompany(t, t.decisionRuleId, () => decisionRules),
    uniqueIndex("procedure_versions_number").on(t.companyId, t.procedureId, t.versionNo),
    uniqueIndex("one_active_version").on(t.companyId, t.procedureId).where(sql`status = 'active'`),
    uniqueIndex("one_open_version")
      .on(t.companyId, t.procedureId)
      .where(sql`status in ('draft', 'in_review')`),
    index("procedure_versions_by_status").on(t.companyId, t.status, t.id),
    index("procedure_versions_by_rule")
      .on(t.companyId, t.decisionRuleId)
      .where(filled(t.decisionRuleId)),
    oneOf("procedure_versions_status_known", t.status, procedureVersionStatuses),
    check(
      "procedure_versions_approved_by_another",
      sql`${t.status} not in ('active', 'withdrawn') or ${t.approvedBy} is not null`,
    ),
    ...whole("procedure_versions", t.version, t.versionNo),
  ],
);

/** What happened to a version, in its order: append-only. */
export const procedureEvents = sqliteTable(
  "procedure_events",
  {
    ...bare,
    procedureVersionId: text().notNull(),
    status: text({ enum: procedureVersionStatuses }).notNull(),
    note: text(),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.procedureVersionId, () => procedureVersions),
    index("procedure_events_by_version").on(t.companyId, t.procedureVersionId, t.id),
    oneOf("procedure_events_status_known", t.status, procedureVersionStatuses),
  ],
);
