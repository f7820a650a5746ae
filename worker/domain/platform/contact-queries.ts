import { and, asc, desc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type QueryState, queryStates } from "#app/shared/contact-queries.ts";
import type { Choice, ListQuery } from "#app/shared/list.ts";
import { MOST_COUNTED } from "#app/shared/numbers.ts";
import {
  adminDirectory,
  companies,
  platformMedia,
  staff,
  contactQueries as table,
} from "#drizzle/control/index.ts";
import type { Row } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { storedFile } from "../../files/serve.ts";
import { notFound } from "../../refusals.ts";
import type { StaffSession } from "../../session.ts";
import { lookBack } from "../activity/walk.ts";
import { askedOf, entryOf } from "../lists/list-query.ts";
import { namedIn } from "./choices.ts";

const MANAGE = "manage-support-ticket";
/** Rows looked through for one page, where not all of a state are asked for. */
const MOST = 200;
const MOST_STAFF = 200;
const states = Object.keys(queryStates) as QueryState[];

const assignee = alias(staff, "assignee");
const columns = {
  id: sql<string>`${table.id}`.as("query_id"),
  at: sql<number>`${table.createdAt}`.as("sent_at"),
  kind: table.kind,
  name: sql<string>`${table.name}`.as("sender"),
  email: sql<string | null>`${table.email}`.as("sender_email"),
  phone: sql<string | null>`${table.phone}`.as("sender_phone"),
  organisation: table.organisation,
  subject: table.subject,
  page: table.page,
  status: sql<QueryState>`${table.status}`.as("query_status"),
  assignedTo: table.assignedTo,
  assigneeName: sql<string | null>`${assignee.name}`.as("assignee_name"),
  mediaId: table.mediaId,
  version: sql<number>`${table.version}`.as("query_version"),
};

/** How many messages are in each state, counted no further than `MOST_COUNTED`, as a statement of a read. */
const counting = (db: PlatformDb) =>
  db
    .select({
      status: sql<QueryState>`"known"."value"`.as("status"),
      n: sql<number>`(select count(*) from (select 1 from ${table} where ${table.status} = "known"."value" limit ${sql.raw(String(MOST_COUNTED + 1))}))`.as(
        "n",
      ),
    })
    .from(sql`json_each(${JSON.stringify(states)}) as "known"`);

/** The filter by person that finds what nobody answers yet. */
export const NOBODY = "nobody";
/** The part of the filters that an index serves: who answers, else the kind. */
function rangeOf({ filters: { kind, person } }: ListQuery): SQL | undefined {
  if (person) return person === NOBODY ? isNull(table.assignedTo) : eq(table.assignedTo, person);
  return kind ? sql`${table.kind} = ${kind}` : undefined;
}

type Searched = Pick<Row<typeof table>, "name" | "email" | "organisation" | "subject" | "kind">;
/** The part that rows are looked through for: those that hold every word, and their kind where a person is asked for as well. */
function sieveOf({ q, filters: { kind, person } }: ListQuery) {
  const words = q.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const of = person ? kind : undefined;
  if (!words.length && !of) return null;
  return (row: Searched) => {
    const held = [row.name, row.email, row.organisation, row.subject];
    const text = held.join(" ").toLocaleLowerCase();
    return (!of || row.kind === of) && words.every((word) => text.includes(word));
  };
}

const nobody: Choice = { value: NOBODY, label: "Nobody" };

