import { type SQL, sql } from "drizzle-orm";
import { idFrom } from "#drizzle/columns.ts";

/** An id as the application makes them, made by SQL for each row. */
export const idsFrom = (now: number): SQL =>
  sql`${idFrom(now)} || '-7' || lower(substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;
