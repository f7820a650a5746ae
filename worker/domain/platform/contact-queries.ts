import { and, asc, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { type QueryState, queryMoves, queryStates } from "#app/shared/contact-queries.ts";
import type { Choice } from "#app/shared/list.ts";
import { MOST_COUNTED } from "#app/shared/numbers.ts";
import { platformMedia, staff, contactQueries as table } from "#drizzle/control/index.ts";
import type { Answer, Row } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { storedFile } from "../../files/serve.ts";
import { conflict, invalid, notFound, refuseStale, stale } from "../../refusals.ts";
import type { StaffSession } from "../../session.ts";
import { lookBack } from "../activity/walk.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked, optionalId, optionalMultiline, whole } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { askedOf, entryOf } from "../lists/list-query.ts";

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

type Searched = { name: string; email: string | null; organisation: string | null };
/** The messages whose sender, address or organisation holds every word. */
function sieveOf(q: string, kind: string | undefined) {
  const words = q.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length && !kind) return null;
  return (row: Searched & { kind: string }) => {
    const text = [row.name, row.email, row.organisation].join(" ").toLocaleLowerCase();
    return (!kind || row.kind === kind) && words.every((word) => text.includes(word));
  };
}

/** A page of the messages of one state, the newest first, with how many there are in each. One round trip. */
export async function listQueries(session: StaffSession, params: URLSearchParams) {
  const db = session.authorize(MANAGE);
  const query = askedOf(params, ["at"], ["kind"], "desc");
  const asked = params.get("tab") ?? "";
  const tab = entryOf(queryStates, asked) ? (asked as QueryState) : "new";
  const look = lookBack(params, table.id, query.size);
  const sieve = sieveOf(query.q, query.filters.kind);
  const limit = sieve ? MOST : query.size + 1;
  const [found, counts] = await db.read(
    db
      .select(columns)
      .from(table)
      .leftJoin(assignee, eq(assignee.id, table.assignedTo))
      .where(and(eq(table.status, tab), look.where))
      .orderBy(look.order === "asc" ? asc(table.id) : desc(table.id))
      .limit(limit),
    counting(db),
  );
  return {
    ...look.page(found, limit, (row) => sieve?.(row) ?? true),
    query,
    tab,
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

/** One message with its file, where an applicant sent one. @throws Response 404 for none */
export async function findQuery(session: StaffSession, id: string) {
  const db = session.authorize(MANAGE);
  const [[query], [applicant]] = await db.read(
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
  );
  return { ...(query ?? notFound("message")), file: applicant ?? null };
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
  return { query, colleagues: [...colleagues, ...gone] };
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

type Query = Row<typeof table>;
async function before(db: PlatformDb, id: string): Promise<Query> {
  return (await db.find(table, id)) ?? notFound("message");
}
const named = ({ id, name }: Query) => ({ id, name });

/** Commits a change of a message as it was read. @throws Response 409 with the newer one when somebody else was first */
async function changing(
  db: PlatformDb,
  row: Query,
  values: Partial<Query>,
  entry: ReturnType<typeof recorded>,
  more: SQL[] = [],
): Promise<Answer<{ id: string }>> {
  try {
    return await db.commit({
      writes: [
        db.assertUnchanged(table, row),
        ...more.map((one) => db.assert("usable_reference", one)),
        db.updating(table, eq(table.id, row.id), values),
      ],
      ...entry,
    });
  } catch (refusal) {
    if (!(refusal instanceof Response) || refusal.status !== 409) throw refusal;
    const newer = await before(db, row.id);
    if (newer.version === row.version) throw refusal;
    return stale(shown(newer));
  }
}
/** What a refusal tells of a message: what its form holds. */
const shown = ({ id, status, assignedTo, notes, version }: Query) => ({
  ...{ id, status, assignedTo, notes, version },
});

const version = () => whole("Version").optional();
export const moveInput = z.strictObject({
  status: z.enum(states, "Choose where it goes"),
  version: version(),
});
export const handleInput = z.strictObject({
  assignedTo: optionalId("Assigned to"),
  notes: optionalMultiline(2_000, "Notes"),
  version: version(),
});

/** Moves a message to another state, as the table of moves allows. @throws Response 403; 404; 409; 422 */
export async function moveQuery(
  session: StaffSession,
  id: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize(MANAGE);
  const { status, version: seen } = checked(moveInput, input);
  const row = await before(db, id);
  const first = await firstOf(db, row, seen);
  if (first) return first;
  if (!queryMoves[row.status].includes(status)) {
    const answered = await db.firstAnswer<{ id: string }>();
    return (
      answered ??
      conflict(
        row.status === status
          ? `This message is ${queryStates[status].toLowerCase()} already`
          : `A message that is ${queryStates[row.status].toLowerCase()} does not become ${queryStates[status].toLowerCase()}`,
      )
    );
  }
  const changes = [{ field: "status", from: row.status, to: status }];
  const message = `The message of ${row.name} is ${queryStates[status].toLowerCase()}`;
  return changing(
    db,
    row,
    { status },
    recorded("contact_query", "move.contact_query", named(row), message, { changes }),
  );
}

/** What a repeated request was answered; otherwise refuses an older version. */
async function firstOf(db: PlatformDb, row: Query, seen: number | undefined) {
  if (seen === undefined || seen === row.version) return null;
  const first = await db.firstAnswer<{ id: string }>();
  if (!first) refuseStale(shown(row), seen);
  return first;
}

/** Says who answers a message, and notes what was done about it. @throws Response 403; 404; 409; 422 */
export async function handleQuery(
  session: StaffSession,
  id: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize(MANAGE);
  const { version: seen, ...values } = checked(handleInput, input);
  const { assignedTo } = values;
  const [[row], people] = await db.read(
    db.select().from(table).where(eq(table.id, id)).limit(1),
    db
      .select({ id: staff.id, name: staff.name, status: staff.status })
      .from(staff)
      .where(
        or(
          eq(staff.id, assignedTo ?? ""),
          sql`${staff.id} = (select ${table.assignedTo} from ${table} where ${table.id} = ${id})`,
        ),
      )
      .limit(2),
  );
  if (!row) return notFound("message");
  const first = await firstOf(db, row, seen);
  if (first) return first;
  const isOther = assignedTo !== row.assignedTo;
  const person = people.find((one) => one.id === assignedTo);
  if (assignedTo && isOther && person?.status !== "active")
    invalid({ assignedTo: ["Choose somebody who works here"] });
  const nameOf = (who: string | null) =>
    who && (people.find((one) => one.id === who)?.name ?? "Somebody who has left");
  const changes = changesBetween(
    { assignedTo: nameOf(row.assignedTo), notes: row.notes },
    { assignedTo: nameOf(assignedTo), notes: values.notes },
  );
  const works =
    assignedTo && isOther
      ? [db.exists(staff, and(eq(staff.id, assignedTo), eq(staff.status, "active"))!)]
      : [];
  return changing(
    db,
    row,
    values,
    recorded("contact_query", "update.contact_query", named(row), "Message saved", { changes }),
    works,
  );
}
