import { inArray, lt, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { reportRuns, reportSubscriptions } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { brokenRule } from "../../db/errors.ts";
import { among } from "../../db/predicates.ts";
import { mailedOf } from "./mailed.ts";

const AT_ONCE = 50;

/** The month before a day, as its first and last day. */
export function monthBefore(today: string) {
  const to = addDays(`${today.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/**
 * Begins what people get each month by mail, each once: in the first morning of a month, or later where that one was missed.
 * The person's rights are asked when the file is made.
 * @param today the company's calendar day
 */
export async function beginMonthly(db: CompanyDb, today: string): Promise<void> {
  const month = today.slice(0, 7);
  const period = monthBefore(today);
  for (;;) {
    const [due] = await db.read(
      db
        .select()
        .from(reportSubscriptions)
        .where(db.ofOwner(reportSubscriptions, lt(reportSubscriptions.sentFor, month)))
        .orderBy(reportSubscriptions.id)
        .limit(AT_ONCE),
    );
    if (!due.length) return;
    const ids = due.map(({ id }) => id);
    const runs = due.flatMap(({ id, userId, report: name, params, format }) => {
      const mailed = mailedOf(name);
      if (!mailed) return [];
      const { kind, title } = mailed;
      return [
        {
          ...{ userId, kind, title, format, subscriptionId: id },
          params: mailed.params(params, period),
        },
      ];
    });
    const stillDue = sql`(select count(*) from ${reportSubscriptions} where ${db.ofOwner(
      reportSubscriptions,
      sql`${reportSubscriptions.id} in ${among(ids)} and ${reportSubscriptions.sentFor} < ${month}`,
    )}) = cast(${ids.length} as integer)`;
    try {
      await db.read(
        db.assert("state", stillDue),
        db.updating(reportSubscriptions, inArray(reportSubscriptions.id, among(ids)), {
          sentFor: month,
        }),
        ...(runs.length ? [db.insertingAll(reportRuns, runs)] : []),
      );
    } catch (error) {
      // Another run of the morning was first.
      if (brokenRule(error)?.name !== "state_as_expected") throw error;
    }
  }
}
