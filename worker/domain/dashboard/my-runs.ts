import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { importJobs, reportRuns } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { acrossLocations } from "../../db/scope.ts";

/** The newest of a company's imports are looked at. */
const MOST_IMPORTS = 2;
const MOST_RUNS = 4;

/** What a person has begun and that is not done: imports that wait for them, and files that are being made. */
export function myRuns(db: ReadingDb, me: string) {
  const imports = sql`(select ${importJobs.id}, ${importJobs.createdBy}, ${importJobs.status} from ${acrossLocations(importJobs, "it bounds how far a look goes")}
    where ${db.ofOwner(importJobs, isNotNull(importJobs.rowCount))} order by ${desc(importJobs.id)} limit ${sql.raw(String(MOST_IMPORTS))})`;
  const isMine = and(
    eq(importJobs.createdBy, me),
    sql`${importJobs.status} in ('uploaded', 'checked', 'running')`,
  );
  const files = db.firstIds(
    reportRuns,
    and(eq(reportRuns.userId, me), sql`${reportRuns.status} in ('queued', 'running')`),
    desc(reportRuns.id),
    MOST_RUNS,
  );
  return db
    .select({
      imports: sql<number>`count(*)`.as("imports"),
      /** The one to go on with, where there is one alone. */
      importId: sql<string | null>`max(${importJobs.id})`.as("import_id"),
      files: sql<number>`(select count(*) from ${files})`.as("files"),
    })
    .from(sql`${imports} as ${importJobs}`)
    .where(isMine);
}
export type MyRuns = { imports: number; importId: string | null; files: number };
