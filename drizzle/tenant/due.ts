import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  day,
  filled,
  flag,
  inCompany,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { assetAccessories, assets } from "./assets.ts";
import { serviceReports } from "./maintenance.ts";
import { contracts, vendors } from "./masters.ts";
import { teams, users } from "./people.ts";

export const scheduleKinds = [
  "pm",
  "calibration",
  "electrical_safety",
  "radiation_qa",
  "contract_visit",
  "accessory",
  "licence",
  "other",
] as const;

/** One engine for everything that falls due. */
export const schedules = sqliteTable(
  "schedules",
  {
    ...owned,
    assetId: text().notNull(),
    kind: text({ enum: scheduleKinds }).notNull(),
    title: text().notNull(),
    intervalUnit: text({ enum: ["day", "week", "month", "year"] }).notNull(),
    intervalCount: integer().notNull(),
    mode: text({ enum: ["fixed", "floating"] }).notNull(),
    anchorOn: day().notNull(),
    windowBeforeDays: integer(),
    windowAfterDays: integer(),
    leadDays: integer().notNull().default(30),
    teamId: text(),
    vendorId: text(),
    accessoryId: text(),
    contractId: text(),
    machineTypeId: text(),
    pmChecklistId: text(),
    source: text({ enum: ["oem", "alternative", "regulatory", "local"] }).notNull(),
    sourceReason: text(),
    needsSignature: flag(),
    holdFrom: day(),
    holdUntil: day(),
    holdReason: text(),
    endsOn: day(),
    isActive: flag(true),
    /** The device's own plan of its kind: what "Next PM" and the interval on the device's form say. At most one a kind. */
    isPlan: flag(),
    /** The first date of a fixed series that is no occurrence yet; null where nothing is left to be made by the clock. */
    nextOn: day(),
    /** How long one takes; a usual time of its kind when null. */
    minutes: integer(),
    heldBy: text(),
    heldAt: integer(),
    endedBy: text(),
    endedAt: integer(),
    endReason: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    inCompany(t, t.teamId, (): OwnedTarget => teams),
    inCompany(t, t.vendorId, (): OwnedTarget => vendors),
    inCompany(t, t.accessoryId, (): OwnedTarget => assetAccessories),
    inCompany(t, t.contractId, (): OwnedTarget => contracts),
    index("schedules_by_asset").on(t.companyId, t.assetId, t.kind),
    index("schedules_by_vendor").on(t.companyId, t.vendorId).where(filled(t.vendorId)),
    index("schedules_by_team").on(t.companyId, t.teamId).where(filled(t.teamId)),
    index("schedules_by_accessory").on(t.companyId, t.accessoryId).where(filled(t.accessoryId)),
    index("schedules_by_contract").on(t.companyId, t.contractId).where(filled(t.contractId)),
    index("schedules_by_state").on(t.companyId, t.isActive, t.kind),
    index("schedules_to_generate").on(t.companyId, t.nextOn).where(filled(t.nextOn)),
    index("schedules_by_lead").on(t.companyId, t.leadDays).where(sql`is_active = 1`),
    index("schedules_timed").on(t.companyId, t.id, t.minutes).where(filled(t.minutes)),
    index("schedules_held").on(t.companyId, t.holdUntil).where(filled(t.holdUntil)),
    uniqueIndex("one_plan_per_kind")
      .on(t.companyId, t.assetId, t.kind)
      .where(sql`is_plan = 1 and is_active = 1`),
    oneOf("schedules_kind_known", t.kind, scheduleKinds),
    check("schedules_interval_positive", sql`${t.intervalCount} >= 1`),
    check(
      "schedule_hold_complete",
      sql`(${t.holdFrom} is null) = (${t.holdUntil} is null) and (${t.holdFrom} is null) = (${t.holdReason} is null)`,
    ),
  ],
);

export const occurrenceStatuses = [
  "scheduled",
  "in_progress",
  "done",
  "deferred",
  "missed",
  "cancelled",
] as const;

