import { and, eq, getTableColumns, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  companies,
  companyExports,
  couponPlans,
  couponRedemptions,
  coupons,
  domainRequests,
  domains,
  faqs,
  orders,
  plans,
  planVersions,
  platformActivityLog,
  platformAssertions,
  platformIdempotencyKeys,
  platformMedia,
  platformOutbox,
  platformSequences,
  platformSettings,
  refunds,
  shards,
  subscriptionLog,
  subscriptions,
  supportReplies,
  supportTickets,
  upgradeRequests,
} from "#drizzle/control/index.ts";
import type { Stamp } from "./db.ts";
import { guarded, owned } from "./guard.ts";
import { byNames, namesOf } from "./own-rows.ts";
import { PlatformDb } from "./platform-db.ts";

/** What a company may read of the platform besides what it may write. */
const reads = [
  couponPlans,
  planVersions,
  plans,
  platformSettings,
  refunds,
  shards,
  subscriptionLog,
  subscriptions,
];
const writes = [
  companies,
  companyExports,
  couponRedemptions,
  coupons,
  domainRequests,
  domains,
  faqs,
  orders,
  platformMedia,
  platformOutbox,
  platformSequences,
  supportReplies,
  supportTickets,
  upgradeRequests,
];
const ofCommands = [platformAssertions, platformActivityLog, platformIdempotencyKeys];
const only = byNames(
  namesOf([...reads, ...writes, platformIdempotencyKeys]),
  namesOf([...writes, ...ofCommands]),
);

/** The control database as one of its customers sees it: itself with its hosts, its own orders, tickets and requests, and what is on offer. */
export class CustomerDb extends PlatformDb {
  constructor(
    d1: D1Database,
    readonly companyId: string,
    stamp: Stamp,
    /** Refuses every write, where somebody only looks. */
    refuse: (() => never) | null = null,
  ) {
    const held = refuse ? { ...only, writes: new Set<string>(), refuse } : only;
    super(guarded(d1, companyId, held, owned.control), stamp);
  }

  override ofOwner(table: SQLiteTable, where?: SQL): SQL | undefined {
    const { companyId } = getTableColumns(table) as Record<string, SQLiteColumn>;
    return companyId ? and(eq(companyId, this.companyId), where) : where;
  }

  protected override withOwner(values: Record<string, unknown>, table: SQLiteTable) {
    return "companyId" in getTableColumns(table)
      ? { ...values, companyId: this.companyId }
      : values;
  }
}
