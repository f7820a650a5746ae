import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  day,
  decimal,
  decimals,
  filled,
  inCompany,
  json,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  whole,
} from "../columns.ts";
import { calibrators } from "./calibrators.ts";
import { calibrationIntervalUnits, machines } from "./machines.ts";

export const checkResults = ["ok", "warn", "fail"] as const;

/** A check of a standard between two calibrations: append-only. */
export const calibratorChecks = sqliteTable(
  "calibrator_checks",
  {
    ...bare,
    calibratorId: text().notNull(),
    checkStandardId: text(),
    checkedOn: day().notNull(),
    parameter: nocase().notNull(),
    unit: text().notNull(),
    nominal: decimal(),
    value: decimal().notNull(),
    reference: decimal().notNull(),
    /** How far the value may be from the reference: from two thirds of it on a check warns. */
    limitValue: decimal().notNull(),
    result: text({ enum: checkResults }).notNull(),
    note: text(),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.calibratorId, () => calibrators),
    inCompany(t, t.checkStandardId, (): OwnedTarget => calibrators),
    index("calibrator_checks_by_calibrator").on(
      ...([t.companyId, t.calibratorId, t.checkedOn, t.id] as const),
    ),
    index("calibrator_checks_by_standard")
      .on(t.companyId, t.checkStandardId)
      .where(filled(t.checkStandardId)),
    oneOf("calibrator_checks_result_known", t.result, checkResults),
    ...decimals("calibrator_checks", t),
  ],
);

export const proposalMethods = ["staircase", "a1", "a3", "variables"] as const;
export const intervalProposalStatuses = ["open", "accepted", "rejected"] as const;

/** An interval that history speaks for; a person decides. */
export const intervalProposals = sqliteTable(
  "interval_proposals",
  {
    ...owned,
    machineId: text(),
    calibratorId: text(),
    method: text({ enum: proposalMethods }).notNull(),
    /** What it was reckoned from, and how, as it was shown. */
    history: json<{ on: string; error: string; limit: string; inTolerance: boolean }[]>()
      .notNull()
      .default([]),
    arithmetic: json<string[]>().notNull().default([]),
    factor: decimal(),
    currentValue: integer().notNull(),
    currentUnit: text({ enum: calibrationIntervalUnits }).notNull(),
    proposedValue: integer().notNull(),
    proposedUnit: text({ enum: calibrationIntervalUnits }).notNull(),
    status: text({ enum: intervalProposalStatuses }).notNull().default("open"),
    reason: text(),
    decidedAt: integer(),
    decidedBy: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.machineId, (): OwnedTarget => machines),
    inCompany(t, t.calibratorId, () => calibrators),
    uniqueIndex("one_open_proposal_for_machine")
      .on(t.companyId, t.machineId)
      .where(sql`machine_id is not null and status = 'open'`),
    uniqueIndex("one_open_proposal_for_calibrator")
      .on(t.companyId, t.calibratorId)
      .where(sql`calibrator_id is not null and status = 'open'`),
    index("interval_proposals_by_machine")
      .on(t.companyId, t.machineId, t.id)
      .where(filled(t.machineId)),
    index("interval_proposals_by_calibrator")
      .on(t.companyId, t.calibratorId, t.id)
      .where(filled(t.calibratorId)),
    index("interval_proposals_by_status").on(t.companyId, t.status, t.id),
    oneOf("interval_proposals_method_known", t.method, proposalMethods),
    oneOf("interval_proposals_status_known", t.status, intervalProposalStatuses),
    check(
      "interval_proposals_about_one",
      sql`(${t.machineId} is null) <> (${t.calibratorId} is null)`,
    ),
    check("interval_proposals_positive", sql`${t.currentValue} >= 1 and ${t.proposedValue} >= 1`),
    ...decimals("interval_proposals", t),
    ...whole("interval_proposals", t.version, t.currentValue, t.proposedValue),
  ],
);
