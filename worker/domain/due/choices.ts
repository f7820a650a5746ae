import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import type { DueKind } from "#app/shared/due-standing.ts";
import {
  assetAccessories,
  dueOccurrences,
  schedules,
  serviceReports,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { pointsTo, rare } from "../../db/predicates.ts";
import { byReport } from "./fulfil.ts";
import { openOfDevice } from "./open-ones.ts";

const MOST = 12;
/** Days ahead in which a planned service may be done before its time. */
const AHEAD = 180;

/** A planned service that a report may do. */
export type DueChoice = { id: string; kind: DueKind; title: string; dueOn: string; planOn: string };

const columns = {
  id: dueOccurrences.id,
  kind: sql<DueKind>`${dueOccurrences.kind}`.as("due_kind"),
  title: schedules.title,
  dueOn: dueOccurrences.dueOn,
  planOn: dueOccurrences.planOn,
};

/** The planned services of a device that a report may do, the first ones first, as a statement; `also` is one of them whatever has become of it. */
export function dueChoices(
  db: ReadingDb,
  assetId: string | SQL,
  today: string,
  also: string | SQL = "",
) {
  const { kind, planOn, id } = dueOccurrences;
  const open = and(
    openOfDevice(assetId),
    inArray(kind, [...byReport]),
    sql`${planOn} <= ${addDays(today, AHEAD)}`,
  );
  const first = sql`(select ${id} from ${dueOccurrences} where ${db.ofOwner(dueOccurrences, open)} order by ${planOn}, ${id} limit ${sql.raw(String(MOST))})`;
  return db
    .select(columns)
    .from(dueOccurrences)
    .innerJoin(schedules, pointsTo(dueOccurrences.scheduleId, schedules))
    .where(
      db.ofOwner(
        dueOccurrences,
        and(
          rare(sql`${id} in (select * from ${first} union all select ${also})`),
          sql`+${dueOccurrences.assetId} = ${assetId}`,
        ),
      ),
    )
    .orderBy(planOn, id)
    .limit(MOST);
}

/** The replacement of an accessory that is planned, as a statement. */
export function dueReplacement(db: ReadingDb, accessoryId: string) {
  const device = sql`(select ${assetAccessories.assetId} from ${assetAccessories} where ${db.ofOwner(assetAccessories, eq(assetAccessories.id, accessoryId))})`;
  const ofAccessory = and(openOfDevice(device), eq(dueOccurrences.kind, "accessory"));
  return db
    .select({ id: dueOccurrences.id })
    .from(dueOccurrences)
    .innerJoin(schedules, pointsTo(dueOccurrences.scheduleId, schedules))
    .where(db.ofOwner(dueOccurrences, and(ofAccessory, eq(schedules.accessoryId, accessoryId))))
    .orderBy(dueOccurrences.planOn)
    .limit(1);
}

/** The same for the form of a saved report, with the one that it has done. */
export const dueChoicesOf = (db: ReadingDb, reportId: string, today: string) => {
  const of = (column: typeof serviceReports.assetId | typeof serviceReports.dueOccurrenceId) =>
    sql`(select ${column} from ${serviceReports} where ${db.ofOwner(serviceReports, eq(serviceReports.id, reportId))})`;
  return dueChoices(db, of(serviceReports.assetId), today, of(serviceReports.dueOccurrenceId));
};
