import { and, eq, getTableColumns, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  companyExports,
  couponPlans,
  couponRedemptions,
  coupons,
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
  domains,
  planVersions,
  plans,
  platformSettings,
  refunds,
  subscriptionLog,
  subscriptions,
];
const writes = [
  companyExports,
  couponRedemptions,
  coupons,
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

/** The control database as one of its customers sees it: its own orders, tickets and requests, and what is on offer. */
export class CustomerDb extends PlatformDb {
  constructor(
    d1: D1Database,
    readonly companyId: string,
    stamp: Stamp,
  ) {
    super(guarded(d1, companyId, only, owned.control), stamp);
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
