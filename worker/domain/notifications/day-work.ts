import { sql } from "drizzle-orm";
import { companyJobs } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";

/** A job a company does once a day, in parts: its day, the last one done, and where the day's work has come to. */
export type DayWork = {
  job: "reminders" | "digest" | "closings";
  today: string;
  doneOn: string | null;
  cursor: string | null;
};

/** Where the work of a day goes on; null at its beginning. What another day left unfinished does not count. */
export const placeOf = ({ today, cursor }: DayWork): string | null =>
  cursor?.startsWith(`${today}:`) ? cursor.slice(today.length + 1) : null;

/**
 * Moves a day's work on, in the batch of what was done; `next` is null when the day is done. Of two runs that do the same part, the batch
 * of the later one fails whole.
 */
export function movingOn(
  db: CompanyDb,
  { job, today, cursor }: DayWork,
  next: string | null,
): [Statement, Statement] {
  const mine = sql`${companyJobs.companyId} = ${db.companyId} and ${companyJobs.id} = ${job}`;
  const isHere = sql`${companyJobs.id} = ${job} and "cursor" is ${cursor} and coalesce("done_on", '') < ${today}`;
  return [
    db.assert("state", db.exists(companyJobs, isHere)),
    db.run(sql`update ${companyJobs} set "done_on" = coalesce(${next === null ? today : null}, "done_on"),
      "cursor" = ${next === null ? null : `${today}:${next}`} where ${mine}`),
  ];
}
