import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { breakdownEvents, breakdowns } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";

const MOST = 5;
const MOST_REMARKS = 30;

/** The first picture of a call; names in full, because inside a selected field Drizzle leaves the table out. */
const photo: SQL =
  sql.raw(`(select "id" from "media" where "media"."company_id" = "breakdowns"."company_id"
  and "media"."breakdown_id" = "breakdowns"."id" and "media"."deleted_at" is null order by "media"."id" limit 1)`);

/** The statements that read what was reported about a device, newest first; hand their rows to `problemsOf`. */
export function problemQueries(db: ReadingDb, assetId: string) {
  const {
    id,
    number,
    status,
    reportedAt,
    problem,
    equipmentDown,
    priority,
    reportedByName,
    reportedByPhone,
  } = breakdowns;
  const latest = db.mine(breakdowns, eq(breakdowns.assetId, assetId));
  return [
    db
      .select({
        ...{
          id,
          number,
          status,
          reportedAt,
          problem,
          equipmentDown,
          priority,
          reportedByName,
          reportedByPhone,
        },
        photoId: sql<string | null>`${photo}`.as("photo_id"),
      })
      .from(breakdowns)
      .where(latest)
      .orderBy(desc(breakdowns.id))
      .limit(MOST),
    db
      .select({
        id: breakdownEvents.id,
        breakdownId: breakdownEvents.breakdownId,
        at: breakdownEvents.at,
        actorName: breakdownEvents.actorName,
        note: breakdownEvents.note,
      })
      .from(breakdownEvents)
      .where(
        db.mine(
          breakdownEvents,
          and(
            isNotNull(breakdownEvents.note),
            sql`${breakdownEvents.breakdownId} in (select ${id} from ${breakdowns} where ${latest} order by ${desc(id)} limit ${sql.raw(String(MOST))})`,
          ),
        ),
      )
      .orderBy(breakdownEvents.breakdownId, breakdownEvents.id)
      .limit(MOST_REMARKS),
  ] as const;
}

type Rows<N extends 0 | 1> = ReturnType<typeof problemQueries>[N]["_"]["result"];

/** What was reported about a device, with the remarks that were added. */
export const problemsOf = (calls: unknown, remarks: unknown) =>
  (calls as Rows<0>).map((call) => ({
    ...call,
    remarks: (remarks as Rows<1>).filter(({ breakdownId }) => breakdownId === call.id),
  }));
export type Problem = ReturnType<typeof problemsOf>[number];
