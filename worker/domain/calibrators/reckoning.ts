import { and, asc, eq } from "drizzle-orm";
import {
  type Interval,
  type Method,
  methods,
  proposalBy,
  type Answer as Reckoned,
} from "#app/shared/calibration/intervals.ts";
import { intervalProposals as table } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Session } from "../../session.ts";
import { settingOf } from "../settings/vocabulary.ts";
import type { Certified } from "./certified.ts";
import { courseOf, foundOf } from "./found.ts";

export const methodNames = Object.keys(methods) as [Method, ...Method[]];

/** A standard, or a device. */
export type About = { calibratorId: string } | { machineId: string };
export const ofAbout = (about: About) =>
  "calibratorId" in about
    ? eq(table.calibratorId, about.calibratorId)
    : eq(table.machineId, about.machineId);

/** The first proposal that was accepted: the interval before it is the one that was agreed. */
export const firstAccepted = (db: ReadingDb, about: About) =>
  db
    .select({ value: table.currentValue, unit: table.currentUnit })
    .from(table)
    .where(db.ofOwner(table, and(ofAbout(about), eq(table.status, "accepted"))))
    .orderBy(asc(table.id))
    .limit(1);

export type Timed = { intervalValue: number | null; intervalUnit: Interval["unit"] | null };
/** The interval of a record; null where none is set. */
export const intervalIn = ({ intervalValue: value, intervalUnit: unit }: Timed): Interval | null =>
  value === null || unit === null ? null : { value, unit };

/** What each method proposes, or lacks, for a standard with this history. */
export function reckonedBy(
  session: Session,
  method: Method,
  current: Interval,
  usual: Interval | undefined,
  certified: Certified,
): Reckoned {
  return proposalBy(method, {
    found: foundOf(certified),
    course: courseOf(certified),
    current,
    usual: usual ?? current,
    figures: settingOf(session.company, "interval_figures"),
  });
}
