import { firstMonthDifference } from "#worker/domain/compliance/recount.ts";
import { firstDifference, keptAt, periodsToCount } from "#worker/domain/statistics/count.ts";
import type { Difference } from "#worker/domain/statistics/difference.ts";
import { openForJob } from "#worker/tenancy/shard-door.ts";

const told = ({ id, at, is, says }: Difference & { id: string }) =>
  `${id} ${at}: kept ${JSON.stringify(is)}, the records say ${JSON.stringify(says)}`;

/** Where a company's figures are not what its records say, in words; nothing where they agree, null where none were counted. */
export async function recount(db: D1Database, companyId: string, timeZone: string) {
  const company = openForJob(db, companyId);
  const month = await firstMonthDifference(company);
  if (month) return `due month ${told(month)}`;
  const now = await keptAt(company);
  if (now === null) return null;
  for (const period of await periodsToCount(company, { timeZone, now })) {
    const found = await firstDifference(company, period, { timeZone, now });
    if (found) return told(found);
  }
  return "";
}