export const dueOccurrences = sqliteTable(
  "due_occurrences",
  {
    ...owned,
    scheduleId: text().notNull(),
    assetId: text().notNull(),
    kind: text({ enum: scheduleKinds }).notNull(),
    dueOn: day().notNull(),
    status: text({ enum: occurrenceStatuses }).notNull().default("scheduled"),
    deferTo: day(),
    exception: text({
      enum: ["none", "in_use", "not_located", "under_repair", "out_on_gate_pass", "access_denied"],
    }),
    reason: text(),
    attempts: integer().notNull().default(0),
    doneOn: day(),
    onTime: integer({ mode: "boolean" }),
    serviceReportId: text(),
    assignedUserId: text(),
    assignedTeamId: text(),
    /** The window in which it counts as on time, both days included. It stays as it was when the date was made. */
    opensOn: day(),
    closesOn: day(),
    /** The day on which it is meant to be done: where it was deferred to, else the day it is due. */
    planOn: day().generatedAlwaysAs(sql`coalesce(defer_to, due_on)`, { mode: "virtual" }),
    deferrals: integer().notNull().default(0),
    cancelledBy: text(),
    cancelledAt: integer(),
    cancelReason: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.scheduleId, () => schedules),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    inCompany(t, t.serviceReportId, (): OwnedTarget => serviceReports),
    inCompany(t, t.assignedUserId, (): OwnedTarget => users),
    inCompany(t, t.assignedTeamId, (): OwnedTarget => teams),
    uniqueIndex("one_occurrence_per_date").on(t.companyId, t.scheduleId, t.dueOn),
    index("due_occurrences_by_date").on(t.companyId, t.dueOn, t.id),
    index("due_occurrences_open_by_person")
      .on(t.companyId, t.assignedUserId, t.planOn)
      .where(
        sql`assigned_user_id is not null and status in ('scheduled', 'in_progress', 'deferred')`,
      ),
    index("due_occurrences_by_person")
      .on(t.companyId, t.assignedUserId, t.planOn)
      .where(filled(t.assignedUserId)),
    index("due_occurrences_by_team")
      .on(t.companyId, t.assignedTeamId, t.planOn)
      .where(filled(t.assignedTeamId)),
    index("due_occurrences_by_asset").on(t.companyId, t.assetId, t.kind, t.dueOn),
    // What a month counts stands in it, so that no row is looked up.
    index("due_occurrences_by_plan").on(
      ...([t.companyId, t.planOn, t.status, t.kind, t.opensOn, t.scheduleId] as const),
    ),
    index("due_occurrences_open")
      .on(t.companyId, t.planOn, t.id)
      .where(sql`status in ('scheduled', 'in_progress', 'deferred')`),
    index("due_occurrences_deferred").on(t.companyId, t.assetId, t.planOn).where(filled(t.deferTo)),
    index("due_occurrences_open_by_team")
      .on(t.companyId, t.assignedTeamId, t.planOn)
      .where(
        sql`assigned_team_id is not null and status in ('scheduled', 'in_progress', 'deferred')`,
      ),
    index("due_occurrences_open_by_asset")
      .on(t.companyId, t.assetId, t.kind, t.planOn)
      .where(sql`status in ('scheduled', 'in_progress', 'deferred')`),
    oneOf("due_occurrences_status_known", t.status, occurrenceStatuses),
  ],
);

/**
 * How much is planned for each day, kept by triggers of `due_occurrences`; what is cancelled is not counted. The id is the day and how it
 * stands: `2026-11-23 done`, `2026-11-23 missed`, or of what is open `2026-11-23 open 2026-11-08`, with the day its window opens.
 */
export const dueDays = sqliteTable(
  "due_days",
  {
    ...bare,
    count: integer().notNull(),
    /** What they take, by their schedules or as is usual for their kind. */
    minutes: integer().notNull(),
  },
  (t) => [ownedKey(t), ...whole("due_days", t.count, t.minutes)],
);

/** What happened to an occurrence: moves of its states, and who was told to do it. Append-only. */
export const occurrenceEvents = sqliteTable(
  "occurrence_events",
  {
    ...bare,
    occurrenceId: text().notNull(),
    assetId: uncounted(text().notNull(), "the device of the occurrence"),
    status: text({ enum: occurrenceStatuses }).notNull(),
    note: text(),
    exception: text(),
    /** The day it was planned for before and after, where that changed. */
    fromOn: day(),
    toOn: day(),
    assigneeName: text(),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.occurrenceId, () => dueOccurrences),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    index("occurrence_events_by_occurrence").on(t.companyId, t.occurrenceId, t.id),
    oneOf("occurrence_events_status_known", t.status, occurrenceStatuses),
  ],
);
