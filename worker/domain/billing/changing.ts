import { and, eq, type SQL, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import {
  liveSubscription,
  plans,
  planVersions,
  subscriptionLog,
  subscriptions,
} from "#drizzle/control/index.ts";
import type { Row, Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import type { Mapped } from "../platform/company-messages.ts";
import { type MappedCompany, remapping } from "../platform/mapped.ts";

/** The subscription that counts for a company, with its plan, as a statement of a read. */
export const liveQuery = (db: PlatformDb, companyId: string | SQL) =>
  db
    .select({
      id: sql<string>`${subscriptions.id}`.as("subscription_id"),
      planId: sql<string>`${planVersions.planId}`.as("live_plan_id"),
      planName: sql<string>`${plans.name}`.as("live_plan_name"),
      planVersionId: subscriptions.planVersionId,
      status: sql<Row<typeof subscriptions>["status"]>`${subscriptions.status}`.as("live_status"),
      billing: subscriptions.billing,
      currentPeriodEnd: subscriptions.currentPeriodEnd,
      graceDays: subscriptions.graceDays,
      limits: subscriptions.limits,
      nextFrom: subscriptions.nextFrom,
      version: sql<number>`${subscriptions.version}`.as("live_version"),
    })
    .from(subscriptions)
    .innerJoin(planVersions, eq(planVersions.id, subscriptions.planVersionId))
    .innerJoin(plans, eq(plans.id, planVersions.planId))
    .where(and(eq(subscriptions.companyId, companyId), liveSubscription))
    .limit(1);
export type Live = Awaited<ReturnType<typeof liveQuery>>[number];

/** A change of a company's subscription: what is written of it, what its log keeps, and what the company's shard is told. */
export type Change = {
  event: Row<typeof subscriptionLog>["event"];
  /** As the company's own log names it. */
  action: string;
  set: Partial<Record<keyof Row<typeof subscriptions>, unknown>>;
  told: Parameters<typeof remapping>[3];
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
  reason: string | null;
  orderId?: string;
  /** What changes of the company's row alone. */
  more?: Parameters<typeof remapping>[5];
};
type Changed = {
  company: MappedCompany;
  /** Null for a company's first. */
  live: Pick<Live, "id" | "version"> | null;
  /** Null for a job of the night. */
  by: { id: string | null; name: string };
  at: number;
};

/** Each limit is a fact of its own. */
const factsOf = ({ limits, ...facts }: Record<string, unknown>): Record<string, unknown> => ({
  ...facts,
  ...(limits as Record<string, number> | undefined),
});

/** What a change alters, one line a fact, as logs show it. */
export function changesOf(change: Pick<Change, "before" | "after">): Mapped["changes"] {
  const [before, after] = [factsOf(change.before ?? {}), factsOf(change.after)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }))
    .filter(({ from, to }) => from !== to);
}

/**
 * Writes a change of a company's subscription with its log, and maps the company anew. The batch stops where the subscription or the
 * company is another one than was read.
 */
export function changing(
  db: PlatformDb,
  { company, live, by, at }: Changed,
  { event, action, set, told, before, after, reason, orderId, more }: Change,
): Statement[] {
  const id = live?.id ?? newId();
  return [
    ...(live
      ? [
          db.assertUnchanged(subscriptions, { id, version: live.version }),
          db.updating(subscriptions, eq(subscriptions.id, id), set),
        ]
      : [db.inserting(subscriptions, { id, companyId: company.id, ...set })]),
    db.inserting(subscriptionLog, {
      ...{ companyId: company.id, subscriptionId: id, event, before, after, reason, at },
      ...{ orderId: orderId ?? null, actorId: by.id, actorName: by.name },
    }),
    ...remapping(
      ...([db, company, { id: by.id ?? "", name: by.name }, told] as const),
      { action, changes: changesOf({ before, after }), reason },
      more,
    ),
  ];
}
