import { and, asc, desc, eq, sql } from "drizzle-orm";
import { purgeDay } from "#app/shared/company-standing.ts";
import { pick } from "#app/shared/pick.ts";
import {
  adminDirectory,
  companies,
  companyClosings,
  companyUsage,
  domainRequests,
  domains,
  orders,
  shards,
  subscriptionLog,
  supportTickets,
  upgradeRequests,
} from "#drizzle/control/index.ts";
import type { Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import type { PlatformPermission } from "../../permissions.ts";
import { notFound } from "../../refusals.ts";
import type { StaffSession } from "../../session.ts";
import { liveQuery } from "../billing/changing.ts";
import { plansToGive } from "../billing/extending.ts";
import { eventsIn, ordersIn, requestsIn } from "../billing/staff-orders.ts";
import { entryOf } from "../lists/list-query.ts";
import { activityAbout } from "./activity.ts";
import { primaryOf } from "./companies.ts";
import { waitingOf, waitsFor } from "./waiting-closings.ts";

/** What is shown of a company, each by the permission of its list; the first is shown where nothing is asked. */
export const companyTabs = {
  profile: "manage-company",
  domains: "manage-company",
  usage: "manage-company",
  subscription: "manage-company",
  orders: "manage-transaction",
  requests: "manage-company",
  tickets: "manage-support-ticket",
  admins: "manage-company",
  activity: "manage-activity-log",
} as const satisfies Record<string, PlatformPermission>;
export type CompanyTab = keyof typeof companyTabs;

/** The newest rows of a tab; its list has them all. */
const MOST = 25;
const MOST_DAYS = 90;
const MOST_HOSTS = 100;

const companyQuery = (db: PlatformDb, id: string) =>
  db
    .select({
      row: companies,
      shard: sql<string>`${shards.name}`.as("shard_name"),
      host: sql<string | null>`${domains.hostname}`.as("host_name"),
      ...waitingOf,
    })
    .from(companies)
    .innerJoin(shards, eq(shards.id, companies.shardId))
    .leftJoin(domains, primaryOf)
    .leftJoin(companyClosings, waitsFor(companies.id))
    .where(eq(companies.id, id))
    .limit(1);

type Asked = { db: PlatformDb; id: string; session: StaffSession };

/** What is read for each tab, by the names under which it is shown. The profile is the company itself. */
const tabs = {
  profile: () => ({}),

  domains: ({ db, id }: Asked) => ({
    hosts: db
      .select(pick(domains, ["id", "hostname", "kind", "status", "isPrimary", "verifiedAt"]))
      .from(domains)
      .where(eq(domains.companyId, id))
      .orderBy(desc(domains.isPrimary), asc(domains.hostname))
      .limit(MOST_HOSTS),
  }),

  usage: ({ db, id }: Asked) => ({
    days: db
      .select()
      .from(companyUsage)
      .where(eq(companyUsage.companyId, id))
      .orderBy(desc(companyUsage.day))
      .limit(MOST_DAYS),
    live: liveQuery(db, id),
  }),

  /** Its log by the permission of the log. */
  subscription: ({ db, id, session }: Asked) => ({
    live: liveQuery(db, id),
    log: eventsIn(db)
      .where(
        and(
          eq(subscriptionLog.companyId, id),
          session.may("manage-transaction") ? undefined : sql`0`,
        ),
      )
      .orderBy(desc(subscriptionLog.id))
      .limit(MOST),
  }),

  orders: ({ db, id }: Asked) => ({
    orders: ordersIn(db).where(eq(orders.companyId, id)).orderBy(desc(orders.id)).limit(MOST),
  }),

  requests: ({ db, id }: Asked) => ({
    upgrades: requestsIn(db)
      .where(eq(upgradeRequests.companyId, id))
      .orderBy(desc(upgradeRequests.id))
      .limit(MOST),
    hosts: db
      .select(
        pick(domainRequests, ["id", "kind", "hostname", "status", "requesterName", "createdAt"]),
      )
      .from(domainRequests)
      .where(eq(domainRequests.companyId, id))
      .orderBy(desc(domainRequests.id))
      .limit(MOST),
  }),

  tickets: ({ db, id }: Asked) => ({
    tickets: db
      .select(pick(supportTickets, ["id", "number", "subject", "priority", "status", "createdAt"]))
      .from(supportTickets)
      .where(eq(supportTickets.companyId, id))
      .orderBy(desc(supportTickets.id))
      .limit(MOST),
  }),

  admins: ({ db, id }: Asked) => ({
    admins: db
      .select(pick(adminDirectory, ["id", "userId", "name", "email", "status", "lastLoginAt"]))
      .from(adminDirectory)
      .where(eq(adminDirectory.companyId, id))
      .orderBy(asc(adminDirectory.name), asc(adminDirectory.id))
      .limit(MOST),
  }),

  activity: ({ db, id }: Asked) => ({ activity: activityAbout(db, id, MOST) }),
} satisfies Record<CompanyTab, (asked: Asked) => Record<string, Statement>>;

type ReadOf<T extends CompanyTab> = ReturnType<(typeof tabs)[T]>;
type RowsOf<N> = { [K in keyof N]: N[K] extends Statement ? N[K]["_"]["result"] : never };
/** What a tab shows. */
export type CompanyRows = { [T in CompanyTab]: { tab: T } & RowsOf<ReadOf<T>> }[CompanyTab];

/**
 * A company as the platform has it, and one tab of what it has with the platform. One round trip.
 * @throws Response 403, also for a tab whose list the person may not see; 404
 */
export async function companyPage(session: StaffSession, id: string, params: URLSearchParams) {
  session.authorize("manage-company");
  const asked = params.get("tab") ?? "";
  const tab = (entryOf(companyTabs, asked) ? asked : "profile") as CompanyTab;
  const db = session.authorize(companyTabs[tab]);
  const named = Object.entries<Statement>(tabs[tab]({ db, id, session }));
  const [[found], plans, ...rows] = await db.read(
    companyQuery(db, id),
    plansToGive(db),
    ...named.map(([, statement]) => statement),
  );
  const { row, ...names } = found ?? notFound("company");
  const purgeOn = row.closedAt === null ? null : purgeDay(row.closedAt, row.timeZone);
  const shown = Object.fromEntries(named.map(([name], at) => [name, rows[at]]));
  const seen = Object.keys(companyTabs) as CompanyTab[];
  return {
    company: { ...row, ...names, purgeOn },
    me: session.actor.userId,
    shown: { tab, ...shown } as CompanyRows,
    tabs: seen.filter((one) => session.may(companyTabs[one])),
    plans,
    now: Date.now(),
    seesLog: session.may("manage-transaction"),
  };
}
export type CompanyPage = Awaited<ReturnType<typeof companyPage>>;
