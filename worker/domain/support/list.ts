import { and, inArray, type SQL, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { MOST_TICKETS_COUNTED } from "#app/shared/ticket-words.ts";
import { supportTickets } from "#drizzle/control/index.ts";
import { keyset } from "../../db/keyset.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import type { Session } from "../../session.ts";
import { askedOf, entryOf } from "../lists/list-query.ts";
import { seenBy } from "./seen.ts";

type Status = (typeof supportTickets.$inferSelect)["status"];

const tabs = {
  open: { label: "Open", of: ["open", "reopened", "in_progress", "waiting_customer"] },
  waiting: { label: "Waiting for me", of: ["waiting_customer"] },
  closed: { label: "Closed", of: ["resolved", "closed"] },
} as const satisfies Record<string, { label: string; of: readonly Status[] }>;
export const ticketTabs = Object.keys(tabs);

/** Columns of a ticket that its company reads. */
export const companyColumns = [
  ...(["id", "number", "openedBy", "openedByName", "subject", "category", "priority"] as const),
  ...([
    "status",
    "firstResponseAt",
    "lastReplyAt",
    "lastReplyBy",
    "resolvedAt",
    "closedAt",
  ] as const),
  ...(["rating", "ratingNote", "createdAt", "updatedAt"] as const),
] as const;

/** Ids of tickets of several states, as a source: so many of each, the newest first, are read by the index. */
const newestOf = (
  db: PlatformDb,
  statuses: readonly Status[],
  where: SQL | undefined,
  { orderBy, limit }: Pick<ReturnType<typeof keyset>, "orderBy" | "limit">,
): SQL => {
  const each = statuses.map((status) => {
    const rows = db
      .select({ id: supportTickets.id })
      .from(supportTickets)
      .where(db.ofOwner(supportTickets, and(sql`${supportTickets.status} = ${status}`, where)))
      .orderBy(...orderBy)
      .limit(limit);
    return sql`select "id" from ${rows}`;
  });
  return sql`(${sql.join(each, sql` union all `)}) as "newest"`;
};

/**
 * The company's tickets, newest first: those that the person opened, all of them for an Admin.
 * @throws Response 403
 */
export async function listTickets(session: Session, params: URLSearchParams) {
  const db = session.asCustomer("view-support-ticket");
  const asked = params.get("tab") ?? "";
  const tab = (entryOf(tabs, asked) ? asked : "open") as keyof typeof tabs;
  const query = askedOf(params, ["newest"], [], "desc");
  const slice = keyset(supportTickets.id, supportTickets.id, query, params);
  const seen = seenBy(session);
  const [rows, ...counts] = await db.read(
    db
      .select(pick(supportTickets, [...companyColumns]))
      .from(newestOf(db, tabs[tab].of, and(seen, slice.where), slice))
      .crossJoin(supportTickets)
      .where(db.ofOwner(supportTickets, sql`${supportTickets.id} = "newest"."id"`))
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
    ...Object.values(tabs).map(({ of }) =>
      db.counting(
        supportTickets,
        and(inArray(supportTickets.status, [...of]), seen),
        MOST_TICKETS_COUNTED + 1,
      ),
    ),
  );
  return {
    ...slice.page(rows, ({ id }) => id, null),
    ...{ query, tab, now: Date.now() },
    tabs: ticketTabs.map((key, at) => ({
      key,
      label: tabs[key as keyof typeof tabs].label,
      count: counts[at]?.[0]?.n ?? 0,
    })),
  };
}
