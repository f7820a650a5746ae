import { type SQL, sql } from "drizzle-orm";
import { breakdowns } from "#drizzle/tenant/index.ts";

/** Whether a call has missed, or misses, one of its times. */
export const lateAt = (now: number): SQL =>
  sql`(${breakdowns.clockBy} < ${now} or ${breakdowns.resolvedAt} > ${breakdowns.slaResolveBy} or ${breakdowns.firstResponseAt} > ${breakdowns.slaRespondBy})`;
