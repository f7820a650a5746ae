import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { companies, companyStatuses, machineTypes, pmChecklists } from "#drizzle/control/index.ts";
import type { StaffSession } from "../../session.ts";

const LATEST = 8;

/** What the platform's staff see first; a block without its permission is null. */
export async function staffDashboard(session: StaffSession) {
  const [ofCompanies, ofCatalogue] = [
    session.may("manage-company"),
    session.may("manage-pm-checklist"),
  ];
  const none = { companies: null, catalogue: null };
  if (!ofCompanies && !ofCatalogue) return none;
  const db = session.authorize(ofCompanies ? "manage-company" : "manage-pm-checklist");
  const [statuses, latest, [catalogue]] = await db.read(
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
  );
  return {
    companies: ofCompanies ? { statuses, latest } : null,
    catalogue: (ofCatalogue && catalogue) || null,
  };
}
