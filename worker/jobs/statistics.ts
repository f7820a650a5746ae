import { dayIn } from "#app/shared/company-time.ts";
import { beginMonthly } from "../domain/reports/monthly.ts";
import { keepPeriod, periodsToCount, zoneOf } from "../domain/statistics/count.ts";
import { openForJob } from "../tenancy/shard-door.ts";
import type { Part } from "./message.ts";

/**
 * Counts a company's figures, a period in each part; the morning sends it. Once all are counted, what is mailed each month begins: it
 * holds the last day of the month before.
 */
export async function countStatistics({ db, owner, from, at }: Part): Promise<string | null> {
  const company = openForJob(db, owner);
  const timeZone = await zoneOf(company);
  if (timeZone === null) return null;
  const counting = { timeZone, now: at };
  const [period, ...rest] = from ? from.split(" ") : await periodsToCount(company, counting);
  if (period) await keepPeriod(company, period, counting);
  if (rest.length) return rest.join(" ");
  await beginMonthly(company, dayIn(timeZone, at));
  return null;
}
