import { and, eq, inArray, isNull, lte, notInArray, or, type SQL, sql } from "drizzle-orm";
import { MOST_DEVICES, MOST_LOOKED } from "#app/shared/rounds.ts";
import { assets, dueOccurrences } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { among, rare } from "../../db/predicates.ts";
import { isOpenDue } from "../due/due-filters.ts";
import { byReport } from "../due/fulfil.ts";
import type { AskedRound } from "./asked.ts";

/** Lifecycles of devices that no round visits. */
export const gone = ["condemned", "disposed"] as const;

/** Of these kinds. The index is not sought kind by kind: a device has few open services. */
const isOf = (kinds: readonly string[]) =>
  sql`+${dueOccurrences.kind} in (${sql.raw(kinds.map((kind) => `'${kind}'`).join(", "))})`;
/** Waits to be done by a service report. */
const isToDo = sql`${isOpenDue} and ${isOf(byReport)}`;
const isOther = isOf(byReport.filter((kind) => kind !== "pm"));

/** The planned services of these devices that a round takes along. */
export const takenOf = (ids: readonly string[], { until, due }: AskedRound) =>
  and(
    inArray(dueOccurrences.assetId, among(ids)),
    isToDo,
    due.length
      ? or(lte(dueOccurrences.planOn, until), inArray(dueOccurrences.id, among(due)))
      : lte(dueOccurrences.planOn, until),
  );

/** The devices of planned services that a report can do. */
export const servedBy = (db: CompanyDb, due: readonly string[]): SQL =>
  sql`(select ${dueOccurrences.assetId} from ${dueOccurrences} where ${db.ofOwner(
    dueOccurrences,
    and(inArray(dueOccurrences.id, among(due)), isToDo),
  )})`;

/**
 * The devices of a Location with a service planned up to a day, as SQL: one more of each kind than a round takes at most. Those with a
 * PM are found by the date that an index of the Location holds; for other services its first `MOST_LOOKED` devices are looked through,
 * each of which costs its entry in an index and those of its open services.
 */
export function dueAt(db: CompanyDb, department: string, until: string): SQL {
  const living = and(
    eq(assets.departmentId, department),
    isNull(assets.deletedAt),
    notInArray(assets.lifecycle, [...gone]),
  );
  const isDue = (kind: SQL, device: SQL) =>
    db.exists(
      dueOccurrences,
      and(
        sql`${dueOccurrences.assetId} = ${device}`,
        kind,
        isOpenDue,
        lte(dueOccurrences.planOn, until),
      )!,
    );
  const most = MOST_DEVICES + 1;
  const pm = db
    .select({ id: assets.id })
    .from(assets)
    .where(
      db.ofOwner(
        assets,
        and(
          living,
          rare(lte(assets.nextPmOn, until)),
          isDue(sql`${dueOccurrences.kind} = 'pm'`, sql`${assets.id}`),
        ),
      ),
    )
    .limit(most);
  const first = db
    .select({ id: assets.id })
    .from(assets)
    .where(db.ofOwner(assets, living))
    .orderBy(assets.assetCode)
    .limit(MOST_LOOKED)
    .as("first");
  const other = db
    .select({ id: first.id })
    .from(first)
    .where(isDue(isOther, sql`${first.id}`))
    .limit(most);
  return sql`(select "id" from ${pm} union select "id" from ${other})`;
}
