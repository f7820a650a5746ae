import { and, asc, eq, gte, lte, sql } from "drizzle-orm";
import { lastDayOfGrace } from "#app/shared/company-standing.ts";
import { addDays, dayIn, daysBetween } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import { adminDirectory, liveSubscription, subscriptions } from "#drizzle/control/index.ts";
import type { Row } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { endsLetter } from "../../mail/billing-letters.ts";
import { mailOnce } from "../../mail/outbox.ts";
import { originOf } from "../../tenancy/hosts.ts";
import { mappedQuery } from "../platform/mapped.ts";
import { farthestDay, nextAfter, subscriptionsWhere } from "./turning.ts";

/** A letter goes when so many days are left, or fewer where no night came in between. */
const TOLD_AT = [1, 7] as const;
const MOST_DAYS = Math.max(...TOLD_AT);
const MOST_ADMINS = 20;
/** How a company stands that is told. */
const told: readonly string[] = ["trial", "active"];

const adminsOf = (db: PlatformDb, companyId: string) =>
  db
    .select(pick(adminDirectory, ["userId", "name", "email"]))
    .from(adminDirectory)
    .where(and(eq(adminDirectory.companyId, companyId), eq(adminDirectory.status, "active")))
    .orderBy(asc(adminDirectory.name), asc(adminDirectory.id))
    .limit(MOST_ADMINS);

/**
 * The Admins of companies whose trial or subscription ends soon, by the company's own calendar, get a letter: each once for every day
 * that it is told at, however often this runs.
 * @returns the key to go on after, or null
 */
export async function remind(
  db: PlatformDb,
  at: number,
  after: string,
  env: Env,
): Promise<string | null> {
  const soon = and(
    liveSubscription,
    // Wherever on earth it is latest or earliest.
    gte(subscriptions.currentPeriodEnd, dayIn("Etc/GMT+12", at)),
    lte(subscriptions.currentPeriodEnd, addDays(farthestDay(at), MOST_DAYS)),
  );
  const [rows] = await db.read(
    subscriptionsWhere(
      db,
      after,
      sql`${subscriptions.id} in (select "id" from ${subscriptions} indexed by "subscriptions_by_end" where ${soon})`,
    ),
  );
  for (const row of rows) await tell(db, row, at, env);
  return nextAfter(rows);
}

async function tell(db: PlatformDb, row: Row<typeof subscriptions>, at: number, env: Env) {
  const [[company], admins] = await db.read(
    mappedQuery(db, row.companyId),
    adminsOf(db, row.companyId),
  );
  if (!company?.host || !told.includes(company.status)) return;
  const { id, status, graceDays, currentPeriodEnd: endsOn } = row;
  const left = daysBetween(dayIn(company.timeZone, at), endsOn);
  const days = TOLD_AT.find((one) => left <= one);
  if (left < 0 || days === undefined) return;
  const key = `ends:${id}:${endsOn}:${days}`;
  const origin = originOf(env, company.host);
  const ending = {
    ...{ companyName: company.name, isTrial: status === "trialing", endsOn },
    worksUntil: lastDayOfGrace({ periodEnd: endsOn, graceDays })!,
  };
  await mailOnce(
    db,
    key,
    admins.map(({ userId, name, email }) => ({
      ...{ userId, to: email },
      ...endsLetter({ ...ending, name }, origin),
    })),
  );
}
