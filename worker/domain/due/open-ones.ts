import { and, type SQL, sql } from "drizzle-orm";
import { dueOccurrences, schedules } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import { rare } from "../../db/predicates.ts";
import { openOf } from "../entity/open-documents.ts";

/** An occurrence that waits to be done. */
export const isOpen = openOf(dueOccurrences)!.where;

/** The open ones of a device, by their own index: what has gone by is not read. */
export const openOfDevice = (assetId: string | SQL): SQL =>
  and(rare(sql`${dueOccurrences.assetId} = ${assetId}`), isOpen)!;

/** The open ones of a schedule, by the index of its device. The plus keeps SQLite from the index of its dates, which holds all that have gone by. */
export const openOfSchedule = ({ id, assetId, kind }: OfSchedule): SQL =>
  and(
    openOfDevice(sql`${assetId}`),
    sql`${dueOccurrences.kind} = ${kind}`,
    sql`+${dueOccurrences.scheduleId} = ${id}`,
  )!;
/** A schedule: its values, or its columns where a query has its row at hand. */
type OfSchedule = Record<"id" | "assetId" | "kind", unknown>;

/** The open ones of the schedules that a condition names, however many. */
export function openOfSchedules(db: ReadingDb | CompanyDb, where: SQL): SQL {
  const those = (column: typeof schedules.id | typeof schedules.assetId) =>
    sql`(select ${column} from ${schedules} where ${db.ofOwner(schedules, where)})`;
  return and(
    rare(sql`${dueOccurrences.assetId} in ${those(schedules.assetId)}`),
    sql`+${dueOccurrences.scheduleId} in ${those(schedules.id)}`,
    isOpen,
  )!;
}