/** A page of the messages of one state, the newest first, with how many there are in each. One round trip. */
export async function listQueries(session: StaffSession, params: URLSearchParams) {
  const db = session.authorize(MANAGE);
  const query = askedOf(params, ["at"], ["kind", "person"], "desc");
  const asked = params.get("tab") ?? "";
  const tab = entryOf(queryStates, asked) ? (asked as QueryState) : "new";
  const look = lookBack(params, table.id, query.size);
  const sieve = sieveOf(query);
  const limit = sieve ? MOST : query.size + 1;
  const [found, counts, [person]] = await db.read(
    db
      .select(columns)
      .from(table)
      .leftJoin(assignee, eq(assignee.id, table.assignedTo))
      .where(and(eq(table.status, tab), rangeOf(query), look.where))
      .orderBy(look.order === "asc" ? asc(table.id) : desc(table.id))
      .limit(limit),
    counting(db),
    namedIn(db, staff, query.filters.person),
  );
  return {
    ...look.page(found, limit, (row) => sieve?.(row) ?? true),
    query,
    tab,
    person: query.filters.person === NOBODY ? nobody : (person ?? null),
    counts: Object.fromEntries(counts.map(({ status, n }) => [status, n])) as Record<
      QueryState,
      number
    >,
  };
}

const file = (id: SQL | string) =>
  and(
    eq(platformMedia.ownerKind, "contact_query"),
    sql`${platformMedia.ownerId} = ${id}`,
    isNull(platformMedia.deletedAt),
  );

/** A sender may be an Admin of so many companies. */
const MOST_COMPANIES = 5;
/** The companies one of whose Admins has the sender's address, as the directory knows them. */
const companiesOf = (db: PlatformDb, id: string) =>
  db
    .select({
      id: sql<string>`${companies.id}`.as("company_id"),
      name: sql<string>`${companies.name}`.as("company_name"),
    })
    .from(adminDirectory)
    .innerJoin(companies, eq(companies.id, adminDirectory.companyId))
    .where(
      and(
        sql`${adminDirectory.email} = (select ${table.email} from ${table} where ${table.id} = ${id})`,
        ne(adminDirectory.status, "left"),
      ),
    )
    .limit(MOST_COMPANIES);

/** One message with its file, where an applicant sent one, and the companies it may come from. @throws Response 404 for none */
export async function findQuery(session: StaffSession, id: string) {
  const db = session.authorize(MANAGE);
  const [[query], [applicant], from] = await db.read(
    db
      .select({ ...columns, message: table.message, notes: table.notes })
      .from(table)
      .leftJoin(assignee, eq(assignee.id, table.assignedTo))
      .where(eq(table.id, id))
      .limit(1),
    db
      .select({ fileName: platformMedia.fileName, bytes: platformMedia.bytes })
      .from(platformMedia)
      .where(file(id))
      .limit(1),
    companiesOf(db, id),
  );
  return { ...(query ?? notFound("message")), file: applicant ?? null, companies: from };
}

/** The same with the colleagues who may be asked to answer. */
export async function openQuery(session: StaffSession, id: string) {
  const db = session.authorize(MANAGE);
  const [query, [colleagues]] = await Promise.all([
    findQuery(session, id),
    db.read(
      db
        .select({ value: staff.id, label: staff.name })
        .from(staff)
        .where(eq(staff.status, "active"))
        .orderBy(asc(staff.name))
        .limit(MOST_STAFF),
    ),
  ]);
  const gone: Choice[] =
    query.assignedTo && !colleagues.some(({ value }) => value === query.assignedTo)
      ? [{ value: query.assignedTo, label: query.assigneeName ?? "Somebody who has left" }]
      : [];
  return {
    query,
    colleagues: [...colleagues, ...gone],
    seesCompanies: session.may("manage-company"),
  };
}

/** The file of an applicant as it was sent, to be kept and not shown. @throws Response 404 */
export async function queryFile(
  session: StaffSession,
  bucket: R2Bucket,
  id: string,
): Promise<Response> {
  const db = session.authorize(MANAGE);
  const [[found]] = await db.read(
    db
      .select({
        objectKey: platformMedia.objectKey,
        fileName: platformMedia.fileName,
        mime: platformMedia.mime,
      })
      .from(platformMedia)
      .innerJoin(table, eq(table.id, platformMedia.ownerId))
      .where(and(eq(table.id, id), file(id)))
      .limit(1),
  );
  return storedFile(bucket, found ?? notFound("file"), true);
}
