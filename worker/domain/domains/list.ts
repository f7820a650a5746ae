import { and, eq, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { companies, domainRequests as table } from "#drizzle/control/index.ts";
import { keyset } from "../../db/keyset.ts";
import { proofName } from "../../dns/resolver.ts";
import type { StaffSession } from "../../session.ts";
import { askedOf } from "../lists/list-query.ts";
import { namedIn } from "../platform/choices.ts";
import { openShards } from "../platform/founding.ts";
import { trialsQuery } from "../platform/trials.ts";
import { domainFlow } from "./flow.ts";
import type { DomainRequest } from "./proving.ts";

/** What is shown of a request beside its moves: where it came from stays with the platform. */
const shownColumns = [
  ...(["kind", "companyId", "requesterName", "requesterEmail", "requesterPhone"] as const),
  ...(["companyKind", "country", "hostname", "serviceType", "note", "proof"] as const),
  ...(["dnsTarget", "verifiedAt", "decidedAt", "reason", "expiresAt"] as const),
] as const;

/**
 * Wishes for an account or another host, newest first, with what a new company can begin with: the plans that can be tried, and the
 * shards that take companies.
 */
export async function listDomainRequests(session: StaffSession, params: URLSearchParams) {
  const db = session.authorize("manage-company");
  const query = askedOf(params, ["newest"], ["status", "kind", "company"]);
  const { status, kind, company } = query.filters;
  const slice = keyset(table.id, table.id, query, params);
  const [rows, offered, shards, [chosen]] = await db.read(
    db
      .select({
        ...pick(table, shownColumns),
        id: sql<string>`${table.id}`.as("request_id"),
        version: sql<number>`${table.version}`.as("request_version"),
        status: sql<DomainRequest["status"]>`${table.status}`.as("request_status"),
        createdAt: sql<number>`${table.createdAt}`.as("request_created_at"),
        companyName: sql<string>`coalesce(${companies.name}, ${table.companyName}, '')`.as(
          "company_name",
        ),
      })
      .from(table)
      .leftJoin(companies, eq(companies.id, table.companyId))
      .where(
        and(
          status ? sql`${table.status} = ${status}` : undefined,
          kind ? sql`${table.kind} = ${kind}` : undefined,
          company ? eq(table.companyId, company) : undefined,
          slice.where,
        ),
      )
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
    trialsQuery(db),
    openShards(db),
    namedIn(db, companies, company),
  );
  const offering = rows.map((row) => ({
    ...row,
    record: row.proof ? proofName(row.hostname) : null,
    moves: domainFlow.movesOf(session, row as unknown as DomainRequest),
  }));
  return {
    ...slice.page(offering, ({ id }) => id, null),
    ...{ query, company: chosen ?? null },
    plans: offered.flatMap(({ planId, name, trialDays }) =>
      trialDays > 0 ? [{ value: planId, label: name }] : [],
    ),
    shards: shards.map(({ id, name }) => ({ value: id, label: name })),
  };
}
