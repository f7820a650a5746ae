import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  day,
  filled,
  inCompany,
  json,
  type OwnedTarget,
  oneOf,
  ownedKey,
  uncounted,
} from "../columns.ts";
import { criticalities } from "../words.ts";
import { assets } from "./assets.ts";
import { dueOccurrences, scheduleKinds, schedules } from "./due.ts";
import { serviceReports } from "./maintenance.ts";

export const exclusions = ["held", "ended", "re_dated", "condemned", "other"] as const;
export const outcomes = ["on_time", "late", "not_done"] as const;
export const closingStandings = ["on_time", "late", "not_done", "open", "excluded"] as const;

/**
 * What fell due on a day, as it stood the morning after: the frozen rows of a month's compliance. A row never goes and never changes, but
 * for its outcome and its withdrawal, which are set once, and for `standing`, which triggers derive from them and from the occurrence.
 * Location, category, team and criticality are those of the device on that morning; they name records without using them.
 */
export const dueClosings = sqliteTable(
  "due_closings",
  {
    ...bare,
    month: text().notNull(),
    occurrenceId: text().notNull(),
    assetId: uncounted(text().notNull(), "its occurrence is asked"),
    scheduleId: text().notNull(),
    kind: text({ enum: scheduleKinds }).notNull(),
    dueOn: day().notNull(),
    opensOn: day().notNull(),
    closesOn: day().notNull(),
    /** The day on whose morning the outcome is settled: after the end of the month and of the window. */
    settlesOn: day().notNull(),
    departmentId: text().notNull(),
    categoryId: text().notNull(),
    teamId: text(),
    criticality: text({ enum: criticalities }).notNull(),
    state: text({ enum: ["due", "excluded"] }).notNull(),
    exclusion: text({ enum: exclusions }),
    /** The name of who excluded it, when, and why; recorded before it was due. */
    excludedBy: text(),
    excludedAt: integer(),
    reason: text(),
    closedAt: integer().notNull(),
    outcome: text({ enum: outcomes }),
    serviceReportId: text(),
    settledAt: integer(),
    /** When the report that made it on time was cancelled, or given another type or a date outside the window. */
    withdrawnAt: integer(),
    standing: text({ enum: closingStandings }).notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.occurrenceId, (): OwnedTarget => dueOccurrences),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    inCompany(t, t.scheduleId, (): OwnedTarget => schedules),
    inCompany(t, t.serviceReportId, (): OwnedTarget => serviceReports),
    uniqueIndex("one_closing_per_occurrence").on(t.companyId, t.occurrenceId),
    index("due_closings_by_month").on(t.companyId, t.month, t.standing, t.id),
    index("due_closings_by_asset").on(t.companyId, t.assetId, t.id),
    index("due_closings_by_schedule").on(t.companyId, t.scheduleId),
    index("due_closings_by_report")
      .on(t.companyId, t.serviceReportId)
      .where(filled(t.serviceReportId)),
    index("due_closings_to_settle")
      .on(t.companyId, t.settlesOn, t.id)
      .where(sql`outcome is null and state = 'due'`),
    oneOf("due_closings_state_known", t.state, ["due", "excluded"]),
    oneOf("due_closings_outcome_known", t.outcome, outcomes),
    oneOf("due_closings_standing_known", t.standing, closingStandings),
    check(
      "due_closings_excluded_before",
      sql`(${t.state} = 'excluded') = (${t.exclusion} is not null) and (${t.state} = 'excluded') = (${t.excludedAt} is not null)`,
    ),
  ],
);

export const closingDimensions = ["all", "department", "category", "team"] as const;

/** How many frozen rows of a month stand how, kept by triggers of `due_closings`: of all, and of each Location, category and team. */
export const dueMonths = sqliteTable(
  "due_months",
  {
    ...bare,
    month: text().notNull(),
    dimension: text({ enum: closingDimensions }).notNull(),
    /** The id of the Location, category or team; empty for all, and for devices without a team. */
    value: text().notNull(),
    /** Numbers of rows by "kind.criticality.standing". */
    counts: json<Record<string, number>>().notNull(),
  },
  (t) => [
    ownedKey(t),
    uniqueIndex("due_months_by_value").on(t.companyId, t.dimension, t.value, t.month),
    oneOf("due_months_dimension_known", t.dimension, closingDimensions),
  ],
);
