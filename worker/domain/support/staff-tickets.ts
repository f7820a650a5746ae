import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { ticketStates, unsolved } from "#app/shared/flows/support-tickets.ts";
import { pick } from "#app/shared/pick.ts";
import { MOST_TICKETS_COUNTED } from "#app/shared/ticket-words.ts";
import { idFrom } from "#drizzle/columns.ts";
import {
  companies,
  domains,
  plans,
  planVersions,
  staff,
  subscriptions,
  supportTickets,
} from "#drizzle/control/index.ts";
import { keyset } from "../../db/keyset.ts";
import { notFound } from "../../refusals.ts";
import type { StaffSession } from "../../session.ts";
import { askedOf, entryOf } from "../lists/list-query.ts";
import { assigneesQuery } from "./assignees.ts";
import { ticketFlow } from "./flow.ts";
import { conversationOf, inOrder } from "./read.ts";

const statuses = Object.keys(ticketStates) as (keyof typeof ticketStates)[];
const DAY_MS = 86_400_000;
/** Days a ticket is old at least. */
export const ticketAges = ["1", "3", "7", "30"] as const;
/** Words of the filter by who has a ticket, besides the ids of staff. */
export const assigneeWords = { me: "me", nobody: "nobody" } as const;
/** So many tickets of a tab are looked through for a page at most. */
const MOST_LOOKED = 2_000;

/** What filters ask of the rows of a status that an index holds in their order. */
function narrowed(session: StaffSession, filters: Record<string, string>): SQL | undefined {
  const { priority, assignee } = filters;
  const of = assignee === assigneeWords.me ? session.actor.userId : assignee;
  return and(
    priority ? sql`"priority" = ${priority}` : undefined,
    of === assigneeWords.nobody
      ? sql`"assigned_to" is null`
      : of
        ? sql`"assigned_to" = ${of}`
        : undefined,
  );
}

/** Tickets of all companies in one status, newest first. @throws Response 403 */
export async function listStaffTickets(session: StaffSession, params: URLSearchParams) {
  const db = session.authorize("manage-support-ticket");
  const asked = params.get("tab") ?? "";
  const tab = (entryOf(ticketStates, asked) ? asked : "open") as (typeof statuses)[number];
  const query = askedOf(params, ["newest"], ["priority", "assignee", "company", "age"], "desc");
  const { company, age } = query.filters;
  const days = ticketAges.find((one) => one === age);
  const slice = keyset(supportTickets.id, supportTickets.id, query, params);
  const sieve = narrowed(session, query.filters);
  const now = Date.now();
  const walked = db
    .select({
      id: supportTickets.id,
      priority: supportTickets.priority,
      assignedTo: supportTickets.assignedTo,
    })
    .from(supportTickets)
    .where(
      and(
        sql`${supportTickets.status} = ${tab}`,
        company ? eq(supportTickets.companyId, company) : undefined,
        days ? sql`${supportTickets.id} < ${idFrom(now - Number(days) * DAY_MS)}` : undefined,
        slice.where,
      ),
    )
    .orderBy(...slice.orderBy)
    .limit(sieve ? MOST_LOOKED : slice.limit);
  const end = sql.raw(slice.backwards ? "max" : "min");
  const [rows, [looked], people, named, ...counts] = await db.read(
    db
      .select({
        id: sql<string>`${supportTickets.id}`.as("ticket_id"),
        ...pick(supportTickets, ["number", "subject", "category", "companyId", "openedByName"]),
        ...pick(supportTickets, ["priority", "assignedTo", "lastReplyAt", "lastReplyBy"]),
        status: sql<(typeof statuses)[number]>`${supportTickets.status}`.as("ticket_status"),
        createdAt: sql<number>`${supportTickets.createdAt}`.as("ticket_created_at"),
        companyName: sql<string>`${companies.name}`.as("company_name"),
        assigneeName: sql<string | null>`${staff.name}`.as("assignee_name"),
      })
      .from(supportTickets)
      .innerJoin(companies, eq(companies.id, supportTickets.companyId))
      .leftJoin(staff, eq(staff.id, supportTickets.assignedTo))
      .where(
        sql`${supportTickets.id} in (select "id" from ${walked}${sieve ? sql` where ${sieve}` : sql``})`,
      )
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
    db.rows<{ id: string | null; n: number }>(
      sql`select ${end}("id") as "id", count(*) as "n" from ${walked}`,
    ),
    assigneesQuery(db),
    db
      .select({ value: companies.id, label: companies.name })
      .from(companies)
      .where(eq(companies.id, company ?? ""))
      .limit(1),
    ...statuses.map((status) =>
      db.counting(supportTickets, eq(supportTickets.status, status), MOST_TICKETS_COUNTED + 1),
    ),
  );
  const isCut = sieve !== undefined && looked?.n === MOST_LOOKED;
  // Of the last that was looked at its place alone is needed.
  const last = looked?.id ? ({ id: looked.id } as (typeof rows)[number]) : undefined;
  return {
    ...slice.page(rows, ({ id }) => id, null, false, isCut ? { end: last, isCut } : undefined),
    ...{ query, tab, now, people, company: named[0] ?? null },
    tabs: statuses.map((key, at) => ({
      key,
      label: ticketStates[key],
      count: counts[at]?.[0]?.n ?? 0,
    })),
  };
}

const MOST_OTHERS = 10;

/** A ticket with all that was said on it, and what is known of its company. @throws Response 403; 404 */
export async function findStaffTicket(session: StaffSession, id: string) {
  const db = session.authorize("manage-support-ticket");
  const ofTicket = sql`(select "company_id" from ${supportTickets} where ${supportTickets.id} = ${id})`;
  const [[row], replies, files, [company], others, people] = await db.read(
    db.byId(supportTickets, id),
    ...conversationOf(db, id, true),
    db
      .select({
        id: sql<string>`${companies.id}`.as("company_id"),
        name: sql<string>`${companies.name}`.as("company_name"),
        status: sql<(typeof companies.$inferSelect)["status"]>`${companies.status}`.as(
          "company_status",
        ),
        suspendedReason: companies.suspendedReason,
        serviceType: sql<number>`${companies.serviceType}`.as("company_service_type"),
        host: sql<string | null>`${domains.hostname}`.as("host"),
        plan: sql<string | null>`${plans.name}`.as("plan_name"),
      })
      .from(companies)
      .leftJoin(domains, sql`${domains.companyId} = ${companies.id} and ${domains.isPrimary} = 1`)
      .leftJoin(
        subscriptions,
        sql`${subscriptions.companyId} = ${companies.id} and ${inArray(subscriptions.status, ["trialing", "active", "past_due"])}`,
      )
      .leftJoin(planVersions, eq(planVersions.id, subscriptions.planVersionId))
      .leftJoin(plans, eq(plans.id, planVersions.planId))
      .where(eq(companies.id, ofTicket))
      .limit(1),
    db
      .select(pick(supportTickets, ["id", "number", "subject", "status"]))
      .from(supportTickets)
      .where(
        and(
          eq(supportTickets.companyId, ofTicket),
          inArray(supportTickets.status, [...unsolved]),
          ne(supportTickets.id, id),
        ),
      )
      .limit(MOST_OTHERS),
    assigneesQuery(db),
  );
  if (!row || !company) return notFound("ticket");
  return {
    ticket: { ...row, moves: ticketFlow.movesOf(session, row) },
    ...inOrder(replies, files),
    ...{ company, others, people, now: Date.now() },
    assigneeName: people.find(({ value }) => value === row.assignedTo)?.label ?? null,
  };
}
