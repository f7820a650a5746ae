/** What an in-house calibration does to the plans of its device. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { addMonths } from "#app/shared/company-time.ts";
import { assets, dueOccurrences, schedules } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Results, Statement } from "../../db/db.ts";
import { pointsTo, rare } from "../../db/predicates.ts";
import { intervalOf } from "../assets/intervals.ts";
import { nearestOpen } from "./fulfil.ts";
import { goingOnFrom } from "./go-on.ts";
import { notingOccurrences, type WindowsOf } from "./occurrences-of.ts";
import { isOpen, openOfDevice } from "./open-ones.ts";
import { settingPlans } from "./plan.ts";

const ofDevice = (assetId: SQL | string) =>
  and(openOfDevice(assetId), eq(dueOccurrences.kind, "calibration"))!;

const columns = {
  id: dueOccurrences.id,
  title: schedules.title,
  dueOn: dueOccurrences.dueOn,
  planOn: dueOccurrences.planOn,
};
const opened = (db: ReadingDb, where: SQL) =>
  db
    .select(columns)
    .from(dueOccurrences)
    .innerJoin(schedules, pointsTo(dueOccurrences.scheduleId, schedules))
    .where(db.ofOwner(dueOccurrences, where));

/** A planned calibration that is named, where it is open and of this device; as a statement of a read. */
export const openCalibration = (db: ReadingDb, assetId: SQL | string, id: string | null | SQL) =>
  opened(db, and(rare(sql`${dueOccurrences.id} = ${id ?? ""}`), ofDevice(assetId))!).limit(1);

const MOST = 12;
/** The planned calibrations of a device that wait, the first ones first; as a statement of a read. */
export const openCalibrations = (db: ReadingDb, assetId: SQL | string) =>
  opened(db, ofDevice(assetId)).orderBy(dueOccurrences.planOn, dueOccurrences.id).limit(MOST);

export type Calibrated = {
  assetId: string;
  /** The day of the work. */
  on: string;
  /** The planned calibration that a person has chosen; null: the nearest one is found. */
  chosen: string | null;
  /** The next date that a person has set; null: by the interval. */
  nextDueOn: string | null;
  /** What the calibration is called in the history of what it fulfils. */
  number: string;
};

/** What `fulfillingCalibration` must know, as statements of a read. */
export const calibratedReads = (
  db: ReadingDb,
  { assetId, on, chosen }: { assetId: SQL; on: SQL; chosen: SQL },
) =>
  [
    opened(
      db,
      rare(
        sql`${dueOccurrences.id} = coalesce(${chosen}, ${nearestOpen(db, { assetId, kind: "calibration", on })})`,
      ),
    ).limit(1),
    db
      .select({
        months: intervalOf(db, "cal").as("months"),
        calRequired: assets.calRequired,
      })
      .from(assets)
      .where(db.ofOwner(assets, sql`${assets.id} = ${assetId}`))
      .limit(1),
  ] as const;
type Read = Readonly<Results<ReturnType<typeof calibratedReads>>>;

/**
 * A device was calibrated: its last day, and its planned calibration, which is done; the series goes on from the day of the work, or on the
 * date that a person has set. Work that no planned calibration waited for sets the device's plan anew, by that date or by its interval.
 * @returns what it fulfils, and the statements; the batch stops where somebody else has fulfilled it meanwhile
 */
export function fulfillingCalibration(
  db: CompanyDb,
  { assetId, on, chosen, nextDueOn, number }: Calibrated,
  [[found], [device]]: Read,
  company: WindowsOf,
  at: number,
): { occurrenceId: string | null; writes: Statement[] } {
  const isLatest = sql`${assets.id} = ${assetId} and coalesce(${assets.lastCalOn}, '') < ${on}`;
  const lastCal = db.run(
    sql`update ${assets} set "last_cal_on" = ${on}, "updated_at" = cast(${Date.now()} as integer) where ${db.ofOwner(assets, isLatest)}`,
  );
  const occurrenceId = chosen ?? found?.id ?? null;
  if (occurrenceId === null) {
    const byInterval =
      device?.calRequired && device.months !== null ? addMonths(on, device.months) : null;
    const next = nextDueOn ?? byInterval;
    const plan = {
      assetId,
      kind: "calibration",
      on: next,
      reason: `Calibrated: ${number}`,
    } as const;
    return {
      occurrenceId,
      writes: [lastCal, ...(next ? settingPlans(db, [plan], company, { at }) : [])],
    };
  }
  const closing = sql`${occurrenceId}`;
  const isIt = eq(dueOccurrences.id, occurrenceId);
  const done = sql`(select ${dueOccurrences.scheduleId} from ${dueOccurrences} where ${db.ofOwner(dueOccurrences, isIt)})`;
  const { opensOn, closesOn, dueOn } = dueOccurrences;
  return {
    occurrenceId,
    writes: [
      db.assert("state", db.exists(dueOccurrences, and(isIt, ofDevice(assetId))!)),
      lastCal,
      ...goingOnFrom(
        db,
        {
          ...{ assetId, closing, on: sql`${on}`, next: nextDueOn },
          which: sql`${schedules.id} = ${done}`,
        },
        company,
        at,
      ),
      db.run(sql`update ${dueOccurrences} set "status" = 'done', "done_on" = ${on},
        "on_time" = ${on} between coalesce(${opensOn}, ${dueOn}) and coalesce(${closesOn}, ${dueOn}),
        "attempts" = ${dueOccurrences.attempts} + 1, "updated_at" = cast(${at} as integer), "version" = ${dueOccurrences.version} + 1
        where ${db.ofOwner(dueOccurrences, and(isIt, isOpen))}`),
      notingOccurrences(db, isIt, { status: "done", note: number }, at),
    ],
  };
}
