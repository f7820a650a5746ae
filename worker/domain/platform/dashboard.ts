import { and, desc, eq, gt, gte, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { failedLogins } from "#app/shared/login-words.ts";
import { MOST_COUNTED } from "#app/shared/numbers.ts";
import { idFrom } from "#drizzle/columns.ts";
import {
  type billings,
  companies,
  companyStatuses,
  contactQueries,
  domainRequests,
  machineTypes,
  planVersions,
  pmChecklists,
  staffLoginLog,
  subscriptions,
  supportTickets,
  upgradeRequests,
} from "#drizzle/control/index.ts";
import type { Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import type { PlatformPermission } from "../../permissions.ts";
import type { StaffSession } from "../../session.ts";
import { readEach } from "../dashboard/each.ts";
import { endingSoon } from "./endings.ts";

const LATEST = 8;
const DAY_MS = 24 * 60 * 60_000;

type Block = {
  needs: PlatformPermission;
  /** What stands over it where it could not be read. */
  title: string;
  read: (db: PlatformDb) => Statement;
};

/** A block that counts the rows of a table. */
const counted = (
  needs: PlatformPermission,
  title: string,
  table: SQLiteTable,
  where: () => SQL | undefined,
) => ({ needs, title, read: (db: PlatformDb) => db.counting(table, where(), MOST_COUNTED + 1) });

/** What the staff see first, each by the permission of its list. */
const blocks = {
  statuses: {
    needs: "manage-company",
    title: "Companies",
    read: (db: PlatformDb) =>
      db
        .select({
          status: sql<(typeof companyStatuses)[number]>`"known"."value"`.as("status"),
          n: sql<number>`(select count(*) from ${companies} where "companies"."status" = "known"."value")`.as(
            "n",
          ),
        })
        .from(sql`json_each(${JSON.stringify(companyStatuses)}) as "known"`),
  },
  /** What those that pay are worth, by what each costs; the price of a year is for twelve months. */
  revenue: {
    needs: "manage-transaction",
    title: "Recurring revenue",
    read: (db: PlatformDb) =>
      db
        .select({
          currency: planVersions.currency,
          billing: sql<(typeof billings)[number]>`"paid"."billing"`.as("billing"),
          n: sql<number>`"paid"."n"`.as("n"),
          monthlyMinor: planVersions.priceMonthlyMinor,
          yearlyMinor: planVersions.priceYearlyMinor,
        })
        .from(
          sql`(select "plan_version_id", "billing", count(*) as "n" from ${subscriptions} where ${inArray(subscriptions.status, ["active", "past_due"])} group by "status", "plan_version_id", "billing") as "paid"`,
        )
        .innerJoin(planVersions, sql`${planVersions.id} = "paid"."plan_version_id"`),
  },
  trials: counted("manage-company", "Trials that end", subscriptions, () => endingSoon("trial")),
  periods: counted("manage-company", "Subscriptions that end", subscriptions, () =>
    endingSoon("period"),
  ),
  domains: counted("manage-company", "Domain requests", domainRequests, () =>
    eq(domainRequests.status, "pending"),
  ),
  upgrades: counted("manage-company", "Upgrade requests", upgradeRequests, () =>
    eq(upgradeRequests.status, "pending"),
  ),
  tickets: counted("manage-support-ticket", "Tickets", supportTickets, () =>
    eq(supportTickets.status, "open"),
  ),
  reopened: counted("manage-support-ticket", "Reopened tickets", supportTickets, () =>
    eq(supportTickets.status, "reopened"),
  ),
  queries: counted("manage-support-ticket", "Messages", contactQueries, () =>
    eq(contactQueries.status, "new"),
  ),
  /** Attempts to sign in on the platform that let nobody in, in the last 24 hours. */
  failedLogins: counted("manage-login-logs", "Failed sign-ins", staffLoginLog, () =>
    and(
      gte(staffLoginLog.id, idFrom(Date.now() - DAY_MS)),
      inArray(staffLoginLog.result, [...failedLogins]),
    ),
  ),
  /** Of all companies, as the last night has counted. */
  storage: {
    needs: "manage-company",
    title: "Storage",
    read: (db: PlatformDb) =>
      db
        .select({ bytes: sql<number>`coalesce(sum(${companies.storageBytes}), 0)`.as("bytes") })
        .from(companies)
        .where(gt(companies.storageBytes, 0)),
  },
  catalogue: {
    needs: "manage-pm-checklist",
    title: "Catalogue",
    read: (db: PlatformDb) =>
      db
        .select({
          types:
            sql<number>`(select count(*) from ${machineTypes} where ${and(isNull(machineTypes.archivedAt), eq(machineTypes.isActive, true))})`.as(
              "types",
            ),
          checklists:
            sql<number>`(select count(*) from ${pmChecklists} where ${isNull(pmChecklists.archivedAt)})`.as(
              "checklists",
            ),
        })
        .from(sql`(select 1)`),
  },
  latest: {
    needs: "manage-company",
    title: "Newest companies",
    read: (db: PlatformDb) =>
      db
        .select({
          id: companies.id,
          name: companies.name,
          status: companies.status,
          suspendedReason: companies.suspendedReason,
          createdAt: companies.createdAt,
        })
        .from(companies)
        .orderBy(desc(companies.id))
        .limit(LATEST),
  },
} as const satisfies Record<string, Block>;
type BlockName = keyof typeof blocks;
const names = Object.keys(blocks) as BlockName[];

/** What was read of each block; one that the person may not see, or that could not be read, is not there. */
export type PlatformFigures = {
  [N in BlockName]?: ReturnType<(typeof blocks)[N]["read"]>["_"]["result"];
};

/** What the platform's staff see first, and what of it could not be read. One round trip; each block fails alone. */
export async function staffDashboard(session: StaffSession): Promise<PlatformBoard> {
  const [first, ...others] = names.filter((name) => session.may(blocks[name].needs));
  if (!first) return { figures: {}, revenue: null, failed: [] };
  const db = session.authorize(blocks[first].needs);
  const named = (name: BlockName) => [name, blocks[name].read(db)] as const;
  const { results, failed } = await readEach(db, [named(first), ...others.map(named)]);
  const read = [first, ...others].map((name, at) => [name, results[at]] as const);
  const figures: PlatformFigures = Object.fromEntries(
    read.filter(([name]) => !failed.includes(name)),
  );
  return {
    figures,
    revenue: figures.revenue ? monthlyRevenue(figures.revenue) : null,
    failed: failed.map((name) => blocks[name as BlockName].title),
  };
}

export type PlatformBoard = {
  figures: PlatformFigures;
  /** What comes in a month; null for who does not see orders. */
  revenue: { currency: string; minor: number }[] | null;
  /** Titles of what could not be read. */
  failed: string[];
};

type Paid = NonNullable<PlatformFigures["revenue"]>[number];
const MONTHS = 12;

/** What comes in a month, in minor units by currency: a twelfth of a year's price, rounded once over all. */
export function monthlyRevenue(paid: readonly Paid[]): { currency: string; minor: number }[] {
  const ofYear = new Map<string, number>();
  for (const { currency, billing, n, monthlyMinor, yearlyMinor } of paid) {
    const each = billing === "monthly" ? monthlyMinor * MONTHS : yearlyMinor;
    ofYear.set(currency, (ofYear.get(currency) ?? 0) + n * each);
  }
  return [...ofYear]
    .map(([currency, minor]) => ({ currency, minor: Math.round(minor / MONTHS) }))
    .sort((a, b) => b.minor - a.minor);
}
