import { and, desc, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import { failedLogins } from "#app/shared/login-words.ts";
import { idFrom } from "#drizzle/columns.ts";
import {
  companies,
  companyStatuses,
  contactQueries,
  machineTypes,
  pmChecklists,
  staffLoginLog,
} from "#drizzle/control/index.ts";
import type { StaffSession } from "../../session.ts";

const LATEST = 8;
const MOST = 1_000;
const DAY_MS = 24 * 60 * 60_000;
/** The permissions whose blocks the dashboard has. */
const seen = [
  "manage-company",
  "manage-pm-checklist",
  "manage-login-logs",
  "manage-support-ticket",
] as const;

/** What the platform's staff see first; a block without its permission is null. */
export async function staffDashboard(session: StaffSession) {
  const [ofCompanies, ofCatalogue, ofLogins, ofQueries] = seen.map(session.may);
  const none = { companies: null, catalogue: null, failedLogins: null, newQueries: null };
  const first = seen.find(session.may);
  if (!first) return none;
  const db = session.authorize(first);
  const [statuses, latest, [catalogue], failed, queries] = await db.read(
    db
      .select({
        status: sql<(typeof companyStatuses)[number]>`"known"."value"`.as("status"),
        n: sql<number>`(select count(*) from ${companies} where "companies"."status" = "known"."value")`.as(
          "n",
        ),
      })
      .from(sql`json_each(${JSON.stringify(ofCompanies ? companyStatuses : [])}) as "known"`),
    db
      .select({
        id: companies.id,
        name: companies.name,
        status: companies.status,
        suspendedReason: companies.suspendedReason,
        createdAt: companies.createdAt,
      })
      .from(companies)
      .where(ofCompanies ? undefined : sql`0`)
      .orderBy(desc(companies.id))
      .limit(LATEST),
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
      .from(sql`(select 1)`)
      .where(ofCatalogue ? undefined : sql`0`),
    db.counting(
      staffLoginLog,
      ofLogins
        ? and(
            gte(staffLoginLog.id, idFrom(Date.now() - DAY_MS)),
            inArray(staffLoginLog.result, [...failedLogins]),
          )
        : sql`0`,
      MOST,
    ),
    db.counting(contactQueries, ofQueries ? eq(contactQueries.status, "new") : sql`0`, MOST),
  );
  return {
    companies: ofCompanies ? { statuses, latest } : null,
    catalogue: (ofCatalogue && catalogue) || null,
    /** Attempts to sign in on the platform that let nobody in, in the last 24 hours; counted no further than 1,000. */
    failedLogins: ofLogins ? (failed[0]?.n ?? 0) : null,
    /** Messages from the public pages that nobody has taken up; counted no further than 1,000. */
    newQueries: ofQueries ? (queries[0]?.n ?? 0) : null,
  };
}
