import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { dueOccurrences, schedules } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { among } from "../../db/predicates.ts";
import { openOfSchedule } from "./open-ones.ts";

/** Schedules that are read of each device, at most. */
const MOST = 50;
const kinds = { nextPmOn: "pm", nextCalOn: "calibration" } as const;
type DateName = keyof typeof kinds;
const names = Object.keys(kinds) as DateName[];
const labels = { nextPmOn: "Next PM", nextCalOn: "Next calibration" };

/** The active PM and calibration schedules of devices, with the first open date of each, as a statement. */
export const schedulesOf = (db: ReadingDb, assetIds: readonly string[]) =>
  schedulesWithin(db, among(assetIds)).limit(MOST * assetIds.length);

/** The same of devices that a query names. @param ids a query of one column */
export const schedulesWithin = (db: ReadingDb, ids: SQL) =>
  db
    .select({
      assetId: schedules.assetId,
      kind: schedules.kind,
      isPlan: schedules.isPlan,
      on: sql<
        string | null
      >`(select min(${dueOccurrences.planOn}) from ${dueOccurrences} where ${db.ofOwner(dueOccurrences, openOfSchedule(schedules))})`.as(
        "open_on",
      ),
    })
    .from(schedules)
    .where(
      db.ofOwner(
        schedules,
        and(
          sql`${schedules.assetId} in ${ids}`,
          eq(schedules.isActive, true),
          inArray(schedules.kind, Object.values(kinds)),
        ),
      ),
    );
export type Found = { assetId: string; kind: string; isPlan: boolean; on: string | null };

/** What a device's form says of a date: that of its plan, or that other schedules without a plan give it. */
export type PlanStanding = Record<DateName, { on: string | null; isElsewhere: boolean }>;
export const planStanding = (found: readonly Found[]): PlanStanding => {
  const of = (name: DateName) => {
    const ofKind = found.filter(({ kind }) => kind === kinds[name]);
    const plan = ofKind.find(({ isPlan }) => isPlan);
    return { on: plan?.on ?? null, isElsewhere: ofKind.length > 0 && !plan };
  };
  return { nextPmOn: of("nextPmOn"), nextCalOn: of("nextCalOn") };
};

type Dates = Partial<Record<DateName, string | null>>;

/**
 * Errors for dates that only the schedules of a device can change.
 * @param change what is said of the dates; what it leaves out stays
 */
export function elsewhereErrors(change: Dates, before: Dates, standing: PlanStanding): FieldErrors {
  const wrong = names.filter(
    (name) =>
      change[name] !== undefined &&
      standing[name].isElsewhere &&
      change[name] !== (before[name] ?? null),
  );
  return Object.fromEntries(
    wrong.map((name) => [name, [`${labels[name]} follows from its schedules. Change it there.`]]),
  );
}

/**
 * The dates that a form means: what it shows of a plan, and what it leaves out of a date that other schedules give, is no change.
 * @returns the values, with errors for a date that only the schedules can change
 */
export function meantDates<V extends Dates>(
  values: V,
  before: Dates,
  standing: PlanStanding,
): { values: V; errors: FieldErrors } {
  const meant: Dates = {};
  const said: Dates = {};
  for (const name of names) {
    const { on, isElsewhere } = standing[name];
    const value = values[name] ?? null;
    if (value !== null) said[name] = value;
    if (isElsewhere || (value !== null && value === on)) meant[name] = before[name] ?? null;
  }
  return {
    values: { ...values, ...meant },
    errors: elsewhereErrors(said, before, standing),
  };
}
