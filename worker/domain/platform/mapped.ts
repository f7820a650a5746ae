import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { newId } from "#drizzle/columns.ts";
import { companies, domains, isLive, shards, subscriptions } from "#drizzle/control/index.ts";
import type { Row, Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { type Mapped, queued } from "./company-messages.ts";

const primary = alias(domains, "primary_domain");
const live = alias(subscriptions, "live_subscription");

/** A company as the platform has it: its standing, its host, and what it may use until when. As a statement of a read. */
export const mappedQuery = (db: PlatformDb, id: string | SQL) =>
  db
    .select({
      id: sql<string>`${companies.id}`.as("company_id"),
      name: sql<string>`${companies.name}`.as("company_name"),
      status: sql<Row<typeof companies>["status"]>`${companies.status}`.as("company_status"),
      version: sql<number>`${companies.version}`.as("company_version"),
      closedAt: companies.closedAt,
      mapVersion: companies.mapVersion,
      serviceType: companies.serviceType,
      timeZone: companies.timeZone,
      binding: shards.binding,
      host: sql<string | null>`${primary.hostname}`.as("primary_host"),
      subscriptionId: sql<string | null>`${live.id}`.as("subscription_id"),
      periodEnd: sql<string | null>`${live.currentPeriodEnd}`.as("period_end"),
      graceDays: sql<number | null>`${live.graceDays}`.as("grace_days"),
      limits: sql<Record<string, number>>`coalesce(${live.limits}, '{}')`
        .mapWith((text: string) => JSON.parse(text) as Record<string, number>)
        .as("limits"),
    })
    .from(companies)
    .innerJoin(shards, eq(shards.id, companies.shardId))
    .leftJoin(primary, and(eq(primary.companyId, companies.id), sql`${primary.isPrimary} = 1`))
    .leftJoin(live, and(eq(live.companyId, companies.id), isLive(live.status)))
    .where(eq(companies.id, id))
    .limit(1);
export type MappedCompany = Awaited<ReturnType<typeof mappedQuery>>[number];

type Told = Partial<
  Pick<Mapped, "status" | "host" | "serviceType" | "periodEnd" | "graceDays" | "limits">
>;
type Logged = Pick<Mapped, "action" | "changes" | "reason" | "purgeOn">;

/**
 * Changes how the platform has a company, and tells its shard: whole, so that the newest message holds whichever comes last.
 * The batch stops where the company is another one than was read.
 * @param by who has caused it
 * @param told what changes of what its shard knows; everything else is as it was read
 * @param more what changes of the company's row alone
 */
export function remapping(
  db: PlatformDb,
  before: MappedCompany,
  by: Mapped["by"],
  told: Told,
  logged: Logged,
  more: Partial<Row<typeof companies>> = {},
): Statement[] {
  const { id: companyId, binding, status, host, name, subscriptionId } = before;
  const { serviceType, periodEnd, graceDays, limits } = before;
  const mapVersion = before.mapVersion + 1;
  const payload: Mapped = {
    ...{ companyId, binding, by, name, mapVersion },
    ...{ status, host, serviceType, periodEnd, graceDays },
    limits: subscriptionId ? limits : null,
    ...told,
    ...logged,
  };
  return [
    db.assertUnchanged(companies, { id: companyId, version: before.version }),
    db.updating(companies, eq(companies.id, companyId), {
      status: payload.status,
      serviceType: payload.serviceType,
      mapVersion,
      ...more,
    }),
    queued(db, { id: newId(), topic: "company.mapped", payload }),
  ];
}
