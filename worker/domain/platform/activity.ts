import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { Choice, ListResult } from "#app/shared/list.ts";
import {
  companies,
  platformActivityLog as log,
  machineTypes,
  roles,
  shards,
  staff,
} from "#drizzle/control/index.ts";
import type { ReadingPlatformDb } from "../../db/platform-db.ts";
import type { StaffSession } from "../../session.ts";
import { type Entry, namesAmong, namesById, openedEntry, POINTED } from "../activity/entry.ts";
import { AT_ONCE, activityColumns, idsOf, logSheet } from "../activity/export.ts";
import { type LabelledChange, labelled } from "../activity/labels.ts";
import { daysOf, type LoggedRow, sieveFor } from "../activity/rows.ts";
import { lookBack } from "../activity/walk.ts";
import type { Export } from "../assets/export.ts";
import { beginStaffExport } from "../lists/exports.ts";
import { askedOf } from "../lists/list-query.ts";
import { namedIn } from "./choices.ts";
import { PLATFORM_ZONE } from "./settings.ts";

/** One thing that somebody did on the platform, with the company that it is about. */
export type PlatformActivityRow = LoggedRow & {
  companyId: string | null;
  companyName: string | null;
};

/** Rows looked through for one page, where not all of them are asked for. */
const MOST = 200;
const MANAGE = "manage-activity-log";
const filterKeys = ["person", "action", "kind", "company", "from", "to"] as const;
const asked = (params: URLSearchParams) => askedOf(params, ["at"], filterKeys, "desc");

/** The company that an entry is about: named by it, or its own record. */
const about = sql<
  string | null
>`coalesce(${log.companyId}, case ${log.entityKind} when 'company' then ${log.entityId} end)`;
const { id, at, actorKind, actorId, actorName, via, action, entityKind, entityId } = log;
const { entityLabel, changes, reason, ip, requestId, seq } = log;
const who = { at, actorKind, actorId, actorName, via, ip, requestId, seq };
const shown = { id, ...who, action, entityKind, entityId, entityLabel, changes, reason };
// As expressions: batch results are keyed by name, and two tables are joined.
const columns = Object.fromEntries(
  Object.entries(shown).map(([name, column]) => [
    name,
    sql`${column}`.mapWith(column as typeof at).as(`log_${name}`),
  ]),
);

type Slice = { where: SQL | undefined; order?: "asc" | "desc"; limit: number };
const rowsIn = (db: ReadingPlatformDb, { where, order = "desc", limit }: Slice) =>
  db
    .select({
      ...columns,
      companyId: about.as("about_company"),
      companyName: sql<string | null>`${companies.name}`.as("about_name"),
    })
    .from(log)
    .leftJoin(companies, eq(companies.id, about))
    .where(where)
    .orderBy(order === "asc" ? asc(id) : desc(id))
    .limit(limit) as unknown as RunnableQuery<PlatformActivityRow[], "sqlite">;

/** The first entries about a company in an order, found by two indexes: those that name it, and those of its own record. */
function ofCompany(company: string, { where, order = "desc", limit }: Slice): SQL {
  const some = (its: SQL | undefined) =>
    sql`select "id" from (select ${id} from ${log} where ${and(its, where)} order by ${id} ${sql.raw(order)} limit ${sql.raw(String(limit))})`;
  const own = and(eq(entityId, company), eq(entityKind, "company"));
  return sql`${id} in (${some(eq(log.companyId, company))} union ${some(own)})`;
}

/** The newest entries about a company, as a statement of a read. */
export const activityAbout = (db: ReadingPlatformDb, company: string, limit: number) =>
  rowsIn(db, { where: ofCompany(company, { where: undefined, limit }), limit });

/** Records of the platform that values of its log may point to. */
const named = [companies, staff, roles, shards, machineTypes] as const;
const namesIn = (db: ReadingPlatformDb, entries: SQL) =>
  namesAmong(
    db,
    entries,
    named.map((table) => sql`(select ${table.name} from ${table} where ${table.id} = ${POINTED})`),
  );

type Filters = ReturnType<typeof asked>;
/** The part of the filters that rows are looked through for: a person is looked for only among what is about a company. */
function sieveOf({ q, filters: { person, ...filters } }: Filters) {
  return sieveFor({ q, filters: filters.company && person ? { ...filters, person } : filters });
}
/** The part that an index serves: a company, else a person. */
const rangeOf = ({ filters: { company, person } }: Filters, slice: Slice): Slice =>
  company
    ? { ...slice, where: ofCompany(company, slice) }
    : person
      ? { ...slice, where: and(eq(actorId, person), slice.where) }
      : slice;

type PlatformActivity = ListResult<
  Omit<PlatformActivityRow, "changes"> & { changes: LabelledChange[] }
> & {
  /** The instant this page looked back to without filling up; null when it is full or has come to the end. */
  lookedBackTo: number | null;
  chosen: { person: Choice | null; company: Choice | null };
  entry: Entry | null;
};

/** A page of what happened on the platform, newest first, and the entry that is open. One round trip. */
export async function listPlatformActivity(
  session: StaffSession,
  params: URLSearchParams,
): Promise<PlatformActivity> {
  const db = session.authorize(MANAGE);
  const query = asked(params);
  const look = lookBack(params, id, query.size);
  const sieve = sieveOf(query);
  const slice = {
    where: and(daysOf(id, query, PLATFORM_ZONE), look.where),
    order: look.order,
    limit: sieve ? MOST : query.size + 1,
  };
  const entry = eq(id, params.get("entry") ?? "");
  const [found, people, customers, ...opened] = await db.read(
    rowsIn(db, rangeOf(query, slice)),
    namedIn(db, staff, query.filters.person),
    namedIn(db, companies, query.filters.company),
    rowsIn(db, { where: entry, limit: 1 }),
    namesIn(db, sql`select ${changes} from ${log} where ${entry}`),
  );
  const { rows, ...page } = look.page(found, slice.limit, (row) => sieve?.(row) ?? true);
  return {
    ...page,
    rows: rows.map(labelled),
    query,
    chosen: { person: people[0] ?? null, company: customers[0] ?? null },
    entry: openedEntry<PlatformActivityRow>(opened, () => true),
  };
}

/** Everything that happened on the platform and matches the list's filters, newest first. */
export async function exportPlatformActivity(
  session: StaffSession,
  params: URLSearchParams,
): Promise<Export> {
  const query = asked(params);
  const db = await beginStaffExport(session, MANAGE, "activity_log", "Activity logs");
  const range = daysOf(id, query, PLATFORM_ZONE);
  const { Time, ...more } = activityColumns;
  const withCompany = {
    Time: Time!,
    Company: (row: PlatformActivityRow) => row.companyName,
    ...more,
  };
  return logSheet<PlatformActivityRow>("platform-activity-logs", withCompany, {
    read: async (before) => {
      const where = and(range, before ? sql`${id} < ${before}` : undefined);
      const [rows] = await db.read(rowsIn(db, rangeOf(query, { where, limit: AT_ONCE })));
      return rows;
    },
    isWanted: sieveOf(query) ?? (() => true),
    names: async (rows) => {
      const [found] = await db.read(
        namesIn(db, sql`select ${changes} from ${log} where ${id} in ${idsOf(rows)}`),
      );
      return namesById(found);
    },
  });
}
