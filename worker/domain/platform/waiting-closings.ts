import { and, eq, type SQL, sql } from "drizzle-orm";
import { companyClosings } from "#drizzle/control/index.ts";

/** What waits for a second person and has not lapsed. */
const waits = () =>
  sql`${companyClosings.status} = 'open' and ${companyClosings.expiresAt} > ${Date.now()}`;

/** What waits about a company, as columns of a list of companies; null for all where nothing does. */
export const waitingOf = {
  requestId: sql<string | null>`${companyClosings.id}`.as("request_id"),
  requestKind: sql<"close" | "reopen" | null>`${companyClosings.kind}`.as("request_kind"),
  requestReason: sql<string | null>`${companyClosings.reason}`.as("request_reason"),
  askedBy: companyClosings.askedBy,
  askedByName: companyClosings.askedByName,
  lapsesAt: companyClosings.expiresAt,
};

/** Joins it to a company. */
export const waitsFor = (companyId: Parameters<typeof eq>[0]): SQL =>
  and(eq(companyClosings.companyId, companyId), waits())!;

/** The companies about which something of a kind waits, or anything. */
export const companiesWaiting = (kind: string): SQL =>
  sql`(select "waiting"."company_id" from ${companyClosings} as "waiting" where "waiting"."status" = 'open' and "waiting"."expires_at" > ${Date.now()}
    and (${kind} = 'any' or "waiting"."kind" = ${kind}))`;
