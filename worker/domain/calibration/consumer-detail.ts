import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import {
  consumerContacts,
  consumerSites,
  consumers,
  contractReviews,
  decisionRules,
  machines,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Table } from "../../db/db.ts";
import { rare } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { contacts, reviews, sites } from "./consumer-parts.ts";

/** The lists of a consumer's page, by the names of their tabs. */
export const consumerParts = { sites, contacts, reviews };
export type PartName = keyof typeof consumerParts;
export const isPart = (tab: string | null): tab is PartName =>
  tab !== null && Object.hasOwn(consumerParts, tab);

/** Counted no further. */
const MOST = 50;

type Part = Table & { consumerId: SQLiteColumn; archivedAt: SQLiteColumn; deletedAt: SQLiteColumn };
const counting = (db: ReadingDb, part: Part, id: string, isSeen: SQL | undefined = undefined) =>
  db.counting(
    part,
    and(rare(eq(part.consumerId, id)), isNull(part.archivedAt), isNull(part.deletedAt), isSeen),
    MOST + 1,
  );
const countText = (n: number) => (n > MOST ? `${MOST}+` : n);

/** What the list of a tab asks: its parts of this consumer, the latest reviews first. */
function asksOf(id: string, tab: PartName, params: URLSearchParams): URLSearchParams {
  const asked = new URLSearchParams(params);
  asked.set("consumer", id);
  if (tab === "reviews" && !asked.has("dir")) asked.set("dir", "desc");
  return asked;
}

/** A page of a consumer's parts, and the one that a form is open on, which is never another consumer's. */
async function partsOf<R extends { consumerId: string }>(
  list: Promise<{ rows: R[]; record?: R | null; query: { filters: Record<string, string> } }>,
  id: string,
) {
  const { query, record, ...page } = await list;
  const { consumer: _, ...filters } = query.filters;
  return {
    ...page,
    query: { ...query, filters },
    record: record?.consumerId === id ? record : null,
  };
}

const ruleName = (db: ReadingDb, id: string) =>
  db
    .select({ name: decisionRules.name })
    .from(decisionRules)
    .where(
      db.ofOwner(
        decisionRules,
        sql`${decisionRules.id} = (select ${consumers.defaultDecisionRuleId} from ${consumers} where ${db.ofOwner(consumers, eq(consumers.id, id))})`,
      ),
    )
    .limit(1);

/** A consumer's page. @throws Response 403, 404 */
export async function consumerDetail(session: Session, id: string) {
  const db = session.authorize("view-consumer");
  const seesMachines = session.can("view-machine");
  const [[consumer], [rule], [siteCount], [contactCount], [reviewCount], [devices]] = await db.read(
    db.byId(consumers, id),
    ruleName(db, id),
    counting(db, consumerSites, id),
    counting(db, consumerContacts, id),
    counting(db, contractReviews, id),
    counting(db, machines, id, seesMachines ? undefined : sql`0`),
  );
  if (!consumer) return notFound("consumer");
  return {
    consumer,
    ruleName: rule?.name ?? null,
    counts: {
      sites: countText(siteCount?.n ?? 0),
      contacts: countText(contactCount?.n ?? 0),
      reviews: countText(reviewCount?.n ?? 0),
      machines: seesMachines ? countText(devices?.n ?? 0) : null,
    },
    may: {
      create: session.can("create-consumer"),
      edit: session.can("edit-consumer"),
      remove: session.can("delete-consumer"),
      createMachine: session.can("create-machine"),
    },
  };
}
export type ConsumerDetail = Awaited<ReturnType<typeof consumerDetail>>;

/** The list of a tab of a consumer's page. @param record the part that a form is open on */
export const partList = {
  sites: (session: Session, id: string, params: URLSearchParams, record: string) =>
    partsOf(sites.list(session, asksOf(id, "sites", params), record), id),
  contacts: (session: Session, id: string, params: URLSearchParams, record: string) =>
    partsOf(contacts.list(session, asksOf(id, "contacts", params), record), id),
  reviews: (session: Session, id: string, params: URLSearchParams, record: string) =>
    partsOf(reviews.list(session, asksOf(id, "reviews", params), record), id),
};

/** Refuses a part that a form names, where it is none of the consumer in the address. @throws Response 404 */
export const within =
  (parts: (typeof consumerParts)[keyof typeof consumerParts], consumerId: string) =>
  (part: { consumerId: string }): [] =>
    part.consumerId === consumerId ? [] : notFound(parts.noun[0]);
