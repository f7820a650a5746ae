import { asc, eq, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import {
  companies,
  domains,
  shards,
  subscriptionLog,
  subscriptions,
} from "#drizzle/control/index.ts";
import type { Row, Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { originBeside } from "../../tenancy/hosts.ts";
import type { Limits } from "../billing/limits.ts";
import { queued } from "./company-messages.ts";

/** A plan that is tried for a time. Days are YYYY-MM-DD. */
export type Trial = {
  versionId: string;
  planName: string;
  limits: Limits;
  from: string;
  /** The last day. */
  until: string;
  graceDays: number;
};

/** What a trial of a plan is for a company that begins on a day. */
export const trialFrom = (
  offer: { versionId: string; name: string; trialDays: number },
  { today, limits, graceDays }: { today: string; limits: Limits; graceDays: number },
): Trial => ({
  ...{ versionId: offer.versionId, planName: offer.name, limits, graceDays },
  ...{ from: today, until: addDays(today, offer.trialDays) },
});

type Company = Row<typeof companies>;
export type Founding = {
  id: string;
  host: string;
  shard: { id: string; binding: string };
  values: Pick<
    Company,
    | ("name" | "slug" | "kind" | "country" | "currency" | "timeZone")
    | ("serviceType" | "phone" | "email")
  >;
  /** The first Admin: with a password they chose already, else invited. */
  admin: { id: string; name: string; email: string; passwordHash: string | null };
  /** Null for a company without an end. */
  trial: Trial | null;
  by: { id: string; name: string };
};

/**
 * The statements that found a company: its row, host and trial here, and the message that gives it its first rows in its shard.
 * Of two for the same host the database refuses one.
 * @param origin of the platform's own host
 */
export function founding(
  db: PlatformDb,
  origin: string,
  { id, host, shard, values, admin, trial, by }: Founding,
): Statement[] {
  const status = trial ? ("trial" as const) : ("active" as const);
  const { kind: _, ...profile } = values;
  return [
    db.inserting(companies, {
      ...{ ...values, id, status, shardId: shard.id, ownerUserId: admin.id },
      trialEndsOn: trial?.until ?? null,
    }),
    db.inserting(domains, {
      ...{ hostname: host, companyId: id, kind: "subdomain", status: "active", isPrimary: true },
      verifiedAt: Date.now(),
    }),
    db.updating(shards, eq(shards.id, shard.id), { companyCount: sql`${shards.companyCount} + 1` }),
    ...(trial ? trying(db, id, trial, by) : []),
    queued(db, {
      id: newId(),
      topic: "company.created",
      payload: {
        ...{ companyId: id, binding: shard.binding, by, origin: originBeside(origin, host), admin },
        profile: {
          ...{ ...profile, primaryHost: host, status },
          ...(trial && {
            ...{ trialEndsOn: trial.until, periodEnd: trial.until },
            ...{ graceDays: trial.graceDays, limits: trial.limits },
          }),
        },
      },
    }),
  ];
}

function trying(db: PlatformDb, companyId: string, trial: Trial, by: Founding["by"]): Statement[] {
  const { versionId, planName, limits, from, until, graceDays } = trial;
  const id = newId();
  return [
    db.inserting(subscriptions, {
      ...{ id, companyId, planVersionId: versionId, status: "trialing", billing: "monthly" },
      ...{ startsOn: from, currentPeriodEnd: until, graceDays, limits },
    }),
    db.inserting(subscriptionLog, {
      ...{ companyId, subscriptionId: id, event: "created", at: Date.now() },
      ...{ before: null, after: { planName, periodEnd: until }, orderId: null, reason: "Trial" },
      ...{ actorId: by.id || null, actorName: by.name },
    }),
  ];
}

/** Shards that take new companies, the least filled first, as a statement of a read. */
export const openShards = (db: PlatformDb) =>
  db
    .select({
      id: shards.id,
      name: shards.name,
      binding: shards.binding,
      companyCount: shards.companyCount,
    })
    .from(shards)
    .where(eq(shards.isOpen, true))
    .orderBy(asc(shards.companyCount), asc(shards.name));
