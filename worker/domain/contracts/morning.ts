import { and, sql } from "drizzle-orm";
import { assets, contracts } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { coverFollows, coverOfContracts } from "./cover.ts";
import { recountContracts } from "./effects.ts";

/**
 * What a new day changes of itself: covers that have ended, contracts and warranties that have begun, and what is counted of contracts.
 * Doing it again changes nothing.
 * @param doneOn the last day it was done; null when never
 */
export async function coverOfTheDay(
  db: CompanyDb,
  today: string,
  doneOn: string | null,
): Promise<void> {
  const since = doneOn ?? "";
  const living = sql`${assets.deletedAt} is null`;
  const ended = sql`select ${assets.id} from ${assets} where ${db.ofOwner(
    assets,
    and(sql`"cover_until" is not null and ${assets.coverUntil} < ${today}`, living),
  )}`;
  const begun = sql`${contracts.endOn} >= ${today} and ${contracts.startOn} <= ${today} and ${contracts.startOn} > ${since}`;
  const warranted = sql`select ${assets.id} from ${assets} where ${db.ofOwner(
    assets,
    and(
      sql`"warranty_end_on" is not null and ${assets.warrantyEndOn} >= ${today}`,
      sql`${assets.lifecycle} not in ('condemned', 'disposed')`,
      sql`(${assets.coverUntil} is null or ${assets.warrantyStartOn} > ${since}) and coalesce(${assets.warrantyStartOn} <= ${today}, 1)`,
      living,
    ),
  )}`;
  await db.read(
    coverFollows(db, ended, today),
    coverOfContracts(db, begun, today),
    coverFollows(db, warranted, today),
    recountContracts(db, today),
  );
}
