import { and, gte, lte, sql } from "drizzle-orm";
import { type CompanyEnding, companyEndings } from "#app/shared/company-endings.ts";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { liveSubscription, subscriptions } from "#drizzle/control/index.ts";
import { PLATFORM_ZONE } from "./settings.ts";

/** The subscriptions that end soon, as a condition that the index of their ends serves. */
export function endingSoon(which: CompanyEnding) {
  const { days, of } = companyEndings[which];
  const today = dayIn(PLATFORM_ZONE);
  const states = sql.join(
    of.map((state) => sql`${state}`),
    sql`, `,
  );
  return and(
    liveSubscription,
    gte(subscriptions.currentPeriodEnd, today),
    lte(subscriptions.currentPeriodEnd, addDays(today, days)),
    sql`+${subscriptions.status} in (${states})`,
  );
}
