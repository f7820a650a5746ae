import { and, eq, sql } from "drizzle-orm";
import { breakdowns } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";

const DAY = 86_400_000;

/**
 * Wakes resolved calls after fewer days than they were told to wait for; the clock itself asks again where it is more. It is no other
 * version of a call: nobody's form is overtaken by it.
 * @param days from the resolution until a call closes by itself
 */
export function closingSooner(db: CompanyDb, days: number): Statement {
  const at = sql`${breakdowns.resolvedAt} + cast(${days * DAY} as integer)`;
  return db.updatingAcross(
    breakdowns,
    and(eq(breakdowns.status, "resolved"), sql`${breakdowns.wakeAt} > ${at}`)!,
    { wakeAt: at, version: sql`${breakdowns.version}` },
    "it counts for the whole company",
  );
}
