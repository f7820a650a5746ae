import { and, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { occurrenceEvents, dueOccurrences as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { isOpenDue } from "./due-filters.ts";
import { deferredTo } from "./occurrences.ts";

/** Which occurrence is put off to which day, YYYY-MM-DD. */
export type Deferral = { before: Row<typeof table>; on: string };

/**
 * Many deferrals as statements of one batch, with their events. The batch stops with 409 when any of the rows is no longer as it was
 * read. Each deferral is to be one that `whyNotTo` allows, of an open occurrence.
 * @param at the instant of it, in epoch milliseconds
 */
export function deferringAll(
  db: CompanyDb,
  deferrals: readonly Deferral[],
  reason: string,
  at = Date.now(),
): Statement[] {
  if (deferrals.length === 0) return [];
  const read = JSON.stringify(deferrals.map(({ before }) => [before.id, before.version]));
  const asRead = sql`${table.id} = "was"."value" ->> 0 and ${table.version} = "was"."value" ->> 1`;
  const same = sql`(select count(*) from json_each(${read}) as "was" cross join ${table}
    where ${db.ofOwner(table, and(asRead, isOpenDue))}) = ${sql.raw(String(deferrals.length))}`;
  const moved = deferrals.map(({ before, on }) => ({ before, ...deferredTo(before, on) }));
  const { actorId, actorName } = db.stamp;
  return [
    db.assert("state", same),
    db.updatingAll(
      table,
      moved.map(({ before, set }) => ({ id: before.id, ...set, status: "deferred", reason })),
    ),
    db.insertingAll(
      occurrenceEvents,
      moved.map(({ before, event }) => ({
        ...{ id: newId(at), occurrenceId: before.id, status: "deferred", note: reason },
        ...event,
        ...{ actorId, actorName, at },
      })),
    ),
  ];
}
